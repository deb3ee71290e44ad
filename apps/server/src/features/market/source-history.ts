/**
 * Candles of the outside source: the history of a pair that has none, and the time of an outage.
 * Otherwise candles come from our own trades. They have prices and no volume, because nothing of it
 * was traded here.
 */
import { KEPT_TIMERS, KLINE_LIMIT, TIMER_MS, type KeptTimer } from '@glasshouse/protocol/market';
import type { NamedMarket } from '../../contract/catalogue.ts';
import type { Session } from '../../db/database.ts';
import { insertCandles } from './history.ts';
import type { KlinesTable } from './tables.ts';
import type { SourceCandle } from './tick-feed/quote-source.ts';
import type { TickFeed } from './tick-feed/tick-feed.ts';

export interface SourceHistoryParts {
  readonly database: Session;
  readonly feed: Pick<TickFeed, 'candles'>;
  readonly pairs: readonly NamedMarket[];
  /** The last tick before the outage; 0: there was none. */
  readonly lastTickMs: number;
  readonly nowMs: number;
  /** Whether there is no time left to ask for more. */
  readonly isLate: () => boolean;
  /** Told what was written, oldest first. */
  readonly onFilled: (timer: KeptTimer, candles: readonly KlinesTable[]) => void;
  readonly onError: (pair: NamedMarket, error: unknown) => void;
}

/** Writes what is missing and the source has. A pair that fails is left for the next start. */
export async function fillFromSource(parts: SourceHistoryParts): Promise<void> {
  const traded = await marketsWithCandles(parts.database);
  for (const pair of parts.pairs) {
    if (parts.isLate()) return;
    const fromMs = traded.has(pair.market.definition.market) ? parts.lastTickMs : 0;
    try {
      for (const timer of KEPT_TIMERS) if (!parts.isLate()) await fill(parts, { pair, timer, fromMs });
    } catch (error) {
      parts.onError(pair, error);
    }
  }
}

async function marketsWithCandles(database: Session): Promise<ReadonlySet<number>> {
  const { rows } = await database.query<{ market: number }>(
    'select distinct market from klines where timer_s = $1',
    [TIMER_MS['1day'] / 1000],
  );
  return new Set(rows.map(({ market }) => market));
}

async function fill(
  { database, feed, nowMs, onFilled }: SourceHistoryParts,
  { pair, timer, fromMs }: { pair: NamedMarket; timer: KeptTimer; fromMs: number },
): Promise<void> {
  const stepMs = TIMER_MS[timer];
  // The newest candle is still open: it is for our own trades.
  const untilMs = Math.floor(nowMs / stepMs) * stepMs;
  const earliestMs = untilMs - KLINE_LIMIT * stepMs;
  const range = { timer, fromMs: Math.max(earliestMs, Math.ceil(fromMs / stepMs) * stepMs), untilMs };
  if (range.fromMs >= untilMs) return;
  const candles = await feed.candles({ base: pair.base.code, quote: pair.quote.code, ...range });
  if (candles === null || candles.length === 0) return;
  const rows = candles.map(rowOf(pair, timer));
  await insertCandles(database, rows);
  onFilled(timer, rows);
}

function rowOf(pair: NamedMarket, timer: KeptTimer): (candle: SourceCandle) => KlinesTable {
  const { market, priceDecimals } = pair.market.definition;
  const ticks = (price: number): number => Math.max(1, Math.round(price * 10 ** priceDecimals));
  return ({ openMs, open, high, low, close }) => ({
    market,
    timer_s: TIMER_MS[timer] / 1000,
    id_s: openMs / 1000,
    open: ticks(open),
    high: ticks(high),
    low: ticks(low),
    close: ticks(close),
    lots: 0,
    quote_units: 0,
    trades: 0,
    buy_lots: 0,
    buy_quote_units: 0,
    first_trade: 0,
  });
}
