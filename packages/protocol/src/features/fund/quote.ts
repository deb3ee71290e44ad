/**
 * What a fund is worth, and what a holding costs, may lose and pays. The core, the server and the
 * site share these formulas. Amounts are in units of the quote asset, units of a fund are
 * hundredths, a NAV has eight decimals. A result of -1 is beyond MAX_UNITS.
 */
import { MAX_UNITS, mulDivCeil, mulDivFloor, mulPpmFloor, PPM } from '@glasshouse/money';

/** Decimals of the units of a fund. */
export const UNIT_DECIMALS = 2;
/** Decimals of a NAV: the price of one unit in the quote coin. */
export const NAV_DECIMALS = 8;
/** Quantities of a basket are for this many units of the fund. */
export const BASKET_UNITS = 1_000_000;
/** A bound above every NAV. */
export const ANY_NAV = Number.MAX_SAFE_INTEGER;
/** A quote asset with more decimals has no exact scale. */
export const QUOTE_DECIMALS_MAX = UNIT_DECIMALS + NAV_DECIMALS;
export const DAY_MS = 86_400_000;

const BASKET_SHARES = BASKET_UNITS * 10 ** UNIT_DECIMALS;
const PPB = 1_000_000_000n;
/** Above the decimals of an asset and of an index price together. */
const VALUE_DECIMALS = 48;
const NAV_DIVISOR = BigInt(BASKET_UNITS) * 10n ** BigInt(VALUE_DECIMALS - NAV_DECIMALS);

/** A coin of a basket at an index price, which has the decimals of its pair. */
export interface PricedPart {
  /** The coin's smallest units in BASKET_UNITS of the fund. */
  readonly quantity: number;
  /** 0 where there is none. */
  readonly price: number;
  /** Of the coin and of the index price, together. */
  readonly decimals: number;
}

/** The exact value of coins in BASKET_UNITS of the fund, at VALUE_DECIMALS. */
const valueOfPart = ({ quantity, price, decimals }: PricedPart): bigint =>
  BigInt(quantity) * BigInt(price) * 10n ** BigInt(VALUE_DECIMALS - decimals);

/** A purchase that names no bound accepts a NAV of so much above the last one. */
const BOUND_PPM = 10_000;

/** A bound may be so much above the last NAV: the reserve freezes the cover of it. */
export const BOUND_PPM_MAX = 100_000;

/** The highest bound that a purchase may name, rounded down. */
export const highestBoundOf = (nav: number): number => nav + mulPpmFloor(nav, BOUND_PPM_MAX);

/** The highest NAV that such a purchase accepts, rounded down: the rest stays with the owner. */
export const boundOf = (nav: number): number => nav + mulPpmFloor(nav, BOUND_PPM);

/** The sum over all coins of quantity times price, rounded down; 0 if a coin has no price. */
export function navOf(parts: readonly PricedPart[]): number {
  let value = 0n;
  for (const part of parts) {
    if (part.price === 0) return 0;
    value += valueOfPart(part);
  }
  const nav = value / NAV_DIVISOR;
  return nav <= BigInt(MAX_UNITS) ? Number(nav) : 0;
}

/** The share of each coin in the value, in ppm, rounded down: it drifts with the prices. */
export function weightsOf(parts: readonly PricedPart[]): number[] {
  const values = parts.map(valueOfPart);
  const total = values.reduce((sum, value) => sum + value, 0n);
  return values.map((value) => (total === 0n ? 0 : Number((value * BigInt(PPM)) / total)));
}

/** Smallest units of a coin that back units of the fund, rounded up: the vehicle is never short. */
export const coinsOf = (units: number, quantity: number): number =>
  mulDivCeil(units, quantity, BASKET_SHARES);

const scaleOf = (quoteDecimals: number): number => 10 ** (QUOTE_DECIMALS_MAX - quoteDecimals);

/** What units cost at a NAV, rounded up: the rest stays with the house. */
export const notionalOf = (units: number, nav: number, quoteDecimals: number): number =>
  mulDivCeil(units, nav, scaleOf(quoteDecimals));

/**
 * What units are worth at a NAV, rounded down: the rest stays with the house. At most MAX_UNITS.
 */
export function valueOf(units: number, nav: number, quoteDecimals: number): number {
  const value = mulDivFloor(units, nav, scaleOf(quoteDecimals));
  return value < 0 ? MAX_UNITS : value;
}

/** The part of the notional that the owner pays, rounded up. The rest is lent by the house. */
export const marginOf = (notional: number, leverage: number): number => Math.ceil(notional / leverage);

/** A fee of a notional or of a value, rounded down: the rest stays with the owner. */
export const feeOf = mulPpmFloor;
/** Equity at or below this closes a holding with a loan; rounded up. Without a loan it is 0. */
export const maintenanceOf = (notional: number, leverage: number, maintenancePpm: number): number =>
  leverage === 1 ? 0 : mulDivCeil(notional, maintenancePpm, PPM);
/** What the reserve sets aside for the profit of a holding, rounded down. */
export const coverOf = mulPpmFloor;

/** Interest on a loan for full days, simple, rounded down: the rest stays with the owner. */
export function interestOf(debt: number, dailyPpb: number, days: number): number {
  const interest = (BigInt(debt) * BigInt(dailyPpb) * BigInt(days)) / PPB;
  return interest <= BigInt(MAX_UNITS) ? Number(interest) : MAX_UNITS;
}

