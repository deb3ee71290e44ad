/** `npx glasshouse rebuild`: rewrites the tables that follow from the journal. */
import { PROJECTIONS } from '../composition/projections.ts';
import { rebuildProjections } from '../pipeline/rebuild.ts';
import { RecoveryError } from '../pipeline/recovery.ts';
import type { Database } from '../db/database.ts';
import { lastSeqOf, progressTo, withInstallation } from './installation.ts';
import { EXIT, runCommand, say } from './outcome.ts';

await runCommand(() =>
  withInstallation(({ server, database }) => {
    if (server !== null) throw new Error('a server runs on this data: stop it first');
    return rebuild(database);
  }),
);

async function rebuild(database: Database): Promise<number> {
  await database.writer.claim();
  const startMs = performance.now();
  try {
    const { commands, rows } = await database.session(async (session) =>
      rebuildProjections(session, {
        projections: PROJECTIONS,
        onBatch: progressTo(await lastSeqOf(session)),
      }),
    );
    for (const [table, count] of Object.entries(rows)) say(`${table}: ${count} rows`);
    say(`Rebuilt from ${commands} commands in ${Math.round(performance.now() - startMs)} ms.`);
    return EXIT.ok;
  } catch (error) {
    if (!(error instanceof RecoveryError)) throw error;
    say(error.message);
    return EXIT.breach;
  }
}
