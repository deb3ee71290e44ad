/** Composes what notices get of other features: of sessions, of logins, and of products. */
import type { Mail } from './adapters/mail.ts';
import type { Database } from './db/database.ts';
import { loginsBefore } from './features/identity/login-history.ts';
import { readersOf } from './features/identity/queries.ts';
import { isFrozen } from './features/identity/standing.ts';
import { mailNotices } from './features/notices/mailing.ts';
import type { NoticesOptions } from './features/notices/routes.ts';
import type { People } from './people.ts';
import type { ProductParts } from './product.ts';
import { toldChanges } from './products.ts';
import { ChangeTeller } from './told-changes.ts';

export function noticesOptions(
  database: Database,
  { sessions, standings }: Pick<People, 'sessions' | 'standings'>,
): NoticesOptions {
  return {
    database,
    sessionState: async ({ userId, sessionKey }, id) =>
      sessionKey.startsWith(id) ? 'current' : (await sessions.has(userId, id)) ? 'open' : 'ended',
    loginsBefore: (userId, before) => loginsBefore(database, userId, before),
    isFrozen: async (userId) => isFrozen(await standings.of(userId), Date.now()),
  };
}

export function keepUpNotices(database: Database, mail: Mail): Promise<void> {
  return mailNotices({ database, mail, readersOf: (userIds) => readersOf(database, userIds) });
}

export function changeTellerOf(parts: ProductParts, lastSeq: () => number): ChangeTeller {
  const { database, log } = parts;
  return new ChangeTeller({ database, parts, sources: toldChanges(), tell: parts.owners.tell, lastSeq, log });
}
