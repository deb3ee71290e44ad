/**
 * Every reason of a posting, as users see it: its name, the record that it belongs to, who is at
 * its other side, and its line in the yearly statement. Those of a feature are its `reasons`.
 */
import * as features from './features.ts';
import type { ListOfKind, RecordCounts } from './features/wallet/record-lists.ts';
import type { RecordKind } from './features/wallet/record-kinds.ts';
import type { ReasonText } from './reason-text.ts';

interface OfFeature extends ReasonText {
  /** The feature that posts it. */
  readonly feature: string;
}

/** By reason. The server does not compile while one of the ledger's is missing here. */
export const POSTING_REASON_TEXTS: Readonly<Record<ReasonName, OfFeature>> = Object.assign(
  {},
  ...Object.entries(features).map(([feature, index]) => ofFeature(feature, index)),
);

type Features = typeof features;
type KeysOf<T> = T extends unknown ? keyof T & string : never;
type ReasonsOf<F> = F extends { readonly reasons: infer R } ? R : never;
export type ReasonName = KeysOf<ReasonsOf<Features[keyof Features]>>;

type KindsOf<Reason> = Reason extends { readonly shown: { readonly record: infer K extends RecordKind } }
  ? K
  : never;
type ListsOf<Reasons> = ListOfKind<KindsOf<Reasons[keyof Reasons]>>;
/** What a feature counts: at least the lists in which records of its postings are shown. */
export type RecordCountsOf<F extends keyof Features> = RecordCounts & {
  readonly [List in ListsOf<ReasonsOf<Features[F]>>]: number;
};

function ofFeature(feature: string, index: Features[keyof Features]): Record<string, OfFeature> {
  const own: Readonly<Record<string, ReasonText>> = 'reasons' in index ? index.reasons : {};
  return Object.fromEntries(Object.entries(own).map(([name, text]) => [name, { ...text, feature }]));
}
