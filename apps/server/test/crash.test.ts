/**
 * Goal: the writer can be killed at any moment under load; nothing acknowledged is lost or executed
 * twice. Method: a whole process with database, pipeline and exchange is killed repeatedly, with
 * PostgreSQL also the database. CRASH_CYCLES sets the number of kills.
 */
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import path from 'node:path';
import type { TestContext } from 'node:test';
import { runs } from '../../../tools/nightly.ts';
import { PROJECTIONS } from '../src/composition/projections.ts';
import { checkAcknowledged } from './crash-check.ts';
import { CrashDriver } from './crash-driver.ts';
import { type DatabasePlace, openPlace, sharedPostgres, testOnBoth } from './engines.ts';

const CYCLES = Number(process.env.CRASH_CYCLES ?? runs(5, 20));
const LOAD_MS_MAX = 700;
/** Least number of requests before the last kill, so that every kind of command has occurred. */
const LEAST = 1_000;
/** With PostgreSQL, the database is killed too after this many cycles. */
const KILL_DATABASE_EVERY = 5;

/** By table: how many rows, and the digest of all. */
async function projectedRows(place: DatabasePlace, context: TestContext): Promise<readonly unknown[]> {
  const database = await openPlace(place, context);
  const found: unknown[] = [];
  for (const { table } of PROJECTIONS) {
    const { rows } = await database.query(
      `select '${table.name}' as name, count(*) as count, md5(string_agg(t::text, ',' order by ${table.key.join()})) as digest
       from ${table.name} t`,
    );
    found.push(rows[0]);
  }
  await database.close();
  return found;
}

testOnBoth(
  `R10.4 R12.2 ${CYCLES} kills under load lose nothing and repeat nothing`,
  async (place, context) => {
    const driver = new CrashDriver(place);
    const readyMs: number[] = [];
    let databaseKills = 0;
    for (let cycle = 1; cycle <= CYCLES; cycle++) {
      const running = await driver.start({ load: true });
      readyMs.push(running.readyMs);
      await new Promise((resolve) => setTimeout(resolve, Math.random() * LOAD_MS_MAX));
      if (cycle === CYCLES) await driver.loadUntil(LEAST);
      if (place.kind === 'postgres' && cycle % KILL_DATABASE_EVERY === 0) {
        databaseKills++;
        const postgres = await sharedPostgres();
        await postgres.kill();
        await running.kill();
        await postgres.start();
      } else {
        await running.kill();
      }
    }
    const last = await driver.start({ load: false });
    await driver.repeatAll(last);
    assert.equal(await last.end(), 0);
    const database = await openPlace(place, context);
    const findings = await checkAcknowledged(database, driver.acknowledged.values());
    await database.close();
    readyMs.sort((a, b) => a - b);
    // If the database is killed first, the writer correctly ends by itself.
    assert.ok(driver.endedByItself.length <= databaseKills, driver.endedByItself.join());
    const { lost, doubled, ...counts } = findings;
    console.table({
      [place.kind]: {
        kills: CYCLES,
        'database kills': databaseKills,
        sent: driver.sent,
        acknowledged: driver.acknowledged.size,
        ...counts,
        'asked again': driver.answeredAgain,
        lost: lost.length,
        doubled: doubled.length,
        'answered differently': driver.different.length,
        'restart ms, median': Math.round(readyMs[readyMs.length >> 1] ?? 0),
        'restart ms, worst': Math.round(readyMs.at(-1) ?? 0),
      },
    });
    assert.deepEqual([lost.slice(0, 5), doubled.slice(0, 5), driver.different.slice(0, 5)], [[], [], []]);
    assert.ok(
      counts.orders > 100 && counts.cancels > 10 && counts.transfers > 50 && counts.contracts > 20,
      'there was load',
    );
    const audit = path.resolve(import.meta.dirname, '../src/commands/audit.ts');
    const env = {
      ...process.env,
      MODE: 'demo',
      DATA_DIR: place.dataDir,
      DATABASE_URL: place.databaseUrl ?? '',
    };
    const { status, stdout } = spawnSync(process.execPath, [audit], { env, encoding: 'utf8' });
    assert.equal(status, 0, stdout);
    const before = await projectedRows(place, context);
    const rebuild = path.resolve(import.meta.dirname, '../src/commands/rebuild.ts');
    const rebuilt = spawnSync(process.execPath, [rebuild], { env, encoding: 'utf8' });
    assert.equal(rebuilt.status, 0, rebuilt.stdout);
    assert.deepEqual(await projectedRows(place, context), before);
  },
);
