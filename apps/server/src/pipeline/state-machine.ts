/** What the pipeline asks of the exchange: the core's public surface, as far as it is needed here. */
import type { CommandBatch, CoreEvent, Outcome } from '@glasshouse/core';

export type EventVisitor = (event: CoreEvent, seq: number, timeMs: number) => void;

export interface StateMachine {
  /** The last command applied; 0 at the beginning. */
  readonly seq: number;
  /** Items that ticks have made due and `process-due` has yet to do. */
  readonly dueCount: number;
  /** Events since the last drain, or a few more. */
  readonly eventCount: number;
  /** Answers the outcomes of the commands that were applied: with `eventsMax` it may end after any of them. */
  applyAll(batch: CommandBatch): Outcome[];
  /** Of the postings that wait to be drained: equal where the same money moved. */
  postingsDigest(): Uint8Array;
  drainEvents(visit: EventVisitor): void;
  /** Where events wait to be drained. */
  readonly log: { clear(): void };
  hash(): string;
  snapshot(): Uint8Array;
}

/** How to begin: from nothing, or from the bytes of a snapshot. */
export interface StateMachineFactory<S extends StateMachine> {
  create(): S;
  restore(body: Uint8Array): S;
}
