/** The operator's command of API keys: end them. */
import type { Ports } from '../../contract/ports.ts';
import { eachAlone } from '../../process/each-alone.ts';
import type { KeyBook } from './key-book.ts';
import { endKeys } from './key-rows.ts';
import { factsOf } from './rows.ts';

/** Ends the keys of one user, by id, or of everybody. */
export interface EndKeys {
  readonly user: number | 'all';
  readonly operator: string;
}

export function apiKeyCommands(
  ports: Pick<Ports, 'database' | 'ownerProof' | 'log' | 'mail'>,
  book: KeyBook,
) {
  return {
    'api-keys/end-keys': async ({ user, operator }: EndKeys): Promise<number> => {
      const { database, log, mail } = ports;
      let holders = database.reads.selectFrom('api_keys').select('user_id').distinct();
      if (user !== 'all') holders = holders.where('user_id', '=', user);
      let ended = 0;
      await eachAlone(await holders.where('ended_ms', 'is', null).execute(), async (holder) => {
        ended += await endOfUser(ports, holder.user_id);
        await book.settle(holder.user_id);
      });
      mail.deliverSoon();
      log.warn({ user, operator, ended }, 'API keys were ended by an operator');
      return ended;
    },
  };
}

/** With the messages to their owner, in one transaction. */
async function endOfUser(
  { database, ownerProof }: Pick<Ports, 'database' | 'ownerProof'>,
  userId: number,
): Promise<number> {
  return database.kysely.transaction().execute(async (kysely) => {
    const rows = await endKeys({ kysely }, { why: 'operator', nowMs: Date.now(), userId });
    for (const row of rows) {
      const told = { event: 'api-key-ended-by-platform', facts: factsOf(row) } as const;
      await ownerProof.report(userId, told, { kysely });
    }
    return rows.length;
  });
}
