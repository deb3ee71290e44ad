/**
 * Committed candles of all pairs and intervals (the API calls them `timer`) in memory, updated by
 * our own trades and loaded from the table at the start.
 */
import {
  KEPT_TIMERS,
  KLINE_LIMIT,
  PARTS_OF,
  TIMER_MS,
  type KeptTimer,
  type Timer,
} from '@glasshouse/protocol/market';
import type { Session } from '../../db/database.ts';
import type { CommittedBatch } from '../../pipeline/batch.ts';
import {
  added,
  CandleSeries,
  flatCandles,
  foldedCandles,
  numberOf,
  opensS,
  type CandleRange,
  type CandleTicks,
} from './candle-series.ts';
import type { KlinesTable } from './tables.ts';

export class Klines {
  readonly #series: Map<Timer, CandleSeries>[] = [];

  /** A folded series is made when it is first asked for, and kept up from then on. */
  series(market: number, timer: Timer): CandleSeries {
    const ofMarket = this.#ofMarket(market);
    const known = ofMarket.get(timer);
    if (known !== undefined) return known;
    const made = CandleSeries.folded(timer, this.series(market, PARTS_OF[timer]));
    ofMarket.set(timer, made);
    return made;
  }

  #ofMarket(market: number): Map<Timer, CandleSeries> {
    this.#series[market] ??= new Map(KEPT_TIMERS.map((name) => [name, new CandleSeries(name)]));
    return this.#series[market];
  }

  /** Puts older candles before those of a pair that has begun to trade. */
  prepend(market: number, timer: KeptTimer, older: readonly CandleTicks[]): void {
    const ofMarket = this.#ofMarket(market);
    const traded = ofMarket.get(timer)!;
    const fromS = traded.first?.openS ?? Infinity;
    const series = new CandleSeries(timer);
    for (const candle of older) if (candle.openS < fromS) series.push(candle);
    for (const candle of traded.all()) series.push(candle);
    ofMarket.set(timer, series);
    for (const name of ofMarket.keys()) if (!KEPT_TIMERS.some((kept) => kept === name)) ofMarket.delete(name);
  }

  /** Adds the trades of a batch to the candles of every interval. */
  publish(batch: CommittedBatch): void {
    for (const { event, timeMs } of batch.events) {
      if (event.type !== 'traded') continue;
      const { market, trade: number, price, lots, quoteUnits, takerSide } = event;
      const trade = { timeMs, trade: number, price, lots, quoteUnits, takerSide };
      for (const series of this.#ofMarket(market).values()) series.take(trade);
    }
  }

  /**
   * Loads the last 2000 candles of each stored interval from the table, and the one before them: a
   * pair without later trades continues flat from its close.
   */
  async load(database: Session, { nowMs, markets }: { nowMs: number; markets: number }): Promise<void> {
    for (const timer of KEPT_TIMERS) {
      const stepS = TIMER_MS[timer] / 1000;
      const fromS = Math.floor(nowMs / 1000) - KLINE_LIMIT * stepS;
      const { rows } = await database.query<{ market: number; candles: string }>(SELECT_RECENT, [
        stepS,
        fromS,
        markets,
      ]);
      for (const { market, candles } of rows) {
        const series = this.series(market, timer);
        for (const candle of parseCandles(candles)) series.push(candle);
      }
    }
  }
}

/** A candle as text, because one row per candle takes the database driver ten times as long. */
const CANDLE_TEXT =
  "concat_ws(',', id_s, open, high, low, close, lots, quote_units, trades, buy_lots, buy_quote_units, first_trade)";
const SELECT_RECENT = `
  select pair as market, string_agg(${CANDLE_TEXT}, ';' order by id_s) as candles
  from generate_series(0, $3::integer - 1) as pairs(pair) cross join lateral (
    (select * from klines where market = pair and timer_s = $1 and id_s >= $2)
    union all
    (select * from klines where market = pair and timer_s = $1 and id_s < $2 order by id_s desc limit 1)
  ) as candles group by pair`;
const SELECT_OLD = `
  select string_agg(${CANDLE_TEXT}, ';' order by id_s) as candles from (
    (select * from klines where market = $1 and timer_s = $2 and id_s >= $3 and id_s < $4)
    union all
    (select * from klines where market = $1 and timer_s = $2 and id_s < $3 order by id_s desc limit 1)
  ) as candles`;

