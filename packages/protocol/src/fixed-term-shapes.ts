/**
 * Shapes that calls for fixed terms share: offers, purchases, orders, the reserve that pays the
 * interest. A rate is a decimal per day: 0.00018 is 0.018%.
 */
import * as z from 'zod';
import {
  amount,
  blankIsAbsent,
  decimal,
  flag,
  optionalDecimal,
  optionalWhole,
  timeMs,
  whole,
} from './fields.ts';
import { optionalFundPassword } from './fund-password.ts';
import { offerTexts } from './offer-texts.ts';

const OFFERS_MAX = 1_000_000;
const DAYS_MAX = 3650;

export const offerNumber = whole(1, OFFERS_MAX);
export const optionalDays = optionalWhole(1, DAYS_MAX);

export const fixedTermOffer = z.object({
  offer: z.number().int(),
  currency: z.string(),
  /** Per day, as a decimal. */
  dailyRate: amount,
  days: z.number().int(),
  minAmount: amount,
  /** The most that one user can have; null without a limit. */
  maxPerOwner: amount.nullable(),
  /** How much there is, and how much of it is left; null without a limit. */
  quota: amount.nullable(),
  left: amount.nullable(),
  sold: amount,
  /** When the sale begins and ends; null without a limit. */
  opensTime: timeMs.nullable(),
  closesTime: timeMs.nullable(),
  /** Whether it can be bought at the time of the reply. */
  isOnSale: z.boolean(),
  /** What is set aside for its open orders. */
  reserved: amount,
  texts: offerTexts,
});
export type FixedTermOfferRow = z.output<typeof fixedTermOffer>;

/** What the house owes its customers in a coin, and what of its reserve is frozen for it. */
export const fixedTermReserve = z.object({
  currency: z.string(),
  owed: amount,
  setAside: amount,
  /** What further purchases can use. */
  free: amount,
});
export type FixedTermReserveRow = z.output<typeof fixedTermReserve>;

export const fixedTermOffers = z.object({
  list: z.array(fixedTermOffer),
  reserves: z.array(fixedTermReserve),
});

export const optionalFlag = blankIsAbsent(flag.optional());

/** A purchase. The rate and the days, where they are named, have to be those of the offer. */
export const fixedTermPurchase = {
  offer: offerNumber,
  amount: optionalDecimal,
  dailyRate: blankIsAbsent(decimal.optional()),
  days: optionalDays,
  fundPassword: optionalFundPassword,
};

/** An order with its terms. */
export const fixedTermOrder = {
  id: z.string(),
  offer: z.number().int(),
  /** Its number among the orders of its offer. */
  place: z.number().int(),
  currency: z.string(),
  /** The buy amount, which comes back. */
  amount,
  dailyRate: amount,
  days: z.number().int(),
  /** Full days still to come at the time of the reply, the running one included. */
  remainingDays: z.number().int(),
  /** Of the full days so far, at the time of the reply. */
  currentProfit: amount,
  /** Of the whole term. */
  interest: amount,
  time: timeMs,
  dueTime: timeMs,
  endTime: timeMs.nullable(),
};
/** Its `status` is the number of a state of its product. */
export const fixedTermOrderRow = z.object({ ...fixedTermOrder, status: z.number().int() });
export type FixedTermOrderRow = z.output<typeof fixedTermOrderRow>;
