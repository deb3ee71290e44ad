/** How features hand commands to the pipeline: the caller's idempotency key goes along, and a refusal comes back as one. */
import type { Command, Outcome } from '@glasshouse/core';
import type { Refusal } from '@glasshouse/protocol';
import type { Caller } from './http/handler.ts';
import { invalidField } from './http/invalid-input.ts';

/** The part of the pipeline that features use. */
export interface Sequencer {
  submit(
    command: Command,
    options: {
      readonly owner: number;
      readonly key?: string | undefined;
      readonly requestHash?: string | undefined;
    },
  ): Promise<Outcome>;
  /** Whether a command with this key would only get the answer that the key got before. */
  isAnswered(owner: number, key: string): Promise<boolean>;
  /** Reads the exchange when it says no more than what is committed: nobody is shown what a crash could take back. */
  read<T>(work: () => T): Promise<T>;
}

/** Clients' keys are kept apart from the server's own, such as 'open:1000'. */
const CLIENT_KEY_PREFIX = 'client.';

/** Whether what the caller asks for was asked before with the same key: it is then answered, and not done. */
export async function isRepeated(sequencer: Sequencer, { userId, idempotency }: Caller): Promise<boolean> {
  return idempotency !== null && sequencer.isAnswered(userId, CLIENT_KEY_PREFIX + idempotency.key);
}

export async function submitFor(
  sequencer: Sequencer,
  caller: Caller,
  command: Command,
): Promise<Outcome | Refusal> {
  const { idempotency } = caller;
  const keyed =
    idempotency === null
      ? {}
      : { key: CLIENT_KEY_PREFIX + idempotency.key, requestHash: idempotency.requestHash };
  const outcome = await sequencer.submit(command, { owner: caller.userId, ...keyed });
  if (outcome.error === null) return outcome;
  // The routes check the form; what the core still finds malformed concerns the request as a whole.
  return outcome.error === 'request/invalid' ? invalidField('body', 'is invalid') : { error: outcome.error };
}
