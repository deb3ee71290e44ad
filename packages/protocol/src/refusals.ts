/**
 * Every refusal of the API: its stable name, its number in the envelope, whether a retry can help,
 * and its text. Those of a feature are its `refusals`; docs/generated/errors.md lists all.
 */
import * as features from './features.ts';
import * as operatorFeatures from './operator-features.ts';
import type { RefusalText } from './refusal-text.ts';
import { requestRefusals } from './request-refusals.ts';
import type { SessionEnd } from './session-ends.ts';

type Features = typeof features & typeof operatorFeatures;
type KeysOf<T> = T extends unknown ? keyof T & string : never;
export type RefusalName = keyof typeof requestRefusals | KeysOf<Features[keyof Features]['refusals']>;

export const REFUSALS: Readonly<Record<RefusalName, RefusalText>> = Object.assign(
  {},
  requestRefusals,
  ...Object.values({ ...features, ...operatorFeatures }).map(({ refusals }) => refusals),
);

/** A refusal of a call: its name, and the values of its text's parameters. */
export interface Refusal {
  readonly error: RefusalName;
  readonly params?: Readonly<Record<string, string>>;
  /** The invalid field of the request, if any. */
  readonly field?: string;
  /** After this many seconds the request may succeed, if that is known: the reply's Retry-After. */
  readonly retryAfterS?: number;
  /** Why the session ended whose token came with the request: the text of 'session/invalid'. */
  readonly sessionEnd?: SessionEnd;
}

export function isRefusal(value: unknown): value is Refusal {
  return typeof value === 'object' && value !== null && 'error' in value && String(value.error) in REFUSALS;
}
