/**
 * Outcomes of commands. Most say only that the command is done, so they share one frozen object.
 */
import type { RefusalName } from '@glasshouse/protocol';
import type { Outcome } from './feature.ts';

const DONE: Outcome = Object.freeze({ error: null, id: 0, count: 0 });
export const unknownAccount: Outcome = Object.freeze({
  error: 'wallet/account-unknown',
  id: 0,
  count: 0,
});

export function done(error: RefusalName | null): Outcome {
  return error === null ? DONE : { error, id: 0, count: 0 };
}

/** `id` identifies what the command created. */
export function made(error: RefusalName | null, id: number): Outcome {
  return { error, id: error === null ? id : 0, count: 0 };
}

export function counted(result: RefusalName | number): Outcome {
  return typeof result === 'number'
    ? { error: null, id: 0, count: result }
    : { error: result, id: 0, count: 0 };
}
