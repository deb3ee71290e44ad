/** How features hand commands to the pipeline: the caller's idempotency key goes along, and a refusal comes back as one. */
import type { Command } from '@glasshouse/core';
import type { Refusal } from '@glasshouse/protocol';
import type { Caller } from './http/handler.ts';
import { invalidField } from './http/invalid-input.ts';
import type { ReplyOf } from './pipeline/batch.ts';
import type { Answer } from './pipeline/answer.ts';

/** The part of the pipeline that features use. */
export interface Sequencer {
  submit(
    command: Command,
    options: {
      readonly owner: number;
      readonly key?: string | undefined;
      readonly requestHash?: string | undefined;
      readonly replyOf?: ReplyOf | undefined;
    },
  ): Promise<Answer>;
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

export function submitFor(sequencer: Sequencer, caller: Caller, command: Command): Promise<Answer | Refusal> {
  return submitWithReply(sequencer, caller, { command });
}

/** `replyOf` writes the reply, which a repeated key gets again. */
export async function submitWithReply(
  sequencer: Sequencer,
  caller: Caller,
  { command, replyOf }: { readonly command: Command; readonly replyOf?: ReplyOf },
): Promise<Answer | Refusal> {
  const { idempotency } = caller;
  const keyed =
    idempotency === null
      ? {}
      : { key: CLIENT_KEY_PREFIX + idempotency.key, requestHash: idempotency.requestHash };
  const answer = await sequencer.submit(command, { owner: caller.userId, replyOf, ...keyed });
  if (answer.error === null) return answer;
  // The routes check the form; what the core still finds malformed concerns the request as a whole.
  return answer.error === 'request/invalid' ? invalidField('body', 'is invalid') : { error: answer.error };
}
