/** What mining says of itself for the parts that all fixed terms share. */
import { HOUSE } from '@glasshouse/core';
import type { FixedTermSource } from '../../offers/fixed-terms/source.ts';
import './tables.ts';

export const MINING = {
  feature: 'mining',
  named: { one: 'miner', many: 'miners' },
  reserve: HOUSE.miningReserve,
  orders: 'miners',
  totals: 'miner_totals',
  buy: 'buy-miner',
  define: 'define-mining-offer',
  event: 'miner-changed',
  states: [
    { name: 'proceeding', follows: null, isOpen: true, earns: 'so-far' },
    { name: 'to-be-redeemed', follows: 0, isOpen: true, earns: 'all' },
    { name: 'redeemed', follows: 1, isOpen: false, earns: 'all' },
    // It has given its reward up.
    { name: 'redeemed-early', follows: 0, isOpen: false, earns: 'nothing' },
  ],
  reasons: ['mining-bought', 'mining-returned', 'mining-reward'],
} as const satisfies FixedTermSource;
