/**
 * Goal: whoever places, previews or changes an order meets each refusal that its call declares, and
 * a preview gives the refusal of the order. Method: tables of requests over HTTP, on pairs brought
 * into the state that each refusal is about.
 */
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { CALLS, type Call } from '@glasshouse/protocol';
import { BUY, MARKET_STATUS, SELF_TRADE, TIME_IN_FORCE, type Command } from '@glasshouse/core';
import { startTestServer, type TestServer, type TestUser } from '../../testing/harness.ts';

let server: TestServer;
let user: TestUser;
let other: TestUser;
/** Whose money is held. */
let held: TestUser;
let heldOrder: string;
const met = new Map<string, Set<string>>();

/** Markets by their numbers in the catalogue of pairs; those without a price have none in ticks. */
const [ETH, XRP] = [1, 4];
const PLATFORM = { owner: 1 };
/** Open orders of a user on a pair. */
const OPEN_MAX = 200;
const DAY_MS = 86_400_000;

before(async () => {
  server = await startTestServer();
  user = await server.register('refused');
  other = await server.register('counterpart');
  held = await server.register('held');
  heldOrder = await opened(ORDER, held);
  const untilMs = Date.now() + DAY_MS;
  const everything = { asset: -1, amount: 0, reason: 'security' } as const;
  await submit({ type: 'place-hold', owner: Number(held.userId), ...everything, untilMs });
});
after(() => server.close());

async function submit(command: Command): Promise<void> {
  const { error } = await server.server.running.pipeline.submit(command, PLATFORM);
  assert.equal(error, null, command.type);
}

type Changes = Readonly<Record<string, unknown>>;
type Row = readonly [changes: Changes, error: string];

async function send(call: string, input: Changes, as = user) {
  const reply = await server.post<{ id: string }>(`/bb/app/spot/${call}`, input, as);
  const { error } = reply;
  if (error !== undefined) met.set(call, (met.get(call) ?? new Set()).add(error));
  return reply;
}

async function meets(call: string, input: Changes, rows: readonly Row[]): Promise<void> {
  for (const [changes, error] of rows)
    assert.equal((await send(call, { ...input, ...changes })).error, error, JSON.stringify(changes));
}

async function opened(input: Changes, as = user): Promise<string> {
  const reply = await send('placeOrder', input, as);
  assert.equal(reply.code, 1, `${reply.msg} ${JSON.stringify(input)}`);
  return reply.data.id;
}

const BTC = { baseCoin: 'BTC', quoteCoin: 'USDT' };
const ORDER = { ...BTC, side: 'buy', type: 'limit', price: '59000', amount: '0.01' };
const NOTHING = { price: undefined, amount: undefined };
const OCO = { ...BTC, side: 'sell', amount: '0.01', price: '62000', triggerPrice: '58000' };
const STOP = { type: 'stop-limit', side: 'sell', triggerPrice: '58000', price: '57900' };
const TRAILING = { ...NOTHING, type: 'trailing-stop', side: 'sell', amount: '0.01', trailPercent: '60' };
const NO_PRICE = { baseCoin: 'EOS', price: undefined, amount: '10', triggerPrice: '1' };
const OF_AMOUNT: readonly Row[] = [
  [{ amount: '0' }, 'spot/amount-missing'],
  [{ amount: '0.012345' }, 'spot/amount-off-lot'],
  [{ amount: '9'.repeat(25) }, 'spot/above-maximum'],
  [{ amount: '0.00005' }, 'spot/below-minimum'],
];
const OF_PRICE: readonly Row[] = [
  [{ price: '0' }, 'spot/price-missing'],
  [{ price: '59000.001' }, 'spot/price-off-tick'],
];

/**
 * On a halted pair, without and with a time of its opening, and on one whose places for open orders
 * are taken.
 */
