/** Spot orders over real HTTP: two users trade with each other at a constant index price. */
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import type { CallNamed, DataOf } from '@glasshouse/protocol';
import type { FillRow, OrderRow } from '@glasshouse/protocol/spot';
import { startTestServer, type TestServer, type TestUser } from '../../testing/harness.ts';

let server: TestServer;
let buyer: TestUser;
let seller: TestUser;
before(async () => {
  server = await startTestServer();
  buyer = await server.register('buyer');
  seller = await server.register('seller');
});
after(() => server.close());

type Placed = DataOf<CallNamed<'spot/place-order'>>;
interface Page<T> {
  readonly list: readonly T[];
  readonly totalRow: number;
  readonly sum: number;
}

const LIMIT = {
  baseCoin: 'BTC',
  quoteCoin: 'USDT',
  side: 'buy',
  type: 'limit',
  price: '59000',
  amount: '0.01',
};
const place = (user: TestUser, changes: Record<string, unknown> = {}, key?: string) =>
  server.post<Placed>(
    '/bb/app/spot/placeOrder',
    { ...LIMIT, ...changes },
    { token: user.token, ...(key && { key }) },
  );
const orders = (user: TestUser, query: Record<string, unknown> = {}) =>
  server.post<Page<OrderRow>>('/bb/app/spot/getOrders', query, { token: user.token });
const cancel = (user: TestUser, id: string) =>
  server.post('/bb/app/spot/cancelOrder', { id }, { token: user.token });

test('R5.9 R11.4 each invalid order gets its refusal', async () => {
  const cases: readonly [Record<string, unknown>, string, string | undefined][] = [
    [{ amount: undefined }, 'spot/amount-missing', 'amount'],
    [{ amount: '' }, 'spot/amount-missing', 'amount'],
    [{ amount: '0' }, 'spot/amount-missing', 'amount'],
    [{ amount: '0.000001' }, 'spot/amount-missing', 'amount'],
    [{ amount: '0.012345' }, 'spot/amount-off-lot', 'amount'],
    [{ amount: '-1' }, 'request/invalid', 'amount'],
    [{ amount: '1e3' }, 'request/invalid', 'amount'],
    [{ amount: 'NaN' }, 'request/invalid', 'amount'],
    [{ amount: '9'.repeat(25) }, 'spot/above-maximum', 'amount'],
    [{ price: undefined }, 'spot/price-missing', 'price'],
    [{ price: '0.00' }, 'spot/price-missing', 'price'],
    [{ price: '59000.001' }, 'spot/price-off-tick', 'price'],
    [{ price: '1' }, 'spot/price-out-of-range', undefined],
    [{ amount: '0.00005' }, 'spot/below-minimum', undefined],
    [{ amount: '1' }, 'wallet/insufficient-balance', undefined],
    [{ baseCoin: 'LUNA' }, 'market/unknown-pair', 'baseCoin'],
    [{ baseCoin: 'USDT', quoteCoin: 'BTC' }, 'market/unknown-pair', 'baseCoin'],
    [{ side: 'hold' }, 'request/invalid', 'side'],
    [{ type: 'wish' }, 'request/invalid', 'type'],
  ];
  for (const [change, error, field] of cases) {
    const reply = await place(buyer, change);
    assert.equal(reply.http, 200);
    assert.equal(reply.error, error, JSON.stringify(change));
    if (field !== undefined) assert.equal(reply.field, field, JSON.stringify(change));
  }
  assert.equal((await orders(buyer)).data.totalRow, 0, 'a refused order leaves nothing');
});

test('R4.7 an order rests, is unfinished, is cancelled, and its money comes back', async () => {
  const placed = await place(buyer);
  assert.deepEqual([placed.code, placed.data.status, placed.data.filledAmount], [1, 0, '0']);
  assert.equal(await frozen(buyer, 'USDT'), '590');
  assert.equal((await orders(buyer, { status: 0 })).data.list[0]?.id, placed.data.id);
  assert.equal((await cancel(buyer, placed.data.id)).code, 1);
  assert.equal(await frozen(buyer, 'USDT'), '0');
  const row = (await orders(buyer, { status: 2 })).data.list[0];
  assert.deepEqual([row?.id, row?.status, row?.price, row?.amount], [placed.data.id, 2, '59000', '0.01']);
  assert.equal((await cancel(buyer, placed.data.id)).error, 'spot/unknown-order');
});

