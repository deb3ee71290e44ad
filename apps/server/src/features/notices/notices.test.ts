/**
 * Notices of the platform over real HTTP, published by the operator's own command beside the
 * running server.
 */
import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { after, before, test } from 'node:test';
import type { PublishedNotice } from '@glasshouse/protocol/notices/office';
import type { ActAnswer } from '@glasshouse/protocol/office-act';
import type { NewMessage } from '../../contract/messages.ts';
import { addNotice } from './queries.ts';
import { commandOn } from '../../testing/command.ts';
import { startTestServer, type TestServer, type TestUser } from '../../testing/harness.ts';
import { makeOperator, type TestOperator } from '../../testing/operator.ts';

const INDEX = '/bb/app/index';
const TEXTS = [
  '--title-en=Maintenance on Sunday',
  '--text-en=From 02:00 to 02:30 UTC.\nOrders stay on the book.',
  '--title-zh=周日系统维护',
  '--text-zh=维护时间为 02:00 至 02:30（UTC）。',
];

let server: TestServer;
let dataDir: string;
before(async () => {
  dataDir = mkdtempSync(path.join(tmpdir(), 'glasshouse-notices-'));
  server = await startTestServer({ dataDir });
});
after(async () => {
  await server.close();
  rmSync(dataDir, { recursive: true, force: true });
});

const command = commandOn('notices', () => dataDir);
/** Of the newest one. */
const numberOf = async () => /^\d+/.exec((await command('list')).output)?.[0] ?? '';

interface Row {
  readonly id: string;
  readonly title: string;
  readonly read: boolean;
  readonly type: string;
  readonly summary: string;
}
const pageOf = async (user: TestUser, query: Record<string, unknown> = {}) =>
  (await server.post<{ list: Row[]; sum: number }>(`${INDEX}/getNoticePage`, query, user)).data;
const countOf = async (user: TestUser) =>
  (await server.post<number>(`${INDEX}/getNoticeCount`, {}, user)).data;
const latest = async (language?: string) =>
  (
    await server.post<{ title: string; content: string }[]>(
      `${INDEX}/getLatestNotices`,
      {},
      language === undefined ? {} : { language },
    )
  ).data;

test('R7.4 R1.4 a notice of the platform reaches everybody in their language, visitors too; each reads it alone; withdrawn it is gone', async () => {
  const [reader, other] = [await server.register('told-reader'), await server.register('told-other')];
  assert.deepEqual(await latest(), []);
  const published = await command('publish', '--by', 'operator-1', ...TEXTS);
  assert.equal(published.status, 0, published.output);
  const id = await numberOf();
  assert.deepEqual(
    (await latest()).map(({ title }) => title),
    ['Maintenance on Sunday'],
  );
  assert.deepEqual(
    (await latest('zh-CN,zh')).map(({ content }) => content),
    ['维护时间为 02:00 至 02:30（UTC）。'],
  );

  assert.deepEqual([await countOf(reader), await countOf(other)], [2, 2], 'the welcome and this one');
  const [row] = (await pageOf(reader, { kind: 'notice' })).list;
  assert.deepEqual(
    [row?.id, row?.read, row?.type, row?.summary],
    [id, false, 'system', 'From 02:00 to 02:30 UTC.'],
  );
  assert.equal((await pageOf(reader, { kind: 'personal' })).sum, 0);
  const opened = await server.post<{ content: string }>(`${INDEX}/getNoticeDetail`, { id }, reader);
  assert.match(opened.data.content, /stay on the book/);
  await server.post(`${INDEX}/getNoticeDetail`, { id }, reader);
  assert.deepEqual([await countOf(reader), await countOf(other)], [1, 2], 'read by one, not by the other');
  assert.equal((await pageOf(reader, { unread: 1 })).sum, 1);
  await server.post(`${INDEX}/readAllNotices`, {}, other);
  assert.deepEqual([await countOf(reader), await countOf(other)], [1, 0]);

  const late = await server.register('told-late');
  assert.deepEqual(
    [await countOf(late), (await pageOf(late)).sum],
    [1, 2],
    'told before they came: listed, not unread',
  );

  assert.match((await command('list')).output, new RegExp(`^${id}  .*Maintenance on Sunday`));
  assert.equal((await command('withdraw', id, '--by', 'operator-1')).status, 0);
  assert.equal((await command('withdraw', id, '--by', 'operator-1')).status, 1);
  assert.deepEqual([await latest(), (await pageOf(other)).sum], [[], 1]);
  assert.equal((await server.post(`${INDEX}/getNoticeDetail`, { id }, reader)).error, 'request/not-found');
  assert.equal((await countOf(late)) + (await countOf(other)), 1);
});

test('R7.4 R1.4 a notice is not published in one language alone, without a name, or too long; a message of one user cannot be withdrawn', async () => {
  // 1: the act is refused, 2: the command is wrong.
  for (const [expected, args] of [
    [1, ['publish', '--by', 'operator-1', ...TEXTS.slice(0, 2)]],
    [2, ['publish', ...TEXTS]],
    [1, ['publish', '--by', 'operator-1', ...TEXTS, '--title-en', 'x'.repeat(121)]],
    [2, ['withdraw', 'x', '--by', 'operator-1']],
    [2, []],
  ] as const)
    assert.equal((await command(...args)).status, expected, args.join(' '));
  assert.deepEqual(await latest(), []);
  const user = await server.register('told-personal');
  const [welcome] = (await pageOf(user)).list;
  assert.equal((await command('withdraw', welcome?.id ?? '', '--by', 'operator-1')).status, 1);
  assert.equal((await pageOf(user)).sum, 1);
});

