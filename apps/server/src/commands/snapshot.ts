/**
 * `npx glasshouse snapshot`: saves a snapshot: a running server makes it, or it is recovered from
 * the tables.
 */
import { exchangeFactory } from '../pipeline/exchange-factory.ts';
import { readProjected } from '../pipeline/projected.ts';
import { recover } from '../pipeline/recovery.ts';
import { makeSnapshot, type Snapshot } from '../pipeline/snapshot-content.ts';
import { saveSnapshot } from '../pipeline/snapshots.ts';
import type { Database } from '../db/database.ts';
import { frozenView, lastSeqOf, progressTo, withInstallation } from './installation.ts';
import { EXIT, runCommand, say } from './outcome.ts';

await runCommand(() =>
  withInstallation(async ({ server, database }) => {
    const startMs = performance.now();
    const { seq, bytes } =
      server === null ? await saveRecovered(database) : await server.ask('pipeline/snapshot', null);
    const by = server === null ? '' : ' by the running server';
    say(`snapshot ${seq} saved${by}: ${bytes} bytes, ${Math.round(performance.now() - startMs)} ms`);
    return EXIT.ok;
  }),
);

async function saveRecovered(database: Database): Promise<{ readonly seq: number; readonly bytes: number }> {
  const snapshot = await frozenView(database, async (session): Promise<Snapshot> => {
    const onBatch = progressTo(await lastSeqOf(session));
    // The projector begins with a snapshot: rows must not be older.
    const { seq: upTo } = await readProjected(session);
    const { exchange, position } = await recover(session, { factory: exchangeFactory, upTo, onBatch });
    return makeSnapshot(exchange, position);
  });
  await saveSnapshot(database, snapshot);
  return { seq: snapshot.position.seq, bytes: snapshot.body.length };
}
