/**
 * What may happen to a withdrawal: what a request may ask, where it may go, how many people have to
 * approve, what an operator may do in which state. Pure; the rules of risk are in `risk.ts`.
 */
import { WITHDRAWAL_STATUS } from '@glasshouse/core';
import { formatDecimal, parseDecimal } from '@glasshouse/money';
import { isRefusal, type Refusal, type RefusalName } from '@glasshouse/protocol';
import type { WithdrawalStep } from '@glasshouse/protocol/funding';
import type { Chain } from '@glasshouse/protocol/wallet';
import { oneForm } from '@glasshouse/protocol/wallet/destinations';
import { readAmount } from '../../../values/amounts.ts';
import { approverOf, nameOf } from '../../../values/approver.ts';
import { timeText } from '../../../values/times.ts';
import { CHANGED_CREDENTIALS, type RiskDecision, type RiskFacts, type TestedRule } from './risk.ts';
import type { Act, StoredAct, StoredRequest, StoredReview, StoredWithdrawal } from './store.ts';

const { requested, approved, settled, rejected, cancelled } = WITHDRAWAL_STATUS;
export const VALUE_DECIMALS = 6;
export const DAY_MS = 86_400_000;

/** How much a user may request in any 24 hours depends on it; an operator sets both limits. */
export type LimitLevel = 'verified' | 'unverified';
/** In units of USDT. */
export type LimitOf = (level: LimitLevel) => number;
export const levelOf = (isVerified: boolean): LimitLevel => (isVerified ? 'verified' : 'unverified');

/** How long a request that did not reach the core can be continued without new codes. */
const CONTINUED_MS = 600_000;

/** What the rules do is recorded under this name, which no operator can have. */
export const BY_RULE = 'rule';
const NEVER_NOTIFIED = -1;

// Requests

/** Amount and fee of a request, in units. */
export function amountsOf(
  asked: { readonly amount?: string | undefined; readonly fee: string },
  decimals: number,
): { readonly amount: number; readonly fee: number } | Refusal {
  const amount = readAmount(asked.amount, {
    field: 'amount',
    decimals,
    tooPrecise: 'request/invalid',
    missing: 'funding/amount-missing',
    tooLarge: 'funding/above-maximum',
  });
  if (isRefusal(amount)) return amount;
  const fee = parseDecimal(asked.fee, decimals);
  return typeof fee === 'number' ? { amount, fee } : { error: 'funding/fee-changed', field: 'fee' };
}

const AMOUNT_REFUSALS: ReadonlySet<string> = new Set([
  'funding/amount-missing',
  'funding/below-minimum',
  'funding/above-maximum',
  'wallet/insufficient-balance',
]);

/** A refusal of the core, with the request's field that it is about. */
export function refusedField(error: RefusalName): Refusal {
  if (AMOUNT_REFUSALS.has(error)) return { error, field: 'amount' };
  return error === 'funding/fee-changed' ? { error, field: 'fee' } : { error };
}

/** Whether nobody can continue a request any more, because the core never had it. */
export function isOver(
  { withdrawal_id, created_ms }: Pick<StoredRequest, 'withdrawal_id' | 'created_ms'>,
  nowMs: number,
): boolean {
  return withdrawal_id === null && created_ms <= nowMs - CONTINUED_MS;
}

// The daily limit

/** A price of the index in USDT. */
export interface IndexPrice {
  readonly price: number;
  readonly decimals: number;
}

/** In units of USDT, rounded up, at most the largest exact number. */
export function worthOf(units: number, decimals: number, index: IndexPrice): number {
  const product = BigInt(units) * BigInt(index.price) * 10n ** BigInt(VALUE_DECIMALS);
  const divisor = 10n ** BigInt(decimals + index.decimals);
  const value = (product + divisor - 1n) / divisor;
  return value > BigInt(Number.MAX_SAFE_INTEGER) ? Number.MAX_SAFE_INTEGER : Number(value);
}

/** What an owner has used of the daily limit. */
export interface UsedToday {
  readonly sum: number;
  readonly count: number;
}

