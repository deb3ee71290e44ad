/**
 * Goal: a full disk ends the writer and loses nothing. Method: the database is on a loop-mounted
 * disk, and under load a ballast file takes all free space. The writer ends by itself and answers
 * nothing more. Without the ballast it starts again, and everything acknowledged is there. Skipped,
 * with a message, where loop mounts are not allowed.
 */
import assert from 'node:assert/strict';
import path from 'node:path';
import { test, type TestContext } from 'node:test';
import { checkAcknowledged } from './crash-check.ts';
import { CrashDriver } from './crash-driver.ts';
import { type DatabasePlace, openPlace } from './engines.ts';
import { type LoopDisk, makeDisk } from './loop-disk.ts';
import { findPostgresBinaries, startPostgres, type TestPostgres } from './postgres.ts';

const LEAST = 200;
const END_MS_MAX = 300_000;

for (const kind of ['embedded', 'postgres'] as const) {
  const skip = kind === 'postgres' && findPostgresBinaries() === null ? 'no PostgreSQL binaries' : false;
  test(`R10.4 R12.2 a full disk ends the writer and loses nothing [${kind}]`, { skip }, async (context) => {
    const disk = makeDisk(context);
    if (disk === null) return;
    const postgres = kind === 'postgres' ? await startPostgres(disk.mountPoint) : null;
    try {
      await fillUnderLoad({ kind, disk, postgres }, context);
    } finally {
      // Before the disk goes.
      await postgres?.stop();
    }
  });
}

async function fillUnderLoad(
  rig: {
    readonly kind: 'embedded' | 'postgres';
    readonly disk: LoopDisk;
    readonly postgres: TestPostgres | null;
  },
  context: TestContext,
): Promise<void> {
  const { kind, disk, postgres } = rig;
  const place: DatabasePlace = {
    kind,
    dataDir: path.join(disk.mountPoint, 'data'),
    databaseUrl: await postgres?.createDatabase(),
  };
  const driver = new CrashDriver(place);
  const running = await driver.start({ load: true });
  await driver.loadUntil(LEAST);
  disk.fill();
  const timer = setTimeout(() => running.child.kill('SIGKILL'), END_MS_MAX);
  const code = await running.exited;
  clearTimeout(timer);
  assert.notEqual(code, null, 'the writer did not end by itself');
  assert.notEqual(code, 0);
  const acknowledged = driver.acknowledged.size;
  disk.empty();
  if (postgres !== null) await startAgain(postgres);
  const last = await driver.start({ load: false });
  await driver.repeatAll(last);
  assert.equal(await last.end(), 0);
  const database = await openPlace(place, context);
  const { lost, doubled } = await checkAcknowledged(database, driver.acknowledged.values());
  await database.close();
  context.diagnostic(
    `exit code ${code} on the full disk, ${acknowledged} acknowledged and ${driver.notReady} told to come again before`,
  );
  assert.deepEqual([lost.slice(0, 5), doubled.slice(0, 5), driver.different.slice(0, 5)], [[], [], []]);
}

/** It may have ended by itself on the full disk. */
async function startAgain(postgres: TestPostgres): Promise<void> {
  await postgres.kill();
  await postgres.start();
}
