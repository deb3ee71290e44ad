/** Assets and markets as the core knows them, defined by commands. */
import { MAX_UNITS, mulDivCeil, mulDivFloor } from '@glasshouse/money';
import type { DefineAsset, DefineMarket, DefineSecondsContract } from './commands.ts';
import { Book } from './matching/book.ts';
import type { OrderPool } from './matching/order-pool.ts';

export type Asset = Omit<DefineAsset, 'type'>;

/** A market: its definition, its book, and the exact arithmetic between ticks, lots and units. */
export class Market {
  readonly definition: DefineMarket;
  readonly book: Book;
  /** Units of the base asset in one lot. */
  readonly unitsPerLot: number;
  /** Largest quantity whose units fit. */
  readonly lotsMax: number;
  readonly #multiplier: number;
  readonly #divisor: number;
  /** Price of the last trade in ticks, 0 before the first. */
  lastPrice = 0;
  /** The last index price at the market's index decimals, and the tick's time; 0 before the first. */
  indexPrice = 0;
  indexMs = 0;
  secondsContract: DefineSecondsContract | null = null;

  constructor(definition: DefineMarket, decimals: { base: number; quote: number }, pool: OrderPool) {
    this.definition = definition;
    this.book = new Book(definition.market, pool);
    this.unitsPerLot = 10 ** (decimals.base - definition.lotDecimals);
    this.lotsMax = Math.floor(MAX_UNITS / this.unitsPerLot);
    const exponent = decimals.quote - definition.priceDecimals - definition.lotDecimals;
    this.#multiplier = exponent > 0 ? 10 ** exponent : 1;
    this.#divisor = exponent < 0 ? 10 ** -exponent : 1;
  }

  /** What `lots` at `price` cost in quote units, rounded down: the remainder stays with the buyer. -1 beyond MAX_UNITS. */
  quoteFloor(price: number, lots: number): number {
    const product = price * lots * this.#multiplier;
    if (product <= MAX_UNITS) return Math.floor(product / this.#divisor);
    return mulDivFloor(price * this.#multiplier, lots, this.#divisor);
  }

  /** What must be set aside for `lots` at `price`: rounded up, so that every fill's floor is covered. -1 beyond MAX_UNITS. */
  quoteCeil(price: number, lots: number): number {
    return mulDivCeil(price * this.#multiplier, lots, this.#divisor);
  }

  /** Lots that `quoteUnits` buy at `price`, rounded down. */
  lotsFor(quoteUnits: number, price: number): number {
    return mulDivFloor(quoteUnits, this.#divisor, price * this.#multiplier);
  }

  /** The price in ticks around which orders are bounded: the last index price, else the last trade; 0 when there is neither. */
  referencePrice(): number {
    if (this.indexPrice === 0) return this.lastPrice;
    const { indexDecimals, priceDecimals } = this.definition;
    return Math.max(1, Math.round(this.indexPrice / 10 ** (indexDecimals - priceDecimals)));
  }
}

export class Registry {
  readonly assets: (Asset | undefined)[] = [];
  readonly markets: (Market | undefined)[] = [];

  market(index: number): Market | undefined {
    return this.markets[index];
  }
}
