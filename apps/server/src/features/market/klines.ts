/**
 * Committed candles of all pairs and timers in memory, updated by our own trades and loaded from
 * the table at the start.
 */
import { KLINE_LIMIT, TIMER_MS, TIMERS, type Timer } from '@glasshouse/protocol/market';
import type { Session } from '../../db/database.ts';
import type { CommittedBatch } from '../../pipeline/batch.ts';
import { CandleSeries, type CandleTicks } from './candle-series.ts';

export class Klines {
  readonly #series: Record<Timer, CandleSeries>[] = [];

  series(market: number, timer: Timer): CandleSeries {
    const known = this.#series[market];
    if (known !== undefined) return known[timer];
    const made = Object.fromEntries(
      TIMERS.map((name) => [name, new CandleSeries(TIMER_MS[name] / 1000)]),
    ) as Record<Timer, CandleSeries>;
    this.#series[market] = made;
    return made[timer];
  }

  /** Adds the trades of a batch to the candles of every timer. */
  publish(batch: CommittedBatch): void {
    for (const { event, timeMs } of batch.events) {
      if (event.type !== 'traded') continue;
      const { market, price, lots, quoteUnits } = event;
      for (const timer of TIMERS) this.series(market, timer).take({ timeMs, price, lots, quoteUnits });
    }
  }

  /** Loads the last 2000 candles of each timer from the table. */
  async load(database: Session, nowMs: number): Promise<void> {
    for (const timer of TIMERS) {
      const stepS = TIMER_MS[timer] / 1000;
      const fromS = Math.floor(nowMs / 1000) - KLINE_LIMIT * stepS;
      const { rows } = await database.query<{ market: number; candles: string }>(SELECT_CANDLES, [
        stepS,
        fromS,
      ]);
      for (const { market, candles } of rows) {
        const series = this.series(market, timer);
        for (const candle of candles.split(';')) series.push(parseCandle(candle));
      }
    }
  }
}

/** One row of text per pair: one row per candle takes the driver ten times as long. */
const SELECT_CANDLES = `
  select market, string_agg(concat_ws(',', id_s, open, high, low, close, lots, quote_units, trades), ';' order by id_s) as candles
  from klines where timer_s = $1 and id_s >= $2 group by market`;

function parseCandle(text: string): CandleTicks {
  const [idS = 0, open = 0, high = 0, low = 0, close = 0, lots = 0, quoteUnits = 0, trades = 0] = text
    .split(',')
    .map(Number);
  return { idS, open, high, low, close, lots, quoteUnits, trades };
}
