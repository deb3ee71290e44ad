/**
 * Goal: what is published of orders is so. Method: orders at the boundary of every rule of every
 * pair, computed from what a program reads, and one step beyond; every error of placing an order is
 * provoked, or is listed with the test that does.
 */
import assert from 'node:assert/strict';

import { after, before, test } from 'node:test';
import { WALLET, type Market } from '@glasshouse/core';
import { formatFixed } from '@glasshouse/money';
import { ENDPOINTS, type SymbolFilter, type SymbolInfo } from '@glasshouse/protocol/programs';
import { Catalogue } from '../../../contract/catalogue.ts';
import { PLATFORM_OWNER } from '../../../contract/seeds.ts';
import { refusalsOfEndpoint } from '../../../http/published-errors.ts';
import { boundaries } from '../../../testing/boundaries.ts';
import { MASTER_KEY } from '../../../testing/fund-password.ts';
import { startTestServer, type TestServer } from '../../../testing/harness.ts';
import {
  programOf,
  type Parameters as ProgramParameters,
  type Program,
  type ProgramError,
} from '../../../testing/program.ts';

const DAY_MS = 86_400_000;
const LIMIT = { type: 'LIMIT', timeInForce: 'GTC' };
const SIDES = ['BUY', 'SELL'] as const;
/** Units of each asset: above the largest order of any pair. */
const PLENTY = 9e14;

let server: TestServer;
let program: Program;
/** Of another user, so that orders can trade. */
let other: Program;
let poor: Program;
/** Whose money is held. */
let held: Program;
let symbols: readonly SymbolInfo[];
/** The price around which the rules of a pair lie. */
const references = new Map<string, string>();
/** The pair in which nobody has traded. */
let quiet = '';

before(async () => {
  server = await startTestServer({ env: { MASTER_KEY, RATE_LIMIT_FACTOR: '1000' } });
  const { exchange } = server.server.running;
  await tick(exchange.markets.map((market) => market.indexPrice || unevenPrice(market)));
  const users = await Promise.all(['rich', 'other', 'poor', 'held'].map((name) => server.register(name)));
  [program, other, poor, held] = (await Promise.all(
    users.map((user) => programOf(server, user)),
  )) as unknown as [Program, Program, Program, Program];
  const [rich, second, , fourth] = users.map(({ userId }) => Number(userId));
  for (const owner of [rich!, second!])
    for (const { asset } of exchange.assets)
      await submit({
        type: 'issue',
        owner,
        wallet: WALLET.exchange,
        asset,
        amount: PLENTY,
        reason: 'house-capital',
      });
  const untilMs = server.server.running.pipeline.nowMs() + DAY_MS;
  await submit({ type: 'place-hold', owner: fourth!, asset: -1, amount: 0, reason: 'security', untilMs });
  const { body } = await program.send<{ symbols: SymbolInfo[] }>('GET /api/v3/exchangeInfo', '');
  symbols = body.symbols.filter(({ status }) => status === 'TRADING');
  assert.ok(symbols.length >= 9);
  quiet = symbols.at(-1)!.symbol;
  for (const { symbol, filters } of symbols) {
    const { market } = new Catalogue(exchange).marketOfSymbol(symbol)!;
    const reference = formatFixed(market.referencePrice(), market.definition.priceDecimals);
    references.set(symbol, reference);
    if (symbol === quiet) continue;
    const order = { ...LIMIT, symbol, ...boundaries(filters, reference)[0]!.accepted };
    await other.ask('POST /api/v3/order', { ...order, side: 'SELL' });
    const traded = await program.ask<{ status: string }>('POST /api/v3/order', { ...order, side: 'BUY' });
    assert.equal(traded.body.status, 'FILLED', symbol);
  }
});
after(() => server.close());

type Command = Parameters<TestServer['server']['running']['pipeline']['submit']>[0];

async function submit(command: Command): Promise<void> {
  const { pipeline } = server.server.running;
  const { error } = await pipeline.submit(command, { owner: PLATFORM_OWNER });
  assert.equal(error, null, command.type);
}

/** A tick with these index prices by market. */
async function tick(prices: readonly number[]): Promise<void> {
  const { exchange, pipeline } = server.server.running;
  const { tick: last, tickMs } = exchange.lastTick;
  const nextMs = Math.max(tickMs, Math.floor(pipeline.nowMs() / 1000) * 1000) + 1000;
  await submit({ type: 'tick', tick: last + 1, tickMs: nextMs, prices: [...prices] });
}