/** Full days from the purchase to a time. */
export const fullDays = (boughtMs: number, atMs: number): number =>
  Math.max(0, Math.floor((atMs - boughtMs) / DAY_MS));

/** What decides the end of a holding. */
export interface HoldingTerms {
  readonly units: number;
  readonly notional: number;
  readonly margin: number;
  readonly maintenance: number;
  readonly quoteDecimals: number;
}

/**
 * The highest NAV at which a holding is liquidated: the highest at which its value is at most the
 * loan, the interest so far and the maintenance margin. 0 for a holding without a loan.
 */
export function liquidationNavOf(terms: HoldingTerms, interest: number): number {
  const { units, notional, margin, maintenance, quoteDecimals } = terms;
  if (notional === margin) return 0;
  const bound = BigInt(maintenance) + BigInt(notional - margin) + BigInt(interest);
  const nav = ((bound + 1n) * BigInt(scaleOf(quoteDecimals)) - 1n) / BigInt(units);
  return nav <= BigInt(MAX_UNITS) ? Number(nav) : MAX_UNITS;
}

/** The end of a holding at a NAV. */
export interface Settlement {
  /** What the units are worth. */
  readonly value: number;
  /** The value less the notional: negative for a loss. */
  readonly profit: number;
  /** Interest for all full days. */
  readonly interest: number;
  /**
   * Of the interest, what the margin pays, and what the profit pays where the margin is used up.
   */
  readonly interestFromMargin: number;
  readonly interestFromProfit: number;
  /** Of the loss, what the margin pays: the rest is the house's. */
  readonly lossFromMargin: number;
  /** What is left of the margin. */
  readonly marginLeft: number;
  readonly fee: number;
  /** What the owner gets: never below 0, so that no loss exceeds the margin. */
  readonly payout: number;
}

export function settlementOf(
  terms: HoldingTerms,
  end: { readonly nav: number; readonly interest: number; readonly feePpm: number },
): Settlement {
  const value = valueOf(terms.units, end.nav, terms.quoteDecimals);
  const profit = value - terms.notional;
  const { interest } = end;
  const interestFromMargin = Math.min(interest, terms.margin);
  const equity = Math.max(0, terms.margin - interest + profit);
  const fee = Math.min(feeOf(value, end.feePpm), equity);
  const lossFromMargin = Math.min(Math.max(0, -profit), terms.margin - interestFromMargin);
  return {
    value,
    profit,
    interest,
    interestFromMargin,
    interestFromProfit: Math.min(interest - interestFromMargin, Math.max(0, profit)),
    lossFromMargin,
    marginLeft: terms.margin - interestFromMargin - lossFromMargin,
    fee,
    payout: equity - fee,
  };
}

/** How an end is paid: in the quote coin as far as the reserve is free, the rest in coins. */
export interface Payment {
  /** Of the profit, what the reserve pays. */
  readonly fromReserve: number;
  /** What is paid of the settlement's interest from the profit and of its fee. */
  readonly interestFromProfit: number;
  readonly fee: number;
  /** Of the payout, what the coins of the holding pay, at the NAV of its end. */
  readonly inCoins: number;
}

/**
 * `free`: what the reserve can pay. Where it pays too little for interest and fee, the house keeps
 * coins in their place: the payout stays the same.
 */
export function paymentOf(end: Settlement, free: number): Payment {
  const fromReserve = Math.min(Math.max(0, end.profit), free);
  const interestFromProfit = Math.min(end.interestFromProfit, fromReserve);
  const paid = end.marginLeft + fromReserve - interestFromProfit;
  const fee = Math.min(end.fee, paid);
  return { fromReserve, interestFromProfit, fee, inCoins: end.payout - (paid - fee) };
}

/**
 * Of the coins that back a holding, those that pay `inCoins` of its value, rounded up for the
 * owner: never more than all.
 */
export const coinsPaid = (coins: number, inCoins: number, value: number): number =>
  inCoins === 0 ? 0 : mulDivCeil(coins, inCoins, value);

/** What a purchase costs and lends. */
export interface Purchase {
  readonly notional: number;
  readonly margin: number;
  readonly debt: number;
  readonly fee: number;
  /** Margin and fee. */
  readonly payment: number;
  readonly maintenance: number;
  readonly liquidationNav: number;
}

export interface PurchaseTerms {
  readonly buyFeePpm: number;
  readonly maintenancePpm: number;
  readonly quoteDecimals: number;
}

/** Null if the notional or what it costs is beyond MAX_UNITS, or nothing. */
export function purchaseOf(
  terms: PurchaseTerms,
  order: { readonly units: number; readonly leverage: number; readonly nav: number },
): Purchase | null {
  const { units, leverage, nav } = order;
  const notional = notionalOf(units, nav, terms.quoteDecimals);
  if (notional <= 0) return null;
  const margin = marginOf(notional, leverage);
  const fee = feeOf(notional, terms.buyFeePpm);
  if (margin + fee > MAX_UNITS) return null;
  const maintenance = maintenanceOf(notional, leverage, terms.maintenancePpm);
  const holding = { units, notional, margin, maintenance, quoteDecimals: terms.quoteDecimals };
  const liquidationNav = liquidationNavOf(holding, 0);
  return {
    notional,
    margin,
    debt: notional - margin,
    fee,
    payment: margin + fee,
    maintenance,
    liquidationNav,
  };
}
