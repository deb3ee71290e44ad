/**
 * Goal: who only reads the stream knows what the calls tell. Method: a simulated hour with deals on
 * both sides of each turn of a minute, two ticks in one batch, quiet minutes and calls in between;
 * then the client's ticks, candles, book, deals, fills and postings are compared with the calls'.
 */
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import type { Candle, Deal, PublicTick } from '@glasshouse/protocol/market';
import type { FillRow } from '@glasshouse/protocol/spot';
import { serverFrame, type AccountFrame, type ServerFrame } from '@glasshouse/protocol/stream';
import type { PostingRow } from '@glasshouse/protocol/wallet';
import { WebSocket } from 'ws';
import { startTestServer, type TestServer, type TestUser } from '../../testing/harness.ts';
import { timedMarket } from '../../testing/timed-market.ts';

const MINUTE_MS = 60_000;
const hour = timedMarket();
const tick = (count: number) => hour.tick(count);

let server: TestServer;
let buyer: TestUser;
let seller: TestUser;
before(async () => {
  server = await startTestServer({ plug: hour.plug, clock: hour.clock });
  buyer = await server.register('hour-buyer');
  seller = await server.register('hour-seller');
});
after(() => server.close());

/** One deal of a tenth of a thousandth BTC. */
async function deal(price: string): Promise<void> {
  const order = { baseCoin: 'BTC', quoteCoin: 'USDT', type: 'limit', amount: '0.0005', price };
  for (const [side, { token }] of [
    ['buy', buyer],
    ['sell', seller],
  ] as const) {
    const reply = await server.post('/bb/app/spot/placeOrder', { ...order, side }, { token });
    assert.equal(reply.code, 1, reply.msg);
  }
}

const TIMERS_READ = ['1min', '5min', '30min'] as const;

/** Builds everything from frames alone, and checks each frame's shape and numbers. */
class Reader {
  readonly ticks: PublicTick[] = [];
  readonly deals: Deal[] = [];
  readonly candles = new Map<string, Map<number, Candle>>();
  readonly fills: FillRow[] = [];
  readonly postings: PostingRow[] = [];
  readonly book = { version: -1, bids: new Map<string, string>(), asks: new Map<string, string>() };
  #last = new Map<string, number>();
  #pongs = 0;
  #wake = () => {};
  readonly #socket: WebSocket;

  constructor(url: string, token: string) {
    this.#socket = new WebSocket(`${url.replace('http', 'ws')}/ws`);
    const subscribed = ['ticks', 'tickers', 'depth:btcusdt', 'deals:btcusdt'];
    const klines = TIMERS_READ.map((timer) => `kline:btcusdt:${timer}`);
    this.#socket.on('open', () => {
      this.#send({ op: 'auth', token });
      this.#send({ op: 'subscribe', channels: [...subscribed, ...klines] });
    });
    this.#socket.on('message', (data: Buffer) => {
      const parsed = JSON.parse(data.toString('utf8')) as unknown;
      for (const frame of Array.isArray(parsed) ? parsed : [parsed]) {
        serverFrame.parse(frame);
        this.#take(frame as ServerFrame);
      }
      this.#wake();
    });
  }

  #send(frame: object): void {
    this.#socket.send(JSON.stringify(frame));
  }

  /** Resolves when every frame sent so far has arrived. */
  async caughtUp(): Promise<void> {
    if (this.#socket.readyState === WebSocket.CONNECTING)
      await new Promise((resolve) => this.#socket.once('open', resolve));
    const before = this.#pongs;
    this.#send({ op: 'ping' });
    while (this.#pongs === before) await new Promise<void>((resolve) => (this.#wake = resolve));
  }

  /** Until the account's snapshot has arrived. */
  async signedIn(): Promise<void> {
    while (!this.#last.has('account')) await this.caughtUp();
  }

  close(): void {
    this.#socket.close();
  }

  #take(frame: ServerFrame): void {
    if ('previous' in frame) this.#follow(frame);
    switch (frame.type) {
      case 'pong':
        this.#pongs++;
        return;
      case 'tick':
        this.ticks.push(frame.tick);
        return;
      case 'deals':
        this.deals.push(...frame.deals);
        return;
      case 'kline': {
        const known = this.candles.get(frame.channel) ?? new Map<number, Candle>();
        this.candles.set(frame.channel, known);
        for (const candle of frame.candles) known.set(candle.id, candle);
        return;
      }
      case 'depth-snapshot':
      case 'depth-delta':
        this.#takeDepth(frame);
        return;
      case 'account':
        this.#takeAccount(frame);
    }
  }

  #follow({ channel, seq, previous }: { channel: string; seq: number; previous: number | null }): void {
    const last = this.#last.get(channel);
    if (previous === null) assert.equal(last, undefined, channel);
    else if (channel === 'tickers') assert.ok(previous <= (last ?? -1), 'tickers have a gap');
    else assert.equal(previous, last, `${channel} has a gap`);
    this.#last.set(channel, seq);
  }

  #takeDepth(frame: Extract<ServerFrame, { bids: unknown }>): void {
    if (frame.type === 'depth-delta') assert.equal(frame.from, this.book.version);
    this.book.version = frame.version;
    for (const side of ['bids', 'asks'] as const)
      for (const [price, amount] of frame[side])
        if (amount === '0') this.book[side].delete(price);
        else this.book[side].set(price, amount);
  }

  #takeAccount({ added }: AccountFrame): void {
    this.fills.push(...(added.spot ?? []));
    this.postings.push(...(added.wallet ?? []));
  }
}

