/** The feature API keys: by which programs act for users, within what each key allows. */
import type { Feature } from '../../contract/feature.ts';
import type { Ports } from '../../contract/ports.ts';
import { eachAlone, runSteps } from '../../process/each-alone.ts';
import { errorFields } from '../../process/log.ts';
import { makeDemoKeys } from './demo-keys.ts';
import { KeyBook } from './key-book.ts';
import { endKeys, removeOldKeys } from './key-rows.ts';
import { apiKeyCommands } from './operating-commands.ts';
import { keyEndpoints } from './programs.ts';
import { apiKeysHandlers } from './routes.ts';
import { factsOf } from './rows.ts';

export const feature = {
  gives: ['apiKeys', 'userKeys'],
  open: (ports) => {
    const { config, database, secrets, log } = ports;
    const book = new KeyBook({
      database,
      secrets,
      onError: (error) => log.error(errorFields(error), 'API keys could not be read or told of'),
    });
    return {
      calls: apiKeysHandlers(ports, book),
      endpoints: keyEndpoints(ports),
      gives: {
        apiKeys: book,
        userKeys: {
          end: async (userId, why, within) => {
            await endKeys(within, { why, nowMs: Date.now(), userId });
          },
          settle: (userId) => book.settle(userId),
          makeDemoKeys: async (userId) => {
            await makeDemoKeys({ database, secrets, dataDir: config.dataDir, userId });
            await book.settle(userId);
          },
        },
      },
      restingCommands: apiKeyCommands(ports, book),
      start: () => book.loadAll(),
      keepUp: () =>
        runSteps([
          () => endDueKeys(ports, book),
          () => book.keepUp(),
          () => removeOldKeys(database, Date.now()),
        ]),
      stop: () => book.writeUses(),
    };
  },
} satisfies Feature<'api-keys'>;

/** Their owners are told, each alone. */
async function endDueKeys(ports: Ports, book: KeyBook): Promise<void> {
  const { database, mail } = ports;
  const nowMs = Date.now();
  const due = await database.reads
    .selectFrom('api_keys')
    .select(['key_id', 'user_id'])
    .where('ended_ms', 'is', null)
    .where('expires_ms', '<=', nowMs)
    .limit(DUE_AT_ONCE)
    .execute();
  await eachAlone(due, async ({ key_id: keyId, user_id: userId }) => {
    await database.kysely.transaction().execute(async (kysely) => {
      const [ended] = await endKeys({ kysely }, { why: 'expired', nowMs, keyId, dueMs: nowMs });
      if (ended === undefined) return;
      await ports.ownerProof.report(userId, { event: 'api-key-expired', facts: factsOf(ended) }, { kysely });
    });
    await book.settle(userId);
  });
  if (due.length > 0) mail.deliverSoon();
}

/** A minute later come the next. */
const DUE_AT_ONCE = 500;
