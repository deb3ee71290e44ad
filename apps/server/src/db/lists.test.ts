/**
 * Lists that grow without bound. Goal: by page numbers and by cursors, with and without a range of
 * time, the pages together are the list in its order. Method: random fills with many equal times in
 * a real table, compared with a sorted list in memory.
 */
import assert from 'node:assert/strict';
import fc from 'fast-check';
import { sql } from 'kysely';
import { openPlace, testOnBoth } from '../../test/engines.ts';
import type { Database } from './database.ts';
import { listPages, readList, type ListRequest } from './lists.ts';
import type { Schema } from './schema.ts';

const OWNER = 1001;
const TIMES = 12;
const ROWS = 60;
const SOURCE = { table: 'spot_fills', order: ['time_ms', 'trade_id'], key: ['trade_id'] } as const;
const MARKETS = [1, 2, 3];

type Fill = Schema['spot_fills'];

/** Trade ids do not follow the time: the order must come from both. */
const fills = fc
  .array(
    fc.record({
      time_ms: fc.integer({ min: 1, max: TIMES }),
      market: fc.constantFrom(...MARKETS),
      taker: fc.constantFrom(OWNER, 1002, 7),
      maker: fc.constantFrom(OWNER, 1003, 7),
    }),
    { minLength: ROWS, maxLength: ROWS },
  )
  .map((rows) => rows.map((row, i): Fill => ({ ...FILL, ...row, trade_id: ((i * 37) % ROWS) + 1 })));
const FILL = {
  seq: 1,
  price: 1,
  lots: 1,
  quote_units: 1,
  taker_side: 0,
  taker_order: 1,
  maker_order: 2,
  taker_fee: 0,
  maker_fee: 0,
};
const asked = fc.record({
  pageSize: fc.integer({ min: 1, max: ROWS }),
  market: fc.option(fc.constantFrom(...MARKETS), { nil: null }),
  startTime: fc.option(fc.integer({ min: 0, max: TIMES + 1 }), { nil: undefined }),
  endTime: fc.option(fc.integer({ min: 0, max: TIMES + 1 }), { nil: undefined }),
});
type Asked = typeof asked extends fc.Arbitrary<infer T> ? T : never;

testOnBoth('R3.7 pages and cursors lead through the whole list', async (place, context) => {
  const database = await openPlace(place, context);
  await fc.assert(
    fc.asyncProperty(fills, fc.array(asked, { minLength: 5, maxLength: 5 }), async (rows, requests) => {
      await database.exec('truncate spot_fills');
      await database.kysely.insertInto('spot_fills').values(rows).execute();
      for (const one of requests) await compare(database, rows, one);
    }),
    { numRuns: 12 },
  );
});

async function compare(database: Database, rows: readonly Fill[], { market, ...range }: Asked) {
  const expected = rows
    .filter(({ taker, maker }) => taker === OWNER || maker === OWNER)
    .filter((row) => market === null || row.market === market)
    .filter(({ time_ms }) => time_ms >= (range.startTime ?? 0) && time_ms < (range.endTime ?? Infinity))
    .toSorted((a, b) => b.time_ms - a.time_ms || b.trade_id - a.trade_id)
    .map((row) => row.trade_id);
  const within = market === null ? sql`true` : sql`market = ${market}`;
  const list = {
    source: SOURCE,
    branches: [sql`taker = ${OWNER} and ${within}`, sql`maker = ${OWNER} and maker <> taker and ${within}`],
    rowOf: (row: { readonly trade_id: number }) => row.trade_id,
  };
  const read = (request: Pick<ListRequest, 'pageNo' | 'cursor'>) =>
    readList(database, {
      ...list,
      request: { ...range, ...request },
      total: async () => expected.length,
    });
  const whole: number[] = [];
  for await (const page of listPages(database, { ...list, request: range }, range.pageSize))
    whole.push(...page);
  assert.deepEqual(whole, expected);
  const numbered: number[] = [];
  for (let pageNo = 1; numbered.length < expected.length; pageNo++) {
    const { list } = await read({ pageNo });
    assert.ok(list.length > 0, `page ${pageNo} is empty`);
    numbered.push(...list);
  }
  assert.deepEqual(numbered, expected);
  const followed: number[] = [];
  let cursor: string | undefined;
  do {
    const { list, nextCursor, totalRow } = await read({ pageNo: 1, cursor });
    assert.equal(totalRow, expected.length);
    followed.push(...list);
    cursor = nextCursor ?? undefined;
  } while (cursor !== undefined);
  assert.deepEqual(followed, expected);
}
