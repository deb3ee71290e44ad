/** Streams of statistics: the last 24 hours, rolling windows, the average price. */
import { formatRatio } from '@glasshouse/money';
import { STREAM_WINDOWS, type StreamEvent, type StreamWindow } from '@glasshouse/protocol/programs';
import type { NamedMarket } from '../../../contract/catalogue.ts';
import type { MarketState } from '../state.ts';
import { bestQuotes } from './book-streams.ts';
import {
  lotsText,
  nameOf,
  priceText,
  quoteText,
  type PairStreamParts,
  type RunningStream,
  type StreamParts,
} from './running-stream.ts';

const MINUTE_S = 60;
const DAY_S = 86_400;
const AVERAGE_S = 300;
/** At least so many decimals have average prices; more where prices have more. */
const AVERAGE_DECIMALS = 8;
const PERCENT_DECIMALS = 3;

/** An event, and the text of what counts as a change of it. */
interface Row<E> {
  readonly event: E;
  readonly state: string;
}
type MakeRow<E> = (state: MarketState, pair: NamedMarket) => Row<E>;

export const miniTickerStream = (parts: PairStreamParts<StreamEvent<'miniTicker'>>): RunningStream =>
  ofPair(parts, miniRow);
export const miniTickersStream = (parts: StreamParts<StreamEvent<'miniTickers'>>): RunningStream =>
  ofAllPairs(parts, miniRow);
export const tickerStream = (parts: PairStreamParts<StreamEvent<'ticker'>>): RunningStream =>
  ofPair(parts, dayRow);
export const tickersStream = (parts: StreamParts<StreamEvent<'tickers'>>): RunningStream =>
  ofAllPairs(parts, dayRow);
export const windowTickerStream = (parts: PairStreamParts<StreamEvent<'windowTicker'>>): RunningStream =>
  ofPair(parts, windowRow(parts.asked.window as StreamWindow));
export const windowTickersStream = (parts: StreamParts<StreamEvent<'windowTickers'>>): RunningStream =>
  ofAllPairs(parts, windowRow(parts.asked.window as StreamWindow));
export const averageStream = (parts: PairStreamParts<StreamEvent<'averagePrice'>>): RunningStream =>
  ofPair(parts, averageRow);

function ofPair<E>(
  {
    state,
    pair,
    emit,
  }: Pick<PairStreamParts<never>, 'state' | 'pair'> & { readonly emit: (event: E) => void },
  make: MakeRow<E>,
): RunningStream {
  let sent = '';
  return {
    joined: () => {
      sent = '';
    },
    round: () => {
      const row = make(state, pair);
      if (row.state === sent) return;
      sent = row.state;
      emit(row.event);
    },
  };
}

/** The pairs that have changed, as one list; none if none has. */
function ofAllPairs<E>({ state, emit }: StreamParts<E[]>, make: MakeRow<E>): RunningStream {
  let sent = new Map<NamedMarket, string>();
  return {
    joined: () => {
      sent = new Map();
    },
    round: () => {
      const changed: E[] = [];
      for (const pair of state.catalogue.openedMarkets) {
        const row = make(state, pair);
        if (row.state === sent.get(pair)) continue;
        sent.set(pair, row.state);
        changed.push(row.event);
      }
      if (changed.length > 0) emit(changed);
    },
  };
}

interface Statistics {
  readonly open: number;
  readonly high: number;
  readonly low: number;
  readonly close: number;
  readonly lots: number;
  readonly quoteUnits: number;
  readonly trades: number;
  /** 0: none. */
  readonly firstTrade: number;
}

/** What was traded since a minute; the last price throughout if nothing was. */
function since({ klines }: MarketState, { market }: NamedMarket, fromS: number): Statistics {
  const series = klines.series(market.definition.market, '1min');
  const last = series.last?.close ?? market.lastPrice;
  const flat = {
    open: last,
    high: last,
    low: last,
    close: last,
    lots: 0,
    quoteUnits: 0,
    trades: 0,
    firstTrade: 0,
  };
  return series.summary(fromS) ?? flat;
}

const prices = (pair: NamedMarket, { open, high, low, close, lots, quoteUnits }: Statistics) => ({
  o: priceText(pair, open),
  h: priceText(pair, high),
  l: priceText(pair, low),
  c: priceText(pair, close),
  v: lotsText(pair, lots),
  q: quoteText(pair, quoteUnits),
});

