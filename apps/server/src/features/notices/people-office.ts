/** The messages to a user, for operators. */
import { lookAt } from '../../contract/person-look.ts';
import type { Ports } from '../../contract/ports.ts';
import type { Handler } from '../../http/handler.ts';
import { readNotices } from './queries.ts';

export function messagesOf(ports: Ports): Handler<'people/get-messages'> {
  return async ({ user, ...request }, caller) =>
    (await lookAt(ports, caller, { act: 'people/get-messages', user })) ??
    readNotices(ports.database, { userId: user, language: caller.language, ...request });
}
