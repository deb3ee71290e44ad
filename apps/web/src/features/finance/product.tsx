/** Finance on the site: its offers and orders, their table, records and locks. */
import { STATUS, states } from '@glasshouse/protocol/finance/terms';
import { fixedTermData, type OrderOf } from '#shared/products/fixed-term-data.ts';
import { fixedTermLocks } from '#shared/products/fixed-term-locks.tsx';
import { fixedTermRecords } from '#shared/products/fixed-term-records.tsx';
import { fixedTermTable } from '#shared/products/fixed-term-table.tsx';
import { useOfferNames } from '#shared/products/offer-name.ts';
import { section } from './section.ts';

const feature = 'finance';
export type FinanceOrderRow = OrderOf<typeof feature>;

/** A purchase states that the user agrees to the terms, which the form asks for. */
export const { useOffers, useOpenOrders, useOrders, useCounts, buy } = fixedTermData(feature, {
  open: [STATUS.hosting],
  purchase: { agree: true },
});

/** The product of an order, and its number. */
function useName() {
  const nameOf = useOfferNames(useOffers().data?.list);
  return ({ offer, id }: Pick<FinanceOrderRow, 'offer' | 'id'>) => `${nameOf(offer) ?? `#${offer}`} #${id}`;
}

export const OrderTable = fixedTermTable<FinanceOrderRow, typeof states>({
  feature,
  states,
  statuses: { hosting: 'finance.statuses.hosting', completed: 'finance.statuses.completed' },
  useName,
  words: { orders: 'finance.orders', product: 'finance.product' },
});
export const records = fixedTermRecords({
  section,
  feature,
  useOrders,
  OrderTable,
  none: 'finance.noOrders',
});
export const locks = fixedTermLocks({
  section,
  feature,
  kind: 'section.finance.name',
  useOpenOrders,
  useName,
});
