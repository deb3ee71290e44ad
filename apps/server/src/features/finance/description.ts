/** What finance is as a product of fixed terms. */
import { HOUSE } from '@glasshouse/core';
import { states } from '@glasshouse/protocol/finance/terms';
import { describeFixedTerm } from '../../offers/fixed-terms/source.ts';
import type { FixedTermOrdersTable, FixedTermTotalsTable } from '../../offers/fixed-terms/tables.ts';

declare module '../../db/schema.ts' {
  interface Schema {
    finance_orders: FixedTermOrdersTable;
    finance_order_totals: FixedTermTotalsTable;
  }
}

export const finance = describeFixedTerm({
  feature: 'finance',
  states,
  named: { one: 'finance order', many: 'finance orders' },
  reserve: HOUSE.financeReserve,
  orders: 'finance_orders',
  totals: 'finance_order_totals',
  buy: 'buy-finance',
  event: 'finance-order-changed',
  interest: 'finance-interest',
});
