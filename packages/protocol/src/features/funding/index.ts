/**
 * Deposits, withdrawals and holds of a user: what came in, what goes out, what may not leave yet.
 */
import * as z from 'zod';
import { defineCall } from '../../call.ts';
import type { Chapter } from '../../chapter.ts';
import { arrivalRow, depositCalls } from './deposits.ts';
import { amount, listed, listPage, nothing, optionalCoin, timeMs } from '../../fields.ts';

export {
  CHAIN_NUMBERS,
  CHAIN_TERMS,
  type ChainCoinTerms,
  type ChainName,
  type ChainTerms,
} from './chains.ts';
export type { ArrivalRow, DepositChain } from './deposits.ts';
export { refusals } from './refusals.ts';

const depositRow = z.object({
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
const withdrawalRow = z.object({
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
const holdRow = z.object({
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
/** In the account channel `id` is unique within its kind. */
export const accountRow = z.discriminatedUnion('kind', [arrivalRow, depositRow, withdrawalRow, holdRow]);
export type FundingRow = z.output<typeof accountRow>;

const getDeposits = defineCall({
  name: 'funding/get-deposits',
  path: '/funding/getDeposits',
  access: 'user',
  summary: "The user's deposits, newest first",
  input: z.object({ currency: optionalCoin, ...listPage(2) }),
  data: listed(depositRow),
});
const getWithdrawals = defineCall({
  name: 'funding/get-withdrawals',
  path: '/funding/getWithdrawals',
  access: 'user',
  summary: "The user's withdrawals, newest first",
  input: z.object({ currency: optionalCoin, ...listPage(2) }),
  data: listed(withdrawalRow),
});
const getHolds = defineCall({
  name: 'funding/get-holds',
  path: '/funding/getHolds',
  access: 'user',
  summary: 'Amounts that may not leave yet, why, and until when',
  input: nothing,
  data: z.object({ list: z.array(holdRow) }),
});

export const chapter: Chapter = { title: { en: 'Deposits and withdrawals', zh: '充值与提现' } };
export const calls = [getDeposits, getWithdrawals, getHolds, ...depositCalls] as const;
