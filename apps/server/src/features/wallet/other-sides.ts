/**
 * Which record caused a posting, and who is at its other side, by the posting's reason. The house's
 * own postings are sums of a commit and name no record, so the other side follows from the reason;
 * `other-sides.test.ts` compares it with what the core posts.
 */
import { POSTING_REASONS, type PostingReason } from '@glasshouse/core';
import type { OtherSideKind, PostingGroup, RecordKind } from '@glasshouse/protocol/wallet';

interface ReasonTerms {
  readonly record: RecordKind;
  /** Null: the other side is the frozen part of the same account. */
  readonly side: OtherSideKind | null;
}

/** Null: users have no such postings. Of a reason that is not here, `OTHER` holds. */
export const REASONS: Readonly<Partial<Record<PostingReason, ReasonTerms | null>>> = {
  'play-money': { record: 'gift', side: 'issuer' },
  'house-capital': { record: 'gift', side: 'issuer' },
  transfer: { record: 'transfer', side: 'own' },
  'capital-moved': null,
  'order-frozen': { record: 'order', side: null },
  'order-released': { record: 'order', side: null },
  trade: { record: 'fill', side: 'trader' },
  fee: { record: 'fill', side: 'fee-income' },
  referral: { record: 'commission', side: 'friend' },
  'position-stake': { record: 'contract', side: 'contract-escrow' },
  'position-fee': { record: 'contract', side: 'contract-escrow' },
  'position-reserve': null,
  'position-payout': { record: 'contract', side: 'contract-reserve' },
  'position-returned': { record: 'contract', side: 'contract-escrow' },
  'position-lost': null,
  deposit: { record: 'deposit', side: 'network' },
  'deposit-rest': null,
  'withdrawal-frozen': { record: 'withdrawal', side: null },
  'withdrawal-paid': { record: 'withdrawal', side: 'network' },
  'withdrawal-fee': { record: 'withdrawal', side: 'fee-income' },
  'withdrawal-returned': { record: 'withdrawal', side: null },
  'network-cost': null,
  'exchange-paid': { record: 'exchange', side: 'treasury' },
  'exchange-received': { record: 'exchange', side: 'treasury' },
};

export const REASONS_OF_GROUP: Readonly<Record<PostingGroup, readonly PostingReason[]>> = {
  fees: ['fee', 'position-fee', 'withdrawal-fee'],
  commissions: ['referral'],
};

/** Of a product that has no kind of record of its own. */
const OTHER: ReasonTerms = { record: 'other', side: 'house' };

function knownTerms(reason: string): ReasonTerms | null {
  const terms = REASONS[reason as PostingReason];
  return terms === undefined ? OTHER : terms;
}

export function termsOf(reason: string): ReasonTerms {
  const terms = knownTerms(reason);
  if (terms === null) throw new Error(`no user has postings of reason ${reason}`);
  return terms;
}

/** The reasons of a record's own postings. An order's fills are records of their own. */
export const reasonsOf = (kind: RecordKind): readonly string[] =>
  POSTING_REASONS.filter((reason) => knownTerms(reason)?.record === kind);

/** Records that are named by the command that made them, because it refers to nothing. */
export const isNamedByCommand = (kind: RecordKind): boolean => kind === 'transfer' || kind === 'gift';
