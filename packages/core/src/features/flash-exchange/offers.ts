/** What flash exchange offers, and whether a quote lies within the band around the index. */
import { MAX_UNITS, PPM } from '@glasshouse/money';
import type { RefusalName } from '@glasshouse/protocol';
import { isWithin, type Range } from '../../bounds.ts';
import { MARKET_STATUS, type Registry } from '../../registry.ts';
import type { DefineExchangeCoin } from './commands.ts';

/** The market of an asset in which others are priced. */
export const NO_MARKET = -1;
/** An index price that is older is none. */
const PRICE_AGE_MS_MAX = 5_000;
/** Above all decimals of an asset and of an index price together. */
const VALUE_DECIMALS = 48;
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

  /** By asset. */
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
  pricedIn({ asset, market }: Offer): number {
    return this.#registry.markets[market]?.quote ?? asset;
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
   * Whether what is received is worth what is paid, give or take the wider band of their coins. It
   * may be one unit less, because quotes round down.
   */
  isFair(paid: readonly Side[], received: Side): boolean {
    const value = paid.reduce((sum, side) => sum + this.#valueOf(side), 0n);
    const worth = this.#valueOf(received) * BigInt(PPM);
    const band = BigInt(Math.max(received.offer.bandPpm, ...paid.map(({ offer }) => offer.bandPpm)));
    const unit = this.#valueOf({ ...received, units: 1 }) * BigInt(PPM);
    return worth <= value * (BigInt(PPM) + band) && worth + unit > value * (BigInt(PPM) - band);
  }

  /** By the index, in the priced asset at VALUE_DECIMALS. Exact. */
  #valueOf({ offer: { asset, market }, units }: Side): bigint {
    const { decimals } = this.#registry.assets[asset]!;
    const pricing = this.#registry.markets[market];
    const price = pricing?.indexPrice ?? 1;
    const priceDecimals = pricing?.definition.indexDecimals ?? 0;
    return BigInt(units) * BigInt(price) * 10n ** BigInt(VALUE_DECIMALS - decimals - priceDecimals);
  }
}
