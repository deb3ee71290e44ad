/** The tables of mining. */
import type { FixedTermOrdersTable, FixedTermTotalsTable } from '../../offers/fixed-terms/tables.ts';

declare module '../../db/schema.ts' {
  interface Schema {
    miners: FixedTermOrdersTable;
    miner_totals: FixedTermTotalsTable;
  }
}
