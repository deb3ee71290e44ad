/**
 * What flash exchange gives at an index. The core and the site share these formulas. Values are
 * exact, in the asset in which both coins are priced.
 */
import { PPM } from '@glasshouse/money';

/** How long a quote is good for. */
export const QUOTE_MS = 10_000;
/** Above all decimals of an asset and of an index price together. */
const VALUE_DECIMALS = 48;

/** A coin with its index price; the asset in which others are priced has 1 at 0 decimals. */
export interface PricedCoin {
  /** Of the coin's units. */
  readonly decimals: number;
  readonly price: number;
  readonly priceDecimals: number;
}

/** What units of a coin are worth, at VALUE_DECIMALS. */
export const valueOf = (units: number, { decimals, price, priceDecimals }: PricedCoin): bigint =>
  BigInt(units) * BigInt(price) * 10n ** BigInt(VALUE_DECIMALS - decimals - priceDecimals);

/**
 * floor(paid * (1 - spread) / received): units received for what is paid. The remainder stays with
 * the house. `unit` is what one unit of the received coin is worth.
 */
export const receivedFor = (paid: bigint, unit: bigint, spreadPpm: number): bigint =>
  (paid * BigInt(PPM - spreadPpm)) / (unit * BigInt(PPM));