async function meetsOnClosedPairs(call: string, input: Changes, rows: readonly Row[]): Promise<void> {
  await submit({ type: 'set-market-status', market: ETH, status: MARKET_STATUS.halted, cancels: 1 });
  const owner = Number(user.userId);
  const order: Command = {
    type: 'place-order',
    owner,
    market: XRP,
    side: BUY,
    price: 40,
    lots: 130,
    quoteAmount: 0,
    timeInForce: TIME_IN_FORCE.GTC,
    selfTrade: SELF_TRADE.cancelNewest,
    clientOrderId: null,
  };
  const { pipeline } = server.server.running;
  await Promise.all(Array.from({ length: OPEN_MAX }, () => pipeline.submit(order, PLATFORM)));
  await meets(call, input, rows);
  await submit({ type: 'open-market', market: ETH, opensMs: pipeline.nowMs() + DAY_MS });
  const halted = rows.filter(([, error]) => error === 'market/halted');
  await meets(
    call,
    input,
    halted.map(([changes]) => [changes, 'market/not-open']),
  );
  await submit({ type: 'cancel-all', owner, market: XRP });
  await submit({ type: 'set-market-status', market: ETH, status: MARKET_STATUS.trading, cancels: 1 });
}
const CLOSED: readonly Row[] = [
  [{ baseCoin: 'ETH', price: '2900' }, 'market/halted'],
  [{ baseCoin: 'XRP', price: '0.4', amount: '100' }, 'spot/too-many-orders'],
];

for (const call of ['placeOrder', 'previewOrder'])
  test(`R7.6 R11.4 ${call} meets each of its refusals`, async () => {
    const rested = await opened({ ...ORDER, side: 'sell', price: '60500', clientOrderId: 'taken' });
    await meets(call, ORDER, [
      [{ baseCoin: 'LUNA' }, 'market/unknown-pair'],
      ...OF_AMOUNT,
      ...OF_PRICE,
      [{ price: '1' }, 'spot/price-out-of-range'],
      [{ amount: '5' }, 'wallet/insufficient-balance'],
      [{ clientOrderId: 'taken' }, 'spot/client-order-id-taken'],
      [{ expireTime: 1 }, 'spot/expiry-out-of-range'],
      [{ stopLossPrice: '60000' }, 'spot/exit-out-of-range'],
      [{ visibleAmount: '0.01' }, 'spot/visible-out-of-range'],
      [{ ...STOP, triggerPrice: undefined }, 'spot/trigger-missing'],
      [{ ...STOP, triggerPrice: '61000' }, 'spot/would-trigger'],
      [TRAILING, 'spot/trail-out-of-range'],
      [{ ...NO_PRICE, side: 'sell', type: 'stop-market' }, 'market/no-price'],
      [{ baseCoin: 'LTC', ...NOTHING, type: 'market', quoteAmount: '100' }, 'spot/no-liquidity'],
      [{ ...NOTHING, type: 'market', quoteAmount: '100' }, 'spot/own-order'],
    ]);
    await send('cancelOrder', { id: rested });
    const offer = await opened({ ...ORDER, side: 'sell', price: '60000' }, other);
    await meets(call, ORDER, [
      [{ price: '60001', timeInForce: 'POST_ONLY' }, 'spot/would-take'],
      [{ price: '60001', timeInForce: 'FOK', amount: '0.02' }, 'spot/would-not-fill'],
    ]);
    await send('cancelOrder', { id: offer }, other);
    assert.equal((await send(call, { ...ORDER, price: '62000' }, held)).error, 'spot/held-price');
    await meetsOnClosedPairs(call, ORDER, CLOSED);
    assertAllMet(call);
  });

test('R7.6 R11.4 placeOco meets each of its refusals', async () => {
  const rested = await opened({ ...ORDER, clientOrderId: 'taken-by-oco' });
  const bid = await opened({ ...ORDER, price: '61000', amount: '0.01' }, other);
  await meets('placeOco', OCO, [
    [{ baseCoin: 'LUNA' }, 'market/unknown-pair'],
    ...OF_AMOUNT,
    ...OF_PRICE,
    [{ price: '1000000' }, 'spot/price-out-of-range'],
    [{ amount: '5' }, 'wallet/insufficient-balance'],
    [{ clientOrderId: 'taken-by-oco' }, 'spot/client-order-id-taken'],
    [{ triggerPrice: '' }, 'spot/trigger-missing'],
    [{ triggerPrice: '61000' }, 'spot/would-trigger'],
    [{ price: '60500' }, 'spot/would-take'],
    [{ ...NO_PRICE, price: '2' }, 'market/no-price'],
  ]);
  await meetsOnClosedPairs('placeOco', OCO, [
    [{ baseCoin: 'ETH', price: '3100', triggerPrice: '2900' }, 'market/halted'],
    [{ baseCoin: 'XRP', price: '0.6', triggerPrice: '0.4', amount: '100' }, 'spot/too-many-orders'],
  ]);
  await send('cancelOrder', { id: rested });
  await send('cancelOrder', { id: bid }, other);
  assertAllMet('placeOco');
});