function changes(pair: NamedMarket, sum: Statistics) {
  const { open, close } = sum;
  return {
    p: priceText(pair, close - open),
    P:
      open === 0
        ? formatRatio(0n, 1n, PERCENT_DECIMALS)
        : formatRatio(BigInt(close - open) * 100n, BigInt(open), PERCENT_DECIMALS),
    w: averagePrice(pair, sum),
    ...prices(pair, sum),
    n: sum.trades,
  };
}

/** 0 without a volume. */
function averagePrice({ market, quote }: NamedMarket, { lots, quoteUnits }: Statistics): string {
  const { priceDecimals, lotDecimals } = market.definition;
  const decimals = Math.max(AVERAGE_DECIMALS, priceDecimals);
  if (lots === 0) return formatRatio(0n, 1n, decimals);
  const numerator = BigInt(quoteUnits) * 10n ** BigInt(lotDecimals);
  return formatRatio(numerator, BigInt(lots) * 10n ** BigInt(quote.decimals), decimals);
}

/** The first whole minute of the last 24 hours, as on the site. */
const dayBeginsS = (nowMs: number): number => minuteOf(nowMs) - DAY_S + MINUTE_S;
const minuteOf = (nowMs: number): number => Math.floor(nowMs / (MINUTE_S * 1000)) * MINUTE_S;

function miniRow(state: MarketState, pair: NamedMarket): Row<StreamEvent<'miniTicker'>> {
  const nowMs = state.nowMs();
  const own = prices(pair, since(state, pair, dayBeginsS(nowMs)));
  return {
    event: { e: '24hrMiniTicker', E: nowMs, s: nameOf(pair), ...own },
    state: JSON.stringify(own),
  };
}

function tradesOf(state: MarketState, { market }: NamedMarket, { trades, firstTrade }: Statistics) {
  return { F: firstTrade || -1, L: trades === 0 ? -1 : state.deals.lastId(market.definition.market) };
}

function dayRow(state: MarketState, pair: NamedMarket): Row<StreamEvent<'ticker'>> {
  const nowMs = state.nowMs();
  const fromS = dayBeginsS(nowMs);
  const { market } = pair.market.definition;
  const sum = since(state, pair, fromS);
  const before = closeBefore(state, market, fromS);
  const own = {
    ...changes(pair, sum),
    ...tradesOf(state, pair, sum),
    x: priceText(pair, before ?? sum.open),
    Q: lotsText(pair, state.deals.newest(market)?.lots ?? 0),
    ...bestQuotes(pair),
  };
  return {
    event: { e: '24hrTicker', E: nowMs, s: nameOf(pair), ...own, O: fromS * 1000, C: nowMs },
    state: JSON.stringify(own),
  };
}

/** The last price before a time; null if memory has none. */
function closeBefore({ klines }: MarketState, market: number, timeS: number): number | null {
  const series = klines.series(market, '1min');
  for (let index = series.length - 1; index >= 0; index--) {
    const { openS, close } = series.at(index);
    if (openS < timeS) return close;
  }
  return null;
}

function windowRow(window: StreamWindow): MakeRow<StreamEvent<'windowTicker'>> {
  const e = `${window}Ticker` as const;
  return (state, pair) => {
    const nowMs = state.nowMs();
    const fromS = minuteOf(nowMs - STREAM_WINDOWS[window] * MINUTE_S * 1000);
    const sum = since(state, pair, fromS);
    const own = { ...changes(pair, sum), ...tradesOf(state, pair, sum) };
    return {
      event: { e, E: nowMs, s: nameOf(pair), ...own, O: fromS * 1000, C: nowMs },
      state: JSON.stringify(own),
    };
  };
}

function averageRow(state: MarketState, pair: NamedMarket): Row<StreamEvent<'averagePrice'>> {
  const nowMs = state.nowMs();
  const sum = since(state, pair, minuteOf(nowMs) - AVERAGE_S + MINUTE_S);
  const own = {
    w: sum.lots === 0 ? priceText(pair, sum.close) : averagePrice(pair, sum),
    T: state.deals.newest(pair.market.definition.market)?.timeMs ?? 0,
  };
  return {
    event: { e: 'avgPrice', E: nowMs, s: nameOf(pair), i: '5m', ...own },
    state: JSON.stringify(own),
  };
}
