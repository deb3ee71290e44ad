/**
 * Goal: candles and deals of any time can be read, beyond what is in memory. Method: random deals
 * in the tables of a new server, which loads its memory from them; replies to random ranges are
 * compared with the plain list.
 */
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import fc from 'fast-check';
import { KLINE_LIMIT, type Candle, type Deal } from '@glasshouse/protocol/market';
import { Catalogue } from '../../contract/catalogue.ts';
import type { MarketParts, MarketPlug } from '../../contract/market.ts';
import { SteadyClock } from '../../pipeline/clock.ts';
import { raiseRules, sow } from '../../contract/seeds.ts';
import { startTestServer, type TestServer } from '../../testing/harness.ts';
import { PROJECTIONS } from '../../composition/projections.ts';
import { forgetBefore } from '../../pipeline/retention.ts';
import { DEMO_DEALS_KEPT } from '../spot/projection.ts';
import { PROJECTIONS_MODULE } from './start.ts';
import { marketEndpoints } from './endpoints.ts';
import { MarketStreamRounds } from './streams/market-streams.ts';
import { ReadPlaces } from './old-reads.ts';
import { marketHandlers } from './routes.ts';
import { marketSeeds } from './seeds.ts';
import { MarketState } from './state.ts';

const MINUTE_MS = 60_000;
const NOW_MS = 29_000_000 * MINUTE_MS + 25_000;
const now = () => NOW_MS;
const clock = new SteadyClock(0, { wallMs: now, steadyMs: now, uptimeMs: now });

interface Trade {
  readonly id: number;
  readonly market: number;
  readonly timeMs: number;
  readonly price: number;
  readonly lots: number;
}

const BTC = 0;
/** Its last deal is older than every candle that is kept in memory. */
const ETH = 1;
const TRADES = 1500;
/** Of BTC over three times what memory holds, with quiet hours, the last an hour ago. */
const trades: readonly Trade[] = fc
  .sample(
    fc.tuple(
      fc.nat(3 * KLINE_LIMIT * 60),
      fc.integer({ min: 5_000_000, max: 6_000_000 }),
      fc.integer({ min: 1, max: 99 }),
    ),
    { numRuns: TRADES, seed: 7 },
  )
  .map(([second, price, lots]) => ({ timeMs: NOW_MS - 60 * MINUTE_MS - second * 1000, price, lots }))
  .toSorted((a, b) => a.timeMs - b.timeMs)
  .map((trade, i) => ({ ...trade, id: i + 1, market: i < 3 ? ETH : BTC }));
const ofBtc = trades.filter(({ market }) => market === BTC);

const state = new MarketState();
let server: TestServer;

const plug: MarketPlug = {
  projections: [PROJECTIONS_MODULE],
  start: async (parts) => {
    state.open(new Catalogue(parts.pipeline.exchange), now);
    await raiseRules(parts);
    await sow(parts, [...marketSeeds('demo'), ...parts.productSeeds]);
    await writeRows(parts);
    await state.load(parts.database);
    const places = new ReadPlaces();
    const { database } = parts;
    return {
      handlers: marketHandlers({ state, database, places, isSimulated: true }),
      endpoints: marketEndpoints({ state, database, places, rateFactor: 1, isClosed: () => false }),
      streams: new MarketStreamRounds(state),
      makerTerms: null,
      readTick: async () => null,
      forward: () => {},
      stop: async () => {},
    };
  },
};

const NO_BUYS = { buy_lots: 0, buy_quote_units: 0, first_trade: 0 };

