/**
 * Goal: the embedded database reuses freed space: it vacuums by itself, the most changed table
 * first. Method: the database's own statistics, with maintenance every few milliseconds.
 */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setTimeout as pause } from 'node:timers/promises';
import { newPlace, openPlace } from '../../../test/engines.ts';
import { scheduleUpkeep } from './upkeep.ts';

test('R12.7 maintenance vacuums the most changed table first, then the others, and pauses when nothing has changed', async (context) => {
  const database = await openPlace(await newPlace('embedded', context), context);
  await database.exec('create table one (n bigint); create table two (n bigint)');
  await database.exec(
    'insert into one select generate_series(1, 100); insert into two select generate_series(1, 5000)',
  );
  await database.exec('delete from one; delete from two');
  const dead = async (): Promise<number> => {
    const { rows } = await database.query<{ dead: number }>(
      'select sum(n_dead_tup + n_mod_since_analyze)::int as dead from pg_stat_user_tables',
    );
    return rows[0]?.dead ?? -1;
  };
  // Otherwise they would reach the statistics only within a second, deleted rows after inserted
  // ones.
  await database.exec('select pg_stat_force_next_flush()');
  assert.ok((await dead()) >= 15_300, '5,100 dead, 10,200 changed');
  const vacuumed: string[] = [];
  const session = {
    query: database.query.bind(database),
    exec: (sql: string) => (vacuumed.push(sql), database.exec(sql)),
  };
  const failures: unknown[] = [];
  const stop = scheduleUpkeep(session, {
    vacuumEveryMs: 20,
    checkpointEveryMs: 60_000,
    checkpoint: async () => {},
    onError: (error) => failures.push(error),
  });
  context.after(stop);
  while ((await dead()) > 0) await pause(50);
  const names = vacuumed.filter((sql) => sql.startsWith('vacuum'));
  assert.equal(names[0], 'vacuum (analyze) two');
  assert.ok(names.includes('vacuum (analyze) one'));
  const before = vacuumed.length;
  await pause(200);
  assert.deepEqual([vacuumed.length, failures], [before, []]);
});
