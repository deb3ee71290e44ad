/** Candles of all pairs and timers in memory, fed by our own trades and loaded from the table at start. */
import { KLINE_LIMIT, TIMER_MS, TIMERS, type Timer } from '@glasshouse/protocol/market';
import type { Session } from '../../db/database.ts';
import type { KlinesTable } from '../../db/tables/market.ts';
import { CandleSeries, type CandleTicks, type TradeTicks } from './candle-series.ts';

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

  /** Takes a trade into the candles of every timer; returns them as they now are. */
  take(market: number, trade: TradeTicks): { timer: Timer; candle: CandleTicks }[] {
    return TIMERS.map((timer) => ({ timer, candle: this.series(market, timer).take(trade) }));
  }

  /** The newest `size` candles, oldest first, with time without trades filled up to now. */
  read(market: number, timer: Timer, options: { size: number; nowMs: number }): CandleTicks[] {
    const series = this.series(market, timer);
    series.fillTo(Math.floor(options.nowMs / TIMER_MS[timer]) * series.stepS);
    const from = Math.max(0, series.length - options.size);
    return Array.from({ length: series.length - from }, (_, i) => series.at(from + i));
  }

  /** Loads what the table holds of the last 2000 candles of each timer. */
  async load(database: Session, nowMs: number): Promise<number> {
    let count = 0;
    for (const timer of TIMERS) {
      const stepS = TIMER_MS[timer] / 1000;
      const { rows } = await database.query<KlinesTable>(
        'select * from klines where timer_s = $1 and id_s >= $2 order by market, id_s',
        [stepS, Math.floor(nowMs / 1000) - KLINE_LIMIT * stepS],
      );
      for (const row of rows) {
        const { id_s: idS, open, high, low, close, lots, quote_units: quoteUnits, trades } = row;
        this.series(row.market, timer).push({ idS, open, high, low, close, lots, quoteUnits, trades });
      }
      count += rows.length;
    }
    return count;
  }
}
