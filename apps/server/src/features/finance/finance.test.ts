/**
 * Goal: a finance order is bought with its terms, consent and fund password, shown to its owner
 * alone, and counted by state. Method: the calls over HTTP on a real server; the audit at the end.
 */
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import type {
  FixedTermOfferRow,
  FixedTermOrderRow,
  FixedTermReserveRow,
} from '@glasshouse/protocol/fixed-term-shapes';
import { startTestServer, type TestServer, type TestUser } from '../../testing/harness.ts';
import { feature } from './feature.ts';

let server: TestServer;
let user: TestUser;
before(async () => {
  server = await startTestServer();
  user = await server.register('finance');
});
after(() => server.close());

interface Page {
  readonly list: readonly FixedTermOrderRow[];
  readonly sum: number;
  readonly counts: readonly number[];
  readonly nextCursor: string | null;
}
const BUY = { offer: 2, amount: '1000', dailyRate: '0.00026', days: 30, agree: true };
const buy = (body: object, who: TestUser = user) =>
  server.post<{ id: string }>('/bb/app/finance/buy', body, { token: who.token });
const ordersOf = async (who: TestUser, query: object = {}): Promise<Page> =>
  (await server.post<Page>('/bb/app/finance/getOrders', query, { token: who.token })).data;
const offers = async () =>
  (
    await server.post<{ list: FixedTermOfferRow[]; reserves: FixedTermReserveRow[] }>(
      '/bb/app/finance/getOffers',
    )
  ).data;

test('finance I10 every product shows its terms, its quota and the reserve to everybody', async () => {
  const { list, reserves } = await offers();
  assert.deepEqual(
    list.map(({ currency, dailyRate, days, minAmount }) => [currency, dailyRate, days, minAmount]),
    [
      ['USDT', '0.00018', 7, '100'],
      ['USDT', '0.00026', 30, '500'],
      ['BTC', '0.00008', 60, '0.01'],
      ['USDT', '0.00034', 90, '1000'],
    ],
  );
  const [, harvest] = list;
  assert.deepEqual(
    [harvest?.quota, harvest?.left, harvest?.sold, harvest?.reserved, harvest?.isOnSale],
    ['800000', '800000', '0', '0', true],
  );
  assert.deepEqual([harvest?.texts.en.name, harvest?.texts.zh.name], ['Harvest 30', '丰收 30 天']);
  assert.deepEqual(reserves, [
    { currency: 'USDT', owed: '0', setAside: '0', free: '60000' },
    { currency: 'BTC', owed: '0', setAside: '0', free: '1' },
  ]);
});

test('finance I4 a purchase that cannot be is refused by its field, and leaves nothing', async () => {
  for (const [change, error, field] of [
    [{ agree: undefined }, 'finance/agreement-missing', 'agree'],
    [{ agree: false }, 'finance/agreement-missing', 'agree'],
    [{ offer: 77 }, 'finance/unknown-offer', 'offer'],
    [{ amount: undefined }, 'finance/amount-missing', 'amount'],
    [{ amount: '0.000001' }, 'finance/amount-missing', 'amount'],
    [{ amount: '499.999999' }, 'finance/below-minimum', 'amount'],
    [{ amount: '100000.1' }, 'finance/owner-limit', 'amount'],
    [{ amount: '800001' }, 'finance/quota-exceeded', 'amount'],
    [{ amount: '99999' }, 'wallet/insufficient-balance', 'amount'],
    [{ dailyRate: '0.00027' }, 'finance/terms-changed', 'dailyRate'],
    [{ days: 31 }, 'finance/terms-changed', 'dailyRate'],
    [{ amount: '1000.0000001' }, 'request/invalid', 'amount'],
  ] as const) {
    const refused = await buy({ ...BUY, ...change });
    assert.deepEqual([refused.error, refused.field], [error, field], JSON.stringify(change));
  }
  assert.deepEqual(await ordersOf(user), {
    list: [],
    totalRow: 0,
    sum: 0,
    counts: [0, 0],
    nextCursor: null,
  });
});

