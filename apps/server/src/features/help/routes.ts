/** Counts whether articles helped. A network has one answer for an article: the last one counts. */
import type { ArticleName } from '@glasshouse/protocol/help/articles';
import { sql } from 'kysely';
import type { Database } from '../../db/database.ts';
import type { FeatureHandlers } from '../../http/handler.ts';
import type { RateLimits } from '../../http/limits.ts';
import { networkOf } from '../../values/network.ts';
import type { Secrets } from '../../process/secrets.ts';
import './tables.ts';

export interface HelpParts {
  readonly database: Database;
  readonly secrets: Pick<Secrets, 'mac'>;
  readonly limits: RateLimits;
}

/** After this long, who answered is forgotten, and may answer again. */
const VOTER_KEPT_MS = 30 * 86_400_000;
const EVERYBODY = 'all';

export function helpHandlers(parts: HelpParts): FeatureHandlers<'help'> {
  const { database, secrets, limits } = parts;
  return {
    'help/send-feedback': async ({ article, helped }, caller) => {
      const network = networkOf(caller.ip);
      if (!(await limits.take('feedback', network))) return limits.tooMany('feedback', network);
      if (!(await limits.take('feedback-of-all', EVERYBODY)))
        return limits.tooMany('feedback-of-all', EVERYBODY);
      const voter = secrets.mac('help-voter', network);
      await count(database, { article, voter, isHelped: helped === 'yes' });
      return undefined;
    },
  };
}

interface Vote {
  readonly article: ArticleName;
  readonly voter: string;
  readonly isHelped: boolean;
}

/** One transaction: the row of the voter is locked, so equal answers at once count once. */
async function count({ kysely }: Database, { article, voter, isHelped }: Vote): Promise<void> {
  await kysely.transaction().execute(async (within) => {
    await sql`insert into help_feedback values (${article}, 0, 0) on conflict do nothing`.execute(within);
    await sql`select 1 from help_feedback where article = ${article} for update`.execute(within);
    const before = await within
      .selectFrom('help_voters')
      .select('helped')
      .where('article', '=', article)
      .where('voter', '=', voter)
      .executeTakeFirst();
    if (before?.helped === isHelped) return;
    const yes = Number(isHelped) - Number(before?.helped === true);
    const no = Number(!isHelped) - Number(before?.helped === false);
    await sql`
      update help_feedback set helped = helped + ${yes}, not_helped = not_helped + ${no}
      where article = ${article}`.execute(within);
    await sql`
      insert into help_voters values (${article}, ${voter}, ${isHelped}, ${Date.now()})
      on conflict (article, voter) do update
      set helped = excluded.helped, voted_ms = excluded.voted_ms`.execute(within);
  });
}

/** Forgets who answered long ago. The counts stay. */
export async function removeOldVoters({ kysely }: Database): Promise<void> {
  await kysely
    .deleteFrom('help_voters')
    .where('voted_ms', '<', Date.now() - VOTER_KEPT_MS)
    .execute();
}

export interface Feedback {
  readonly article: string;
  readonly helped: number;
  readonly notHelped: number;
}

/** The least helpful first. */
export async function readFeedback({ reads }: Pick<Database, 'reads'>): Promise<Feedback[]> {
  const rows = await reads.selectFrom('help_feedback').selectAll().orderBy('not_helped', 'desc').execute();
  return rows.map(({ article, helped, not_helped }) => ({ article, helped, notHelped: not_helped }));
}
