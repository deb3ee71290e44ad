/**
 * Goal: a program that follows the market streams has the server's book, trades and candles, and
 * wrong requests get their errors. Method: two users trade at random against the whole server, and
 * each event is parsed strictly by its schema.
 */
import assert from 'node:assert/strict';
import { once } from 'node:events';
import { after, before, test } from 'node:test';
import { formatFixed } from '@glasshouse/money';
import type { Traded } from '@glasshouse/core';
import {
  parseStream,
  INTERVALS,
  STREAMS,
  type StreamEvent,
  type StreamKind,
} from '@glasshouse/protocol/programs';
import { LocalBook, type BookSnapshot } from '@glasshouse/client';
import { WebSocket } from 'ws';
import { startTestServer, type TestServer, type TestUser } from '../../testing/harness.ts';
import { ProgramStream } from '../../testing/program-stream.ts';

let server: TestServer;
let users: readonly TestUser[];
const trades: (Traded & { timeMs: number })[] = [];
before(async () => {
  server = await startTestServer({ env: { RATE_LIMIT_FACTOR: '1000' } });
  users = [await server.register('one'), await server.register('two')];
  server.server.running.pipeline.onCommitted((batch) => {
    for (const { event, timeMs } of batch.events)
      if (event.type === 'traded') trades.push({ ...event, timeMs });
  });
});
after(() => server.close());

/** BTC/USDT. */
const MARKET = 0;
const PRICE_DECIMALS = 2;
const LOT_DECIMALS = 5;

const market = () => server.server.running.pipeline.exchange.markets[MARKET]!;

function snapshot(): BookSnapshot {
  const { book } = market();
  const level = ([price, lots]: readonly [number, number]) =>
    [formatFixed(price, PRICE_DECIMALS), formatFixed(lots, LOT_DECIMALS)] as const;
  return {
    lastUpdateId: book.version,
    bids: book.depth(0, 5_000).map(level),
    asks: book.depth(1, 5_000).map(level),
  };
}

async function open(target: string): Promise<ProgramStream> {
  const stream = await ProgramStream.open(server.server.url, target);
  after(() => stream.close());
  return stream;
}

const resting: { readonly user: TestUser; readonly id: string }[] = [];
let drawn = 20_261_201;
/** A number below `count`, the same in each run (mulberry32). */
function draw(count: number): number {
  drawn = (drawn + 0x6d2b79f5) | 0;
  let mixed = Math.imul(drawn ^ (drawn >>> 15), 1 | drawn);
  mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
  return ((mixed ^ (mixed >>> 14)) >>> 0) % count;
}

/** Orders at sixty prices that often cross, some of which never rest, and cancellations. */
async function tradeAtRandom(steps: number): Promise<void> {
  for (let step = 0; step < steps; step++) {
    const user = users[draw(2)]!;
    const { token } = user;
    if (resting.length > 0 && draw(4) === 0) {
      const [{ user: owner, id }] = resting.splice(draw(resting.length), 1) as [(typeof resting)[number]];
      await server.post('/bb/app/spot/cancelOrder', { id }, { token: owner.token });
      continue;
    }
    const side = draw(2) === 0 ? 'buy' : 'sell';
    const price = 59_960 + draw(60) + (side === 'sell' ? 25 : 0);
    const order = {
      baseCoin: 'BTC',
      quoteCoin: 'USDT',
      side,
      type: 'limit',
      price: String(price),
      amount: `0.000${10 + draw(80)}`,
      ...(draw(8) === 0 ? { timeInForce: 'IOC' } : {}),
    };
    const placed = await server.post<{ id: string; status: number }>('/bb/app/spot/placeOrder', order, {
      token,
    });
    if (placed.code === 1 && placed.data.status === 0) resting.push({ user, id: placed.data.id });
  }
}

test('R7.7 R13.3 a book kept from changes is the server’s, also after the connection was cut', async () => {
  await tradeAtRandom(60);
  const names = ['btcusdt@depth@100ms', 'btcusdt@depth'];
  for (let connection = 0; connection < 2; connection++) {
    const streams = await Promise.all(names.map((name) => open(`/ws/${name}`)));
    const [fast] = streams as [ProgramStream];
    await tradeAtRandom(60);
    await fast.until(() => fast.messages.length > 1);
    const start = snapshot();
    await tradeAtRandom(80);
    for (const stream of streams) {
      const events = stream.messages as StreamEvent<'bookChanges'>[];
      await stream.until(() => (events.at(-1)?.u ?? 0) >= market().book.version);
      for (const [i, event] of events.entries()) {
        STREAMS.bookChanges.event.parse(event);
        if (i > 0) assert.equal(event.U, events[i - 1]!.u + 1);
      }
      const local = new LocalBook(start);
      for (const event of events) assert.match(local.take(event), /^(applied|old)$/);
      const { lastUpdateId, bids, asks } = local;
      assert.deepEqual({ lastUpdateId, bids, asks }, snapshot());
      assert.ok(bids.length + asks.length > 20, 'a book of some depth');
      stream.close();
    }
  }
});

