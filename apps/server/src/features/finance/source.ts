/** What finance says of itself for the parts that all fixed terms share. */
import { HOUSE } from '@glasshouse/core';
import type { FixedTermSource } from '../../offers/fixed-terms/source.ts';
import './tables.ts';

export const FINANCE = {
  feature: 'finance',
  named: { one: 'finance order', many: 'finance orders' },
  reserve: HOUSE.financeReserve,
  orders: 'finance_orders',
  totals: 'finance_order_totals',
  buy: 'buy-finance',
  define: 'define-finance-offer',
  event: 'finance-order-changed',
  states: [
    { name: 'hosting', follows: null, isOpen: true, earns: 'so-far' },
    { name: 'completed', follows: 0, isOpen: false, earns: 'all' },
  ],
  reasons: ['finance-bought', 'finance-returned', 'finance-interest'],
} as const satisfies FixedTermSource;