test('R12.3 a repeated key gets its first answer, whatever has happened to the order since', async () => {
  const first = await place(buyer, { price: '58000' }, 'same-answer');
  assert.deepEqual([first.data.status, first.data.filledAmount], [0, '0']);
  await cancel(buyer, first.data.id);
  assert.deepEqual(await place(buyer, { price: '58000' }, 'same-answer'), first);
  const amend = (key: string) =>
    server.post<Placed>(
      '/bb/app/spot/amendOrder',
      { id: second.data.id, price: '58500' },
      { token: buyer.token, key },
    );
  const second = await place(buyer, { price: '58000' });
  const amended = await amend('amended-once');
  await cancel(buyer, second.data.id);
  assert.deepEqual(await amend('amended-once'), amended);
});

test("R13.1 another user's order answers exactly as one that does not exist", async () => {
  const placed = await place(buyer);
  const foreign = await cancel(seller, placed.data.id);
  const missing = await cancel(seller, '999999999');
  const absurd = await cancel(seller, '9999999999999999');
  assert.deepEqual(foreign, missing);
  assert.equal(absurd.error, 'spot/unknown-order');
  await cancel(buyer, placed.data.id);
});

test('R11.4 two orders trade: amounts, average price, fees in the coin that each receives, deals of both', async () => {
  const sold = await place(seller, { side: 'sell', price: '60000', amount: '0.02' });
  assert.equal(sold.data.status, 0);
  const bought = await place(buyer, { price: '60001', amount: '0.01' });
  const { status, filledAmount, averagePrice, filledQuote, fee, feeCoin, endReason } = bought.data;
  const told = [status, filledAmount, averagePrice, filledQuote, fee, feeCoin, endReason];
  assert.deepEqual(told, [1, '0.01', '60000', '600', '0.00001', 'BTC', null]);
  const buy = (await orders(buyer, { status: 1 })).data.list[0];
  assert.deepEqual([buy?.filledQuote, buy?.feeCoin, buy?.fee], ['600', 'BTC', '0.00001']);
  const sell = (await orders(seller, { status: 0 })).data.list[0];
  assert.deepEqual([sell?.filledAmount, sell?.feeCoin, sell?.fee], ['0.01', 'USDT', '0.48']);
  const fills = async (user: TestUser) =>
    (await server.post<Page<FillRow>>('/bb/app/spot/getFills', {}, { token: user.token })).data;
  const [taker, maker] = [await fills(buyer), await fills(seller)];
  assert.deepEqual([taker.sum, taker.list[0]?.role, taker.list[0]?.direction], [1, 'taker', 'buy']);
  assert.deepEqual([maker.sum, maker.list[0]?.role, maker.list[0]?.direction], [1, 'maker', 'sell']);
  await cancel(seller, sold.data.id);
});

test('R11.4 spot I9 a market buy spends a quote amount; without a counterpart it is refused', async () => {
  const market = { type: 'market', price: undefined, amount: undefined };
  assert.equal((await place(buyer, { ...market, quoteAmount: '100' })).error, 'spot/no-liquidity');
  assert.equal((await place(buyer, market)).error, 'spot/amount-missing');
  await place(seller, { side: 'sell', price: '60000', amount: '0.02' });
  const bought = await place(buyer, { ...market, quoteAmount: '600' });
  assert.deepEqual([bought.data.status, bought.data.filledAmount], [1, '0.01']);
  const row = (await orders(buyer, { status: 1 })).data.list[0];
  assert.deepEqual([row?.type, row?.price, row?.quoteAmount], ['market', null, '600']);
});

test('R4.7 cancelAll takes one pair or all', async () => {
  await place(buyer, { price: '50000' });
  await place(buyer, { baseCoin: 'ETH', price: '2500' });
  const all = (body: Record<string, unknown>) =>
    server.post<{ cancelled: number }>('/bb/app/spot/cancelAll', body, { token: buyer.token });
  assert.equal((await all({ baseCoin: 'BTC' })).field, 'quoteCoin');
  assert.equal((await all({ baseCoin: 'ETH', quoteCoin: 'USDT' })).data.cancelled, 1);
  assert.equal((await all({})).data.cancelled, 1);
  assert.equal((await all({})).data.cancelled, 0);
});

test('R12.3 an idempotency key places one order, also after it was filled', async () => {
  const options = { price: '50000' };
  const replies = await Promise.all([place(buyer, options, 'order-1'), place(buyer, options, 'order-1')]);
  assert.deepEqual(replies[0], replies[1]);
  const third = await place(buyer, options, 'order-1');
  assert.equal(third.data.id, replies[0]?.data.id);
  assert.equal((await orders(buyer, { status: 0 })).data.totalRow, 1);
  assert.equal((await place(buyer, { price: '50001' }, 'order-1')).error, 'request/key-reused');
});