test('R7.6 R11.4 amendOrder meets each of its refusals', async () => {
  const id = await opened(ORDER);
  await meets('amendOrder', { id }, [
    ...OF_AMOUNT,
    ...OF_PRICE,
    [{ price: '1' }, 'spot/price-out-of-range'],
    [{ amount: '5' }, 'wallet/insufficient-balance'],
    [{ id: '999999999' }, 'spot/unknown-order'],
  ]);
  assert.equal((await send('amendOrder', { id: heldOrder, price: '62000' }, held)).error, 'spot/held-price');
  const offer = await opened({ ...ORDER, side: 'sell', price: '60000' }, other);
  const careful = await opened({ ...ORDER, timeInForce: 'POST_ONLY' });
  await meets('amendOrder', { id: careful, price: '60001' }, [[{}, 'spot/would-take']]);
  await send('cancelOrder', { id: offer }, other);

  const waiting = await opened({ ...ORDER, ...STOP });
  await meets('amendOrder', { id: waiting }, [
    [{ triggerPrice: '0' }, 'spot/trigger-missing'],
    [{ triggerPrice: '61000' }, 'spot/would-trigger'],
  ]);
  const trailing = await opened({ ...ORDER, ...TRAILING, trailPercent: '5' });
  await meets('amendOrder', { id: trailing, trailPercent: '60' }, [[{}, 'spot/trail-out-of-range']]);
  const iceberg = await opened({ ...ORDER, amount: '0.05', visibleAmount: '0.0005' });
  await meets('amendOrder', { id: iceberg, amount: '0.06' }, [[{}, 'spot/visible-out-of-range']]);
  const halted = await opened({ ...ORDER, baseCoin: 'ETH', price: '2900', amount: '0.1' });
  await meetsOnClosedPairs('amendOrder', { id: halted, price: '2950' }, [[{}, 'market/halted']]);
  // It rests once it has fired.
  const fires = await opened({ ...ORDER, ...STOP, price: '62000' });
  beforeNext('amend-conditional', () => server.market.tick(5_700_000));
  await meets('amendOrder', { id: fires, triggerPrice: '57500' }, [[{}, 'spot/cannot-amend']]);
  await server.market.tick();
  for (const each of [id, careful, waiting, iceberg, halted, fires]) await send('cancelOrder', { id: each });
  assertAllMet('amendOrder');
});

/** Does something between the look-up of an order and the command that follows from it. */
function beforeNext(type: Command['type'], work: () => Promise<void>): void {
  const { pipeline } = server.server.running;
  const submit = pipeline.submit.bind(pipeline);
  pipeline.submit = async (command, options) => {
    if (command.type !== type) return submit(command, options);
    pipeline.submit = submit;
    await work();
    return submit(command, options);
  };
}

/** Those that a call declares beyond what its access and its operation bring. */
function assertAllMet(call: string): void {
  const { refusals = [] } = (CALLS as readonly Call[]).find(({ path }) => path === `/spot/${call}`) ?? {};
  const seen = met.get(call) ?? new Set();
  assert.deepEqual(
    refusals.filter((name) => !seen.has(name)),
    [],
  );
}

test('R11.4 a preview refuses an expiry that is past by now, though no command has come since', async () => {
  const { pipeline } = server.server.running;
  while (pipeline.nowMs() <= pipeline.exchange.timeMs);
  const expireTime = pipeline.nowMs();
  for (const call of ['previewOrder', 'placeOrder'])
    await meets(call, ORDER, [[{ expireTime }, 'spot/expiry-out-of-range']]);
});