/** Low enough that the least order has several lots. */
function unevenPrice(market: Market): number {
  let price = 1_234_567;
  while (50 * market.quoteCeil(Math.ceil(price / market.indexPerTick), 1) > market.definition.minNotional)
    price = Math.floor(price / 2);
  return price;
}

/** The refusal of an order, which the test of the same order is refused with too. */
async function refusalOf(order: ProgramParameters, by = program): Promise<ProgramError> {
  const tried = await by.ask('POST /api/v3/order/test', order);
  const { status, body } = await by.ask('POST /api/v3/order', order);
  assert.notEqual(status, 200, JSON.stringify(order));
  assert.deepEqual(tried.body, body, JSON.stringify(order));
  return body;
}

/** Binance's code and words. */
async function wordsOf(order: ProgramParameters): Promise<string> {
  const { code, msg } = await refusalOf(order);
  return `${code} ${msg}`;
}

/** Places an order that the published rules allow; the test of the same order allows it too. */
async function accepted(order: ProgramParameters): Promise<number> {
  const tried = await program.ask('POST /api/v3/order/test', order);
  const { status, body } = await program.ask<{ orderId: number }>('POST /api/v3/order', order);
  assert.deepEqual([tried.status, status], [200, 200], JSON.stringify([order, body, tried.body]));
  return body.orderId;
}

/** The same, and cancels it. */
async function passes(order: ProgramParameters): Promise<void> {
  const orderId = await accepted(order);
  await program.ask('DELETE /api/v3/order', { symbol: order['symbol'], orderId });
}

const found = (filters: readonly SymbolFilter[], type: SymbolFilter['filterType']) =>
  filters.find(({ filterType }) => filterType === type) as never;

test('D0052 R7.8 the last order that the filters of a pair allow is taken, and the next is refused by their names', async () => {
  const names = new Set<string>();
  for (const { symbol, filters } of symbols)
    for (const { filter, ...orders } of boundaries(filters, references.get(symbol)!))
      for (const side of SIDES) {
        const of = { ...LIMIT, symbol, side };
        await passes({ ...of, ...orders.accepted });
        const told = await wordsOf({ ...of, ...orders.refused });
        assert.equal(told, `-1013 Filter failure: ${filter}`, JSON.stringify([symbol, orders.refused]));
        names.add(filter);
      }
  assert.equal(names.size, 5);
});

test('D0052 R7.8 a trailing stop follows at each distance that its filter allows, and at no other', async () => {
  for (const { symbol, filters } of symbols.filter((one) => one.symbol !== quiet)) {
    const delta = found(filters, 'TRAILING_DELTA') as Extract<SymbolFilter, { filterType: 'TRAILING_DELTA' }>;
    const usual = boundaries(filters, references.get(symbol)!)[0]!.accepted;
    const value = { quoteOrderQty: (found(filters, 'NOTIONAL') as { maxNotional: string }).maxNotional };
    for (const side of SIDES) {
      const size = side === 'BUY' ? value : { quantity: usual.quantity };
      const of = { symbol, side, type: 'STOP_LOSS', ...size };
      const isAbove = side === 'BUY';
      const [least, most] = isAbove
        ? [delta.minTrailingAboveDelta, delta.maxTrailingAboveDelta]
        : [delta.minTrailingBelowDelta, delta.maxTrailingBelowDelta];
      for (const trailingDelta of [least, most]) await passes({ ...of, trailingDelta });
      for (const trailingDelta of [least - 1, most + 1])
        assert.equal(await wordsOf({ ...of, trailingDelta }), '-1013 Filter failure: TRAILING_DELTA');
    }
  }
});

/**
 * Binance's parameters of each type: those that an order needs, and one of those that size it. The
 * prices are beyond the market, so that nothing trades.
 */
const FORMS: Readonly<Record<string, readonly [needs: readonly string[], sizes: readonly string[]]>> = {
  LIMIT: [['timeInForce', 'price'], ['quantity']],
  LIMIT_MAKER: [['price'], ['quantity']],
  MARKET: [[], ['quantity', 'quoteOrderQty']],
  STOP_LOSS: [['stopPrice'], ['quantity', 'quoteOrderQty']],
  STOP_LOSS_LIMIT: [['timeInForce', 'price', 'stopPrice'], ['quantity']],
  TAKE_PROFIT: [['stopPrice'], ['quantity', 'quoteOrderQty']],
  TAKE_PROFIT_LIMIT: [['timeInForce', 'price', 'stopPrice'], ['quantity']],
};
const PARAMETERS = ['timeInForce', 'price', 'quantity', 'quoteOrderQty', 'stopPrice', 'icebergQty'];

