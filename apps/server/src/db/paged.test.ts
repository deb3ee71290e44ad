/**
 * Pages of lists. Goal: the pages together are the list, in its order. Method: every page size,
 * over rows of a real table and of memory.
 */
import assert from 'node:assert/strict';
import { openPlace, testOnBoth } from '../../test/engines.ts';
import { pagedOfTotal, pageOf, type Page, type PageRequest } from './paged.ts';

const TYPES = ['a', 'b', 'a', 'a', 'b', 'a', 'a'];
const OF_TYPE = 5;
const notice = (type: string, index: number) => ({
  user_id: null,
  type,
  title_en: `title ${index}`,
  title_zh: '',
  content_en: '',
  content_zh: '',
  created_ms: index % 2,
  read_ms: null,
  cause: `cause ${index}`,
});

testOnBoth('R3.7 pages follow one another without a gap, and each tells the sum', async (place, context) => {
  const database = await openPlace(place, context);
  await database.kysely.insertInto('notices').values(TYPES.map(notice)).execute();
  const query = database.reads
    .selectFrom('notices')
    .where('type', '=', 'a')
    .select(['title_en', 'created_ms'])
    .orderBy('created_ms', 'desc')
    .orderBy('notice_id');
  // Odd ones first, each half in order of creation.
  const expected = ['title 3', 'title 5', 'title 0', 'title 2', 'title 6'];
  const titles = (await query.execute()).map((row) => row.title_en);
  assert.deepEqual(titles, expected);
  await holdsForEverySize(expected, (page) =>
    pagedOfTotal(query, page, { total: Promise.resolve(OF_TYPE), rowOf: (row) => row.title_en }),
  );
  await holdsForEverySize(expected, (page) => pageOf(titles, page, (title) => title));
});

async function holdsForEverySize(
  expected: readonly string[],
  read: (page: PageRequest) => Page<string> | Promise<Page<string>>,
): Promise<void> {
  for (let pageSize = 1; pageSize <= OF_TYPE + 1; pageSize++) {
    const found: string[] = [];
    const pages = Math.ceil(OF_TYPE / pageSize);
    for (let pageNo = 1; pageNo <= pages + 1; pageNo++) {
      const { list, totalRow, sum } = await read({ pageNo, pageSize });
      assert.deepEqual([totalRow, sum], [OF_TYPE, OF_TYPE]);
      assert.equal(list.length > 0, pageNo <= pages);
      found.push(...list);
    }
    assert.deepEqual(found, expected, `of ${pageSize}`);
  }
}
