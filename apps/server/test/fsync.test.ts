/**
 * Goal: a failed fsync fails the commit and ends the writer, and is never acknowledged (PGlite
 * swallows any other exception and the commit "succeeds"). Method: the crash server with a disk
 * that starts to fail under load; PostgreSQL protects itself.
 */
import assert from 'node:assert/strict';
import fs from 'node:fs';
import path from 'node:path';
import { test } from 'node:test';
import { checkAcknowledged } from './crash-check.ts';
import { CrashDriver } from './crash-driver.ts';
import { EXIT_FATAL } from './crash-exit.ts';
import { newPlace, openPlace } from './engines.ts';

test('R10.4 R12.2 a failed fsync rejects the commit and ends the process; what was acknowledged is there', async (context) => {
  const place = await newPlace('embedded', context);
  const trigger = path.join(place.dataDir, 'fail-fsync');
  process.env.FAIL_FSYNC_WHEN = trigger;
  const driver = new CrashDriver(place);
  const running = await driver.start({
    load: true,
    nodeArgs: ['--import', path.join(import.meta.dirname, 'failing-fsync.ts')],
  });
  await driver.loadUntil(200);
  fs.writeFileSync(trigger, '');
  // A commit or two may have had its fsync just before the trigger. After that not a single reply
  // may come.
  assert.equal(await running.exited, EXIT_FATAL);
  fs.rmSync(trigger);
  const last = await driver.start({ load: false });
  await driver.repeatAll(last);
  assert.equal(await last.end(), 0);
  assert.deepEqual(driver.different, []);
  const database = await openPlace(place, context);
  const { lost, doubled } = await checkAcknowledged(database, driver.acknowledged.values());
  assert.deepEqual([lost, doubled], [[], []]);
});