test('D0052 R7.8 every type of order that a pair offers is taken, with its parameters and no other', async () => {
  const { symbol, orderTypes, filters } = symbols.find((one) => one.symbol === 'BTCUSDT')!;
  const usual = boundaries(filters, references.get(symbol)!)[0]!.accepted;
  // Somebody must be on the other side of a market order.
  for (const side of SIDES) {
    const price = String(Number(references.get(symbol)) * (side === 'BUY' ? 0.99 : 1.01));
    await other.ask('POST /api/v3/order', {
      ...LIMIT,
      symbol,
      side,
      price: Number(price).toFixed(2),
      quantity: '0.01',
    });
  }
  for (const type of orderTypes)
    for (const side of SIDES) {
      const [needs, sizes] = FORMS[type]!;
      // A stop-loss that buys fires above the price, one that sells below; a take-profit the
      // reverse.
      const isAbove = (side === 'BUY') === !type.startsWith('TAKE');
      const stopPrice = String(Math.round(Number(usual.price) * (isAbove ? 1.05 : 0.95)));
      const values: Readonly<Record<string, string>> = {
        timeInForce: 'GTC',
        price: type.startsWith('LIMIT')
          ? String(Math.round(Number(usual.price) * (side === 'BUY' ? 0.97 : 1.03)))
          : stopPrice,
        stopPrice,
        quantity: usual.quantity,
        quoteOrderQty: '500',
        icebergQty: usual.quantity,
      };
      const pick = (names: readonly string[]) =>
        Object.fromEntries(names.map((name) => [name, values[name]]));
      const of = { symbol, side, type };
      for (const size of sizes) {
        // Known limit L247.
        if (size === 'quoteOrderQty' && side === 'SELL') continue;
        const whole = [...needs, size];
        await passes({ ...of, ...pick(whole) });
        for (const name of whole)
          assert.match(
            await wordsOf({ ...of, ...pick(whole.filter((one) => one !== name)) }),
            /^-1102 /,
            `${type} ${name}`,
          );
        const takes = type.startsWith('LIMIT') ? ['icebergQty'] : [];
        for (const name of PARAMETERS.filter((one) => !whole.includes(one) && !takes.includes(one)))
          assert.match(await wordsOf({ ...of, ...pick([...whole, name]) }), /^-1106 /, `${type} ${name}`);
      }
    }
  assert.deepEqual([...orderTypes].toSorted(), Object.keys(FORMS).toSorted());
});

test('D0052 R7.8 as many orders rest and wait as the filters say, and no more', async () => {
  const { symbol, filters } = symbols.find((one) => one.symbol === 'ETHUSDT')!;
  const usual = boundaries(filters, references.get(symbol)!)[0]!.accepted;
  const { maxNumAlgoOrders } = found(filters, 'MAX_NUM_ALGO_ORDERS') as { maxNumAlgoOrders: number };
  const { maxNumOrders } = found(filters, 'MAX_NUM_ORDERS') as { maxNumOrders: number };
  const stopPrice = String(Math.round(Number(usual.price) * 0.9));
  const stop = { symbol, side: 'SELL', type: 'STOP_LOSS', stopPrice, quantity: usual.quantity };
  for (let i = 0; i < maxNumAlgoOrders; i++) await accepted(stop);
  assert.match(await wordsOf(stop), /^-1013 Filter failure: MAX_NUM_/);
  const price = String(Math.round(Number(usual.price) * 1.03));
  const limit = { ...LIMIT, symbol, side: 'SELL', price, quantity: usual.quantity };
  for (let i = maxNumAlgoOrders; i < maxNumOrders; i++) await accepted(limit);
  assert.equal(await wordsOf(limit), '-1013 Filter failure: MAX_NUM_ORDERS');
  await program.ask('DELETE /api/v3/openOrders', { symbol });
});