async function writeRows({ database }: MarketParts): Promise<void> {
  await database.kysely
    .insertInto('spot_fills')
    .values(
      trades.map(({ id, market, timeMs, price, lots }) => ({
        trade_id: id,
        seq: id,
        time_ms: timeMs,
        market,
        price,
        lots,
        quote_units: 1,
        taker_side: id % 2,
        taker_order: 1,
        maker_order: 2,
        taker: 101,
        maker: 100,
        taker_fee: 0,
        maker_fee: 0,
      })),
    )
    .execute();
  for (const market of [BTC, ETH])
    await database.kysely
      .insertInto('klines')
      .values(
        candlesOf(trades.filter((trade) => trade.market === market))
          .filter((candle) => candle.trades > 0)
          .map(({ id, ...candle }) => ({
            ...NO_BUYS,
            market,
            timer_s: 60,
            id_s: id,
            quote_units: 1,
            ...candle,
          })),
      )
      .execute();
}

/** Every candle from the first deal up to now, in ticks and lots. */
function candlesOf(of: readonly Trade[], minutes = 1) {
  const stepS = minutes * 60;
  const openS = (timeMs: number) => Math.floor(timeMs / 1000 / stepS) * stepS;
  const byCandle = new Map<number, Trade[]>();
  for (const trade of of) {
    const id = openS(trade.timeMs);
    byCandle.set(id, [...(byCandle.get(id) ?? []), trade]);
  }
  const candles = [];
  let close = 0;
  for (let id = openS(of[0]?.timeMs ?? 0); id <= openS(NOW_MS); id += stepS) {
    const own = byCandle.get(id) ?? [];
    const prices = own.length === 0 ? [close] : own.map(({ price }) => price);
    const [open = close] = prices;
    close = prices.at(-1) ?? close;
    const [high, low] = [Math.max(...prices), Math.min(...prices)];
    const lots = own.reduce((sum, trade) => sum + trade.lots, 0);
    candles.push({ id, open, high, low, close, lots, trades: own.length });
  }
  return candles;
}

/** BTC has two decimals of price and five of quantity. */
const expectedOf = (minutes: number): readonly Candle[] =>
  candlesOf(ofBtc, minutes).map(({ id, open, close, high, low, lots }) => ({
    id,
    open: open / 100,
    close: close / 100,
    high: high / 100,
    low: low / 100,
    vol: lots / 100_000,
  }));
const expectedCandles = expectedOf(1);
const expectedDeals: readonly Deal[] = ofBtc
  .map(({ id, timeMs, price, lots }) => ({
    id: String(id),
    ts: timeMs,
    price: price / 100,
    amount: lots / 100_000,
    direction: id % 2 === 0 ? ('buy' as const) : ('sell' as const),
  }))
  .toReversed();

before(async () => {
  server = await startTestServer({ plug, clock });
});
after(() => server.close());

type Range = Readonly<Record<string, number | string>>;
const ask = async <T>(call: string, range: Range, symbol = 'btcusdt') =>
  (await server.post<T[]>(`/bb/app/huobi/${call}`, { symbol, ...range })).data;
const candles = (range: Range, symbol?: string) =>
  ask<Candle>('getKline', { timer: '1min', ...range }, symbol);
const deals = (range: Range, symbol?: string) => ask<Deal>('getMarketTrade', range, symbol);

/** From before the first deal until after now. */
const time = fc.integer({ min: (ofBtc[0]?.timeMs ?? 0) - 100 * MINUTE_MS, max: NOW_MS + 100 * MINUTE_MS });
const range = fc.record(
  { startTime: time, endTime: time, size: fc.integer({ min: 1, max: 200 }) },
  { requiredKeys: ['size'] },
);
type Drawn = { readonly startTime?: number; readonly endTime?: number; readonly size: number };
const within = (timeMs: number, { startTime = 0, endTime = Infinity }: Drawn) =>
  timeMs >= startTime && timeMs < endTime;

test('R7.3 market I3 candles of any range are those of the deals, in memory or older', async () => {
  await fc.assert(
    fc.asyncProperty(range, async (drawn) => {
      const expected = expectedCandles.filter(({ id }) => within(id * 1000, drawn)).slice(-drawn.size);
      assert.deepEqual(await candles(drawn), expected);
    }),
    { numRuns: 100 },
  );
});

