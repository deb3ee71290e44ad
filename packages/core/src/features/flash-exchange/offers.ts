/** What flash exchange offers, and whether a quote lies within the band around the index. */
import { MAX_UNITS, PPM } from '@glasshouse/money';
import type { RefusalName } from '@glasshouse/protocol';
import { receivedFor, valueOf } from '@glasshouse/protocol/flash-exchange/quote';
import { isWithin, type Range } from '../../contract/bounds.ts';
import { MARKET_STATUS, type Registry } from '../../registry.ts';
import type { DefineExchangeCoin } from './commands.ts';

/** The market of an asset in which others are priced. */
export const NO_MARKET = -1;
/** An index price that is older is none. */
const PRICE_AGE_MS_MAX = 5_000;
const BOUNDS = {
  minAmount: [0, MAX_UNITS],
  maxAmount: [0, MAX_UNITS],
  maxDust: [0, MAX_UNITS],
  bandPpm: [0, PPM / 2],
} as const satisfies Partial<Record<keyof DefineExchangeCoin, Range>>;

export type Offer = Omit<DefineExchangeCoin, 'type'>;

/** A coin of an exchange, and its units. */
export interface Side {
  readonly offer: Offer;
  readonly units: number;
}

export class Offers {
  readonly #offers = new Map<number, Offer>();
  readonly #registry: Registry;

  constructor(registry: Registry) {
    this.#registry = registry;
  }

  of(asset: number): Offer | undefined {
    return this.#offers.get(asset);
  }

  /** All offers, sorted by asset. */
  all(): Offer[] {
    return [...this.#offers.values()].sort((a, b) => a.asset - b.asset);
  }

  file(offer: Offer): void {
    this.#offers.set(offer.asset, offer);
  }

  define({ type: _type, ...offer }: DefineExchangeCoin): RefusalName | null {
    const { asset, market, minAmount, maxAmount } = offer;
    if (this.#registry.assets[asset] === undefined) return 'wallet/unknown-asset';
    const pricing = this.#registry.markets[market];
    if (market !== NO_MARKET && pricing?.base !== asset) return 'market/unknown-pair';
    if (!isWithin(offer, BOUNDS) || minAmount > maxAmount) return 'request/invalid';
    this.file(offer);
    return null;
  }

  /** The asset in which a coin is priced. */
  #pricedIn({ asset, market }: Offer): number {
    return this.#registry.markets[market]?.quote ?? asset;
  }

  /** Whether both coins are offered, differ, and are priced in one asset. */
  areExchanged(paid: Offer | undefined, received: Offer | undefined): boolean {
    if (paid === undefined || received === undefined || paid.asset === received.asset) return false;
    if (paid.maxAmount === 0 || received.maxAmount === 0) return false;
    return this.#pricedIn(paid) === this.#pricedIn(received);
  }

  /** Whether its pair trades and has a price of this moment. */
  priceRefusal({ market }: Offer, timeMs: number): RefusalName | null {
    const pricing = this.#registry.markets[market];
    if (pricing === undefined) return null;
    if (pricing.status !== MARKET_STATUS.trading) return 'market/halted';
    const isFresh = pricing.indexPrice > 0 && timeMs - pricing.indexMs <= PRICE_AGE_MS_MAX;
    return isFresh ? null : 'market/no-price';
  }

  /**
   * Our whole earning on an exchange of two coins, in ppm of what is paid: half the wider band. So
   * a quote stands while the index moves by less than that, up or down.
   */
  spreadPpm(paid: Offer, received: Offer): number {
    return Math.floor(Math.max(paid.bandPpm, received.bandPpm) / 2);
  }

  /** Units that the index alone would give, rounded down. */
  atIndex(paid: Side, received: Offer): bigint {
    return this.#valueOf(paid) / this.#valueOf({ offer: received, units: 1 });
  }

  /** Units received for units paid, by the index less the spread, rounded down. */
  receivedFor(paid: Side, received: Offer): bigint {
    const unit = this.#valueOf({ offer: received, units: 1 });
    return receivedFor(this.#valueOf(paid), unit, this.spreadPpm(paid.offer, received));
  }

  /** The fewest units to pay so that `receivedFor` gives at least the units to receive. */
  paidFor(paid: Offer, received: Side): bigint {
    const kept = BigInt(PPM - this.spreadPpm(paid, received.offer));
    const unit = this.#valueOf({ offer: paid, units: 1 }) * kept;
    return (this.#valueOf(received) * BigInt(PPM) + unit - 1n) / unit;
  }

  /**
   * Whether an exchange is fair: the received coins are worth at most what is paid, and at least
   * that less the wider band of each part's two coins and a unit for each part, because quotes
   * round down. They are never worth more, so that nobody gains by waiting with a quote.
   */
  isFair(paid: readonly Side[], received: Side): boolean {
    let [value, least] = [0n, 0n];
    for (const side of paid) {
      const band = Math.max(side.offer.bandPpm, received.offer.bandPpm);
      value += this.#valueOf(side);
      least += this.#valueOf(side) * BigInt(PPM - band);
    }
    const worth = this.#valueOf(received);
    const rounded = this.#valueOf({ ...received, units: paid.length });
    return worth <= value && (worth + rounded) * BigInt(PPM) > least;
  }

  /** The exact value of a side, by the index price. */
  #valueOf({ offer: { asset, market }, units }: Side): bigint {
    const { decimals } = this.#registry.assets[asset]!;
    const pricing = this.#registry.markets[market];
    const price = pricing?.indexPrice ?? 1;
    const priceDecimals = pricing?.definition.indexDecimals ?? 0;
    return valueOf(units, { decimals, price, priceDecimals });
  }
}
