/** The four facts above pools and miners. */
import { DateTime } from '@glasshouse/ui';
import { Big } from 'big.js';
import { ShieldCheck } from 'lucide-react';
import type { CallData } from '#data/api.ts';
import { useSession } from '#data/session.ts';
import { useTranslation } from '#shared/i18n.ts';
import { decimalsNow } from '#shared/products/coin-decimals.ts';
import type { Fact } from '#shared/products/FactStrip.tsx';
import { grownOf, highestOf, rateText, sumsOf } from '#shared/products/fixed-terms.ts';
import { FirstSum, OtherSums } from '#shared/products/SumNote.tsx';
import { useNow } from '#shared/products/useNow.ts';
import { useOpenMiners } from './calls.ts';

const OVER = 1;

/** What the reader has; nothing for a visitor. */
export function useOwnFacts(): Fact[] {
  const { t } = useTranslation();
  const signedIn = useSession() !== null;
  const { data } = useOpenMiners();
  const nowMs = useNow();
  if (!signedIn) return [];
  const miners = data ?? [];
  const held = sumsOf(miners, ({ amount }) => amount);
  const grown = sumsOf(miners, (miner) => grownOf(miner, nowMs, decimalsNow(miner.currency)).profit);
  const over = miners.filter(({ status }) => status === OVER);
  const ready = sumsOf(over, ({ amount, interest }) => new Big(amount).plus(interest).toFixed());
  const next = miners.toSorted((a, b) => a.dueTime - b.dueTime)[0];
  return [
    {
      key: 'held',
      label: t('mining.facts.held'),
      value: <FirstSum sums={held} />,
      note: (
        <>
          <OtherSums sums={held} />
          {t('mining.facts.miners', { count: miners.length })}
        </>
      ),
    },
    {
      key: 'reward',
      label: t('mining.facts.reward'),
      value: <FirstSum sums={grown} signed />,
      note: (
        <>
          <OtherSums sums={grown} />
          {t('mining.facts.perDay')}
        </>
      ),
    },
    {
      key: 'ready',
      label: t('mining.facts.ready'),
      value: <FirstSum sums={ready} />,
      note:
        over.length > 0 || next === undefined ? (
          <>
            <OtherSums sums={ready} />
            {t('mining.facts.over', { count: over.length })}
          </>
        ) : (
          <>
            {t('mining.facts.next')} <DateTime timeMs={next.dueTime} />
          </>
        ),
    },
  ];
}

/** What all customers are owed, and that it is set aside. */
export function useOwedFact(data: CallData<'mining/get-offers'> | undefined): Fact {
  const { t } = useTranslation();
  const reserves = data?.reserves ?? [];
  const owed = reserves.map(({ currency, owed: amount }) => ({ currency, amount }));
  const isCovered = reserves.every(({ owed: amount, setAside }) => new Big(setAside).gte(amount));
  return {
    key: 'owed',
    icon: ShieldCheck,
    label: t('mining.facts.owed'),
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
export function usePublicFacts(data: CallData<'mining/get-offers'> | undefined): Fact[] {
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
  const { data } = useOpenMiners();
  const sums = sumsOf(data ?? [], ({ interest }) => interest);
  return {
    key: 'aside',
    icon: ShieldCheck,
    label: t('mining.facts.aside'),
    value: <FirstSum sums={sums} />,
    note: (
      <>
        <OtherSums sums={sums} />
        {t('mining.facts.all')}
      </>
    ),
  };
}
