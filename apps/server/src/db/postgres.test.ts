/** A lost connection to PostgreSQL fails only the call that was using it. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { sql } from 'kysely';
import { newPlace, openPlace } from '../../test/engines.ts';
import { findPostgresBinaries } from '../../test/postgres.ts';

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
