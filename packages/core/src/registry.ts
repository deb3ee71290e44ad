/** Assets and markets, as defined by commands. */
import * as MONEY from '@glasshouse/money';
import { Book } from './matching/book.ts';
import type { OrderPool } from './matching/order-pool.ts';
import * as RECORD from './matching/order-record.ts';

const { indexInTicks, lotsFor, MAX_UNITS, pairScale, priceBand, quoteCeil, quoteFloor } = MONEY;
const { PRICE_MAX } = RECORD;

export interface Asset {
  readonly asset: number;
  readonly code: string;
  readonly decimals: number;
}

/**
 * `set-market-status` sets the first two. The time of an opening sets the first one, that of a
 * notice the last.
 */
export const MARKET_STATUS = { trading: 0, halted: 1, delisted: 2 } as const;

/** Fields of a market's definition; units and scales are those of `define-market`. */
export const MARKET_FIELDS = [
  'market',
  'base',
  'quote',
  'priceDecimals',
  'lotDecimals',
  'indexDecimals',
  'makerFeePpm',
  'takerFeePpm',
  'minNotional',
  'maxNotional',
  'limitBandPpm',
  'marketBandPpm',
  'maxOpenOrders',
] as const;
export type MarketDefinition = Readonly<Record<(typeof MARKET_FIELDS)[number], number>>;

/** No reference price, so that the band is computed again. */
const BAND_UNKNOWN = -1;

/** A market: its definition, its book, and exact arithmetic between ticks, lots and units. */
export class Market {
  declare definition: MarketDefinition;
  /** Its assets, copied for the hot code. */
  declare readonly base: number;
  declare readonly quote: number;
  declare readonly book: Book;
  /** Units of the base asset in one lot. */
  declare readonly unitsPerLot: number;
  /** Largest quantity whose units are exact. */
  declare readonly lotsMax: number;
  declare private readonly multiplier: number;
  declare private readonly divisor: number;
  /** Price of the last trade in ticks, 0 before the first. */
  lastPrice = 0;
  /**
   * The last index price at the market's index decimals, and the tick's time; 0 before the first.
   */
  indexPrice = 0;
  indexMs = 0;
  status: number = MARKET_STATUS.trading;
  /** Whether orders can be cancelled. Only a halt stops that. */
  takesCancels = true;
  /** The market is delisted at the first tick at or after this time; 0: no notice was given. */
  closesMs = 0;
  /** A halted market trades from the first tick at or after this time; 0: none was named. */
  opensMs = 0;
  /**
   * Fees in ppm: those of a tier's makers at tier * 2, of its takers at tier * 2 + 1. The fees
   * module sets them.
   */
  declare feePpm: Int32Array;
  volumeRate = 0;
  /** Index steps per tick of price. */
  declare readonly indexPerTick: number;
  /** Bounds of limit prices; they follow the reference price. */
  #priceMin = 1;
  #priceMax = PRICE_MAX;
  #bandReference = 0;
  #indexInTicks = 0;

  constructor(definition: MarketDefinition, decimals: { base: number; quote: number }, pool: OrderPool) {
    this.definition = definition;
    this.base = definition.base;
    this.quote = definition.quote;
    this.book = new Book(definition.market, pool);
    this.feePpm = Int32Array.of(definition.makerFeePpm, definition.takerFeePpm);
    this.indexPerTick = 10 ** (definition.indexDecimals - definition.priceDecimals);
    const { priceDecimals: price, lotDecimals: lot } = definition;
    const { multiplier, divisor, unitsPerLot } = pairScale({ ...decimals, price, lot });
    this.unitsPerLot = unitsPerLot;
    this.lotsMax = Math.floor(MAX_UNITS / unitsPerLot);
    this.multiplier = multiplier;
    this.divisor = divisor;
  }

  /**
   * Whether customers see it: the pair of a new coin is halted, and has no price, until it begins
   * to trade or a time of its opening is named, and a delisted one is gone.
   */
  get isShown(): boolean {
    if (this.status === MARKET_STATUS.delisted) return false;
    return this.status === MARKET_STATUS.trading || this.opensMs !== 0 || this.hasPrice;
  }

