/** Rows of deposits, withdrawals and holds. */
import * as z from 'zod';
import { amount, timeMs } from '../../fields.ts';

export const depositRow = z.object({
  kind: z.literal('deposit'),
  id: z.string(),
  time: timeMs,
  currency: z.string(),
  chain: z.string(),
  amount,
  /** Empty for a voucher, whose number is `output`. */
  txid: z.string(),
  output: z.number().int(),
  /** What is confirming can be traded, and not yet withdrawn. */
  status: z.enum(['confirming', 'finished']),
});
export type DepositRow = z.output<typeof depositRow>;
export const withdrawalRow = z.object({
  kind: z.literal('withdrawal'),
  id: z.string(),
  time: timeMs,
  updateTime: timeMs,
  currency: z.string(),
  chain: z.string(),
  /** What arrives. The fee comes on top of it. */
  amount,
  fee: amount,
  address: z.string(),
  memo: z.string(),
  txid: z.string(),
  output: z.number().int(),
  status: z.enum(['pending', 'paying', 'finished', 'rejected', 'cancelled']),
});
export type WithdrawalRow = z.output<typeof withdrawalRow>;
export const holdRow = z.object({
  kind: z.literal('hold'),
  id: z.string(),
  /** Null: all coins. */
  currency: z.string().nullable(),
  amount,
  reason: z.enum(['security', 'review', 'deposit', 'returned']),
  /** Null: until the deposits that it is for are final. */
  untilTime: timeMs.nullable(),
  status: z.enum(['active', 'ended']),
});
export type HoldRow = z.output<typeof holdRow>;
