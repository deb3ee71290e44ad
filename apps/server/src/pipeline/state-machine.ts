/** The part of the core's public surface that the pipeline uses. */
import type { CommandBatch, CoreEvent, Exchange, Outcome } from '@glasshouse/core';

export type EventVisitor = (event: CoreEvent, seq: number, timeMs: number) => void;

export interface StateMachine {
  /** The number of the last command applied; 0 at the beginning. */
  readonly seq: number;
  /** Items that ticks have made due and that `process-due` has not processed. */
  readonly dueCount: number;
  /** Events since the last drain, or slightly more. */
  readonly eventCount: number;
  readonly registry: Exchange['registry'];
  /**
   * Returns the outcomes of the applied commands. With `eventsMax` it may stop after any command.
   */
  applyAll(batch: CommandBatch): Outcome[];
  /** Digest of the undrained postings: equal if the same money moved. */
  postingsDigest(): Uint8Array;
  drainEvents(visit: EventVisitor): void;
  /** The events that have not been drained. */
  readonly log: { clear(): void };
  hash(): string;
  snapshot(): Uint8Array;
}

/** Creates the machine empty or from the bytes of a snapshot. */
export interface StateMachineFactory<S extends StateMachine> {
  create(): S;
  restore(body: Uint8Array): S;
}
