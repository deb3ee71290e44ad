/**
 * Goal: candles equal the trades, without gaps. Method: random trades, aggregated independently
 * from the plain list.
 */
import assert from 'node:assert/strict';
import test from 'node:test';
import fc from 'fast-check';
import {
  candleAt,
  candleFrom,
  candleOpensMs,
  KEPT_TIMERS,
  PARTS_OF,
  TIMERS,
} from '@glasshouse/protocol/market';
import { CandleSeries, type CandleTicks, type TradeTicks } from './candle-series.ts';

const STEP_S = 60;
const trade = fc.record({
  timeMs: fc.integer({ min: 0, max: 3_600_000 }),
  price: fc.integer({ min: 1, max: 1000 }),
  lots: fc.integer({ min: 1, max: 50 }),
  quoteUnits: fc.integer({ min: 1, max: 5000 }),
  takerSide: fc.constantFrom(0 as const, 1 as const),
});

/** In the order of their times. */
function numbered(drawn: readonly Omit<TradeTicks, 'trade'>[]): TradeTicks[] {
  return drawn.toSorted((a, b) => a.timeMs - b.timeMs).map((one, i) => ({ ...one, trade: i + 1 }));
}

function naive(trades: readonly TradeTicks[]): CandleTicks[] {
  const candles: CandleTicks[] = [];
  const first = Math.floor(trades[0]!.timeMs / 1000 / STEP_S) * STEP_S;
  const last = Math.floor(trades.at(-1)!.timeMs / 1000 / STEP_S) * STEP_S;
  let close = 0;
  for (let openS = first; openS <= last; openS += STEP_S) {
    const own = trades.filter(({ timeMs }) => Math.floor(timeMs / 1000 / STEP_S) * STEP_S === openS);
    const bought = own.filter(({ takerSide }) => takerSide === 0);
    const prices = own.length === 0 ? [close] : own.map(({ price }) => price);
    close = prices.at(-1)!;
    candles.push({
      openS,
      open: prices[0]!,
      high: Math.max(...prices),
      low: Math.min(...prices),
      close,
      lots: own.reduce((sum, { lots }) => sum + lots, 0),
      quoteUnits: own.reduce((sum, { quoteUnits }) => sum + quoteUnits, 0),
      trades: own.length,
      buyLots: bought.reduce((sum, { lots }) => sum + lots, 0),
      buyQuoteUnits: bought.reduce((sum, { quoteUnits }) => sum + quoteUnits, 0),
      firstTrade: own[0]?.trade ?? 0,
    });
  }
  return candles;
}

test('market I3 candles equal the trades, minute by minute, and are flat without trades', () => {
  fc.assert(
    fc.property(fc.array(trade, { minLength: 1, maxLength: 60 }), (drawn) => {
      const trades = numbered(drawn);
      const series = new CandleSeries('1min');
      for (const one of trades) series.take(one);
      const candles = Array.from({ length: series.length }, (_, i) => series.at(i));
      assert.deepEqual(candles, naive(trades));
    }),
  );
});

const ONE = { trade: 1, lots: 1, quoteUnits: 1, takerSide: 0 } as const;

test('R9.1 a series keeps the last 2000 candles', () => {
  const series = new CandleSeries('1min');
  for (let i = 0; i < 2500; i++) series.take({ ...ONE, timeMs: i * 60_000, price: i + 1 });
  assert.equal(series.length, 2000);
  assert.equal(series.at(0).open, 501);
  assert.equal(series.last?.close, 2500);
  series.take({ ...ONE, timeMs: 10_000_000 * 60_000, price: 7 });
  assert.equal(series.length, 2000);
  assert.equal(series.at(0).close, 2500);
});

const DAY_MS = 86_400_000;
test('R2.3 R7.3 a folded series is that of the trades, and goes on as they come', () => {
  const folded = TIMERS.filter((timer) => !KEPT_TIMERS.some((kept) => kept === timer));
  const spread = fc.record({ timeMs: fc.nat(400 * DAY_MS), price: fc.integer({ min: 1, max: 1000 }) });
  fc.assert(
    fc.property(
      fc.constantFrom(...folded),
      fc.array(spread, { minLength: 2, maxLength: 40 }),
      (timer, drawn) => {
        const trades = numbered(drawn.map((one) => ({ ...ONE, ...one })));
        const half = trades.length >> 1;
        const direct = new CandleSeries(timer);
        const parts = new CandleSeries(PARTS_OF[timer]);
        for (const one of trades) direct.take(one);
        for (const one of trades.slice(0, half)) parts.take(one);
        const series = CandleSeries.folded(timer, parts);
        for (const one of trades.slice(half)) series.take(one);
        const { wholeFromS } = series;
        const whole = [...series.all()].filter(({ openS }) => wholeFromS !== null && openS >= wholeFromS);
        const expected = [...direct.all()].filter(({ openS }) => openS >= (wholeFromS ?? Infinity));
        assert.deepEqual(whole, expected);
      },
    ),
  );
});

test('R2.3 weeks begin on Mondays, months on their first day', () => {
  const wednesday = Date.UTC(2026, 10, 25, 12, 34);
  const opening = (timer: 'week' | 'mon') => {
    const name = `1${timer}` as const;
    return candleOpensMs(name, candleAt(name, wednesday));
  };
  assert.equal(opening('week'), Date.UTC(2026, 10, 23));
  assert.equal(opening('mon'), Date.UTC(2026, 10, 1));
  assert.equal(candleFrom('1mon', Date.UTC(2026, 10, 1)), candleAt('1mon', wednesday));
  assert.equal(candleFrom('1mon', wednesday), candleAt('1mon', wednesday) + 1);
});