test('R7.4 R3.7 D0024 the numbers of messages are those of the rows, and cursors lead through messages and notices', async () => {
  const [user, other] = [await server.register('told-often'), await server.register('told-besides')];
  const userId = Number(user.userId);
  const { database } = server.server;
  const message = (cause: string): NewMessage => ({
    type: 'security',
    cause,
    title: { en: cause, zh: cause },
    content: { en: cause, zh: cause },
  });
  for (let i = 0; i < 12; i++) await addNotice(database, userId, message(`message ${i}`));
  await Promise.all(
    ['message 3', 'message 12', 'message 12'].map((cause) => addNotice(database, userId, message(cause))),
  );
  await command('publish', '--by', 'operator-1', ...TEXTS);
  const notice = await numberOf();

  const sums = async () =>
    Promise.all(
      [{}, { kind: 'personal' }, { kind: 'notice' }, { unread: 1 }, { unread: 1, kind: 'personal' }].map(
        async (filter) => (await pageOf(user, filter)).sum,
      ),
    );
  assert.deepEqual(await sums(), [15, 13, 2, 15, 13]);
  const seen: string[] = [];
  for (let cursor: string | null = ''; cursor !== null;) {
    const page: { list: Row[]; nextCursor: string | null } = (
      await server.post<{ list: Row[]; nextCursor: string | null }>(
        `${INDEX}/getNoticePage`,
        { pageSize: 4, cursor },
        user,
      )
    ).data;
    seen.push(...page.list.map(({ id }) => id));
    cursor = page.nextCursor;
  }
  const all = (await pageOf(user, { pageSize: 100 })).list;
  assert.deepEqual([seen.length, seen], [15, all.map(({ id }) => id)]);

  // Opened twice at the same time, one message is read once.
  const { id = '' } = all.find(({ title }) => title === 'message 5') ?? {};
  await Promise.all([1, 2].map(() => server.post(`${INDEX}/getNoticeDetail`, { id }, user)));
  await server.post(`${INDEX}/getNoticeDetail`, { id: notice }, user);
  assert.deepEqual(await sums(), [15, 13, 2, 13, 12]);
  await Promise.all([1, 2].map(() => server.post(`${INDEX}/readAllNotices`, {}, user)));
  assert.deepEqual([await sums(), await countOf(user)], [[15, 13, 2, 0, 0], 0]);
  assert.equal(
    (await pageOf(user)).list.every(({ read }) => read),
    true,
  );
  assert.equal(await countOf(other), 2, 'of one user, not of another');
  await command('withdraw', notice, '--by', 'operator-1');
  const { rows } = await database.query<{ messages: number; unread: number }>(
    'select sum(messages)::bigint as messages, sum(unread)::bigint as unread from notice_totals where user_id = $1',
    [userId],
  );
  assert.deepEqual(rows, [{ messages: 13, unread: 0 }]);
});

test('operators I1 operators I4 R16.5 operators publish and withdraw in the office, by the name of the field that is wrong', async () => {
  const [ann, dan, eve] = (await Promise.all([
    makeOperator(server, 'notice-ann', 'markets'),
    makeOperator(server, 'notice-dan', 'auditor'),
    makeOperator(server, 'notice-eve', 'support'),
  ])) as [TestOperator, TestOperator, TestOperator];
  const ask = <T>({ headers }: TestOperator, call: string, input: object) =>
    server.post<T>(`/operator/app/notices/${call}`, input, { headers });
  const reason = 'as the owner has written it';
  const act = (by: TestOperator, call: string, input: object) =>
    ask<ActAnswer>(by, call, { step: 'do', reason, key: randomUUID(), ...input });
  const texts = {
    titleEn: 'A new pair',
    titleZh: '新交易对',
    textEn: 'NOVA/USDT opens.',
    textZh: 'NOVA/USDT 即将开盘。',
  };
  const planned = await act(ann, 'publish', { ...texts, step: 'plan' });
  assert.equal(planned.data.effect[0]?.after, 'A new pair');
  assert.deepEqual(await latest(), [], 'a plan publishes nothing');
  for (const by of [dan, eve]) assert.equal((await act(by, 'publish', texts)).error, 'operators/not-allowed');
  assert.equal((await ask(eve, 'getPublished', {})).error, 'operators/not-allowed');
  assert.equal((await act(ann, 'publish', texts)).data.state, 'done');
  assert.equal((await latest('zh-CN'))[0]?.title, '新交易对');
  const { list, totalRow } = (
    await ask<{ list: PublishedNotice[]; totalRow: number }>(dan, 'getPublished', {})
  ).data;
  assert.equal(totalRow, 1);
  const { notice, time: _time, ...shown } = list[0]!;
  assert.deepEqual(shown, texts);

  const wrong: readonly [fields: object, field: string][] = [
    [{ titleEn: 'x'.repeat(121) }, 'titleEn'],
    [{ titleZh: ' ' }, 'titleZh'],
    [{ textEn: 'x'.repeat(10_001) }, 'textEn'],
    [{ textZh: undefined }, 'textZh'],
    [{ user: 7 }, 'user'],
  ];
  for (const [fields, field] of wrong) {
    const reply = await act(ann, 'publish', { ...texts, ...fields, step: 'plan' });
    assert.deepEqual([reply.error, reply.field], ['request/invalid', field]);
  }
  const reader = await server.register('told-alone');
  const [welcome] = (await pageOf(reader)).list;
  const ofOne = await act(ann, 'withdraw', { notice: 999_999 });
  assert.deepEqual(
    await act(ann, 'withdraw', { notice: welcome?.id }).then(({ error }) => error),
    ofOne.error,
  );
  assert.equal(ofOne.error, 'request/not-found');
  assert.equal((await act(ann, 'withdraw', { notice })).data.state, 'done');
  assert.deepEqual(await latest(), []);
});
