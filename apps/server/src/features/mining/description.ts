/** What mining is as a product of fixed terms. */
import { HOUSE } from '@glasshouse/core';
import { states } from '@glasshouse/protocol/mining/terms';
import { describeFixedTerm } from '../../offers/fixed-terms/source.ts';
import type { FixedTermOrdersTable, FixedTermTotalsTable } from '../../offers/fixed-terms/tables.ts';

declare module '../../db/schema.ts' {
  interface Schema {
    miners: FixedTermOrdersTable;
    miner_totals: FixedTermTotalsTable;
  }
}

export const mining = describeFixedTerm({
  feature: 'mining',
  states,
  named: { one: 'miner', many: 'miners' },
  reserve: HOUSE.miningReserve,
  orders: 'miners',
  totals: 'miner_totals',
  buy: 'buy-miner',
  event: 'miner-changed',
  interest: 'mining-reward',
});
