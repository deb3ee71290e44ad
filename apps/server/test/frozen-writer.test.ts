/**
 * Goal: a writer that is frozen (SIGSTOP) and wakes after a take-over does not commit. Method: the
 * crash server is stopped under load. On PostgreSQL its connection is ended, as an operator would
 * do, and a second one takes over and continues; then the first wakes. The embedded database cannot
 * be taken over while its owner lives: the second is refused, and the first continues.
 */
import assert from 'node:assert/strict';
import pg from 'pg';
import { checkAcknowledged } from './crash-check.ts';
import { CrashDriver } from './crash-driver.ts';
import { EXIT_FATAL } from './crash-exit.ts';
import { openPlace, testOnBoth } from './engines.ts';

const LOAD_MS = 700;
/** Least number of acknowledgements of each process. */
const LEAST = 101;
const pause = (): Promise<void> => new Promise((resolve) => setTimeout(resolve, LOAD_MS));

testOnBoth(
  'R12.2 D0005 a frozen writer that wakes after a take-over commits nothing',
  async (place, context) => {
    const driver = new CrashDriver(place);
    const one = await driver.start({ load: true });
    await pause();
    await driver.loadUntil(LEAST);
    one.child.kill('SIGSTOP');
    await pause();
    const second = new CrashDriver(place, 1_000_000);
    if (place.kind === 'embedded') {
      await assert.rejects(second.start({ load: false }), /in use by another process/);
      one.child.kill('SIGCONT');
      await pause();
      assert.equal(await one.end(), 0, one.errors());
    } else {
      await endWriter(place.databaseUrl ?? '');
      const two = await second.start({ load: true });
      await pause();
      await second.loadUntil(LEAST);
      one.child.kill('SIGCONT');
      assert.equal(await one.exited, EXIT_FATAL);
      await pause();
      assert.equal(await two.end(), 0, two.errors());
    }
    // The acknowledgements of the first process are there; its commit in flight was executed once,
    // by whichever process was asked again.
    const last = await driver.start({ load: false });
    await driver.repeatAll(last);
    assert.equal(await last.end(), 0);
    const database = await openPlace(place, context);
    const all = [...driver.acknowledged.values(), ...second.acknowledged.values()];
    const { lost, doubled } = await checkAcknowledged(database, all);
    await database.close();
    context.diagnostic(`${driver.acknowledged.size} and ${second.acknowledged.size} acknowledged`);
    assert.deepEqual(
      [lost.slice(0, 5), doubled.slice(0, 5), driver.different, second.different],
      [[], [], [], []],
    );
  },
);

async function endWriter(url: string): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  const { rowCount } = await client.query(
    "select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and application_name = 'glasshouse writer'",
  );
  await client.end();
  assert.equal(rowCount, 1);
}