const SELECT_MINUTES = `
  select pair as market, string_agg(${CANDLE_TEXT}, ';' order by id_s) as candles
  from (select value::integer as pair from json_array_elements_text($1::json)) as pairs cross join lateral (
    (select * from klines where market = pair and timer_s = $2 and id_s >= $3 and id_s < $4)
    union all
    (select * from klines where market = pair and timer_s = $2 and id_s < $3 order by id_s desc limit 1)
  ) as candles group by pair`;
const SELECT_FIRST = 'select min(id_s) as id from klines where market = $1 and timer_s = $2';

/**
 * The candles of a range, folded if their interval is not stored, with flat candles where nothing
 * was traded. There are none before the pair's first trade.
 */
export async function readCandles(
  database: Session,
  { market, timer, from, to }: CandleRange & { readonly market: number },
): Promise<readonly CandleTicks[]> {
  const fromS = opensS(timer, from);
  const { rows } = await database.query<{ candles: string | null }>(SELECT_OLD, [
    market,
    TIMER_MS[PARTS_OF[timer]] / 1000,
    fromS,
    opensS(timer, to),
  ]);
  const traded = foldedCandles(parseCandles(rows[0]?.candles ?? null), timer);
  const candles = traded.flatMap((candle, i) => {
    const next = traded[i + 1];
    const flats = {
      timer,
      from: Math.max(numberOf(timer, candle.openS) + 1, from),
      to: next === undefined ? to : numberOf(timer, next.openS),
    };
    return [candle, ...flatCandles(candle.close, flats)];
  });
  return candles.filter(({ openS }) => openS >= fromS);
}

/**
 * What was traded between two minutes, by market, as one candle; a pair begins with its last price
 * before them.
 */
export async function readSums(
  database: Session,
  range: { readonly markets: readonly number[]; readonly fromS: number; readonly toS: number },
): Promise<ReadonlyMap<number, CandleTicks>> {
  const { markets, fromS, toS } = range;
  const { rows } = await database.query<{ market: number; candles: string }>(SELECT_MINUTES, [
    JSON.stringify(markets),
    TIMER_MS['1min'] / 1000,
    fromS,
    toS,
  ]);
  const from = numberOf('1min', fromS);
  return new Map(
    rows.map(({ market, candles }) => {
      const parts = parseCandles(candles);
      const [first] = parts;
      if (first !== undefined && first.openS < fromS)
        parts.splice(0, 1, ...flatCandles(first.close, { timer: '1min', from, to: from + 1 }));
      // What trades in the first minute is not flat, so it opens the sum.
      const own = parts[1]?.openS === fromS ? parts.slice(1) : parts;
      return [market, own.reduce(added)];
    }),
  );
}

/** The number of the first candle that a pair has; null without one. */
export async function readFirst(
  database: Session,
  { market, timer }: { readonly market: number; readonly timer: Timer },
): Promise<number | null> {
  const stepS = TIMER_MS[PARTS_OF[timer]] / 1000;
  const { rows } = await database.query<{ id: number | null }>(SELECT_FIRST, [market, stepS]);
  const id = rows[0]?.id ?? null;
  return id === null ? null : numberOf(timer, id);
}

function parseCandles(text: string | null): CandleTicks[] {
  return text === null ? [] : text.split(';').map(parseCandle);
}

function parseCandle(text: string): CandleTicks {
  const numbers = text.split(',').map(Number);
  const [openS = 0, open = 0, high = 0, low = 0, close = 0, lots = 0, quoteUnits = 0, trades = 0] = numbers;
  const [buyLots = 0, buyQuoteUnits = 0, firstTrade = 0] = numbers.slice(8);
  return {
    openS,
    open,
    high,
    low,
    close,
    lots,
    quoteUnits,
    trades,
    buyLots,
    buyQuoteUnits,
    firstTrade,
  };
}

/** A row of the table. */
export function candleOf(row: KlinesTable): CandleTicks {
  return {
    openS: row.id_s,
    open: row.open,
    high: row.high,
    low: row.low,
    close: row.close,
    lots: row.lots,
    quoteUnits: row.quote_units,
    trades: row.trades,
    buyLots: row.buy_lots,
    buyQuoteUnits: row.buy_quote_units,
    firstTrade: row.first_trade,
  };
}