test('R7.3 R2.3 candles of an interval that is not stored are folded, in memory or older', async () => {
  const folded = expectedOf(3);
  await fc.assert(
    fc.asyncProperty(range, async (drawn) => {
      const expected = folded.filter(({ id }) => within(id * 1000, drawn)).slice(-drawn.size);
      assert.deepEqual(await candles({ ...drawn, timer: '3min' }), expected);
    }),
    { numRuns: 100 },
  );
  assert.deepEqual(await candles({ timer: '3min', size: KLINE_LIMIT }), folded.slice(-KLINE_LIMIT));
});

test('R7.3 a chart that scrolls back reads every candle once, to the first', async () => {
  let shown = await candles({ size: 700 });
  for (;;) {
    const older = await candles({ size: 700, endTime: (shown[0]?.id ?? 0) * 1000 });
    if (older.length === 0) break;
    shown = [...older, ...shown];
  }
  assert.ok(shown.length > 3 * KLINE_LIMIT);
  assert.deepEqual(shown, expectedCandles);
});

test('R7.3 deals of any range are those of the table, and a cursor reads each once', async () => {
  const cursor = fc.option(fc.integer({ min: 0, max: TRADES + 5 }), { nil: undefined });
  await fc.assert(
    fc.asyncProperty(range, cursor, async (drawn, id) => {
      const expected = expectedDeals
        .filter((deal) => within(deal.ts, drawn) && Number(deal.id) < (id ?? Infinity))
        .slice(0, drawn.size);
      assert.deepEqual(await deals({ ...drawn, ...(id !== undefined && { cursor: id }) }), expected);
    }),
    { numRuns: 100 },
  );
  let read = await deals({ size: 70 });
  for (;;) {
    const older = await deals({ size: 70, cursor: read.at(-1)?.id ?? '' });
    if (older.length === 0) break;
    read = [...read, ...older];
  }
  assert.deepEqual(read, expectedDeals);
});

test('R12.2 after a start a pair without a recent deal has its last deals, their number, and flat candles', async () => {
  assert.equal(state.deals.lastId(ETH), 3);
  assert.deepEqual(
    (await deals({}, 'ethusdt')).map(({ id }) => id),
    ['3', '2', '1'],
  );
  const shown = await candles({ size: 5 }, 'ethusdt');
  const last = (trades[2]?.price ?? 0) / 100;
  assert.deepEqual(
    shown.map(({ close, vol }) => [close, vol]),
    Array.from({ length: 5 }, () => [last, 0]),
  );
});

test('R5.9 a cursor that is no number of a deal is refused by name', async () => {
  const body = { symbol: 'btcusdt', cursor: '1-2' };
  const { error, field } = await server.post('/bb/app/huobi/getMarketTrade', body);
  assert.deepEqual([error, field], ['request/invalid', 'cursor']);
});

test('R7.3 old deals of a demo are read until there are too many later ones', async () => {
  const { database } = server.server;
  const oldest = async (): Promise<readonly Deal[]> => {
    const body = { symbol: 'btcusdt', size: 3, cursor: String(ofBtc[3]?.id) };
    return (await server.post<Deal[]>('/bb/app/huobi/getMarketTrade', body)).data;
  };
  const before = await oldest();
  assert.deepEqual(
    before.map(({ id }) => Number(id)),
    ofBtc
      .slice(0, 3)
      .map(({ id }) => id)
      .toReversed(),
  );
  await forgetBefore(database, TRADES, PROJECTIONS);
  assert.deepEqual(await oldest(), before);
  const [first] = ofBtc;
  await database.query('update spot_fills set trade_id = $1 where trade_id = $2', [
    (first?.id ?? 0) + DEMO_DEALS_KEPT,
    TRADES,
  ]);
  await forgetBefore(database, TRADES, PROJECTIONS);
  const { rows } = await database.query<{ id: number }>('select min(trade_id) as id from spot_fills');
  assert.equal(rows[0]?.id, (first?.id ?? 0) + 1);
});
