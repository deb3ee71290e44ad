/**
 * Goal: a power cut loses nothing that was acknowledged. Method: the embedded database is on a
 * loop-mounted disk. Under load the process is frozen, the disk's file is copied (only what had
 * reached the disk), everything is killed, and the copy is mounted. The control lies about fsync
 * and must lose data, or the test proves nothing. POWER_CUTS sets the number of cuts. Skipped, with
 * a message, where loop mounts are not allowed.
 */
import assert from 'node:assert/strict';
import path from 'node:path';
import { test, type TestContext } from 'node:test';
import { runs } from '../../../tools/nightly.ts';
import { checkAcknowledged, type CrashFindings } from './crash-check.ts';
import { CrashDriver } from './crash-driver.ts';
import type { DatabasePlace } from './engines.ts';
import { type LoopDisk, makeDisk } from './loop-disk.ts';
import { startWorld } from './start-world.ts';

const CUTS = Number(process.env.POWER_CUTS ?? runs(1, 3));
const LOAD_MS_MAX = 800;

async function cutPower(disk: LoopDisk, driver: CrashDriver, nodeArgs: readonly string[]): Promise<void> {
  const running = await driver.start({ load: true, nodeArgs });
  await driver.loadUntil(driver.acknowledged.size + 50);
  await new Promise((resolve) => setTimeout(resolve, Math.random() * LOAD_MS_MAX));
  running.child.kill('SIGSTOP');
  // Replies written before the freeze count as acknowledged.
  await new Promise((resolve) => setTimeout(resolve, 50));
  const copy = disk.freeze();
  await running.kill();
  disk.continueFrom(copy);
}

async function findLosses(
  place: DatabasePlace,
  driver: CrashDriver,
  context: TestContext,
): Promise<CrashFindings> {
  // The rows follow the journal: the next process writes those that are missing.
  const { database, stop } = await startWorld(place, context);
  await stop({ withoutSnapshot: true });
  const findings = await checkAcknowledged(database, driver.acknowledged.values());
  await database.close();
  return findings;
}

test(`R10.4 R12.2 ${CUTS} power cuts lose nothing that was acknowledged`, async (context) => {
  const disk = makeDisk(context);
  if (disk === null) return;
  const place = {
    kind: 'embedded',
    dataDir: path.join(disk.mountPoint, 'data'),
    databaseUrl: undefined,
  } as const;
  const driver = new CrashDriver(place);
  for (let cut = 1; cut <= CUTS; cut++) {
    await cutPower(disk, driver, []);
    const { lost, doubled } = await findLosses(place, driver, context);
    assert.deepEqual(
      [lost.slice(0, 5), doubled.slice(0, 5)],
      [[], []],
      `cut ${cut} of ${driver.acknowledged.size} acknowledged`,
    );
  }
  context.diagnostic(`${CUTS} cuts, ${driver.acknowledged.size} acknowledged, none lost`);
});

test('R14.7 the control, whose fsync lies, does lose what it acknowledged', async (context) => {
  const disk = makeDisk(context);
  if (disk === null) return;
  const place = {
    kind: 'embedded',
    dataDir: path.join(disk.mountPoint, 'data'),
    databaseUrl: undefined,
  } as const;
  const driver = new CrashDriver(place);
  const first = await driver.start({ load: false });
  assert.equal(await first.end(), 0);
  disk.sync();
  await cutPower(disk, driver, ['--import', path.join(import.meta.dirname, 'lying-fsync.ts')]);
  let outcome: string;
  try {
    const { lost } = await findLosses(place, driver, context);
    assert.ok(lost.length > 0, 'the rig must be able to fail');
    outcome = `${lost.length} facts lost of ${driver.acknowledged.size} acknowledged`;
  } catch (error) {
    if (error instanceof assert.AssertionError) throw error;
    outcome = 'the database could not even be opened';
  }
  context.diagnostic(outcome);
});