test('R3.7 R9.1 pages: newest first, ten a page, sum is the number in all', async () => {
  for (let i = 0; i < 12; i++)
    await place(seller, { side: 'sell', price: String(70_000 + i), amount: '0.0005' });
  const query = { status: 0, baseCoin: 'BTC', quoteCoin: 'USDT' };
  const [first, second] = [await orders(seller, query), await orders(seller, { ...query, pageNo: 2 })];
  assert.equal(first.data.list.length, 10);
  assert.equal(first.data.sum, first.data.list.length + second.data.list.length);
  assert.ok(Number(first.data.list[0]?.id) > Number(first.data.list[9]?.id));
  assert.equal((await orders(seller, { ...query, pageSize: 5000 })).field, 'pageSize');
});

test('R8.5 R11.4 stops, pairs and changes over HTTP: each form error names its field, each order shows what it waits for', async () => {
  const { type: _type, ...terms } = { ...LIMIT };
  const call = <T>(name: string, body: Record<string, unknown>) =>
    server.post<T>(`/bb/app/spot/${name}`, { ...terms, side: 'sell', ...body }, { token: seller.token });
  const stop = { type: 'stop-limit', price: '54000', triggerPrice: '55000' };
  assert.equal((await place(seller, { ...stop, side: 'sell', triggerPrice: '' })).field, 'triggerPrice');
  const trail = { side: 'sell', type: 'trailing-stop', price: '', trailPercent: '0.00001' };
  assert.equal((await place(seller, trail)).field, 'trailPercent');
  assert.equal((await call('placeOco', { price: '70000', triggerPrice: '1.234' })).field, 'triggerPrice');
  assert.equal(
    (await call('placeOco', { side: 'buy', price: '50000', triggerPrice: '65000', stopPrice: '0' })).field,
    'stopPrice',
  );
  const waiting = await place(seller, { ...stop, side: 'sell' });
  assert.equal(waiting.data.status, 0);
  const pair = await call<{ id: string; stopId: string }>('placeOco', {
    price: '70000',
    triggerPrice: '55000',
  });
  const rows = (await orders(seller, { status: 0, pageSize: 50 })).data.list;
  const row = (id: string) => rows.find((one) => one.id === id);
  const { type, triggerPrice, waiting: isWaiting } = row(waiting.data.id)!;
  assert.deepEqual([type, triggerPrice, isWaiting], ['stop-limit', '55000', true]);
  assert.deepEqual(
    [row(pair.data.id)?.ocoId, row(pair.data.stopId)?.ocoId],
    [pair.data.stopId, pair.data.id],
  );
  const amend = (id: string, body: Record<string, unknown>) =>
    server.post<Placed>('/bb/app/spot/amendOrder', { id, ...body }, { token: seller.token });
  const resting = await place(seller, { side: 'sell', price: '69000' });
  assert.equal((await amend(resting.data.id, { price: '68000', amount: '0.02' })).data.id, resting.data.id);
  const amended = (await orders(seller, { status: 0, pageSize: 50 })).data.list.find(
    ({ id }) => id === resting.data.id,
  );
  assert.deepEqual([amended?.price, amended?.amount], ['68000', '0.02']);
  assert.equal((await amend(waiting.data.id, { price: '1' })).error, 'spot/price-out-of-range');
  assert.equal((await amend(waiting.data.id, { triggerPrice: '54500' })).data.id, waiting.data.id);
  assert.equal((await amend(pair.data.id, { triggerPrice: '54000' })).data.id, pair.data.id);
  for (const [id, field] of [
    [waiting.data.id, 'takeProfitPrice'],
    [pair.data.id, 'quoteAmount'],
    [resting.data.id, 'triggerPrice'],
  ] as const) {
    const answer = await amend(id, { [field]: '55000' });
    assert.deepEqual([answer.error, answer.field], ['request/invalid', field]);
  }
  const later = (await orders(seller, { status: 0, pageSize: 50 })).data.list;
  const triggerOf = (id: string) => later.find((one) => one.id === id)?.triggerPrice;
  assert.deepEqual([triggerOf(waiting.data.id), triggerOf(pair.data.stopId)], ['54500', '54000']);
  const foreign = { id: resting.data.id, price: '68000' };
  const refused = await server.post('/bb/app/spot/amendOrder', foreign, { token: buyer.token });
  assert.equal(refused.error, 'spot/unknown-order');
});

