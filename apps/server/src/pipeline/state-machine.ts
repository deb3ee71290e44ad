/** What the pipeline asks of the exchange: the core's public surface, as far as it is needed here. */
import type { CommandBatch, CoreEvent, Outcome } from '@glasshouse/core';

export type EventVisitor = (event: CoreEvent, seq: number, timeMs: number) => void;

export interface StateMachine {
  /** The last command applied; 0 at the beginning. */
  readonly seq: number;
  /** Items that earlier commands made due; process-due commands work them off. */
  readonly dueCount: number;
  applyAll(batch: CommandBatch): Outcome[];
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
