/** The one way in which calls of the back office show something of a user. */
import type { OperatorCallName, Refusal } from '@glasshouse/protocol';
import type { Caller } from '../http/handler.ts';
import type { Ports } from './ports.ts';

/** The refusal where there is no such user; null when the log has the look. */
export async function lookAt(
  { people, operators }: Pick<Ports, 'people' | 'operators'>,
  caller: Caller,
  { act, user }: { readonly act: OperatorCallName; readonly user: number },
): Promise<Refusal | null> {
  if ((await people.find(user)) === null) return { error: 'request/not-found', field: 'user' };
  await operators.look(caller, { act, subject: subjectOfUser(user), detail: '' });
  return null;
}

/** As the log of operators names a user. */
export const subjectOfUser = (userId: number): string => `user ${userId}`;
