/** What mining names for the parts that all fixed terms share. */
import { HOUSE } from '@glasshouse/core';
import type { FixedTermSource } from '../../offers/fixed-terms/source.ts';
import './tables.ts';

export const MINING: FixedTermSource = {
  feature: 'mining',
  reserve: HOUSE.miningReserve,
  orders: 'miners',
  totals: 'miner_totals',
  buy: 'buy-miner',
  define: 'define-mining-offer',
};
