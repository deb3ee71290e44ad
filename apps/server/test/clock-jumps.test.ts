/**
 * Goal: a wall clock that is set an hour forward and three hours back changes no outcome. Method:
 * the crash server under load with a jumping wall clock, also between two processes. The journal's
 * times advance by the elapsed time, and everything acknowledged is there.
 */
import assert from 'node:assert/strict';
import fs from 'node:fs';
import path from 'node:path';
import { checkAcknowledged } from './crash-check.ts';
import { CrashDriver } from './crash-driver.ts';
import { openPlace, testOnBoth } from './engines.ts';

const HOUR_MS = 3_600_000;
const LOAD_MS = 1_500;
/** A clock may catch up by 10 ms per second; a new process begins at the wall clock. */
const SLACK_MS = 2_000;

testOnBoth(
  'R12.2 clock +1 h, -3 h: no outcome changes, and the journal goes on by what has passed',
  async (place, context) => {
    const offset = path.join(place.dataDir, 'clock-offset');
    process.env.CLOCK_OFFSET = offset;
    context.after(() => delete process.env.CLOCK_OFFSET);
    const nodeArgs = ['--import', path.join(import.meta.dirname, 'jumping-clock.ts')];
    const driver = new CrashDriver(place);
    const startMs = performance.now();
    const pause = (): Promise<void> => new Promise((resolve) => setTimeout(resolve, LOAD_MS));
    const one = await driver.start({ load: true, nodeArgs });
    await pause();
    fs.writeFileSync(offset, String(HOUR_MS));
    await pause();
    fs.writeFileSync(offset, String(-2 * HOUR_MS));
    await pause();
    await driver.loadUntil(200);
    const before = driver.acknowledged.size;
    await one.kill();
    // The next one starts while the clock is two hours behind: it continues at the journal's time.
    const two = await driver.start({ load: true, nodeArgs });
    await pause();
    await driver.loadUntil(before + 200);
    await two.kill();
    const last = await driver.start({ load: false, nodeArgs });
    await driver.repeatAll(last);
    assert.equal(await last.end(), 0);
    const database = await openPlace(place, context);
    const { lost, doubled, ...counts } = await checkAcknowledged(database, driver.acknowledged.values());
    const { rows } = await database.query<{ back: number; span: number; step: number }>(
      `select count(*) filter (where step < 0) as back, (max(time_ms) - min(time_ms)) as span, max(step) as step
       from (select time_ms, time_ms - lag(time_ms) over (order by batch) as step from journal) times`,
    );
    await database.close();
    const elapsedMs = performance.now() - startMs;
    const { back = -1, span = -1 } = rows[0] ?? {};
    context.diagnostic(
      `${driver.acknowledged.size} acknowledged; ${span} ms in the journal, ${Math.round(elapsedMs)} ms passed`,
    );
    assert.deepEqual([lost.slice(0, 5), doubled.slice(0, 5), driver.different.slice(0, 5)], [[], [], []]);
    assert.equal(back, 0);
    assert.ok(span <= elapsedMs + SLACK_MS, `the journal spans ${span} ms, ${elapsedMs} ms have passed`);
    assert.ok(counts.contracts > 5);
  },
  { byDefault: 'postgres' },
);
