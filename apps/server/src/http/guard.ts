/**
 * Decides before each handler whether this user may do this now. The identity feature holds the
 * rules.
 */
import type { CallName, Operation, Refusal } from '@glasshouse/protocol';
import type { Caller } from './handler.ts';

export interface Guarded {
  readonly call: CallName;
  readonly operation: Operation;
  readonly caller: Pick<Caller, 'userId' | 'idempotency'>;
  /** The call's parsed input, because some rules depend on amounts. */
  readonly input: unknown;
}

export interface Guard {
  /** Runs `work`, or returns the refusal that prevents it. */
  run(guarded: Guarded, work: () => unknown): unknown;
  /**
   * The refusal of an operation by what is known of the user now, amounts and time aside. What
   * waited after `run` decided asks again before it acts.
   */
  refusalNow(userId: number, operation: Operation): Refusal | null | Promise<Refusal | null>;
  /** Called for each request of a signed-in user, to count time for users who limit their own. */
  present(userId: number): void;
}
