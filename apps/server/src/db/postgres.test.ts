/**
 * A lost connection to PostgreSQL fails only the call that was using it, and a server's start waits
 * for one that starts itself.
 */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { sql } from 'kysely';
import { newPlace, openPlace } from '../../test/engines.ts';
import { findPostgresBinaries, startPostgres } from '../../test/postgres.ts';
import { DATABASE_LIMITS } from './database.ts';
import { openPostgresDatabase } from './postgres.ts';

const skip = findPostgresBinaries() === null ? 'no PostgreSQL binaries' : false;

test(
  'R12.2 a reader whose connection is ended gets the error, and the process goes on',
  { skip },
  async (context) => {
    const fatals: Error[] = [];
    const database = await openPlace(await newPlace('postgres', context), context, fatals);
    const endOwn = 'select pg_terminate_backend(pg_backend_pid())';
    await assert.rejects(database.query(endOwn));
    const inTransaction = database.kysely.transaction().execute(async (transaction) => {
      const own = await sql<{ pid: number }>`select pg_backend_pid() as pid`.execute(transaction);
      await database.query('select pg_terminate_backend($1)', [own.rows[0]?.pid ?? 0]);
      return transaction.selectFrom('users').select('user_id').execute();
    });
    await assert.rejects(inTransaction);
    const { rows } = await database.query<{ one: number }>('select 1 as one');
    assert.deepEqual(rows, [{ one: 1 }]);
    assert.deepEqual(fatals, []);
  },
);

test('R14.8 R12.2 a start waits for a PostgreSQL that starts itself', { skip }, async (context) => {
  const postgres = await startPostgres();
  context.after(() => postgres.stop());
  const url = await postgres.createDatabase();
  await postgres.kill();
  const open = (reachMs: number) =>
    openPostgresDatabase({ url, onFatal: assert.fail, limits: { ...DATABASE_LIMITS, reachMs } });
  await assert.rejects(open(0), { code: 'ECONNREFUSED' });
  const opening = open(180_000);
  await postgres.start();
  const database = await opening;
  const { rows } = await database.query<{ one: number }>('select 1 as one');
  assert.deepEqual(rows, [{ one: 1 }]);
  await database.close();
});
