/** Prices of pairs and their changes for programs. */
import { formatFixed, formatRatio } from '@glasshouse/money';
import type { Refusal } from '@glasshouse/protocol';
import type {
  DayTicker,
  EndpointNamed,
  FullTicker,
  MiniTicker,
  ParametersOf,
} from '@glasshouse/protocol/programs';
import type { NamedMarket } from '../../../contract/catalogue.ts';
import type { Session } from '../../../db/database.ts';
import { ReplyText, Serialised } from '../../../http/handler.ts';
import { invalidField } from '../../../http/invalid-input.ts';
import type { CandleTicks } from '../candle-series.ts';
import { KeptReplies } from '../kept-replies.ts';
import { BUSY, type ReadPlaces } from '../old-reads.ts';
import type { MarketState } from '../state.ts';
import { pairsOf, type AskedPairs } from './asked-pairs.ts';
import { bestQuotes } from './books.ts';
import { dayBeginsS, midnightS, windowBeginsS, Windows } from './windows.ts';

type Answer = Serialised | ReplyText | Refusal;
type Asked<N extends 'day' | 'trading-day' | 'rolling'> = ParametersOf<
  EndpointNamed<`market/get-${N}-ticker`>
>;
type Type = 'FULL' | 'MINI';

const DAY_S = 86_400;
const AVERAGE_MINUTES = 5;
/** At least so many decimals have average prices; more where prices have more. */
const AVERAGE_DECIMALS = 8;
const PERCENT_DECIMALS = 3;
/** Rows of pairs that are kept, a kilobyte each. */
const ROWS_KEPT_MAX = 3_000;

export class Tickers {
  readonly #state: MarketState;
  readonly #windows: Windows;
  readonly #kept: KeptReplies;

  constructor(parts: {
    readonly state: MarketState;
    readonly database: Session;
    readonly places: ReadPlaces;
  }) {
    this.#state = parts.state;
    this.#windows = new Windows({ ...parts, klines: parts.state.klines });
    this.#kept = new KeptReplies(parts.state, ROWS_KEPT_MAX);
  }

  day({ type, ...asked }: Asked<'day'>): Answer {
    return this.#rows(`day/${type}`, asked, (pair) => this.#dayRow(pair, type));
  }

