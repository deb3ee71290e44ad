/**
 * Looks into queues: what waits is work; a search, or the list of everybody, is a look at people.
 */
import type { OperatorCallName } from '@glasshouse/protocol';
import type { Caller } from '../http/handler.ts';
import { subjectOfUser } from './person-look.ts';
import type { Ports } from './ports.ts';

export interface QueueLook {
  readonly act: OperatorCallName;
  readonly view: string;
  readonly find?: string | undefined;
  /** Whom the page shows, which may name one twice. */
  readonly userIds: readonly number[];
}

/** The log has whom the operator saw, and never what was typed: it may be a customer's. */
export async function lookIntoQueue(
  { look }: Pick<Ports['operators'], 'look'>,
  caller: Caller,
  { act, view, find, userIds }: QueueLook,
): Promise<void> {
  if (find !== undefined) await look(caller, { act, ...seenOf(userIds) });
  else if (view === 'all') await look(caller, { act, subject: 'everybody', detail: '' });
}

/** Users who were shown, as an entry of the log names them. */
export function seenOf(userIds: readonly number[]): { readonly subject: string; readonly detail: string } {
  const users = [...new Set(userIds)];
  const [first] = users;
  return users.length === 1 && first !== undefined
    ? { subject: subjectOfUser(first), detail: '' }
    : { subject: `${users.length} users`, detail: users.join(', ') };
}
