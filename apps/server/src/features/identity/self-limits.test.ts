/**
 * Limits that users set on themselves, and self-exclusion: over real HTTP, and the guard with a
 * clock of its own.
 */
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { setImmediate } from 'node:timers/promises';
import { startTestServer, type TestServer, type TestUser } from '../../testing/harness.ts';
import { PersonGuard } from './guard.ts';
import { changedLimit, limitAt, UsageMinutes } from './self-limits.ts';
import { RestrictionCache } from './restrictions.ts';

const USER = '/bb/app/user';
const DAY_MS = 86_400_000;

let server: TestServer;
before(async () => {
  server = await startTestServer();
});
after(() => server.close());

test('R13.7 a limit on oneself is lowered at once and raised after 24 hours', () => {
  const now = 1_000_000;
  const none = { value: null, next: null };
  assert.deepEqual(changedLimit(none, 50, now), { value: 50, next_value: null, next_from_ms: null });
  const fifty = { value: 50, next: null };
  assert.equal(changedLimit(fifty, 20, now).value, 20);
  const raised = changedLimit(fifty, 90, now);
  assert.deepEqual(raised, { value: 50, next_value: 90, next_from_ms: now + DAY_MS });
  const rows = [{ kind: 'stake', ...raised }];
  assert.equal(limitAt(rows, 'stake', now + DAY_MS - 1).value, 50);
  assert.equal(limitAt(rows, 'stake', now + DAY_MS).value, 90);
  const waiting = limitAt(rows, 'stake', now + 1000);
  assert.equal(changedLimit(waiting, 90, now + 1000).next_from_ms, now + DAY_MS, 'asking twice waits once');
  assert.deepEqual(changedLimit(fifty, null, now).next_value, null);
  assert.equal(changedLimit(fifty, null, now).value, 50);
});

const position = { baseCoin: 'BTC', quoteCoin: 'USDT', positionTime: 60, tradeType: 1 };
const open = (user: TestUser, openAmount: string, key?: string) =>
  server.post(
    '/contract/app/contract/createOrder',
    { ...position, openAmount },
    { token: user.token, ...(key === undefined ? {} : { key }) },
  );

test('R13.7 R12.3 stake and loss limits also hold for concurrent orders; the same key still gives the same answer', async () => {
  const user = await server.register('limited');
  await server.market.tick();
  assert.equal((await server.post(`${USER}/setLimits`, { stake: '20', dailyLoss: '50' }, user)).code, 1);
  assert.equal((await open(user, '20.01')).error, 'identity/stake-limit');
  const whole = await server.register('whole-day');
  await server.post(`${USER}/setLimits`, { dailyLoss: '20' }, whole);
  assert.equal((await open(whole, '20')).error, 'identity/loss-limit', 'its fee would be lost too');
  const replies = await Promise.all(Array.from({ length: 8 }, (_, at) => open(user, '20', `burst-${at}`)));
  const opened = replies.filter(({ code }) => code === 1);
  assert.equal(opened.length, 2, 'two of 20 with their fees fit under 50, three do not');
  assert.ok(replies.every(({ code, error }) => code === 1 || error === 'identity/loss-limit'));
  const key = `burst-${replies.findIndex(({ code }) => code === 1)}`;
  const repeated = await open(user, '20', key);
  assert.deepEqual(repeated, opened[0], 'a repeated order is answered, not judged anew');
  const limits = await server.post<{ atRisk: string }>(`${USER}/getLimits`, {}, user);
  assert.equal(limits.data.atRisk, '40.08');
});

test('R13.7 of two limits set concurrently the lower one holds, in either order', async () => {
  const user = await server.register('limits-at-once');
  const set = (stake: string) => server.post(`${USER}/setLimits`, { stake }, user);
  assert.equal((await set('100')).code, 1);
  const replies = await Promise.all(['10', '100', '10', '100'].map(set));
  assert.ok(replies.every(({ code }) => code === 1));
  const { data } = await server.post<{ stake: { value: string } }>(`${USER}/getLimits`, {}, user);
  assert.equal(data.stake.value, '10');
});

test('R13.7 R12.3 a key whose answer has expired does not bypass the guard', async () => {
  const user = await server.register('old-key');
  const { database, running } = server.server;
  await database.kysely
    .insertInto('idempotency')
    .values({
      owner: Number(user.userId),
      key: 'client.yesterday',
      request_hash: 'any',
      seq: 1,
      time_ms: running.pipeline.nowMs() - DAY_MS - 1,
      error: null,
      id: 0,
      count: 0,
    })
    .execute();
  assert.equal((await server.post(`${USER}/exclude`, { days: 1 }, user)).code, 1);
  await server.market.tick();
  assert.equal((await open(user, '10', 'yesterday')).error, 'identity/self-excluded');
});

