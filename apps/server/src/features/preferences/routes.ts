/**
 * The calls of preferences. A change names the version that it replaces, so that two tabs cannot
 * overwrite each other without noticing.
 */
import type { Refusal } from '@glasshouse/protocol';
import { PREFERENCES_MAX } from '@glasshouse/protocol/preferences';
import type { Ports } from '../../contract/ports.ts';
import type { FeatureHandlers } from '../../http/handler.ts';
import './tables.ts';

type Parts = Pick<Ports, 'database' | 'ownerWork' | 'hub'>;

const CHANGED: Refusal = { error: 'preferences/changed' };
const TOO_MANY: Refusal = { error: 'preferences/too-many', params: { count: String(PREFERENCES_MAX) } };

export function preferencesHandlers(parts: Parts): FeatureHandlers<'preferences'> {
  const { database, ownerWork, hub } = parts;
  return {
    'preferences/get-all': (_input, { userId }) =>
      database.reads
        .selectFrom('preferences')
        .select(['name', 'version', 'value'])
        .where('user_id', '=', userId)
        .orderBy('name')
        .limit(PREFERENCES_MAX)
        .execute(),
    // One after the other for a user: two calls at once cannot pass the limit together.
    'preferences/set': (input, { userId }) =>
      ownerWork.run(String(userId), async () => {
        const version = await write(parts, userId, input);
        if (typeof version !== 'number') return version;
        hub.sendToUser(userId, { type: 'preference', channel: 'account', name: input.name, version });
        return { version };
      }),
  };
}

interface Change {
  readonly name: string;
  readonly version: number;
  readonly value: string;
}

/** Returns the new version. */
async function write(
  { database }: Parts,
  userId: number,
  { name, version, value }: Change,
): Promise<number | Refusal> {
  const next = version + 1;
  if (version > 0) {
    const { numUpdatedRows } = await database.kysely
      .updateTable('preferences')
      .set({ version: next, value })
      .where('user_id', '=', userId)
      .where('name', '=', name)
      .where('version', '=', version)
      .executeTakeFirst();
    return numUpdatedRows === 0n ? CHANGED : next;
  }
  const names = await database.reads
    .selectFrom('preferences')
    .select('name')
    .where('user_id', '=', userId)
    .execute();
  if (names.some((row) => row.name === name)) return CHANGED;
  if (names.length >= PREFERENCES_MAX) return TOO_MANY;
  await database.kysely
    .insertInto('preferences')
    .values({ user_id: userId, name, version: next, value })
    .execute();
  return next;
}
