/** What stands before every handler: whether this user may do this now. The rules themselves are the identity feature's. */
import type { CallName, Operation } from '@glasshouse/protocol';
import type { Caller } from './handler.ts';

export interface Guarded {
  readonly call: CallName;
  readonly operation: Operation;
  readonly caller: Caller;
  /** The call's parsed input: some rules look at amounts. */
  readonly input: unknown;
}

export interface Guard {
  /** Runs `work`, or answers the refusal that keeps the user from it. */
  run(guarded: Guarded, work: () => unknown): unknown;
  /** Told of every call of a signed-in user: time is counted where somebody limited their own. */
  present(userId: number): void;
}