test('finance I1 I2 an order shows its terms, and its interest is set aside for everybody to see', async () => {
  const bought = await buy(BUY);
  assert.deepEqual([bought.code, bought.data], [1, { id: '1' }]);
  const other = await server.register('other-finance');
  assert.equal((await ordersOf(other)).sum, 0);
  assert.deepEqual((await ordersOf(other, { id: '1' })).list, []);
  const { list, counts } = await ordersOf(user);
  const [order] = list;
  assert.ok(order);
  assert.equal(order.dueTime - order.time, 30 * 86_400_000);
  const { time: _time, dueTime: _dueTime, ...terms } = order;
  assert.deepEqual(terms, {
    id: '1',
    offer: 2,
    place: 1,
    currency: 'USDT',
    amount: '1000',
    dailyRate: '0.00026',
    days: 30,
    remainingDays: 30,
    currentProfit: '0',
    interest: '7.8',
    endTime: null,
    status: 0,
  });
  assert.deepEqual(counts, [1, 0]);
  const shown = await offers();
  assert.deepEqual([shown.list[1]?.left, shown.list[1]?.reserved], ['799000', '7.8']);
  assert.deepEqual(shown.reserves[0], { currency: 'USDT', owed: '7.8', setAside: '7.8', free: '59992.2' });
});

test('finance I4 a repeated request buys once, and lists page by their cursor', async () => {
  const headers = { 'idempotency-key': 'finance-once' };
  const body = { ...BUY, offer: 1, amount: '100', dailyRate: undefined, days: undefined };
  const send = () => server.post<{ id: string }>('/bb/app/finance/buy', body, { token: user.token, headers });
  const replies = await Promise.all([send(), send(), send()]);
  assert.deepEqual(new Set(replies.map(({ data }) => data.id)), new Set(['2']));
  assert.equal(
    (await buy({ ...BUY, offer: 3, amount: '0.02', dailyRate: '0.00008', days: 60 })).data.id,
    '3',
  );
  const first = await ordersOf(user, { pageSize: 2 });
  assert.deepEqual([first.list.map(({ id }) => id), first.sum], [['3', '2'], 3]);
  const next = await ordersOf(user, { pageSize: 2, cursor: first.nextCursor });
  assert.deepEqual([next.list.map(({ id }) => id), next.nextCursor], [['1'], null]);
  assert.deepEqual((await ordersOf(user, { status: 1 })).list, []);
  assert.equal((await ordersOf(user, { status: 0 })).sum, 3);
});

test('finance I3 the end of the term pays, counts and shows it, and the file says it', async () => {
  const { running } = server.server;
  const { exchange } = running;
  const { dueTime } = (await ordersOf(user, { id: '2' })).list[0]!;
  const tick = { tick: exchange.lastTick.tick + 1, tickMs: Math.ceil(dueTime / 1000) * 1000, prices: [] };
  await running.pipeline.submit({ type: 'tick', ...tick }, { owner: 1 });
  await running.pipeline.submit({ type: 'process-due', limit: 10 }, { owner: 1 });
  const { list, counts } = await ordersOf(user, { status: 1 });
  assert.deepEqual(
    list.map(({ id, currentProfit, remainingDays, endTime }) => [id, currentProfit, remainingDays, endTime]),
    [['2', '0.126', 0, tick.tickMs]],
  );
  assert.deepEqual(counts, [2, 1]);
  const csv = await fetch(`${server.server.url}/bb/app/finance/exportOrders`, {
    method: 'POST',
    headers: { 'x-access-token': user.token, 'content-type': 'application/json' },
    body: JSON.stringify({ status: 1 }),
  });
  const [head, line] = (await csv.text()).trim().split('\r\n');
  assert.equal(head, 'bought,id,offer,number,coin,amount,daily_rate,days,interest,profit,due,ended,status');
  assert.match(line ?? '', /,2,1,1,USDT,100,0.00018,7,0.126,0.126,.*,completed$/);
});

test('finance I11 the audit finds nothing in the tables of finance', async () => {
  const { database, running } = server.server;
  const findings = await running.pipeline.paused(() =>
    database.session((session) => feature.product.crossChecks(session, running.exchange)),
  );
  assert.equal(findings.length, 4);
  assert.deepEqual(
    findings.filter(({ ok }) => !ok),
    [],
  );
});
