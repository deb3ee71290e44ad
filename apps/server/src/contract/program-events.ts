/** What features tell programs of a user's account after each commit, in Binance's shapes. */
import type { UserEvent } from '@glasshouse/protocol/programs';
import type { CommittedBatch } from '../pipeline/batch.ts';

/** An event of an account. `place` rises with the commands: see `eventPlace`. */
export interface ProgramEvent {
  readonly owner: number;
  readonly place: number;
  readonly event: UserEvent;
}

export interface ProgramEvents {
  /** Loads what the events of an owner need. From then on `of` tells of them. */
  readonly ready?: (owner: number) => Promise<unknown>;
  /** Whether events of an owner are told from now on; what they need stays loaded meanwhile. */
  readonly listened?: (owner: number, isListened: boolean) => void;
  /** The events of a commit, of owners who listen, in the order of its commands. */
  readonly of: (batch: CommittedBatch, isHeard: (owner: number) => boolean) => readonly ProgramEvent[];
}