test('D0052 R7.8 every published error of an order is told for what it says', async () => {
  const symbol = 'XRPUSDT';
  const { filters } = symbols.find((one) => one.symbol === symbol)!;
  const usual = boundaries(filters, references.get(symbol)!)[0]!.accepted;
  const { market } = new Catalogue(server.server.running.exchange).marketOfSymbol(symbol)!;
  const { definition } = market;
  const buy = { ...LIMIT, symbol, side: 'BUY', ...usual };
  const sell = { ...buy, side: 'SELL' };
  const atMarket = { symbol, side: 'BUY', type: 'MARKET', quantity: usual.quantity };
  const away = (ratio: number) => (Number(usual.price) * ratio).toFixed(definition.priceDecimals);
  const stop = { symbol, side: 'SELL', type: 'STOP_LOSS', stopPrice: away(0.9), quantity: usual.quantity };
  const status = (value: number) =>
    submit({ type: 'set-market-status', market: definition.market, status: value, cancels: 1 });
  // The test above shows the first.
  const seen = new Set(['spot/too-many-orders']);
  const refused = async (told: string, order: ProgramParameters, by = program) => {
    const body = await refusalOf(order, by);
    assert.equal(`${body.error}: ${body.code} ${body.msg}`, told, JSON.stringify(order));
    seen.add(body.error);
  };
  await refused('market/unknown-pair: -1121 Invalid symbol.', { ...buy, symbol: 'NOPEUSDT' });
  await refused('spot/price-off-tick: -1013 Filter failure: PRICE_FILTER', {
    ...buy,
    price: `${away(1)}1`,
  });
  await refused('spot/price-missing: -1013 Filter failure: PRICE_FILTER', { ...buy, price: '0' });
  await refused('spot/trigger-missing: -1013 Filter failure: PRICE_FILTER', { ...stop, stopPrice: '0' });
  await refused('spot/price-out-of-range: -1013 Filter failure: PERCENT_PRICE', { ...buy, price: away(5) });
  await refused('spot/amount-missing: -1013 Filter failure: LOT_SIZE', { ...buy, quantity: '0' });
  await refused('spot/amount-off-lot: -1013 Filter failure: LOT_SIZE', {
    ...buy,
    quantity: '100.000000000001',
  });
  await refused('spot/below-minimum: -1013 Filter failure: NOTIONAL', { ...buy, quantity: '0.1' });
  await refused('spot/above-maximum: -1013 Filter failure: NOTIONAL', { ...buy, quantity: '99999999' });
  await refused('spot/visible-out-of-range: -1013 Filter failure: ICEBERG_PARTS', {
    ...buy,
    icebergQty: '0.1',
  });
  await refused('spot/trail-out-of-range: -1013 Filter failure: TRAILING_DELTA', {
    ...stop,
    stopPrice: undefined,
    trailingDelta: 9_999,
  });
  await refused('spot/no-liquidity: -2010 Nobody is on the other side of the book right now', atMarket);
  await refused('spot/would-not-fill: -2010 The order cannot be filled in full at once', {
    ...buy,
    timeInForce: 'FOK',
  });
  await refused('spot/would-trigger: -2010 Stop price would trigger immediately.', {
    ...stop,
    stopPrice: away(1.1),
  });
  await refused(
    'wallet/insufficient-balance: -2010 Account has insufficient balance for requested action.',
    { ...sell, quantity: '1000000' },
    poor,
  );
  await refused('market/no-price: -2010 There is no current price for this pair', {
    ...stop,
    symbol: quiet,
  });
  const orderId = await accepted({ ...sell, newClientOrderId: 'mine' });
  await refused('spot/client-order-id-taken: -2010 Duplicate order sent.', {
    ...sell,
    newClientOrderId: 'mine',
  });
  await refused('spot/own-order: -2010 The best order on the other side is your own', {
    ...atMarket,
    selfTradePreventionMode: 'EXPIRE_TAKER',
  });
  await refused('spot/would-take: -2010 Order would immediately match and take.', {
    ...buy,
    type: 'LIMIT_MAKER',
    timeInForce: undefined,
  });
  await refused('spot/held-price: -1013 Filter failure: PERCENT_PRICE', { ...buy, price: away(1.03) }, held);
  await program.ask('DELETE /api/v3/order', { symbol, orderId });
  await status(1);
  await refused('market/halted: -1013 Market is closed.', buy);
  await submit({ type: 'open-market', market: definition.market, opensMs: Date.now() + DAY_MS });
  await refused('market/not-open: -1013 Market is closed.', buy);
  const placing = ENDPOINTS.find(({ name }) => name === 'spot/new-order')!;
  const published = refusalsOfEndpoint(placing).filter((name) => /^(market|spot|wallet)\//.test(name));
  assert.deepEqual([...seen].toSorted(), [...published].toSorted());
});