test('R10.6 a trader sees what he pays, and the tiers of all', async () => {
  const reply = await server.post<{ makerRate: string; takerRate: string; tier: number; tiers: unknown[] }>(
    '/bb/app/spot/getFees',
    { baseCoin: 'BTC', quoteCoin: 'USDT' },
    { token: buyer.token },
  );
  assert.deepEqual([reply.data.makerRate, reply.data.takerRate, reply.data.tier], ['0.0008', '0.001', 0]);
  assert.equal(reply.data.tiers.length, 5);
});

test('R3.12 R10.3 the inviter of a trader gets a fifth of the fees, as readable postings', async () => {
  const { data } = await server.post<{ invitationCode: string }>(
    '/bb/app/user/info',
    {},
    { token: seller.token },
  );
  const friend = await server.register('friend', { inviteCode: data.invitationCode });
  await place(buyer, { side: 'sell', price: '60000', amount: '0.01' });
  await place(friend, { price: '60000', amount: '0.01' });
  const reply = await server.post<{ share: string; list: unknown[] }>(
    '/bb/app/wallet/getCommissions',
    {},
    { token: seller.token },
  );
  // The fee is a thousandth of 0.01 BTC.
  assert.deepEqual(reply.data, { share: '0.2', list: [{ currency: 'BTC', amount: '0.000002' }] });
});

async function frozen(user: TestUser, coin: string): Promise<string | undefined> {
  const reply = await server.post<{ list: { currency: string; frozenCurrency: string }[] }>(
    '/bb/app/wallet/getAssets',
    { account: 2 },
    { token: user.token },
  );
  return reply.data.list.find((row) => row.currency === coin)?.frozenCurrency;
}

test('R11.4 of two concurrent amendments of one order neither undoes the other', async () => {
  const { id } = (await place(buyer, { price: '51000', amount: '0.02' })).data;
  // Two spellings of one order's id.
  const changes = [
    { id, price: '51500' },
    { id: `0${id}`, amount: '0.01' },
  ];
  const replies = await Promise.all(
    changes.map((change) => server.post<Placed>('/bb/app/spot/amendOrder', change, { token: buyer.token })),
  );
  assert.deepEqual(
    replies.map(({ code }) => code),
    [1, 1],
  );
  const row = (await orders(buyer, { status: 0, pageSize: 50 })).data.list.find((one) => one.id === id);
  assert.deepEqual([row?.price, row?.amount], ['51500', '0.01']);
});

test('R8.5 R11.4 a stop names its kind; invalid combinations are refused by field', async () => {
  const stop = { side: 'sell', type: 'stop-market', price: undefined, amount: '0.01' };
  const wrong = async (body: Record<string, unknown>) => {
    const { error, field } = await place(seller, { ...stop, triggerPrice: '50000', ...body });
    return [error, field];
  };
  assert.deepEqual(await wrong({ timeInForce: 'FOK' }), ['request/invalid', 'timeInForce']);
  const trailing = { type: 'trailing-stop', triggerPrice: undefined, trailPercent: '5' };
  assert.deepEqual(await wrong({ ...trailing, timeInForce: 'FOK' }), ['request/invalid', 'timeInForce']);
  assert.deepEqual(await wrong({ ...trailing, stopKind: 'take-profit' }), ['request/invalid', 'stopKind']);
  assert.deepEqual(await wrong({ stopKind: 'stop' }), ['request/invalid', 'stopKind']);
  assert.equal((await wrong({ triggerPrice: '70000' }))[0], 'spot/would-trigger');
  assert.equal((await wrong({ stopKind: 'take-profit' }))[0], 'spot/would-trigger');
  for (const [triggerPrice, stopKind, kind] of [
    ['50000', undefined, 'stop-loss'],
    ['70000', 'take-profit', 'take-profit'],
  ]) {
    const { data } = await place(seller, { ...stop, triggerPrice, stopKind });
    const row = (await orders(seller, { status: 0 })).data.list.find(({ id }) => id === data.id);
    assert.deepEqual([row?.stopKind, row?.waiting], [kind, true]);
    await server.post('/bb/app/spot/cancelOrder', { id: data.id }, { token: seller.token });
  }
});

