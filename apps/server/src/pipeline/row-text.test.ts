/**
 * Goal: any text of a user is read back unchanged, on both engines. Method: write rows as the
 * projector does, and read them.
 */
import assert from 'node:assert/strict';
import { openPlace, testOnBoth } from '../../test/engines.ts';
import { openProjectorSession } from '../db/projector-session.ts';
import type { ProjectionTable } from './projection.ts';
import { assertColumns, rowsText } from './row-text.ts';

const TABLE: ProjectionTable = {
  name: 'written',
  columns: { n: 'bigint', small: 'smallint', text: 'text' },
  key: ['n'],
  onConflict: 'insert',
};
const TEXTS = [
  '',
  ' ',
  'plain-1.2:x_y',
  'null',
  'NULL',
  '(1,2)',
  '{"a":"b\\"c"}',
  `'; drop table written; --`,
  '"",\\"',
  '\\',
  'line\nbreak\ttab',
  '订单 😀',
  null,
];

testOnBoth('R12.1 every text is read back unchanged', async (place, context) => {
  const database = await openPlace(place, context, []);
  await database.exec('create table written (n bigint primary key, small smallint not null, text text)');
  const session = await openProjectorSession(database.projectorLink());
  context.after(() => session.close());
  const rows = TEXTS.map((text, i) => ({ n: Number.MAX_SAFE_INTEGER - i, small: 1 - i, text }));
  const statement = {
    name: 'write',
    text: 'with t as (insert into written select n, small, text from unnest($1::written[]) returning 1) select count(*) as n0 from t',
  };
  const half = TEXTS.length >> 1;
  // Twice: the first use prepares the statement, the second uses the prepared one.
  for (const part of [rows.slice(0, half), rows.slice(half)]) {
    const write = { statement, params: [rowsText(TABLE, part)], counts: [part.length] };
    await session.write(write);
  }
  const found = await database.query('select n, small, text from written order by n desc');
  assert.deepEqual(found.rows, rows);
});

testOnBoth('R12.1 a table whose columns are in another order is refused', async (place, context) => {
  const database = await openPlace(place, context, []);
  await database.exec('create table written (n bigint primary key, small smallint not null, text text)');
  await assertColumns(database, [TABLE]);
  const { n, ...others } = TABLE.columns;
  const turned = { ...TABLE, columns: { ...others, n: n ?? 'bigint' } };
  await assert.rejects(assertColumns(database, [turned]), /table written has the columns n bigint/);
  await assert.rejects(
    assertColumns(database, [{ ...TABLE, name: 'absent' }]),
    /absent has the columns \(none\)/,
  );
});
