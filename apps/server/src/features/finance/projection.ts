/** Writes finance_orders, and their number by owner and state. */
import { fixedTermProjections } from '../../offers/fixed-terms/projection.ts';

export const financeProjections = fixedTermProjections({
  table: 'finance_orders',
  totals: 'finance_order_totals',
  orderOf: (event) => (event.type === 'finance-order-changed' ? event : null),
  previous: [null, 0],
});
