/**
 * Offers of fixed terms: their fields, the bounds of their numbers, and whether they are on sale.
 */
import { MAX_UNITS } from '@glasshouse/money';
import { isWithin, type Range } from '../contract/bounds.ts';
import { whole } from '../encoding/fields.ts';

/** 1% per day. A higher rate is a misplaced decimal point. */
const DAILY_RATE_PPB_MAX = 10_000_000;
/** Ten years. Times the highest rate it stays a safe integer. */
const DAYS_MAX = 3650;
const OFFERS_MAX = 1_000_000;

/**
 * The shape of a command that defines an offer. Amounts are in units of the asset; a quota, a limit
 * per owner and a time of 0 mean none. Redefining an offer changes what is bought afterwards.
 */
export const OFFER_SHAPE = {
  offer: whole,
  asset: whole,
  /** Parts per 10^9 per day. */
  dailyRatePpb: whole,
  days: whole,
  minAmount: whole,
  maxPerOwner: whole,
  quota: whole,
  opensMs: whole,
  closesMs: whole,
  /** 0 stops the sale. */
  isOpen: whole,
} as const;

/** The shape of a command that buys. It names the rate and the days that the buyer has seen. */
export const PURCHASE_SHAPE = {
  owner: whole,
  offer: whole,
  amount: whole,
  dailyRatePpb: whole,
  days: whole,
} as const;

export type FixedTermOffer = { readonly [K in keyof typeof OFFER_SHAPE]: number };

/** The order in which snapshots write the fields. */
export const OFFER_FIELDS = Object.keys(OFFER_SHAPE) as readonly (keyof FixedTermOffer)[];

const BOUNDS = {
  offer: [1, OFFERS_MAX],
  dailyRatePpb: [1, DAILY_RATE_PPB_MAX],
  days: [1, DAYS_MAX],
  minAmount: [1, MAX_UNITS],
  maxPerOwner: [0, MAX_UNITS],
  quota: [0, MAX_UNITS],
  opensMs: [0, MAX_UNITS],
  closesMs: [0, MAX_UNITS],
  isOpen: [0, 1],
} as const satisfies Partial<Record<keyof FixedTermOffer, Range>>;

/** Whether somebody could buy it at some time. */
export function isOfferSound(offer: FixedTermOffer): boolean {
  const { minAmount, maxPerOwner, quota, opensMs, closesMs } = offer;
  if (!isWithin(offer, BOUNDS)) return false;
  const isBuyable = [quota, maxPerOwner].every((most) => most === 0 || most >= minAmount);
  return isBuyable && (closesMs === 0 || closesMs > opensMs);
}

/** The sale ends with the millisecond before `closesMs`. */
export function isOnSale({ isOpen, opensMs, closesMs }: FixedTermOffer, timeMs: number): boolean {
  return isOpen === 1 && timeMs >= opensMs && (closesMs === 0 || timeMs < closesMs);
}

/** The offer of a command, without the command's type. */
export function offerOf(command: FixedTermOffer): FixedTermOffer {
  const fields = OFFER_FIELDS.map((field) => [field, command[field]]);
  return Object.fromEntries(fields) as unknown as FixedTermOffer;
}
