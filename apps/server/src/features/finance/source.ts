/** What finance names for the parts that all fixed terms share. */
import { HOUSE } from '@glasshouse/core';
import type { FixedTermSource } from '../../offers/fixed-terms/source.ts';
import './tables.ts';

export const FINANCE: FixedTermSource = {
  feature: 'finance',
  reserve: HOUSE.financeReserve,
  orders: 'finance_orders',
  totals: 'finance_order_totals',
  buy: 'buy-finance',
  define: 'define-finance-offer',
};