test('R11.4 R13.1 an order is read, changed and cancelled by the id that its user gave it', async () => {
  const call = <T>(
    name: string,
    body: Record<string, unknown>,
    caller: { token: string; key?: string } = buyer,
  ) => server.post<T>(`/bb/app/spot/${name}`, body, caller);
  const keyed = { token: buyer.token, key: 'cancel-mine' };
  const mine = { clientOrderId: 'mine-1' };
  const placed = await place(buyer, { ...mine, price: '51000' });
  const read = await call<OrderRow>('getOrder', mine);
  assert.deepEqual([read.data.id, read.data.price, read.data.status], [placed.data.id, '51000', 0]);
  assert.deepEqual(await call('getOrder', { id: placed.data.id }), read);
  const taken = await place(buyer, { ...mine, price: '52000' });
  assert.deepEqual([taken.error, taken.field], ['spot/client-order-id-taken', 'clientOrderId']);
  assert.match(taken.msg, /mine-1/);
  const amended = await call<Placed>('amendOrder', { ...mine, price: '51500' });
  assert.equal(amended.data.id, placed.data.id);
  for (const name of ['getOrder', 'amendOrder', 'cancelOrder']) {
    const foreign = await call(name, mine, seller);
    assert.deepEqual([foreign.error, foreign.field], ['spot/unknown-order', 'clientOrderId'], name);
    assert.deepEqual(await call(name, mine, seller), await call(name, { clientOrderId: 'none' }, seller));
    assert.equal((await call(name, {})).field, 'id', name);
    assert.equal((await call(name, { ...mine, id: placed.data.id })).field, 'clientOrderId', name);
    assert.equal((await call(name, { id: '9999999999999999' })).error, 'spot/unknown-order', name);
  }
  assert.equal((await call('cancelOrder', mine, keyed)).code, 1);
  assert.equal((await call('cancelOrder', mine, keyed)).code, 1, 'the repeated key');
  assert.equal((await call('cancelOrder', mine)).error, 'spot/unknown-order');
  const next = await place(buyer, { ...mine, price: '50500' });
  assert.equal((await call<OrderRow>('getOrder', mine)).data.id, next.data.id, 'the open one');
  assert.equal((await call('cancelOrder', mine)).code, 1);
  assert.equal((await call<OrderRow>('getOrder', mine)).data.id, next.data.id, 'else the newest');
});

test('R11.4 two amendments of a pair by its two legs at once both hold', async () => {
  for (let i = 0; i < 10; i++) {
    const { data } = await server.post<{ id: string; stopId: string }>(
      '/bb/app/spot/placeOco',
      {
        baseCoin: 'BTC',
        quoteCoin: 'USDT',
        side: 'sell',
        price: '70000',
        amount: '0.001',
        triggerPrice: '55000',
      },
      { token: seller.token },
    );
    const amend = (id: string, body: object) =>
      server.post('/bb/app/spot/amendOrder', { id, ...body }, { token: seller.token });
    await Promise.all([amend(data.id, { price: '71000' }), amend(data.stopId, { triggerPrice: '54000' })]);
    const rows = (await orders(seller, { status: 0, pageSize: 50 })).data.list;
    const [leg, stop] = [data.id, data.stopId].map((id) => rows.find((row) => row.id === id));
    assert.deepEqual([leg?.price, stop?.triggerPrice], ['71000', '54000']);
    await cancel(seller, data.id);
    const late = await server.post(
      '/bb/app/spot/amendOrder',
      { id: data.stopId, triggerPrice: '53000' },
      { token: seller.token },
    );
    assert.equal(late.error, 'spot/unknown-order');
  }
});

test('R11.4 R5.9 a market order whose best counterpart is its own order says so', async () => {
  const own = await place(buyer, { price: '59990' });
  const sold = await place(buyer, { side: 'sell', type: 'market', price: undefined, amount: '0.001' });
  assert.equal(sold.error, 'spot/own-order');
  await cancel(buyer, own.data.id);
});

test('R11.4 a stop at market buys an amount, alone and in a pair', async () => {
  const stop = { type: 'stop-market', price: undefined, triggerPrice: '61000', amount: '0.001' };
  const { data } = await place(buyer, stop);
  const row = await server.post<OrderRow>('/bb/app/spot/getOrder', { id: data.id }, { token: buyer.token });
  const { type, amount, quoteAmount, waiting } = row.data;
  assert.deepEqual([type, amount, quoteAmount, waiting], ['stop-market', '0.001', null, true]);
  await cancel(buyer, data.id);
  const pair = await server.post<{ id: string; stopId: string }>(
    '/bb/app/spot/placeOco',
    { ...LIMIT, type: undefined, price: '55000', amount: '0.001', triggerPrice: '61000' },
    { token: buyer.token },
  );
  assert.equal(pair.code, 1, pair.msg);
  await cancel(buyer, pair.data.id);
});
