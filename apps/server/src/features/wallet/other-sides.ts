/**
 * Which record caused a posting, and who is at its other side, by the posting's reason. The house's
 * own postings are sums of a commit and name no record, so the other side follows from the reason;
 * `other-sides.test.ts` compares it with what the core posts.
 */
import { POSTING_REASONS, type PostingReason } from '@glasshouse/core';
import { POSTING_REASON_TEXTS, type ShownReason } from '@glasshouse/protocol';
import type { PostingGroup, RecordKind } from '@glasshouse/protocol/wallet';

/** Every reason of the core has a text; one that has none does not compile. */
export const REASONS: Readonly<Record<PostingReason, (typeof POSTING_REASON_TEXTS)[PostingReason]>> =
  POSTING_REASON_TEXTS;

export function termsOf(reason: string): ShownReason {
  const shown = REASONS[reason as PostingReason]?.shown;
  if (shown === null || shown === undefined) throw new Error(`no user has postings of reason ${reason}`);
  return shown;
}

const shownReasons = POSTING_REASONS.filter((reason) => REASONS[reason].shown !== null);

/** The reasons of a record's own postings. An order's fills are records of their own. */
export const reasonsOf = (kind: RecordKind): readonly string[] =>
  shownReasons.filter((reason) => termsOf(reason).record === kind);

/** The reasons of all fees, and of all shares of friends' fees. */
export const REASONS_OF_GROUP: Readonly<Record<PostingGroup, readonly string[]>> = {
  fees: shownReasons.filter((reason) => termsOf(reason).line === 'fees'),
  commissions: shownReasons.filter((reason) => termsOf(reason).line === 'commissions'),
};

/** Records that are named by the command that made them, because it refers to nothing. */
export const isNamedByCommand = (kind: RecordKind): boolean => kind === 'transfer' || kind === 'gift';

/**
 * The id of a record among those of its kind. Orders of offers are numbered by feature, so theirs
 * contain its name.
 */
export function recordId(reason: string, number: number): string {
  const isProduct = termsOf(reason).record === 'product';
  return isProduct ? `${REASONS[reason as PostingReason].feature}-${number}` : String(number);
}

/** The reasons and the number of a record; no reasons where there is no such record. */
export function recordOf(
  kind: RecordKind,
  id: string,
): { readonly reasons: readonly string[]; readonly number: number } {
  const [, feature, digits = ''] = /^(?:([a-z-]+)-)?(\d{1,16})$/.exec(id) ?? [];
  const reasons = reasonsOf(kind).filter(
    (reason) => kind !== 'product' || REASONS[reason as PostingReason].feature === feature,
  );
  const isNamed = digits !== '' && (kind === 'product') === (feature !== undefined);
  return { reasons: isNamed ? reasons : [], number: Number(digits) };
}