interface Book {
  readonly bids: readonly [number, number][];
  readonly asks: readonly [number, number][];
  readonly version: number;
}

test('R7.7 market I3 market I4 a client that only reads the stream for an hour has what the calls tell', async () => {
  const fromMs = hour.timeMs;
  const reader = new Reader(server.server.url, buyer.token);
  await reader.signedIn();
  for (let minute = 0; minute < 60; minute++) {
    const isQuiet = minute % 7 === 3;
    const price = String(60_000 - 200 + minute * 7);
    hour.timeMs = fromMs + minute * MINUTE_MS + 30_000;
    hour.channels.publishCandles();
    hour.timeMs = fromMs + (minute + 1) * MINUTE_MS - 100;
    if (!isQuiet) await deal(price);
    if (minute % 5 === 0) await server.post('/bb/app/huobi/getKline', { symbol: 'btcusdt', timer: '1min' });
    // No round of the candles in between: the last deal of the minute must not be lost.
    hour.timeMs = fromMs + (minute + 1) * MINUTE_MS + 100;
    await tick(2);
    if (minute % 9 === 0) await server.post('/bb/app/huobi/getKline', { symbol: 'btcusdt', timer: '1min' });
    if (!isQuiet) await deal(String(Number(price) + 3));
    if (minute % 2 === 0) hour.channels.publishDepth();
  }
  hour.channels.publishCandles();
  hour.channels.publishDepth();
  await reader.caughtUp();
  reader.close();

  const market = async <T>(call: string, body: object = {}) =>
    server.post<T>(`/bb/app${call}`, { symbol: 'btcusdt', ...body });
  const [first] = reader.ticks;
  const { data: ticks } = await server.post<PublicTick[]>('/bb/app/market/getTicks', {
    from: first?.tick,
    size: 300,
  });
  assert.equal(ticks.length, 121);
  assert.deepEqual(reader.ticks, ticks);

  const { data: deals } = await market<Deal[]>('/huobi/getMarketTrade', { size: 200 });
  assert.equal(deals.length, 102);
  assert.deepEqual(reader.deals, deals.toReversed());

  for (const timer of TIMERS_READ) {
    const { data: candles } = await market<Candle[]>('/huobi/getKline', { timer, size: 2000 });
    const seen = reader.candles.get(`kline:btcusdt:${timer}`) ?? new Map<number, Candle>();
    assert.deepEqual([...seen.values()], candles, timer);
    const volume = candles.reduce((sum, { vol }) => sum + vol * 10_000, 0);
    assert.equal(Math.round(volume), 102 * 5, timer);
  }

  const { tick: book } = await market<Book>('/huobi/getHuobiContractDepthV2', { size: 60 });
  assert.equal(reader.book.version, book?.version);
  const levels = (side: ReadonlyMap<string, string>, sign: number) =>
    [...side]
      .map(([price, amount]) => [Number(price), Number(amount)] as const)
      .toSorted(([a], [b]) => sign * (a - b));
  assert.deepEqual(levels(reader.book.bids, -1), book?.bids);
  assert.deepEqual(levels(reader.book.asks, 1), book?.asks);

  const fills = await pages<FillRow>('/spot/getFills', buyer);
  assert.equal(fills.length, 102);
  assert.deepEqual(reader.fills, fills.toReversed());
  const postings = await pages<PostingRow>('/wallet/getPostings', buyer);
  const begun = postings.findIndex(({ id }) => id === reader.postings[0]?.id);
  assert.ok(begun >= 102 * 3);
  assert.deepEqual(reader.postings, postings.slice(0, begun + 1).toReversed());
});

/** All rows of a list, newest first. */
async function pages<T>(call: string, { token }: TestUser): Promise<T[]> {
  const rows: T[] = [];
  for (let pageNo = 1; ; pageNo++) {
    const { data } = await server.post<{ list: T[]; sum: number }>(
      `/bb/app${call}`,
      { pageNo, pageSize: 100 },
      { token },
    );
    rows.push(...data.list);
    if (rows.length >= data.sum) return rows;
  }
}
