/** The tables of finance. */
import type { FixedTermOrdersTable, FixedTermTotalsTable } from '../../offers/fixed-terms/tables.ts';

declare module '../../db/schema.ts' {
  interface Schema {
    finance_orders: FixedTermOrdersTable;
    finance_order_totals: FixedTermTotalsTable;
  }
}
