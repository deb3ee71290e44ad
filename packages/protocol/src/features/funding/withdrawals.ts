/** The calls of withdrawals: terms, request, cancellation, and one withdrawal with its progress. */
import * as z from 'zod';
import { defineCall } from '../../call.ts';
import { DESTINATION_REFUSALS } from '../../destination.ts';
import {
  amount,
  blankIsAbsent,
  code6,
  coin,
  decimal,
  destination,
  id,
  mailedCode,
  noData,
  nothing,
  optionalDecimal,
  optionalGoogleCode,
  timeMs,
} from '../../fields.ts';
import { CHAIN_NUMBERS } from './chains.ts';
import { holdRow, withdrawalRow } from './rows.ts';
import { WITHDRAWAL_REASONS } from './withdrawal-rejections.ts';

const chain = z.enum(Object.keys(CHAIN_NUMBERS) as (keyof typeof CHAIN_NUMBERS)[]);

/** A halted chain takes no requests and pays nothing; a closed coin takes no new requests. */
const withdrawalStatus = z.enum(['open', 'halted', 'closed']);
const coinTerms = z.object({
  currency: z.string(),
  chain: z.string(),
  /** Charged in addition to the amount that arrives. */
  fee: amount,
  minAmount: amount,
  maxAmount: amount,
  decimals: z.number().int(),
  status: withdrawalStatus,
  /**
   * The balance of the exchange account that may leave now, fee included; excludes frozen and held
   * money.
   */
  available: amount,
  /** What is not frozen there, held or not. */
  owned: amount,
  /** The index price of one coin in USDT; empty if there is none. */
  price: z.string(),
});
export type WithdrawalTerms = z.output<typeof coinTerms>;

const daily = z.object({
  level: z.enum(['verified', 'unverified']),
  /** The limit of any 24 hours, in USDT at the index price of each request. */
  limit: amount,
  used: amount,
  remaining: amount,
});
export type DailyLimit = z.output<typeof daily>;

const getWithdrawalTerms = defineCall({
  name: 'funding/get-withdrawal-terms',
  path: '/funding/getWithdrawalTerms',
  access: 'user',
  summary: 'Fee, minimum and maximum of each coin and chain, the daily limit, and holds on withdrawals',
  input: nothing,
  data: z.object({
    list: z.array(coinTerms),
    daily,
    /** The holds that stop withdrawals, or a part of a coin's balance. */
    holds: z.array(holdRow),
    /** The time until which a change of credentials holds all withdrawals. */
    heldUntil: timeMs.nullable(),
  }),
});

const publicTerms = z.object({
  currency: z.string(),
  chain,
  /** Whether deposits are made by voucher, because the server does not watch the chain. */
  byVoucher: z.boolean(),
  /** Blocks after which a deposit can be traded. */
  confirmations: z.number().int(),
  minDeposit: amount,
  /** The fee of a withdrawal, charged in addition to the amount that arrives. */
  fee: amount,
  minAmount: amount,
  maxAmount: amount,
  decimals: z.number().int(),
  status: withdrawalStatus,
  /** Whether deposits are open; a platform that does not watch the chain may have none. */
  deposits: z.enum(['open', 'closed']),
});
export type PublicTerms = z.output<typeof publicTerms>;

const getTerms = defineCall({
  name: 'funding/get-terms',
  path: '/funding/getTerms',
  access: 'public',
  summary: 'Minimum deposit, withdrawal fee and limits of each coin and chain, and the daily limits',
  input: nothing,
  data: z.object({
    list: z.array(publicTerms),
    /** The limit of any 24 hours, in USDT at the index price of each request. */
    dailyLimits: z.object({ verified: amount, unverified: amount }),
  }),
});

/** What is refused of the terms of a request, whoever asks. */
export const TERMS_REFUSALS = [
  'wallet/unknown-asset',
  'wallet/chain-unknown',
  'wallet/insufficient-balance',
  'wallet/held',
  'market/no-price',
  'funding/amount-missing',
  'funding/below-minimum',
  'funding/above-maximum',
  'funding/fee-changed',
  'funding/halted',
  'funding/withdrawals-closed',
  'funding/too-many-withdrawals',
  'funding/daily-limit',
  'funding/address-cooling',
  'funding/address-not-listed',
  'funding/fund-password-unset',
  'identity/changed-meanwhile',
] as const;
const requestWithdrawal = defineCall({
  name: 'funding/request-withdrawal',
  grows: 'funding',
  path: '/funding/requestWithdrawal',
  access: 'user',
  movesMoney: true,
  operation: 'withdraw',
  refusals: [
    ...TERMS_REFUSALS,
    ...DESTINATION_REFUSALS,
    'identity/fund-password-missing',
    'identity/fund-password-incorrect',
    'identity/fund-password-locked',
    'identity/wrong-code',
    'identity/google-code-missing',
    'identity/google-code-wrong',
    'identity/google-code-locked',
  ],
  summary: 'Freezes amount and fee, which leave for the address once the request is approved',
  input: z.object({
    currency: coin,
    chain,
    ...destination,
    /** The amount that arrives. */
    amount: optionalDecimal,
    /** The fee that the user was shown; the call is refused if it has changed. */
    fee: decimal,
    code: mailedCode,
    fundPassword: blankIsAbsent(code6.optional()),
    googleCode: optionalGoogleCode,
  }),
  data: z.object({ id: z.string() }),
});

const cancelWithdrawal = defineCall({
  name: 'funding/cancel-withdrawal',
  path: '/funding/cancelWithdrawal',
  access: 'user',
  movesMoney: true,
  refusals: ['funding/unknown-withdrawal', 'funding/withdrawal-state'],
  summary: 'Cancels a pending withdrawal. What comes back stays out of seconds contracts for 24 hours',
  input: z.object({ id }),
  data: noData,
});

const step = z.object({
  step: z.enum(['requested', 'review', 'approved', 'paid', 'rejected', 'cancelled']),
  state: z.enum(['done', 'now', 'later']),
  /** The time of the step; null if it has not happened, or its time is not recorded. */
  time: timeMs.nullable(),
});
export type WithdrawalStep = z.output<typeof step>;

/**
 * How far the payment of an approved one is:
 *
 * - taken: nothing has left
 * - sent: one of our nodes knows its transaction
 * - uncertain: it was sent, and no node of ours knows it now
 * - mined: it is in a block, and has its confirmations
 * - person: it did not go as ordered, and a person looks at it
 */
export const progress = z.object({
  state: z.enum(['taken', 'sent', 'uncertain', 'mined', 'person']),
  /** The newest transaction; of several, which raise the fee, one at most can be mined. Or ''. */
  txid: z.string(),
});
export type PaymentProgress = z.output<typeof progress>;

const getWithdrawal = defineCall({
  name: 'funding/get-withdrawal',
  path: '/funding/getWithdrawal',
  access: 'user',
  refusals: ['request/not-found'],
  summary: "One of the user's withdrawals, its course so far, and what holds it",
  input: z.object({ id }),
  data: withdrawalRow.extend({
    steps: z.array(step),
    /** The holds that keep a pending withdrawal from being approved. */
    holds: z.array(holdRow),
    /** The reason of a rejection; null if none was given. */
    rejection: z.enum(WITHDRAWAL_REASONS).nullable(),
    /**
     * The progress of the payment; null before the payer has taken it, if it is paid by hand, and
     * after its end.
     */
    payment: progress.nullable(),
  }),
});

export const withdrawalCalls = [
  getTerms,
  getWithdrawalTerms,
  requestWithdrawal,
  cancelWithdrawal,
  getWithdrawal,
] as const;
