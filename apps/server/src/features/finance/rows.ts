/** Finance orders as the API shows them. */
import type { FinanceOrderRow } from '@glasshouse/protocol/finance';
import type { Catalogue } from '../../catalogue.ts';
import { orderRowOf, type FixedTermFields } from '../../offers/fixed-terms/rows.ts';

export const STATUSES = ['hosting', 'completed'] as const;
export const COMPLETED = 1;

export function financeRowOf(catalogue: Catalogue, order: FixedTermFields, nowMs: number): FinanceOrderRow {
  return orderRowOf(catalogue, order, { nowMs, hasEarned: order.status === COMPLETED ? true : null });
}