/** Null if the daily limit has room for the value. */
export function limitRefusal(value: number, { sum }: UsedToday, limit: number): Refusal | null {
  const left = leftOf(sum, limit);
  if (value <= left) return null;
  const params = { left: formatDecimal(left, VALUE_DECIMALS) };
  return { error: 'funding/daily-limit', field: 'amount', params };
}

export function leftOf(used: number, limit: number): number {
  return Math.max(0, limit - used);
}

// Where it may go

export interface Destination {
  readonly chain: Chain;
  readonly chainNumber: number;
  readonly currency: string;
  readonly address: string;
  readonly memo: string;
}

export interface KnownAddress {
  /** When the address was added to the book or first paid to; null if neither. */
  readonly sinceMs: number | null;
}

interface AddressAndMemo {
  readonly address: string;
  readonly memo: string;
}

/** What is known of an owner's addresses. */
export interface KnownAddresses {
  readonly book: readonly (AddressAndMemo & { readonly created_ms: number; readonly usable_ms: number })[];
  readonly paid: readonly (AddressAndMemo & { readonly changed_ms: number })[];
  /** Withdrawals go to the book alone. */
  readonly isBookOnly: boolean;
}

/** When a destination became known to its owner, or why nothing may go there. */
export function knownAddress(
  { chain, address, memo }: Pick<Destination, 'chain' | 'address' | 'memo'>,
  { book, paid, isBookOnly }: KnownAddresses,
  nowMs: number,
): KnownAddress | Refusal {
  const form = oneForm(chain, address);
  // At an exchange many people share one address. The memo distinguishes them.
  const isSame = (other: AddressAndMemo): boolean =>
    oneForm(chain, other.address) === form && other.memo === memo;
  const listed = book.find(isSame);
  if (listed === undefined && isBookOnly) return { error: 'funding/address-not-listed', field: 'address' };
  if (listed !== undefined && listed.usable_ms > nowMs) {
    const params = { from: timeText(listed.usable_ms) };
    return { error: 'funding/address-cooling', field: 'address', params };
  }
  const times = paid.filter(isSame).map((row) => row.changed_ms);
  if (listed !== undefined) times.push(listed.created_ms);
  return { sinceMs: times.length === 0 ? null : Math.min(...times) };
}

// Approvals

export function factsOf(
  { requested_ms: requestedMs }: Pick<StoredWithdrawal, 'requested_ms'>,
  known: {
    readonly request: Pick<StoredRequest, 'address_since_ms' | 'device_since_ms'> | undefined;
    readonly value: number;
    readonly used: UsedToday;
    readonly credentialsChangedMs: number;
  },
): RiskFacts {
  const { request, value, used, credentialsChangedMs } = known;
  return {
    value,
    sum: used.sum,
    count: used.count,
    addressKnownMs: requestedMs - (request?.address_since_ms ?? requestedMs),
    deviceKnownMs: requestedMs - (request?.device_since_ms ?? requestedMs),
    credentialsAgeMs: requestedMs - credentialsChangedMs,
    recorded: request === undefined ? 0 : 1,
  };
}

export function reviewOf(
  { withdrawal_id, owner }: Pick<StoredWithdrawal, 'withdrawal_id' | 'owner'>,
  { approvals, reasons }: RiskDecision,
  {
    value,
    decidedMs,
    tested = [],
  }: { readonly value: number; readonly decidedMs: number; readonly tested?: readonly TestedRule[] },
): StoredReview {
  return {
    withdrawal_id,
    user_id: owner,
    value,
    approvals_needed: approvals,
    reasons: reasons.join(','),
    waits_for: '',
    decided_ms: decidedMs,
    told_status: NEVER_NOTIFIED,
    tested: JSON.stringify(tested),
  };
}

/** A pay-out of the house: two people, whatever its amount. Nobody is notified of it. */
const PAY_OUT: RiskDecision = { approvals: 2, reasons: ['pay-out'] };

export function payOutReview(
  stored: Pick<StoredWithdrawal, 'withdrawal_id' | 'owner'>,
  at: { readonly value: number; readonly decidedMs: number },
): StoredReview {
  return { ...reviewOf(stored, PAY_OUT, at), told_status: settled };
}

/**
 * A withdrawal that nobody had to approve needs a person after all if the credentials have changed
 * since. Null if the review stays as it is.
 */
