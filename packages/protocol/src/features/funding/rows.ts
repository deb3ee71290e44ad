/** The rows of deposits, withdrawals and holds. */
import * as z from 'zod';
import { amount, timeMs } from '../../fields.ts';

const where = {
  /** The name of the network, where existing clients look for it; `chain` says the same. */
  note: z.string(),
  /** The transaction; for a deposit by voucher its number; empty while nothing is on the chain. */
  info: z.string(),
};

export const depositRow = z.object({
  kind: z.literal('deposit'),
  id: z.string(),
  time: timeMs,
  currency: z.string(),
  chain: z.string(),
  amount,
  /** Nothing is charged for a deposit. */
  fee: amount,
  ...where,
  /** Empty for a deposit by voucher; then `output` is the voucher's number. */
  txid: z.string(),
  output: z.number().int(),
  /** `confirming`: credited, can be traded but not yet withdrawn. */
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
  /** The amount that arrives. The fee is charged in addition. */
  amount,
  fee: amount,
  ...where,
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
  /** The held coin; null means all coins. */
  currency: z.string().nullable(),
  amount,
  reason: z.enum(['security', 'review', 'deposit', 'returned']),
  /** The end of the hold; null: it ends when the deposits that caused it are final. */
  untilTime: timeMs.nullable(),
  status: z.enum(['active', 'ended']),
});
export type HoldRow = z.output<typeof holdRow>;
