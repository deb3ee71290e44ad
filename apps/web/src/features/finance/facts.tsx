/** The four facts above products and orders. */
import { DateTime } from '@glasshouse/ui';
import { ShieldCheck } from 'lucide-react';
import type { CallData } from '#data/api.ts';
import { useSession } from '#data/session.ts';
import { Balance } from '#shared/Balance.tsx';
import { useTranslation } from '#shared/i18n.ts';
import type { Fact } from '#shared/products/FactStrip.tsx';
import { decimalsNow } from '#shared/products/coin-decimals.ts';
import { grownOf, highestOf, rateText, sumsOf } from '#shared/products/fixed-terms.ts';
import { FirstSum, OtherSums } from '#shared/products/SumNote.tsx';
import { useNow } from '#shared/products/useNow.ts';
import { Big } from 'big.js';
import { useOpenOrders } from './calls.ts';

const DECIMALS = 8;

/** What the reader has; nothing for a visitor. */
export function useOwnFacts(): Fact[] {
  const { t } = useTranslation();
  const signedIn = useSession() !== null;
  const { data: orders } = useOpenOrders();
  const nowMs = useNow();
  if (!signedIn) return [];
  const open = orders ?? [];
  const held = sumsOf(open, ({ amount }) => amount);
  const grown = sumsOf(open, (order) => grownOf(order, nowMs, decimalsNow(order.currency)).profit);
  const next = open.toSorted((a, b) => a.dueTime - b.dueTime)[0];
  return [
    {
      key: 'held',
      label: t('finance.facts.held'),
      value: <FirstSum sums={held} />,
      note: (
        <>
          <OtherSums sums={held} />
          {t('finance.facts.orders', { count: open.length })}
        </>
      ),
    },
    {
      key: 'profit',
      label: t('finance.facts.profit'),
      value: <FirstSum sums={grown} signed />,
      note: (
        <>
          <OtherSums sums={grown} />
          {t('finance.facts.perDay')}
        </>
      ),
    },
    {
      key: 'next',
      label: t('finance.facts.next'),
      value: next === undefined ? '–' : <DateTime timeMs={next.dueTime} kind="date" />,
      note:
        next === undefined ? (
          t('finance.facts.noNext')
        ) : (
          <>
            <Balance
              value={new Big(next.amount).plus(next.interest).toFixed()}
              decimals={DECIMALS}
              unit={next.currency}
            />{' '}
            <DateTime timeMs={next.dueTime} kind="minute" />
          </>
        ),
    },
  ];
}

/** What all customers are owed, and that it is set aside. */
export function useOwedFact(data: CallData<'finance/get-offers'> | undefined): Fact {
  const { t } = useTranslation();
  const reserves = data?.reserves ?? [];
  const owed = reserves.map(({ currency, owed: amount }) => ({ currency, amount }));
  const isCovered = reserves.every(({ owed: amount, setAside }) => new Big(setAside).gte(amount));
  return {
    key: 'owed',
    icon: ShieldCheck,
    label: t('finance.facts.owed'),
    value: <FirstSum sums={owed} isPublic />,
    note: (
      <>
        <OtherSums sums={owed} isPublic />
        {data !== undefined && t(isCovered ? 'terms.covered' : 'terms.uncovered')}
      </>
    ),
  };
}

/** What a visitor sees: what is on sale, and what stands behind it. */
export function usePublicFacts(data: CallData<'finance/get-offers'> | undefined): Fact[] {
  const { t } = useTranslation();
  const reserves = data?.reserves ?? [];
  const best = highestOf(data?.list ?? []);
  const aside = reserves.map(({ currency, setAside: amount }) => ({ currency, amount }));
  const free = reserves.map(({ currency, free: amount }) => ({ currency, amount }));
  return [
    {
      key: 'sale',
      label: t('terms.onSale'),
      value: String(data?.list.filter(({ isOnSale }) => isOnSale).length ?? '–'),
      note: best === undefined ? undefined : t('terms.upTo', { rate: rateText(best.dailyRate) }),
    },
    useOwedFact(data),
    {
      key: 'aside',
      label: t('terms.setAside'),
      value: <FirstSum sums={aside} isPublic />,
      note: (
        <>
          <OtherSums sums={aside} isPublic />
          {t('terms.setAsideText')}
        </>
      ),
    },
    {
      key: 'free',
      label: t('terms.free'),
      value: <FirstSum sums={free} isPublic />,
      note: (
        <>
          <OtherSums sums={free} isPublic />
          {t('terms.freeText')}
        </>
      ),
    },
  ];
}

/** What is set aside for the reader. */
export function useSetAsideFact(): Fact {
  const { t } = useTranslation();
  const { data: orders } = useOpenOrders();
  const sums = sumsOf(orders ?? [], ({ interest }) => interest);
  return {
    key: 'aside',
    icon: ShieldCheck,
    label: t('finance.facts.aside'),
    value: <FirstSum sums={sums} />,
    note: (
      <>
        <OtherSums sums={sums} />
        {t('finance.facts.all')}
      </>
    ),
  };
}
