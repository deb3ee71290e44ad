/**
 * Goal: what a rule finds becomes one case, once, whatever stops in between; operators note and
 * close it, it touches no account, and new evidence opens it again. Method: people, browsers and
 * operators over HTTP on a real server.
 */
import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { after, before, test } from 'node:test';
import type { OperatorRole } from '@glasshouse/protocol';
import type { ActAnswer } from '@glasshouse/protocol/office-act';
import type { WatchCase, WatchCaseRow } from '@glasshouse/protocol/watch/office';
import { makeOperator, type TestOperator } from '../../testing/operator.ts';
import { startTestServer, type TestServer, type TestUser } from '../../testing/harness.ts';
import { CaseStore } from './case-store.ts';
import type { Finding } from './findings.ts';

interface Queue {
  readonly list: readonly WatchCaseRow[];
  readonly totalRow: number;
  readonly nextCursor: string | null;
  readonly waiting: number;
  readonly oldestTime: number | null;
}

const reason = 'two accounts of one person, says the chat';
const dataDir = mkdtempSync(path.join(tmpdir(), 'glasshouse-watch-'));
let server: TestServer;
const people = new Map<string, TestOperator>();
let ann: TestUser;
let bob: TestUser;
before(async () => {
  server = await startTestServer({ dataDir });
  ann = await server.register('watch-ann');
  bob = await server.register('watch-bob');
  const roles = { risk: 'risk', admin: 'admin', support: 'support', auditor: 'auditor' };
  for (const [name, role] of Object.entries(roles) as [string, OperatorRole][])
    people.set(name, await makeOperator(server, `watch-${name}`, role));
});
after(async () => {
  await server.close();
  rmSync(dataDir, { recursive: true, force: true });
});

const ask = <T>(by: string, call: string, input: object) =>
  server.post<T>(`/operator/app/watch/${call}`, input, { headers: people.get(by)!.headers });
const act = (by: string, call: string, input: object) =>
  ask<ActAnswer>(by, call, { step: 'do', reason, key: randomUUID(), ...input });
const cases = async (input: object = {}) => (await ask<Queue>('risk', 'getCases', input)).data;
const look = () => server.server.features.open.watch.own.watch.look();
const place = async (user: TestUser, side: 'buy' | 'sell') => {
  const order = { baseCoin: 'BTC', quoteCoin: 'USDT', side, type: 'limit', price: '60000', amount: '0.01' };
  const reply = await server.post('/bb/app/spot/placeOrder', order, { token: user.token });
  assert.equal(reply.code, 1, reply.msg);
};
/** Each gives the other a hundredth of a BTC, and gets it back. */
async function backAndForth(times: number): Promise<void> {
  for (let i = 0; i < times; i++) {
    await place(ann, 'sell');
    await place(bob, 'buy');
    await place(bob, 'sell');
    await place(ann, 'buy');
  }
}
const assetsOf = (user: TestUser) => server.post('/bb/app/wallet/getAssets', {}, { token: user.token });
const countOf = async (table: string) =>
  (await server.server.database.query<{ count: number }>(`select count(*) as count from ${table}`)).rows[0]
    ?.count;

test('watch I1 watch I2 watch I3 a wash trade is one case, with its trades once, and touches nobody', async () => {
  await backAndForth(2);
  await look();
  assert.equal((await cases()).totalRow, 0, 'four trades are no case');
  await backAndForth(1);
  const before = await assetsOf(ann);
  await look();
  await look();
  const { list, waiting, oldestTime } = await cases();
  const accounts = [Number(ann.userId), Number(bob.userId)];
  assert.deepEqual(
    list.map(({ rule, state, accounts: of, value, evidenceCount }) => [
      rule,
      state,
      of,
      value,
      evidenceCount,
    ]),
    [['wash-trade', 'open', accounts, '3600', 6]],
  );
  assert.deepEqual([waiting, oldestTime], [1, list[0]?.time]);
  const assets = await assetsOf(ann);
  assert.deepEqual([assets.code, assets.data], [1, before.data]);
  const history = await server.post<{ list: unknown[] }>('/bb/app/user/getAccountActs', {}, ann);
  assert.deepEqual([history.code, history.data.list], [1, []]);

  await backAndForth(1);
  await look();
  assert.deepEqual([(await cases()).list[0]?.evidenceCount, await countOf('watch_cases')], [8, 1]);
});

test('watch I1 a step that is taken twice, as after a kill, adds nothing', async () => {
  const store = new CaseStore(server.server.database, Date.now);
  const { list } = await cases();
  const finding: Finding = {
    rule: 'structuring',
    subject: `${ann.userId} deposit`,
    accounts: [Number(ann.userId)],
    evidence: [
      {
        ref: 'deposit 1',
        kind: 'deposit',
        timeMs: 1,
        from: Number(ann.userId),
        to: null,
        what: '9 USDT',
        value: 9,
      },
    ],
    evidenceMin: 1,
    figures: [],
  };
  const step = { findings: [finding], mark: 5 };
  assert.equal(await store.take('test', 0, step), true);
  assert.equal(await store.take('test', 0, step), false, 'its mark has moved');
  assert.equal(await store.take('test', 5, { ...step, mark: 6 }), true);
  assert.equal((await cases()).totalRow, list.length + 1);
  assert.equal((await cases({ rule: 'structuring' })).list[0]?.evidenceCount, 1);
  // What fails takes its mark back.
  const broken = { ...finding, rule: 'ring', evidence: [{ ...finding.evidence[0]!, timeMs: Number.NaN }] };
  await assert.rejects(store.take('test', 6, { findings: [broken as Finding], mark: 9 }));
  assert.equal((await store.marks()).get('test'), 6);
  assert.equal((await cases({ rule: 'ring' })).totalRow, 0);
});