test('R7.7 R13.2 trades, taker orders and candles are those that were committed', async () => {
  const stream = await open('/ws/btcusdt@trade/btcusdt@aggTrade/btcusdt@kline_1d');
  const before = trades.length;
  await tradeAtRandom(120);
  const own = trades.slice(before);
  assert.ok(own.length > 20);
  const of = <K extends StreamKind>(e: string) =>
    stream.messages.filter((event) => (event as { e: string }).e === e) as StreamEvent<K>[];
  await stream.until(() => of<'trades'>('trade').length >= own.length);
  assert.deepEqual(
    of<'trades'>('trade').map(({ t, p, q, T, m }) => [t, p, q, T, m]),
    own.map(({ trade, price, lots, timeMs, takerSide }) => [
      trade,
      formatFixed(price, PRICE_DECIMALS),
      formatFixed(lots, LOT_DECIMALS),
      timeMs,
      takerSide === 1,
    ]),
  );
  const aggregates = of<'aggregates'>('aggTrade');
  assert.equal(aggregates[0]?.a, own[0]?.trade);
  assert.equal(aggregates.at(-1)?.l, own.at(-1)?.trade);
  for (const { f, l, q, p } of aggregates) {
    const parts = own.filter(({ trade }) => trade >= f && trade <= l);
    assert.equal(new Set(parts.map(({ takerOrder, price }) => `${takerOrder} ${price}`)).size, 1);
    assert.equal(
      q,
      formatFixed(
        parts.reduce((sum, { lots }) => sum + lots, 0),
        LOT_DECIMALS,
      ),
    );
    assert.equal(p, formatFixed(parts[0]!.price, PRICE_DECIMALS));
  }
  const day = trades.filter(({ timeMs }) => timeMs >= Math.floor(Date.now() / 86_400_000) * 86_400_000);
  const sum = formatFixed(
    day.reduce((lots, one) => lots + one.lots, 0),
    LOT_DECIMALS,
  );
  await stream.until(() => of<'candles'>('kline').at(-1)?.k.v === sum);
  const { k } = of<'candles'>('kline').at(-1)!;
  const prices = day.map(({ price }) => price);
  assert.deepEqual(
    [k.o, k.c, k.h, k.l, k.n, k.L, k.x],
    [
      ...[prices[0]!, prices.at(-1)!, Math.max(...prices), Math.min(...prices)].map((price) =>
        formatFixed(price, PRICE_DECIMALS),
      ),
      day.length,
      day.at(-1)!.trade,
      false,
    ],
  );
});

const PLACES: Readonly<Record<string, readonly string[]>> = {
  symbol: ['btcusdt'],
  interval: Object.keys(INTERVALS),
  window: ['1h', '4h', '1d'],
  levels: ['5', '10', '20'],
};
/** A stream of each kind for each of its choices. */
const NAMES = Object.values(STREAMS).flatMap(({ pattern }) => {
  const place = /<(interval|window|levels)>/.exec(pattern)?.[1];
  const choices = place === undefined ? [''] : PLACES[place]!;
  return choices.map((choice) => pattern.replace('<symbol>', 'btcusdt').replace(`<${place}>`, choice));
});

test('R7.7 R7.8 every stream has events, and each is exactly as its schema says', async () => {
  const stream = await open(`/stream?streams=${NAMES.join('/')}`);
  await tradeAtRandom(40);
  const heard = () => new Set((stream.messages as { stream: string }[]).map((message) => message.stream));
  await stream.until(() => heard().size === NAMES.length);
  for (const { stream: name, data, ...more } of stream.messages as { stream: string; data: unknown }[]) {
    assert.deepEqual(more, {});
    const { kind } = parseStream(name)!;
    const parsed = STREAMS[kind].event.safeParse(data);
    assert.ok(parsed.success, `${name}: ${JSON.stringify(data)} ${parsed.error?.message}`);
  }
  // Who comes later gets the state of a market in which nothing happens.
  const quiet = NAMES.filter((name) => !/trade|aggTrade|depth(@100ms)?$/i.test(name));
  const late = await open('/ws/1');
  assert.deepEqual(await late.ask({ method: 'SUBSCRIBE', params: quiet, id: 1 }), { result: null, id: 1 });
  await late.ask({ method: 'SET_PROPERTY', params: ['combined', true], id: 2 });
  await late.until(() =>
    quiet.every((name) => late.messages.some((one) => (one as { stream?: string }).stream === name)),
  );
});

