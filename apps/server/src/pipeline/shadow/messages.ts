/** Messages between the threads of the writer and the shadow. */
import type { JournalPosition, JournalRecord } from '../record.ts';

/** The starting point of the shadow: the bytes of a snapshot and its position in the journal. */
export interface ShadowBase {
  readonly state: Uint8Array;
  readonly position: JournalPosition;
}

export type ShadowRequest =
  | { readonly kind: 'record'; readonly record: JournalRecord }
  /** Requests a snapshot of the state after all records sent so far. */
  | { readonly kind: 'snapshot' };
