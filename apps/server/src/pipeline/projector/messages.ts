/** Messages between the main thread and the projector's. */
import type { ProjectorLink } from '../../db/database.ts';
import type { JournalPosition, JournalRecord } from '../record.ts';
import type { Snapshot } from '../snapshot-content.ts';

/** Where the projector begins. */
export interface ProjectorBase {
  /** The bytes of a snapshot, and its position in the journal. */
  readonly state: Uint8Array;
  readonly position: JournalPosition;
  readonly projectedBatch: number;
  readonly writer: number;
  /** Modules that export `createProjections`, by their addresses. */
  readonly modules: readonly string[];
  readonly link: ProjectorLink;
}

export type ProjectorOrder =
  | { readonly kind: 'record'; readonly record: JournalRecord }
  /** Somebody waits for the rows of all records sent so far. */
  | { readonly kind: 'hurry' }
  /** Requests a snapshot of the state after all records sent so far, whose rows are written. */
  | { readonly kind: 'snapshot' };

export type ProjectorReport =
  | { readonly kind: 'projected'; readonly batch: number }
  | { readonly kind: 'snapshot'; readonly snapshot: Snapshot };
