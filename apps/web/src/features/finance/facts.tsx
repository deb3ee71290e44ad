/** The four facts above products and orders. */
import { DateTime } from '@glasshouse/ui';
import { useSession } from '#data/session.ts';
import { Balance } from '#shared/Balance.tsx';
import { useTranslation } from '#shared/i18n.ts';
import { unknownFacts, type Fact } from '#shared/products/FactStrip.tsx';
import { decimalsNow } from '#shared/products/coin-decimals.ts';
import { grownOf, sumsOf } from '#shared/products/fixed-terms.ts';
import { sumFact } from '#shared/products/offer-facts.tsx';
import { useNow } from '#shared/products/useNow.ts';
import { Big } from 'big.js';
import { useOpenOrders } from './product.tsx';

const DECIMALS = 8;

/** The facts about the user's own orders; none for a visitor. */
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
  const facts: Fact[] = [
    {
      key: 'held',
      label: t('finance.facts.held'),
      ...sumFact({ sums: held }, t('finance.facts.orders', { count: open.length })),
    },
    {
      key: 'profit',
      label: t('finance.facts.profit'),
      ...sumFact({ sums: grown, signed: true }, t('finance.facts.perDay')),
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
  return orders === undefined ? unknownFacts(facts) : facts;
}