test('R13.7 a loss counts from the moment its position ends: at any time it is either at risk or lost', async () => {
  const user = await server.register('loss-seam');
  const { running } = server.server;
  await server.market.tick();
  assert.equal((await server.post(`${USER}/setLimits`, { dailyLoss: '50' }, user)).code, 1);
  assert.equal((await open(user, '20')).code, 1);
  const held = () =>
    running.pipeline.exchange.features['seconds-contract'].openPositions(Number(user.userId));
  const openCount = (): number => held().length;
  await server.market.tick();
  assert.ok(held().every(({ openTick }) => openTick > 0));
  const ticking = (async () => {
    while (openCount() > 0) await server.market.tick(5_900_000);
  })();
  const totals: number[] = [];
  let rounds = 0;
  while (openCount() > 0 || rounds < 3) {
    if (openCount() === 0) rounds++;
    const looks = Array.from({ length: 4 }, () =>
      server.post<{ lostToday: string; atRisk: string }>(`${USER}/getLimits`, {}, user),
    );
    for (const { data } of await Promise.all(looks))
      totals.push(Number(data.lostToday) + Number(data.atRisk));
  }
  await ticking;
  assert.ok(
    totals.every((total) => total >= 20.04),
    totals.join(' '),
  );
});

test('R13.7 time per day: minutes are counted once each, survive a restart, and end with the day (UTC)', async () => {
  const { database } = server.server;
  const user = await server.register('minutes');
  const userId = Number(user.userId);
  assert.equal((await server.post(`${USER}/setLimits`, { minutes: 2 }, user)).code, 1);
  const dayMs = Math.floor(Date.now() / DAY_MS) * DAY_MS;
  let nowMs = dayMs + 3_600_000;
  const now = () => nowMs;
  const guardWith = (usage: UsageMinutes) =>
    new PersonGuard({
      restrictionCache: new RestrictionCache({ database, kycStateOf: async () => 2, now }),
      usage,
      needsIdentity: () => false,
      exposureOf: async () => ({ lost: 0, atRisk: 0 }),
      stakeOf: () => null,
      isRepeated: async () => false,
      commandMs: now,
      now,
    });
  const usage = new UsageMinutes(database, now);
  const guard = guardWith(usage);
  const trade = (by = guard) => by.refusalOf(userId, 'trade').then((refusal) => refusal?.error ?? null);
  for (const [afterMs, error] of [
    [0, null],
    [20_000, null],
    [40_000, null],
    [60_000, 'identity/time-limit'],
  ] as const) {
    nowMs += afterMs;
    assert.equal(await trade(), error, new Date(nowMs).toISOString());
  }
  await usage.save();
  nowMs += 1_000;
  assert.equal(
    await trade(guardWith(new UsageMinutes(database, now))),
    'identity/time-limit',
    'after a restart',
  );
  nowMs = dayMs + DAY_MS;
  assert.equal(await trade(), null, 'a new day');
});

test("R13.7 a change during a read is in its answer; another user's change does not begin it anew", async () => {
  const { database } = server.server;
  const [changing, other] = [await server.register('changing'), await server.register('quiet')];
  const userId = Number(changing.userId);
  let reads = 0;
  let kycState = 0;
  const restrictionCache: RestrictionCache = new RestrictionCache({
    database,
    kycStateOf: async () => {
      const read = ++reads;
      await setImmediate();
      if (read === 2) {
        kycState = 2;
        restrictionCache.changed(userId);
        return 0;
      }
      restrictionCache.changed(Number(other.userId));
      return kycState;
    },
  });
  const [first, second] = await Promise.all([restrictionCache.of(userId), restrictionCache.of(userId)]);
  assert.deepEqual([first.kycState, second, reads], [0, first, 1], 'two ask at once for one read');
  restrictionCache.changed(userId);
  assert.deepEqual([(await restrictionCache.of(userId)).kycState, reads], [2, 3]);
  assert.deepEqual([(await restrictionCache.of(userId)).kycState, reads], [2, 3], 'and is kept');
});

test('R13.7 self-exclusion: no trading, orders can be cancelled, nobody can shorten it', async () => {
  const user = await server.register('excluded');
  const order = {
    baseCoin: 'BTC',
    quoteCoin: 'USDT',
    side: 'buy',
    type: 'limit',
    price: '59000',
    amount: '0.01',
  };
  const placed = await server.post<{ id: string }>('/bb/app/spot/placeOrder', order, user);
  const month = await server.post<{ excludedUntil: number }>(`${USER}/exclude`, { days: 30 }, user);
  const day = await server.post<{ excludedUntil: number }>(`${USER}/exclude`, { days: 1 }, user);
  assert.equal(day.data.excludedUntil, month.data.excludedUntil, 'the later end wins');
  const { data: permissions } = await server.post<{ operation: string; error: string | null }[]>(
    `${USER}/getPermissions`,
    {},
    user,
  );
  const errorOf = (operation: string) => permissions.find((each) => each.operation === operation)?.error;
  for (const operation of ['trade', 'speculate', 'exchange', 'invest', 'subscribe'])
    assert.equal(errorOf(operation), 'identity/self-excluded', operation);
  assert.equal(errorOf('withdraw'), null);
  const refused = await server.post('/bb/app/spot/placeOrder', order, user);
  const told = await server.post<{ list: { title: string }[] }>('/bb/app/index/getNoticePage', {}, user);
  assert.equal(told.data.list[0]?.title, 'You are on a break', 'whoever begins it');
  assert.match(refused.msg, /until \d{4}-\d\d-\d\d \d\d:\d\d UTC$/);
  assert.equal((await server.post('/bb/app/spot/cancelOrder', { id: placed.data.id }, user)).code, 1);
});