export function raisedReview(
  review: StoredReview,
  { requested_ms: requestedMs }: Pick<StoredWithdrawal, 'requested_ms'>,
  credentialsChangedMs: number,
): StoredReview | null {
  if (review.approvals_needed > 0 || credentialsChangedMs <= requestedMs) return null;
  const { name, approvals } = CHANGED_CREDENTIALS;
  return { ...review, approvals_needed: approvals, reasons: name };
}

/** How a decision is recorded among the acts. */
export function decisionAct({ withdrawal_id: withdrawal, approvals_needed, reasons }: StoredReview): Act {
  const detail = `${approvals_needed} approvals: ${reasons === '' ? 'no rule applies' : reasons}`;
  return { withdrawal, act: 'decide', operator: BY_RULE, detail };
}

/** Under which name an operator's approval counts, whom the record names so. */
export const approvalNameOf = (operator: string): string => approverOf(nameOf(operator));

/** Who has approved it; null if somebody has rejected it. */
export function approversOf(acts: readonly Pick<StoredAct, 'act' | 'operator'>[]): readonly string[] | null {
  if (acts.some(({ act }) => act === 'reject')) return null;
  return acts.filter(({ act }) => act === 'approve').map(({ operator }) => operator);
}

// Operators

/** Why an operator may not do it: in this state nobody may, or the coins may be on their way. */
export type OperatorRefusal = 'state' | 'maybe-sent';

/** Why an operator may not do this to a withdrawal that no payer has taken; null if they may. */
export function operatorRefusal(
  act: 'approve' | 'reject' | 'settle',
  status: number,
  saysNothingSent: boolean,
): OperatorRefusal | null {
  if (act === 'approve') return status === requested ? null : 'state';
  if (act === 'settle') return status === approved ? null : 'state';
  if (status === requested) return null;
  if (status !== approved) return 'state';
  return saysNothingSent ? null : 'maybe-sent';
}

/** Whether a rejection may ask the payer to stop a withdrawal that it has taken. */
export const mayStop = (status: number): boolean => status === approved;

/** A cost in the ledger's units, and the chain's smallest units beyond them; null: it is none. */
export function costOf(
  text: string,
  { decimals, restDecimals }: { readonly decimals: number; readonly restDecimals: number },
): { readonly cost: number; readonly costRest: number } | null {
  const [, whole = '', fraction = ''] = /^(\d{1,20})(?:\.(\d{1,30}))?$/.exec(text) ?? [];
  if (whole === '' || fraction.length > decimals + restDecimals) return null;
  const padded = fraction.padEnd(decimals + restDecimals, '0');
  const units = BigInt(whole + padded.slice(0, decimals));
  if (units > BigInt(Number.MAX_SAFE_INTEGER)) return null;
  return { cost: Number(units), costRest: Number(padded.slice(decimals) || '0') };
}

// Its course

/**
 * The steps of a withdrawal for its page. If it ended without a payment, the steps that will not
 * come are left out.
 */
export function stepsOf(
  { status, requested_ms, changed_ms }: Pick<StoredWithdrawal, 'status' | 'requested_ms' | 'changed_ms'>,
  acts: readonly Pick<StoredAct, 'act' | 'time_ms'>[],
): WithdrawalStep[] {
  const releasedMs = acts.find(({ act }) => act === 'release')?.time_ms ?? null;
  const asked: WithdrawalStep = { step: 'requested', state: 'done', time: requested_ms };
  if (status === cancelled || status === rejected) {
    const step = status === cancelled ? 'cancelled' : 'rejected';
    return [asked, { step, state: 'done', time: changed_ms }];
  }
  const isSettled = status === settled;
  const isApproved = status === approved || isSettled;
  const approvedMs = status === approved ? changed_ms : releasedMs;
  const time = isApproved ? approvedMs : null;
  return [
    asked,
    { step: 'review', state: isApproved ? 'done' : 'now', time },
    { step: 'approved', state: isApproved ? 'done' : 'later', time },
    {
      step: 'paid',
      state: isSettled ? 'done' : isApproved ? 'now' : 'later',
      time: isSettled ? changed_ms : null,
    },
  ];
}
