/** Candles for programs, oldest first. */
import { formatFixed } from '@glasshouse/money';
import type { Refusal } from '@glasshouse/protocol';
import { candleAt, candleFrom, candleOpensMs, type Timer } from '@glasshouse/protocol/market';
import {
  INTERVALS,
  type EndpointNamed,
  type ParametersOf,
  type ProgramCandle,
} from '@glasshouse/protocol/programs';
import type { NamedMarket } from '../../../contract/catalogue.ts';
import type { Session } from '../../../db/database.ts';
import { invalidField } from '../../../http/invalid-input.ts';
import type { Serialised } from '../../../http/handler.ts';
import { CandlePages, type CandlePagesParts } from '../candle-pages.ts';
import { numberOf, type CandleRange, type CandleTicks } from '../candle-series.ts';
import { readFirst } from '../klines.ts';
import { BUSY, OldReads } from '../old-reads.ts';
import type { MarketState } from '../state.ts';

type Asked = Omit<ParametersOf<EndpointNamed<'market/get-candles'>>, 'symbol'>;

type Answer = Serialised | Refusal | Promise<Serialised | Refusal>;

const MINUTE_MS = 60_000;
const DAY_MS = 86_400_000;

export class ProgramCandles {
  readonly #state: MarketState;
  readonly #database: Session;
  readonly #pages: CandlePages;
  readonly #firsts: OldReads<number | null>;

  constructor(parts: Omit<CandlePagesParts, 'write'>) {
    this.#state = parts.state;
    this.#database = parts.database;
    this.#firsts = new OldReads(parts.places);
    this.#pages = new CandlePages({ ...parts, write });
  }

  /**
   * The first ones that open from `startTime` on, else the newest, up to `endTime` inclusive. A
   * time zone that would move the candles is refused.
   */
  read(pair: NamedMarket, asked: Asked): Answer {
    const { startTime, endTime, limit } = asked;
    const timer = INTERVALS[asked.interval];
    if (!isUnmoved(timer, asked.timeZone * MINUTE_MS))
      return invalidField('timeZone', `candles of ${asked.interval} are those of UTC`);
    if (startTime === undefined && endTime === undefined)
      return this.#pages.read(pair, { timer, size: limit });
    const nowMs = this.#state.nowMs();
    const end = candleAt(timer, Math.min(endTime ?? nowMs, nowMs)) + 1;
    if (startTime === undefined)
      return this.#pages.readRange(pair, { timer, from: Math.max(0, end - limit), to: end });
    // A later one has no date.
    const from = candleFrom(timer, Math.min(startTime, nowMs + DAY_MS));
    return this.#readFrom(pair, { timer, from, to: end }, limit);
  }

  /** Before a pair's first candle there are none: the answer begins with it. */
  #readFrom(pair: NamedMarket, range: CandleRange, limit: number): Answer {
    const { timer, from, to } = range;
    const { market } = pair.market.definition;
    const read = (first: number): Answer =>
      this.#pages.readRange(pair, { timer, from: first, to: Math.min(to, first + limit) });
    const { wholeFromS } = this.#state.klines.series(market, timer);
    if (wholeFromS !== null && from >= numberOf(timer, wholeFromS)) return read(from);
    const load = async () => readFirst(this.#database, { market, timer });
    const reading = this.#firsts.read(`${market}/${timer}`, load, () => false);
    return reading === null ? BUSY : reading.then((first) => read(Math.max(from, first ?? from)));
  }
}

/** Whether a candle of UTC opens at midnight of a time zone: then all its candles are those. */
function isUnmoved(timer: Timer, zoneMs: number): boolean {
  if (zoneMs === 0) return true;
  const lengthMs = candleOpensMs(timer, 1) - candleOpensMs(timer, 0);
  return lengthMs < DAY_MS && zoneMs % lengthMs === 0;
}

function write({ market, quote }: NamedMarket, candle: CandleTicks, timer: Timer): string {
  const { priceDecimals, lotDecimals } = market.definition;
  const price = (ticks: number) => formatFixed(ticks, priceDecimals);
  const openMs = candle.openS * 1000;
  const row: ProgramCandle = [
    openMs,
    price(candle.open),
    price(candle.high),
    price(candle.low),
    price(candle.close),
    formatFixed(candle.lots, lotDecimals),
    candleOpensMs(timer, candleAt(timer, openMs) + 1) - 1,
    formatFixed(candle.quoteUnits, quote.decimals),
    candle.trades,
    formatFixed(candle.buyLots, lotDecimals),
    formatFixed(candle.buyQuoteUnits, quote.decimals),
    '0',
  ];
  return JSON.stringify(row);
}
