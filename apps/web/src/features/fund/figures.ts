/**
 * The figures of funds in the browser: the NAV of a public tick, and a holding at any NAV. Pure.
 */
import { formatDecimal, formatFixed, parseDecimal } from '@glasshouse/money';
import type { FundOffer, HoldingRow } from '@glasshouse/protocol/fund';
import {
  coinsOf,
  fullDays,
  interestOf,
  NAV_DECIMALS,
  navOf,
  purchaseOf,
  settlementOf,
  UNIT_DECIMALS,
  weightsOf,
  type PricedPart,
  type Purchase,
} from '@glasshouse/protocol/fund/quote';

/** Decimals of fees and shares (parts per million), and of lending rates (parts per billion). */
const PPM_DECIMALS = 6;
const PPB_DECIMALS = 9;
const PPM = 1_000_000;
/** An order at the next NAV accepts one that is worse than the shown NAV by this much. */
const TOLERANCE_PPM = 2_000;
export const MOVES_PPM = [50_000, -10_000, -50_000, -200_000] as const;

/** Decimal text as units; 0 for text that is not a number. */
export function unitsOf(text: string | null | undefined, decimals: number): number {
  const units = parseDecimal(text ?? '', decimals);
  return typeof units === 'number' ? units : 0;
}
export const navUnits = (text: string | null | undefined): number => unitsOf(text, NAV_DECIMALS);
export const navText = (nav: number): string => formatFixed(nav, NAV_DECIMALS);

type PriceOf = (symbol: string) => string | undefined;

export function partsOf({ basket }: FundOffer, priceOf: PriceOf): PricedPart[] {
  return basket.map(({ quantity, symbol, decimals, indexDecimals }) => ({
    quantity,
    price: unitsOf(priceOf(symbol), indexDecimals),
    decimals: decimals + indexDecimals,
  }));
}

/** The NAV at a tick's prices, or without a tick the server's NAV; 0 while a coin has no price. */
export function navOfTick(offer: FundOffer, priceOf: PriceOf | undefined): number {
  return priceOf === undefined ? navUnits(offer.nav) : navOf(partsOf(offer, priceOf));
}

/** The weight of each coin as a ratio, and the value of its part of one unit in the quote coin. */
export function basketAt(offer: FundOffer, priceOf: PriceOf) {
  const parts = partsOf(offer, priceOf);
  const weights = weightsOf(parts);
  return offer.basket.map((part, i) => ({
    ...part,
    weight: weights[i]! / PPM,
    worth: formatFixed(navOf([parts[i]!]), NAV_DECIMALS),
  }));
}

/** Whether the vehicle account holds the coins of all units of all funds, coin by coin. */
export function isBacked(offers: readonly FundOffer[]): boolean {
  const needed = new Map<string, number>();
  const held = new Map<string, number>();
  for (const { basket, unitsOut } of offers)
    for (const { currency, quantity, decimals, held: text } of basket) {
      const coins = coinsOf(unitsOf(unitsOut, UNIT_DECIMALS), quantity);
      needed.set(currency, (needed.get(currency) ?? 0) + coins);
      held.set(currency, unitsOf(text, decimals));
    }
  return [...needed].every(([coin, units]) => (held.get(coin) ?? 0) >= units);
}

export interface TicketInput {
  readonly quantity: string;
  readonly leverage: number;
  readonly nav: number;
}

/** The purchase that a ticket means; null without a quantity or a NAV. */
export function ticketOf(offer: FundOffer, { quantity, leverage, nav }: TicketInput): Purchase | null {
  const units = unitsOf(quantity, UNIT_DECIMALS);
  if (units === 0 || nav === 0) return null;
  const terms = {
    buyFeePpm: unitsOf(offer.buyFee, PPM_DECIMALS),
    maintenancePpm: unitsOf(offer.maintenance, PPM_DECIMALS),
    quoteDecimals: offer.quoteDecimals,
  };
  return purchaseOf(terms, { units, leverage, nav });
}

/** The interest of a loan for one full day. */
export const dailyInterest = (debt: number, lendingDaily: string): number =>
  interestOf(debt, unitsOf(lendingDaily, PPB_DECIMALS), 1);

export interface Outcome {
  /** The move of the NAV, as a ratio of the current one. */
  readonly move: number;
  readonly nav: number;
  /** The gain or loss on the margin, without fees. A loss is at most the margin. */
  readonly profit: number;
  readonly ratio: number;
  readonly isLiquidated: boolean;
}

/**
 * The outcomes of a purchase at the moves of MOVES_PPM; with a loan, the last one is the
 * liquidation.
 */
export function outcomesOf(offer: FundOffer, purchase: Purchase, input: TicketInput): Outcome[] {
  const { nav } = input;
  const { margin, notional, maintenance, liquidationNav } = purchase;
  const units = unitsOf(input.quantity, UNIT_DECIMALS);
  const terms = { units, notional, margin, maintenance, quoteDecimals: offer.quoteDecimals };
  const at = (moved: number, move: number): Outcome => {
    const isLiquidated = liquidationNav > 0 && moved <= liquidationNav;
    const { payout } = settlementOf(terms, { nav: moved, interest: 0, feePpm: 0 });
    const profit = payout - margin;
    return { move, nav: moved, profit, ratio: profit / margin, isLiquidated };
  };
  const moves = MOVES_PPM.map((ppm) => at(Math.floor((nav / PPM) * (PPM + ppm)), ppm / PPM));
  return liquidationNav === 0 ? moves : [...moves, at(liquidationNav, liquidationNav / nav - 1)];
}

/** The worst NAV that an order sent now accepts. */
export const worstNav = (nav: number, side: 'buy' | 'sell'): string =>
  navText(Math.floor((nav / PPM) * (PPM + (side === 'buy' ? TOLERANCE_PPM : -TOLERANCE_PPM))));

/** The settlement of a holding at a NAV and a time; amounts are units of its currency. */
export function holdingAt(
  row: HoldingRow,
  quoteDecimals: number,
  end: { readonly nav: number; readonly nowMs: number; readonly fee?: string },
) {
  const of = (text: string): number => unitsOf(text, quoteDecimals);
  const debt = of(row.loan);
  const days = debt === 0 ? 0 : fullDays(row.buyTime ?? end.nowMs, end.nowMs);
  const interest = interestOf(debt, unitsOf(row.lendingDaily, PPB_DECIMALS), days);
  const margin = of(row.margin);
  const terms = {
    units: unitsOf(row.quantity, UNIT_DECIMALS),
    notional: of(row.buyAmount),
    margin,
    maintenance: of(row.maintenance),
    quoteDecimals,
  };
  const feePpm = unitsOf(end.fee, PPM_DECIMALS);
  const settled = settlementOf(terms, { nav: end.nav, interest, feePpm });
  const equity = Math.max(0, margin - interest + settled.profit);
  return {
    ...settled,
    days,
    debt,
    equity,
    open: settled.profit - interest,
    net: settled.payout - of(row.payment),
  };
}

export const amountText = (units: number, decimals: number): string => formatDecimal(units, decimals);

/** The maximum drawdown: the largest fall from a peak, as a ratio at or below 0. */
export function worstFall(navs: readonly number[]): number {
  let peak = 0;
  let worst = 0;
  for (const nav of navs) {
    peak = Math.max(peak, nav);
    if (peak > 0) worst = Math.min(worst, nav / peak - 1);
  }
  return worst;
}
