/**
 * Deposits, withdrawals and holds of a user: what came in, what goes out, what may not leave yet.
 */
import * as z from 'zod';
import { defineCall } from '../../call.ts';
import type { Chapter } from '../../chapter.ts';
import { claimCalls } from './claims.ts';
import { arrivalRow, depositCalls } from './deposits.ts';
import { csvText, listed, listPage, nothing, optionalCoin, optionalId, timeRange } from '../../fields.ts';
import { depositRow, holdRow, withdrawalRow } from './rows.ts';
import { withdrawalCalls } from './withdrawals.ts';

export {
  CHAIN_NUMBERS,
  CHAIN_TERMS,
  type ChainCoinTerms,
  type ChainName,
  type ChainTerms,
} from './chains.ts';
export type { TransferClaims } from './claims.ts';
export type { ArrivalRow, DepositChain } from './deposits.ts';
export { reasons } from './reasons.ts';
export { refusals } from './refusals.ts';
export type { DepositRow, HoldRow, WithdrawalRow } from './rows.ts';
export {
  WITHDRAWAL_REASON_TEXTS,
  WITHDRAWAL_REASONS,
  type WithdrawalReason,
} from './withdrawal-rejections.ts';
export type {
  DailyLimit,
  PaymentProgress,
  PublicTerms,
  WithdrawalStep,
  WithdrawalTerms,
} from './withdrawals.ts';

/** In the account channel `id` is unique within its kind. */
export const accountRow = z.discriminatedUnion('kind', [arrivalRow, depositRow, withdrawalRow, holdRow]);
export type FundingRow = z.output<typeof accountRow>;

const filters = { currency: optionalCoin, id: optionalId };
const getDeposits = defineCall({
  name: 'funding/get-deposits',
  path: '/funding/getDeposits',
  access: 'user',
  summary: "The user's deposits, newest first",
  input: z.object({ ...filters, ...listPage(2) }),
  data: listed(depositRow),
});
const getWithdrawals = defineCall({
  name: 'funding/get-withdrawals',
  path: '/funding/getWithdrawals',
  access: 'user',
  summary: "The user's withdrawals, newest first",
  input: z.object({ ...filters, ...listPage(2) }),
  data: listed(withdrawalRow),
});
const exportDeposits = defineCall({
  name: 'funding/export-deposits',
  path: '/funding/exportDeposits',
  access: 'user',
  download: 'text/csv',
  summary: "The user's deposits, newest first, as a file",
  input: z.object({ ...filters, ...timeRange }),
  data: csvText,
});
const exportWithdrawals = defineCall({
  name: 'funding/export-withdrawals',
  path: '/funding/exportWithdrawals',
  access: 'user',
  download: 'text/csv',
  summary: "The user's withdrawals, newest first, as a file",
  input: z.object({ ...filters, ...timeRange }),
  data: csvText,
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
export const calls = [
  getDeposits,
  exportDeposits,
  getWithdrawals,
  exportWithdrawals,
  getHolds,
  ...depositCalls,
  ...withdrawalCalls,
  ...claimCalls,
] as const;
