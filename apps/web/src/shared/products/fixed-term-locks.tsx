/** What a product of fixed terms holds of the reader, for the portfolio. */
import { Big } from 'big.js';
import { Balance } from '#shared/Balance.tsx';
import { useTranslation } from '#shared/i18n.ts';
import type { ProductLocks } from '#shared/product-locks.ts';
import type { Section } from '#shared/section.ts';
import type { TextKey } from '#shared/text-keys.ts';
import { decimalsNow } from './coin-decimals.ts';
import type { FixedTermData } from './fixed-term-data.ts';
import { grownOf, sumsOf, type FixedTermFeature, type FixedTermOrder } from './fixed-terms.ts';
import { useNow } from './useNow.ts';

const DECIMALS = 8;

interface LockedTerms<Row extends FixedTermOrder> {
  readonly section: Section;
  readonly feature: FixedTermFeature;
  /** What it is called. */
  readonly kind: TextKey;
  readonly useOpenOrders: FixedTermData<Row>['useOpenOrders'];
  readonly useName: () => (order: Row) => string;
}

export function fixedTermLocks<Row extends FixedTermOrder>(terms: LockedTerms<Row>): ProductLocks {
  const { section, feature, kind, useOpenOrders, useName } = terms;
  function useLocks(): ReturnType<ProductLocks['useLocks']> {
    const { t } = useTranslation();
    const query = useOpenOrders();
    const nameOf = useName();
    const nowMs = useNow();
    const orders = query.data;
    return {
      locks: orders?.map((order) => ({
        key: `${feature}-${order.id}`,
        coin: order.currency,
        amount: order.amount,
        name: nameOf(order),
        kind: t(kind),
        endMs: order.dueTime,
        gets: (
          <Balance
            value={new Big(order.amount).plus(order.interest).toFixed()}
            decimals={DECIMALS}
            unit={order.currency}
          />
        ),
      })),
      accrued:
        orders === undefined
          ? undefined
          : sumsOf(orders, (order) => grownOf(order, nowMs, decimalsNow(order.currency)).profit).map(
              ({ currency: coin, amount }) => ({ coin, amount }),
            ),
      failed: query.isError && orders === undefined ? query : undefined,
    };
  }
  return { section, feature, useLocks };
}