  /** Whether it has had a price, of the index or of a trade. */
  get hasPrice(): boolean {
    return this.indexPrice !== 0 || this.lastPrice !== 0;
  }

  /** Why a market that does not trade takes no orders. */
  get closedRefusal(): 'market/not-open' | 'market/halted' {
    return this.opensMs === 0 ? 'market/halted' : 'market/not-open';
  }

  /** Replaces the terms. Orders that rest keep what they have frozen. */
  change(definition: MarketDefinition): void {
    this.definition = definition;
    this.#bandReference = BAND_UNKNOWN;
  }

  /** Whether notice was given, or the notice has ended. */
  get isClosing(): boolean {
    return this.closesMs !== 0;
  }

  /** Whether it has not ended before a time, as far as is known. */
  lastsUntil(timeMs: number): boolean {
    return this.closesMs === 0 || timeMs <= this.closesMs;
  }

  /** Fees of a tier in ppm. */
  feesOf(tier: number): { readonly maker: number; readonly taker: number } {
    return { maker: this.feePpm[tier * 2] ?? 0, taker: this.feePpm[tier * 2 + 1] ?? 0 };
  }

  /**
   * The cost of `lots` at `price` in quote units, rounded down; the remainder stays with the buyer.
   * Returns -1 beyond MAX_UNITS.
   */
  quoteFloor(price: number, lots: number): number {
    return quoteFloor(price, lots, this.multiplier, this.divisor);
  }

  /**
   * The units to freeze for `lots` at `price`, rounded up so that they cover the floor of every
   * fill. Returns -1 beyond MAX_UNITS.
   */
  quoteCeil(price: number, lots: number): number {
    return quoteCeil(price, lots, this.multiplier, this.divisor);
  }

  /** The highest price at which `units` pay for `lots`, each cost rounded up; may be 0. */
  priceFor(units: number, lots: number): number {
    const price = (BigInt(units) * BigInt(this.divisor)) / (BigInt(lots) * BigInt(this.multiplier));
    return price < BigInt(PRICE_MAX) ? Number(price) : PRICE_MAX;
  }

  /** Lots that `quoteUnits` buy at `price`, rounded down; at most `lotsMax`. */
  lotsFor(quoteUnits: number, price: number): number {
    const lots = lotsFor(quoteUnits, price, this.multiplier, this.divisor);
    return lots < 0 ? this.lotsMax : Math.min(lots, this.lotsMax);
  }

  /**
   * Whether a limit price lies within the band around the reference price. True while there is
   * none.
   */
  isWithinBand(price: number): boolean {
    const reference = this.referencePrice();
    if (reference !== this.#bandReference) this.#moveBand(reference);
    return price >= this.#priceMin && price <= this.#priceMax;
  }

  #moveBand(reference: number): void {
    const { lowest, highest } = priceBand(reference, this.definition.limitBandPpm);
    this.#bandReference = reference;
    this.#priceMin = lowest;
    this.#priceMax = reference === 0 ? PRICE_MAX : Math.min(PRICE_MAX, highest);
  }

  /** The centre of the price bands in ticks: the last index price, else the last trade, else 0. */
  referencePrice(): number {
    return this.#indexInTicks === 0 ? this.lastPrice : this.#indexInTicks;
  }

  /** Sets the index price of a tick, at the market's index decimals. */
  setIndex(price: number, timeMs: number): void {
    this.indexPrice = price;
    this.indexMs = timeMs;
    this.#indexInTicks = price === 0 ? 0 : indexInTicks(price, this.indexPerTick);
  }
}

export class Registry {
  readonly assets: (Asset | undefined)[] = [];
  readonly markets: (Market | undefined)[] = [];

  /** Markets by number. */
  defined(): readonly Market[] {
    return this.markets.filter((market) => market !== undefined);
  }

  definedAssets(): readonly Asset[] {
    return this.assets.filter((asset) => asset !== undefined);
  }
}
