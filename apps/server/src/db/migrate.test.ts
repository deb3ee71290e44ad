/**
 * Migrations on both engines. Goal: each file runs once, in order, and a changed old file is
 * noticed. Method: folders of small files on fresh databases.
 */
import assert from 'node:assert/strict';
import fs from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { openPlace, testOnBoth } from '../../test/engines.ts';
import { DATABASE_LIMITS } from './database.ts';
import { migrate, readMigrations, type Migration } from './migrate.ts';
import { test } from 'node:test';

/** The product's migrations and those of the test's folder. */
function migrationsWith(folder: string): readonly Migration[] {
  return [...readMigrations(), ...readMigrations([folder])];
}

function folderOf(dataDir: string, files: Readonly<Record<string, string>>): string {
  const folder = fs.mkdtempSync(path.join(dataDir, 'migrations-'));
  for (const [name, sql] of Object.entries(files)) fs.writeFileSync(path.join(folder, name), sql);
  return folder;
}

testOnBoth(
  'R12.4 every migration is applied once; an applied one that is changed or unknown stops the start',
  async (place, context) => {
    const database = await openPlace(place, context);
    assert.deepEqual(await migrate(database), []);
    const later = { '9001-later.sql': 'create table later (n integer); insert into later values (1);' };
    const folder = folderOf(place.dataDir, later);
    assert.deepEqual(await migrate(database, migrationsWith(folder)), ['9001-later.sql']);
    assert.deepEqual(await migrate(database, migrationsWith(folder)), []);
    fs.appendFileSync(path.join(folder, '9001-later.sql'), '-- edited');
    await assert.rejects(migrate(database, migrationsWith(folder)), /9001-later.sql was changed/);
    await assert.rejects(migrate(database), /9001-later.sql, which this version does not know/);
  },
  { migrations: 'none' },
);

testOnBoth('R12.4 no migration runs beside a server that writes', async (place, context) => {
  if (place.kind === 'embedded') return context.skip('a second process cannot open its folder');
  const running = await openPlace(place, context);
  const starting = await openPlace({ ...place, limits: { ...DATABASE_LIMITS, claimMs: 300 } }, context);
  await running.writer.claim();
  const later = folderOf(place.dataDir, { '9001-later.sql': 'create table later (n integer);' });
  await assert.rejects(migrate(starting, migrationsWith(later)), /another server is writing/);
  await running.close();
  assert.deepEqual(await migrate(starting, migrationsWith(later)), ['9001-later.sql']);
});

testOnBoth('R12.4 a migration that fails leaves nothing behind', async (place, context) => {
  const database = await openPlace(place, context);
  const broken = { '9001-broken.sql': 'create table half (n integer); insert into nowhere values (1);' };
  await assert.rejects(
    migrate(database, migrationsWith(folderOf(place.dataDir, broken))),
    /9001-broken.sql failed.*nowhere/,
  );
  const { rows } = await database.query<{ there: boolean }>(
    `select to_regclass('half') is not null as there`,
  );
  assert.equal(rows[0]?.there, false);
});

testOnBoth('R11.1 bigint columns are exact numbers, and one beyond 2^53 throws', async (place, context) => {
  const database = await openPlace(place, context);
  const { rows } = await database.query<{ n: number }>('select 9007199254740991::bigint as n');
  assert.equal(rows[0]?.n, Number.MAX_SAFE_INTEGER);
  await assert.rejects(database.query('select 9007199254740992::bigint as n'), /not a safe integer/);
  assert.equal((await database.query<{ n: number }>('select 1 as n')).rows[0]?.n, 1);
});

testOnBoth(
  'R11.8 a transaction that holds the only connection too long is rolled back',
  async (place, context) => {
    if (place.kind !== 'embedded') return context.skip('PostgreSQL ends idle transactions itself');
    const short = { ...place, limits: { ...DATABASE_LIMITS, transactionMs: 300 } };
    const database = await openPlace(short, context);
    const write = database.kysely.transaction().execute(async (transaction) => {
      await transaction
        .insertInto('migrations')
        .values({ name: 'x', checksum: 'x', applied_ms: 1 })
        .execute();
      for (;;) await transaction.selectFrom('migrations').selectAll().execute();
    });
    await assert.rejects(write, /rolled back after/);
    const { rows } = await database.query<{ n: number }>(
      `select count(*) as n from migrations where name = 'x'`,
    );
    assert.equal(rows[0]?.n, 0);
  },
);

test('R12.4 two migrations with one number are refused', () => {
  const folder = folderOf(tmpdir(), { '0001-one.sql': '', '0001-again.sql': '' });
  assert.throws(() => readMigrations([folder]), /0001 is taken twice/);
  fs.rmSync(folder, { recursive: true });
});