test('R7.7 R8.5 requests are answered under their ids, and wrong ones get their errors', async () => {
  const stream = await open('/ws/btcusdt@trade');
  assert.deepEqual(await stream.ask({ method: 'LIST_SUBSCRIPTIONS', id: 'a-1' }), {
    result: ['btcusdt@trade'],
    id: 'a-1',
  });
  await stream.ask({ method: 'SUBSCRIBE', params: ['ethusdt@depth', '!bookTicker'], id: 2 });
  await stream.ask({ method: 'UNSUBSCRIBE', params: ['btcusdt@trade', 'nothing'], id: null });
  assert.deepEqual((await stream.ask({ method: 'LIST_SUBSCRIPTIONS', id: 3 }))['result'], [
    'ethusdt@depth',
    '!bookTicker',
  ]);
  assert.equal((await stream.ask({ method: 'GET_PROPERTY', params: ['combined'], id: 4 }))['result'], false);
  const cases: readonly [unknown, number, RegExp, unknown][] = [
    ['{', 3, /^Invalid JSON/, null],
    ['['.repeat(10_000), 3, /^Invalid JSON/, null],
    ['[]', 2, /expected an object/, null],
    [{ method: 'SUBSCRIBE', params: ['btcusdt@trade'], id: 1.5 }, 2, /request ID/, null],
    [{ method: 'SUBSCRIBE', params: ['btcusdt@trade'], id: 'ä' }, 2, /request ID/, null],
    [{ id: 5 }, 2, /missing field `method`/, 5],
    [{ method: 'STEAL', id: 5 }, 2, /unknown variant `STEAL`, expected one of `SUBSCRIBE`/, 5],
    [{ method: 'constructor', id: 5 }, 2, /unknown variant/, 5],
    [{ method: 'SUBSCRIBE', id: 5 }, 2, /list of stream names/, 5],
    [{ method: 'SUBSCRIBE', params: [], id: 5 }, 2, /list of stream names/, 5],
    [{ method: 'SUBSCRIBE', params: ['btcusdt@trade', 7], id: 5 }, 2, /list of stream names/, 5],
    [
      { method: 'SUBSCRIBE', params: ['btcusdt@trade', 'lunausdt@trade'], id: 5 },
      2,
      /unknown stream lunausdt@trade/,
      5,
    ],
    [{ method: 'SUBSCRIBE', params: ['BTCUSDT@trade'], id: 5 }, 2, /unknown stream/, 5],
    [{ method: 'SUBSCRIBE', params: ['btcusdt@kline_1s'], id: 5 }, 2, /unknown stream/, 5],
    [{ method: 'SUBSCRIBE', params: ['btcusdt@kline_1d@+08:00'], id: 5 }, 2, /unknown stream/, 5],
    [{ method: 'LIST_SUBSCRIPTIONS', params: ['x'], id: 5 }, 2, /too many parameters/, 5],
    [{ method: 'SET_PROPERTY', params: ['colour', true], id: 5 }, 0, /Unknown property/, 5],
    [{ method: 'SET_PROPERTY', params: ['combined', 'yes'], id: 5 }, 1, /expected Boolean/, 5],
    [{ method: 'SET_PROPERTY', params: [true], id: 5 }, 2, /must be a string/, 5],
    [{ method: 'GET_PROPERTY', params: ['combined', 1], id: 5 }, 2, /too many parameters/, 5],
  ];
  for (const [message, code, text, id] of cases) {
    const answer = await stream.ask(message);
    assert.deepEqual(Object.keys(answer), ['error', 'id']);
    const error = answer['error'] as { code: number; msg: string };
    assert.deepEqual([error.code, answer['id']], [code, id], error.msg);
    assert.match(error.msg, text);
    // Fifty at once, then ten a second.
    await new Promise((resolve) => setTimeout(resolve, 60));
  }
  assert.deepEqual((await stream.ask({ method: 'LIST_SUBSCRIPTIONS', id: 6 }))['result'], [
    'ethusdt@depth',
    '!bookTicker',
  ]);
});

test('R7.7 R8.5 a handshake for what is not there is refused by name', async () => {
  const refusals: readonly [string, string, RegExp][] = [
    ['/ws/lunausdt@trade', 'streams', /lunausdt@trade/],
    ['/stream?streams=btcusdt@trade/btcusdt@wish', 'streams', /btcusdt@wish/],
    ['/stream?streams=btcusdt@trade&timeUnit=MICROSECOND', 'timeUnit', /MILLISECOND/],
    [
      `/stream?streams=${Array.from({ length: 1_025 }, () => '!bookTicker').join('/')}`.slice(0, 12_330),
      'streams',
      /at most 1024/,
    ],
  ];
  for (const [target, field, text] of refusals) {
    const socket = new WebSocket(server.server.url.replace('http', 'ws') + target);
    socket.on('error', () => undefined);
    const [, response] = (await once(socket, 'unexpected-response')) as [
      unknown,
      NodeJS.ReadableStream & { statusCode: number },
    ];
    let body = '';
    for await (const piece of response) body += String(piece);
    const refused = JSON.parse(body) as { code: number; msg: string; field: string };
    assert.deepEqual([response.statusCode, refused.code, refused.field], [400, -1130, field]);
    assert.match(refused.msg, text);
  }
});
