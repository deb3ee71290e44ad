/** The event of finance. */
import type { FixedTermOrder } from '../../offers/fixed-term-record.ts';

/** An order after a change. status: 0 hosting, 1 completed. */
export type FinanceOrderChanged = FixedTermOrder<'finance-order-changed'>;
