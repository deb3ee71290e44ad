/** What the writer's thread and the shadow's say to each other. */
import type { JournalPosition, JournalRecord } from '../record.ts';

/** Where the shadow begins: the bytes of a snapshot, and where the journal stood. */
export interface ShadowBase {
  readonly state: Uint8Array;
  readonly position: JournalPosition;
}

export type ShadowRequest =
  | { readonly kind: 'record'; readonly record: JournalRecord }
  /** Asks for a snapshot of what was sent so far. */
  | { readonly kind: 'snapshot' };
