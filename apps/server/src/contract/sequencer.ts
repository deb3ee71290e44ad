/**
 * Submits features' commands to the pipeline with the caller's idempotency key, and turns refused
 * outcomes into refusals.
 */
import type { Command } from '@glasshouse/core';
import type { Refusal } from '@glasshouse/protocol';
import type { Caller } from '../http/handler.ts';
import { invalidField } from '../http/invalid-input.ts';
import type { ReplyOf } from '../pipeline/batch.ts';
import type { Answer } from '../pipeline/answer.ts';

/** The part of the pipeline that features use. */
export interface Sequencer {
  /** The time that a command of this moment gets. */
  nowMs(): number;
  submit(
    command: Command,
    options: {
      readonly owner: number;
      readonly key?: string | undefined;
      readonly requestHash?: string | undefined;
      readonly replyOf?: ReplyOf | undefined;
      /** Before what clients ask for, however much that is: for acts of operators on markets. */
      readonly isUrgent?: boolean | undefined;
    },
  ): Promise<Answer>;
  /** Whether a command with this key would get a known answer instead of running. */
  isAnswered(owner: number, key: string): Promise<boolean>;
  /**
   * Reads the exchange while it equals what is committed, so that nobody sees data that a crash
   * could undo.
   */
  read<T>(work: () => T): Promise<T>;
}

/** The part of a caller that a command needs. */
export type Submitter = Pick<Caller, 'userId' | 'idempotency' | 'refusalNow'> & {
  /** Called when the command is queued. */
  readonly onSubmitted?: () => void;
};

/** Separates clients' keys from the server's own, such as 'open:1000'. */
const CLIENT_KEY_PREFIX = 'client.';
/** The key under which the pipeline stores a client's key. */
export const clientKey = (key: string): string => CLIENT_KEY_PREFIX + key;

/**
 * Whether the caller has sent this request before with the same key: it is then answered, not
 * executed.
 */
export async function isRepeated(
  sequencer: Sequencer,
  { userId, idempotency }: Pick<Submitter, 'userId' | 'idempotency'>,
): Promise<boolean> {
  return idempotency !== null && sequencer.isAnswered(userId, clientKey(idempotency.key));
}

export function submitFor(
  sequencer: Sequencer,
  caller: Submitter,
  command: Command,
): Promise<Answer | Refusal> {
  return submitWithReply(sequencer, caller, { command });
}

/**
 * `replyOf` writes the reply, which a repeated key gets again. The guard is asked once more,
 * because the call may have waited since it decided.
 */
export async function submitWithReply(
  sequencer: Sequencer,
  caller: Submitter,
  { command, replyOf }: { readonly command: Command; readonly replyOf?: ReplyOf },
): Promise<Answer | Refusal> {
  const { idempotency } = caller;
  const asked = caller.refusalNow();
  const refusal = asked instanceof Promise ? await asked : asked;
  if (refusal !== null && !(await isRepeated(sequencer, caller))) return refusal;
  const keyed =
    idempotency === null ? {} : { key: clientKey(idempotency.key), requestHash: idempotency.requestHash };
  const answering = sequencer.submit(command, { owner: caller.userId, replyOf, ...keyed });
  caller.onSubmitted?.();
  const answer = await answering;
  if (answer.error === null) return answer;
  // Remembered while this request was decided: it names its field.
  if (answer.reply !== null) return JSON.parse(answer.reply) as Refusal;
  // The routes check the form, so a command that the core finds malformed concerns the whole
  // request.
  return answer.error === 'request/invalid' ? invalidField('body', 'is invalid') : { error: answer.error };
}