  price(asked: AskedPairs): Answer {
    return this.#rows('price', asked, (pair) => ({
      symbol: nameOf(pair),
      price: priceText(pair, this.#lastPrice(pair)),
    }));
  }

  best(asked: AskedPairs): Answer {
    return this.#rows('best', asked, (pair) => ({ symbol: nameOf(pair), ...bestQuotes(pair) }));
  }

  average(pair: NamedMarket): ReplyText {
    const { deals, nowMs } = this.#state;
    const fromS = windowBeginsS(nowMs(), (AVERAGE_MINUTES - 1) * 60);
    const sum = this.#windows.ofDay(pair, fromS);
    const price =
      sum === null || sum.lots === 0 ? priceText(pair, this.#lastPrice(pair)) : averagePrice(pair, sum);
    const closeTime = deals.recent(pair.market.definition.market).at(-1)?.timeMs ?? 0;
    return new ReplyText(JSON.stringify({ mins: AVERAGE_MINUTES, price, closeTime }));
  }

  tradingDay({ type, timeZone, ...asked }: Asked<'trading-day'>): Answer {
    const found = named(this.#state, asked);
    if ('error' in found) return found;
    const fromS = midnightS(this.#state.nowMs(), timeZone);
    const times = { openTime: fromS * 1000, closeTime: (fromS + DAY_S) * 1000 - 1 };
    const rows = found.pairs.map((pair) => this.#row(pair, type, this.#windows.ofDay(pair, fromS), times));
    return oneOrList(asked, rows);
  }

  rolling({ type, windowSize, ...asked }: Asked<'rolling'>): Answer | Promise<Answer> {
    const found = named(this.#state, asked);
    if ('error' in found) return found;
    const nowMs = this.#state.nowMs();
    const fromS = windowBeginsS(nowMs, windowSize);
    const times = { openTime: fromS * 1000, closeTime: nowMs };
    const row = (pair: NamedMarket, sum: CandleTicks | null) => this.#row(pair, type, sum, times);
    if (windowSize <= DAY_S)
      return oneOrList(
        asked,
        found.pairs.map((pair) => row(pair, this.#windows.ofDay(pair, fromS))),
      );
    return this.#windows.longer(found.pairs, fromS).then((sums) =>
      sums === null
        ? BUSY
        : oneOrList(
            asked,
            [...sums].map(([pair, sum]) => row(pair, sum)),
          ),
    );
  }

  /** Rows that are kept for each version; the pairs' own, and those of all together. */
  #rows(kind: string, asked: AskedPairs, make: (pair: NamedMarket) => object): Answer {
    const found = pairsOf(this.#state, asked);
    if ('error' in found) return found;
    const { pairs } = found;
    const row = (pair: NamedMarket): Serialised =>
      this.#kept.of(`${kind}/${pair.symbol}`, () => make(pair), this.#versionOf([pair]));
    const [first] = pairs;
    if (asked.symbol !== undefined && first !== undefined) return row(first);
    const list = (): string => `[${pairs.map((pair) => row(pair).json).join(',')}]`;
    if (asked.symbols !== undefined) return new ReplyText(list());
    return this.#kept.of(`${kind}/`, () => new Serialised(list()), this.#versionOf(pairs));
  }

  /** Rises with each publication, each change of these books, each second and each new pair. */
  #versionOf(pairs: readonly NamedMarket[]): number {
    const { version, nowMs } = this.#state;
    const books = pairs.reduce((sum, { market }) => sum + market.book.version, 0);
    return version + Math.floor(nowMs() / 1000) + books + pairs.length;
  }

  #dayRow(pair: NamedMarket, type: Type): DayTicker | MiniTicker {
    const nowMs = this.#state.nowMs();
    const { market } = pair.market.definition;
    const fromS = dayBeginsS(nowMs);
    const row = this.#row(pair, type, this.#windows.ofDay(pair, fromS), {
      openTime: fromS * 1000,
      closeTime: nowMs,
    });
    if (!('priceChange' in row)) return row;
    const before = this.#state.klines.series(market, '1min').closeBefore(fromS);
    const lastLots = this.#state.deals.recent(market).at(-1)?.lots ?? 0;
    return {
      ...row,
      prevClosePrice: before === null ? row.openPrice : priceText(pair, before),
      lastQty: formatFixed(lastLots, pair.market.definition.lotDecimals),
      ...bestQuotes(pair),
    };
  }

  // oxlint-disable-next-line max-params -- The pair, the form, and what the form shows.
  #row(pair: NamedMarket, type: Type, sum: CandleTicks | null, times: Times): FullTicker | MiniTicker {
    const { market, lotDecimals } = pair.market.definition;
    const last = this.#lastPrice(pair);
    const { open, high, low, close } = sum ?? { open: last, high: last, low: last, close: last };
    const { lots, quoteUnits, trades, firstTrade } = sum ?? NOTHING;
    const statistics = {
      openPrice: priceText(pair, open),
      highPrice: priceText(pair, high),
      lowPrice: priceText(pair, low),
      lastPrice: priceText(pair, close),
      volume: formatFixed(lots, lotDecimals),
      quoteVolume: formatFixed(quoteUnits, pair.quote.decimals),
      ...times,
      firstId: firstTrade === 0 ? -1 : firstTrade,
      lastId: firstTrade === 0 ? -1 : this.#state.deals.lastId(market),
      count: trades,
    };
    if (type === 'MINI') return { symbol: nameOf(pair), ...statistics };
    return {
      symbol: nameOf(pair),
      priceChange: priceText(pair, close - open),
      priceChangePercent:
        open === 0
          ? formatRatio(0n, 1n, PERCENT_DECIMALS)
          : formatRatio(BigInt(close - open) * 100n, BigInt(open), PERCENT_DECIMALS),
      weightedAvgPrice: averagePrice(pair, { lots, quoteUnits }),
      ...statistics,
    };
  }

  /** In ticks; 0 before the first trade. */
  #lastPrice({ market }: NamedMarket): number {
    return this.#state.klines.series(market.definition.market, '1min').last?.close ?? 0;
  }
}

interface Times {
  readonly openTime: number;
  readonly closeTime: number;
}

const NOTHING = { lots: 0, quoteUnits: 0, trades: 0, firstTrade: 0 };

const nameOf = ({ symbol }: NamedMarket): string => symbol.toUpperCase();
const priceText = ({ market }: NamedMarket, ticks: number): string =>
  formatFixed(ticks, market.definition.priceDecimals);

/** 0 without a volume. */
function averagePrice(
  { market, quote }: NamedMarket,
  { lots, quoteUnits }: Pick<CandleTicks, 'lots' | 'quoteUnits'>,
): string {
  const { priceDecimals, lotDecimals } = market.definition;
  const decimals = Math.max(AVERAGE_DECIMALS, priceDecimals);
  if (lots === 0) return formatRatio(0n, 1n, decimals);
  const numerator = BigInt(quoteUnits) * 10n ** BigInt(lotDecimals);
  return formatRatio(numerator, BigInt(lots) * 10n ** BigInt(quote.decimals), decimals);
}

/** The pairs of a call that asks for some by name. */
function named(state: MarketState, asked: AskedPairs): ReturnType<typeof pairsOf> {
  const isNamed = asked.symbol !== undefined || asked.symbols !== undefined;
  return isNamed ? pairsOf(state, asked) : invalidField('symbol', 'is required');
}

const oneOrList = ({ symbol }: AskedPairs, rows: readonly object[]): ReplyText =>
  new ReplyText(JSON.stringify(symbol === undefined ? rows : rows[0]));
