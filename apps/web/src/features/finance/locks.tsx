/** What finance holds of the reader, for the portfolio. */
import { Big } from 'big.js';
import { Balance } from '#shared/Balance.tsx';
import { useTranslation } from '#shared/i18n.ts';
import type { ProductLocks } from '#shared/product-locks.ts';
import { decimalsNow } from '#shared/products/coin-decimals.ts';
import { grownOf, sumsOf } from '#shared/products/fixed-terms.ts';
import { useNow } from '#shared/products/useNow.ts';
import { useOpenOrders } from './calls.ts';
import { useOfferName } from './OrderTable.tsx';
import { section } from './section.ts';

const DECIMALS = 8;

function useLocks(): ReturnType<ProductLocks['useLocks']> {
  const { t } = useTranslation();
  const query = useOpenOrders();
  const nameOf = useOfferName();
  const nowMs = useNow();
  const orders = query.data;
  return {
    locks: orders?.map((order) => ({
      key: `finance-${order.id}`,
      coin: order.currency,
      amount: order.amount,
      name: `${nameOf(order.offer)} #${order.id}`,
      kind: t('section.finance.name'),
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

export const locks: ProductLocks = { section, feature: 'finance', useLocks };