test('watch I2 watch I4 operators I2 operators I4 a case has evidence, notes and a conclusion, each in the log', async () => {
  const { id } = (await cases({ rule: 'wash-trade' })).list[0]!;
  for (const by of ['support', 'auditor'])
    for (const [call, input] of [
      ['getCases', {}],
      ['getCase', { id }],
      ['note', { id, step: 'plan' }],
      ['close', { id, conclusion: 'nothing', step: 'plan' }],
    ] as const)
      assert.equal((await ask(by, call, input)).error, 'operators/not-allowed', `${by} ${call}`);
  const { data: seen } = await ask<WatchCase>('risk', 'getCase', { id });
  const [low, high] = [Number(ann.userId), Number(bob.userId)];
  assert.deepEqual(seen.flows, [
    { from: low, to: high, count: 4, value: '2400' },
    { from: high, to: low, count: 4, value: '2400' },
  ]);
  assert.deepEqual(
    seen.links.map(({ a, b, by }) => [a, b, by]),
    [[low, high, 'network']],
  );
  assert.equal(seen.evidence.length, 8);
  assert.deepEqual(
    [seen.evidence[0]?.kind, seen.evidence[0]?.what, seen.evidence[0]?.value],
    ['trade', 'BTC/USDT', '600'],
  );
  assert.deepEqual(
    seen.figures.map(({ figure, is, threshold }) => [figure, is, threshold]),
    [
      ['trades', '8', '5'],
      ['eachWay', '4', '2'],
      ['net', '0', '20'],
      ['share', '100', '20'],
      ['value', '4800', '100'],
    ],
  );
  assert.equal((await act('risk', 'note', { id: 987_654 })).error, 'request/not-found');
  assert.equal((await act('risk', 'note', { id })).data.state, 'done');
  assert.equal((await act('risk', 'close', { id, conclusion: 'frozen' })).field, 'conclusion');
  assert.equal((await act('risk', 'close', { id, conclusion: 'warned' })).data.state, 'done');
  assert.equal((await act('admin', 'close', { id, conclusion: 'nothing' })).error, 'watch/closed');
  const { data: closed } = await ask<WatchCase>('admin', 'getCase', { id });
  assert.deepEqual([closed.state, closed.conclusion], ['closed', 'warned']);
  assert.deepEqual(
    closed.notes.map(({ kind, conclusion, operator, words }) => [kind, conclusion, operator, words]),
    [
      ['note', null, 'watch-risk', reason],
      ['close', 'warned', 'watch-risk', reason],
    ],
  );
  const { audit } = server.server.features.open.operators.own;
  assert.deepEqual(
    (await audit.actsOf('watch/', 4)).map(({ operator, act: name, subject }) => [operator, name, subject]),
    [
      ['watch-admin', 'watch/get-case', `watch case ${id}`],
      ['watch-risk', 'watch/close', `watch case ${id}`],
      ['watch-risk', 'watch/note', `watch case ${id}`],
      ['watch-risk', 'watch/get-case', `watch case ${id}`],
    ],
  );
  await assert.rejects(server.server.database.query("update watch_notes set words = 'x'"), /only added to/);
});

test('watch I3 as much new evidence as a case needs opens it again', async () => {
  const { id } = (await cases({ view: 'all', rule: 'wash-trade' })).list[0]!;
  await backAndForth(2);
  await look();
  assert.equal((await cases({ rule: 'wash-trade' })).totalRow, 0, 'four trades are too few');
  await backAndForth(1);
  await look();
  const [again] = (await cases({ rule: 'wash-trade' })).list;
  assert.deepEqual([again?.id, again?.state, again?.conclusion], [id, 'open', null]);
  const { data } = await ask<WatchCase>('risk', 'getCase', { id });
  assert.deepEqual(
    data.notes.map(({ kind, operator }) => [kind, operator]),
    [
      ['note', 'watch-risk'],
      ['close', 'watch-risk'],
      ['reopen', 'rule'],
    ],
  );
});

test('watch I2 the queue has its views, filters and pages', async () => {
  const wash = (await cases({ rule: 'wash-trade' })).list[0]!;
  assert.equal((await cases({ user: bob.userId })).totalRow, 1);
  assert.equal((await cases({ user: ann.userId })).totalRow, 2);
  const first = await cases({ pageSize: 1 });
  const second = await cases({ pageSize: 1, cursor: first.nextCursor });
  assert.deepEqual(
    [first.list[0]?.rule, second.list[0]?.rule, second.nextCursor],
    ['structuring', 'wash-trade', null],
    'oldest first',
  );
  assert.deepEqual(
    (await cases({ view: 'all' })).list.map(({ rule }) => rule),
    ['wash-trade', 'structuring'],
  );
  assert.equal((await cases({ view: 'all', state: 'closed' })).totalRow, 0);
  assert.equal((await cases({ user: 987_654 })).totalRow, 0);
  assert.equal((await ask('risk', 'getCases', { rule: 'mood' })).field, 'rule');
  assert.equal((await ask('risk', 'getCases', { user: 'x' })).field, 'user');
  assert.equal((await ask('risk', 'getCase', { id: wash.id + 99 })).error, 'request/not-found');
  const { audit } = server.server.features.open.operators.own;
  const subjects = (await audit.actsOf('watch/get-cases', 9)).map(({ subject }) => subject);
  assert.ok(subjects.includes('everybody'), 'the list of all cases is a look');
});
