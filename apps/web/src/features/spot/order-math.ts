/**
 * The computations of an order form, with the exchange's own formulas: totals, shares of a balance,
 * fees.
 */
import {
  formatDecimal,
  indexInTicks,
  lotsFor,
  pairScale,
  parseDecimal,
  priceBand,
  quoteFloor,
  type PairScale,
} from '@glasshouse/money';
import type { CallData } from '#data/api.ts';
import { receivedBy } from '@glasshouse/protocol/spot/quote';
import { Big } from 'big.js';
import { isExitField, priceFields, type OrderDraft, type OrderPrices, type Side } from './order-types.ts';

export interface PairTerms {
  readonly priceDecimals: number;
  readonly amountDecimals: number;
  readonly quoteDecimals: number;
  readonly baseDecimals: number;
  readonly indexDecimals: number;
  readonly limitBandPpm: number;
  readonly minNotional: string;
  readonly makerFeePpm: number;
  readonly takerFeePpm: number;
}

/** price × amount in the quote coin, or '' while one is missing. */
export function totalOf(price: string, amount: string, terms: PairTerms): string {
  const [ticks, lots] = [unitsOf(price, terms.priceDecimals), unitsOf(amount, terms.amountDecimals)];
  if (ticks === undefined || lots === undefined) return '';
  const { multiplier, divisor } = scaleOf(terms);
  return textOf(quoteFloor(ticks, lots, multiplier, divisor), terms.quoteDecimals);
}
/** The amount that a total buys at a price, rounded down to the lot. */
export function amountOf(total: string, price: string, terms: PairTerms): string {
  const [units, ticks] = [unitsOf(total, terms.quoteDecimals), unitsOf(price, terms.priceDecimals)];
  if (units === undefined || ticks === undefined || ticks === 0) return '';
  const { multiplier, divisor } = scaleOf(terms);
  return textOf(lotsFor(units, ticks, multiplier, divisor), terms.amountDecimals);
}
/** The typed size of an order: one of the two, the other is ''. */
export interface TypedSize {
  readonly amount: string;
  readonly quoteAmount: string;
}
export interface OrderSize {
  readonly amount: string;
  readonly total: string;
}
/**
 * Amount and total of a limit order: the typed one stays, the other follows from it at the price.
 */
export function limitSizeOf({ amount, quoteAmount }: TypedSize, price: string, terms: PairTerms): OrderSize {
  return quoteAmount === ''
    ? { amount, total: totalOf(price, amount, terms) }
    : { amount: amountOf(quoteAmount, price, terms), total: quoteAmount };
}
/** `percent` of a balance, rounded down to `decimals`. */
export function shareOf(balance: string, percent: number, decimals: number): string {
  const whole = decimal(balance);
  return whole === undefined ? '' : cut(whole.times(percent).div(100), decimals);
}

/** The largest amount that a balance of the coin that pays allows at a price, in whole lots. */
export function largestAmount(
  order: { readonly side: Side; readonly price: string; readonly available: string | undefined },
  terms: PairTerms,
): string | undefined {
  const { side, price, available } = order;
  if (available === undefined) return undefined;
  if (side === 'sell') return shareOf(available, 100, terms.amountDecimals);
  return amountOf(available, price, terms) || undefined;
}

/** The whole percent of a balance that a size needs, 0 to 100. */
export function percentOf(size: string, balance: string | undefined): number {
  const [part, whole] = [decimal(size), decimal(balance ?? '')];
  if (part === undefined || whole === undefined || whole.eq(0)) return 0;
  return Math.min(100, Math.round(Number(part.div(whole).times(100))));
}
/** [price, amount], the best first. */
export type BookSideLevels = readonly (readonly [price: string, amount: string])[];
export interface MarketResult {
  readonly received: string;
  readonly fee: string;
  readonly average: string;
  readonly worst: string;
  /** False if the levels do not hold the whole size. */
  readonly whole: boolean;
}
/**
 * The fills of a market order against the current book, level by level, with the ledger's formulas.
 */
export function marketResultOf(
  order: TypedSize & { readonly side: Side },
  levels: BookSideLevels,
  terms: PairTerms,
): MarketResult | undefined {
  const isBuy = order.side === 'buy';
  const taken = takenFrom(levels, order, terms);
  if (taken === undefined || taken.lots === 0) return undefined;
  const decimals = isBuy ? terms.baseDecimals : terms.quoteDecimals;
  const base = new Big(textOf(taken.lots, terms.amountDecimals));
  const average = new Big(textOf(taken.quote, terms.quoteDecimals)).div(base);
  return {
    received: textOf(taken.units, decimals),
    fee: textOf(taken.fee, decimals),
    average: average.toFixed(terms.priceDecimals),
    worst: taken.worst,
    whole: taken.whole,
  };
}

/** The result of a market order as the exchange previews it. */
export function resultOf(
  preview: Pick<
    CallData<'spot/preview-order'>,
    'filledAmount' | 'filledQuote' | 'fee' | 'averagePrice' | 'worstPrice' | 'complete'
  >,
  side: Side,
): MarketResult {
  const { filledAmount, filledQuote, fee, averagePrice, worstPrice, complete } = preview;
  const gross = side === 'buy' ? filledAmount : filledQuote;
  return {
    received: new Big(gross).minus(fee).toFixed(),
    fee,
    average: averagePrice ?? '',
    worst: worstPrice ?? '',
    whole: complete,
  };
}

interface Taken {
  lots: number;
  quote: number;
  units: number;
  fee: number;
  worst: string;
  /** Whether nothing is left that another level could fill. */
  whole: boolean;
}
function takenFrom(
  levels: BookSideLevels,
  { side, amount, quoteAmount }: TypedSize & { readonly side: Side },
  terms: PairTerms,
): Taken | undefined {
  const scale = scaleOf(terms);
  const { multiplier, divisor } = scale;
  const byTotal = quoteAmount !== '';
  let left = byTotal ? unitsOf(quoteAmount, terms.quoteDecimals) : unitsOf(amount, terms.amountDecimals);
  if (left === undefined) return undefined;
  const taken: Taken = { lots: 0, quote: 0, units: 0, fee: 0, worst: '', whole: false };
  for (const [priceText, amountText] of levels) {
    const price = unitsOf(priceText, terms.priceDecimals) ?? 0;
    const wanted: number = byTotal ? lotsFor(left, price, multiplier, divisor) : left;
    const lots = Math.min(unitsOf(amountText, terms.amountDecimals) ?? 0, wanted);
    taken.whole = lots === wanted;
    const fill = { isBuy: side === 'buy', price, lots, feePpm: terms.takerFeePpm };
    const received = lots === 0 ? null : receivedBy(fill, scale);
    if (received === null) return taken;
    const quote = quoteFloor(price, lots, multiplier, divisor);
    taken.lots += lots;
    taken.quote += quote;
    taken.units += received.units;
    taken.fee += received.fee;
    taken.worst = priceText;
    left -= byTotal ? quote : lots;
    if (taken.whole) return taken;
  }
  return taken;
}

export interface Received {
  readonly amount: string;
  readonly fee: string;
  readonly feePpm: number;
}
export interface FillOptions {
  readonly side: Side;
  readonly amount: string;
  readonly price: string;
  /** True if the order would trade at once. */
  readonly taker: boolean;
}
/** The proceeds and the fee deducted from them: base when buying, quote when selling. */
export function receivedOf(
  { side, amount, price, taker }: FillOptions,
  terms: PairTerms,
): Received | undefined {
  const [lots, ticks] = [unitsOf(amount, terms.amountDecimals), unitsOf(price, terms.priceDecimals)];
  if (lots === undefined || ticks === undefined || lots === 0) return undefined;
  const isBuy = side === 'buy';
  const feePpm = taker ? terms.takerFeePpm : terms.makerFeePpm;
  const received = receivedBy({ isBuy, price: ticks, lots, feePpm }, scaleOf(terms));
  if (received === null) return undefined;
  const decimals = isBuy ? terms.baseDecimals : terms.quoteDecimals;
  return { amount: textOf(received.units, decimals), fee: textOf(received.fee, decimals), feePpm };
}

function scaleOf(terms: PairTerms): PairScale {
  const { priceDecimals, amountDecimals, baseDecimals, quoteDecimals } = terms;
  return pairScale({ price: priceDecimals, lot: amountDecimals, base: baseDecimals, quote: quoteDecimals });
}

/** True if a limit price meets the best price of the other side. */
export function wouldTake(side: Side, price: string, best: string | undefined): boolean {
  const [p, b] = [decimal(price), decimal(best ?? '')];
  if (p === undefined || b === undefined) return false;
  return side === 'buy' ? p.gte(b) : p.lte(b);
}

type FieldError =
  | 'spot.enterExit'
  | 'spot.exitAbove'
  | 'spot.exitBelow'
  | 'spot.enterPrice'
  | 'spot.enterTrigger'
  | 'spot.trailRange'
  | 'spot.trailAmountRange'
  | SideError;
/** A price on the wrong side of the index price, which the text names. */
type SideError =
  | 'spot.triggerReached'
  | `spot.wrongSides.${'limitAbove' | 'limitBelow' | 'triggerAbove' | 'triggerBelow'}`;
type AmountError = 'spot.enterAmount' | 'spot.belowMinimum' | 'common.insufficient';
export type DraftError =
  | { readonly text: FieldError; readonly field: keyof OrderPrices }
  | { readonly text: 'spot.outOfRange'; readonly field: keyof OrderPrices; readonly range: PriceRange }
  | { readonly text: AmountError; readonly field: 'amount' };

/** The range of a price, both ends included. */
export interface PriceRange {
  readonly lowest: string;
  readonly highest: string;
}
/** The market data that a draft is checked against; undefined until known. */
export interface DraftMarket {
  readonly price: string | undefined;
  readonly indexPrice: string | undefined;
}

const TRAIL_PERCENT = { min: '0.1', max: '50' };

/** The first error of an order, in the order of the fields; the server checks again. */
export function draftError(draft: OrderDraft, market: DraftMarket, terms: PairTerms): DraftError | undefined {
  for (const field of priceFields(draft)) {
    const text =
      fieldError(draft, field) ??
      trailError(draft, field, market) ??
      sideError(draft, field, market.indexPrice) ??
      exitError(draft, field, market);
    if (text !== undefined) return { text, field };
    const range = rangeMissed(draft, field, { ...terms, indexPrice: market.indexPrice });
    if (range !== undefined) return { text: 'spot.outOfRange', field, range };
  }
  const text = amountError(draft, priceOf(draft, market.price), terms);
  return text === undefined ? undefined : { text, field: 'amount' };
}

/**
 * The error of a trailing distance. It is given in percent or in coins; in coins it is at most half
 * the price.
 */
function trailError(
  { prices, further }: OrderDraft,
  field: keyof OrderPrices,
  { price, indexPrice }: DraftMarket,
): FieldError | undefined {
  const { trailPercent, trailAmount } = prices;
  if (field === 'trailPercent' && trailAmount === '') {
    const { min, max } = TRAIL_PERCENT;
    const percent = decimal(trailPercent);
    return percent?.gte(min) === true && percent.lte(max) ? undefined : 'spot.trailRange';
  }
  if (field !== 'trailAmount' || trailAmount === '') return undefined;
  const from = decimal((further.triggerBy === 'last' ? price : indexPrice) ?? '');
  const isNear = from === undefined || new Big(trailAmount).lte(from.div(2));
  return positive(trailAmount) && isNear ? undefined : 'spot.trailAmountRange';
}

function fieldError({ type, side, prices }: OrderDraft, field: keyof OrderPrices): FieldError | undefined {
  const typed = prices[field];
  if (typed === '' && type.optional(side).includes(field)) return undefined;
  if (isExitField(field) && !type.fields.includes(field))
    return prices.stopLossPrice === '' && prices.takeProfitPrice === '' ? 'spot.enterExit' : undefined;
  if (field === 'trailPercent' || field === 'trailAmount') return undefined;
  if (positive(typed)) return undefined;
  return field === 'triggerPrice' || isExitField(field) ? 'spot.enterTrigger' : 'spot.enterPrice';
}

/**
 * A take profit lies on the winning side of the price: of the index for a tp-sl order, of its own
 * for an order that is followed by an exit. A stop loss lies on the other side.
 */
function exitError(
  draft: OrderDraft,
  field: keyof OrderPrices,
  { price, indexPrice }: DraftMarket,
): FieldError | undefined {
  const { type, prices, further, side } = draft;
  if (!isExitField(field) || !positive(prices[field])) return undefined;
  const isExit = !type.fields.includes(field);
  if (!isExit && further.triggerBy === 'last') return undefined;
  const from = decimal((isExit ? priceOf(draft, price) : indexPrice) ?? '');
  if (from === undefined) return undefined;
  const isAbove = (side === 'sell') === ((field === 'takeProfitPrice') !== isExit);
  if (new Big(prices[field]).cmp(from) === (isAbove ? 1 : -1)) return undefined;
  return isAbove ? 'spot.exitAbove' : 'spot.exitBelow';
}

/**
 * A sell OCO needs its limit above the index price and its trigger below, a buy OCO the reverse. No
 * trigger may be reached already.
 */
function sideError(
  { type, side, prices, further }: OrderDraft,
  field: keyof OrderPrices,
  indexPrice: string | undefined,
): SideError | undefined {
  const index = decimal(indexPrice ?? '');
  if (index === undefined || (field !== 'price' && field !== 'triggerPrice')) return undefined;
  const sign = new Big(prices[field]).cmp(index);
  if (type.name !== 'oco') {
    if (further.triggerBy === 'last') return undefined;
    // A sell's stop-loss and a buy's take-profit wait below the index price, the others above.
    const waitsBelow = (side === 'sell') === (type.sends?.stopKind === 'stop-loss');
    return field === 'triggerPrice' && sign !== (waitsBelow ? -1 : 1) ? 'spot.triggerReached' : undefined;
  }
  const isAbove = (side === 'sell') === (field === 'price');
  if (sign === (isAbove ? 1 : -1)) return undefined;
  const what = field === 'price' ? 'limit' : 'trigger';
  return `spot.wrongSides.${what}${isAbove ? 'Above' : 'Below'}`;
}

/**
 * The range that a price violates, as the core checks it: a limit must be within the pair's band
 * around the index price, the limit of a stop around its trigger. Without an index price the core
 * uses the last trade, and the form reports nothing.
 */
function rangeMissed(
  { type, prices }: OrderDraft,
  field: keyof OrderPrices,
  terms: Pick<PairTerms, 'priceDecimals' | 'indexDecimals' | 'limitBandPpm'> &
    Pick<DraftMarket, 'indexPrice'>,
): PriceRange | undefined {
  const { priceDecimals, indexDecimals, limitBandPpm, indexPrice = '' } = terms;
  if (field !== 'price' && field !== 'stopPrice') return undefined;
  const isStops = field === 'stopPrice' || type.sends?.type === 'stop-limit';
  const price = unitsOf(prices[field], priceDecimals);
  const index = unitsOf(indexPrice, indexDecimals);
  const around = isStops
    ? unitsOf(prices.triggerPrice, priceDecimals)
    : index && indexInTicks(index, 10 ** (indexDecimals - priceDecimals));
  if (price === undefined || around === undefined) return undefined;
  const { lowest, highest } = priceBand(around, limitBandPpm);
  if (price >= lowest && price <= highest) return undefined;
  return { lowest: formatDecimal(lowest, priceDecimals), highest: formatDecimal(highest, priceDecimals) };
}

function amountError(draft: OrderDraft, price: string, terms: PairTerms): AmountError | undefined {
  const byTotal = draft.quoteAmount !== '';
  if (!positive(byTotal ? draft.quoteAmount : draft.amount)) return 'spot.enterAmount';
  const total = byTotal ? draft.quoteAmount : totalOf(price, draft.amount, terms);
  // More than the exchange can count is more than anybody has.
  if (total === '' && price !== '') return 'common.insufficient';
  if (total !== '' && new Big(total).lt(terms.minNotional)) return 'spot.belowMinimum';
  const needed = draft.side === 'buy' ? total : draft.amount;
  const { available } = draft;
  return available !== undefined && needed !== '' && new Big(needed).gt(available)
    ? 'common.insufficient'
    : undefined;
}

/**
 * The price that the order's total is computed with: the highest for a buy, because the order
 * freezes it; the lowest for a sell.
 */
export function priceOf(
  { type, prices, side }: Pick<OrderDraft, 'type' | 'prices' | 'side'>,
  marketPrice: string | undefined,
): string {
  const typed = type.reckonsWith.map((field) => prices[field]).filter(positive);
  if (typed.length === 0) return type.isLimit ? '' : (marketPrice ?? '');
  return typed.reduce((a, b) => (new Big(a).gt(b) === (side === 'buy') ? a : b));
}

function positive(text: string): boolean {
  return decimal(text)?.gt(0) ?? false;
}
export function decimal(text: string): Big | undefined {
  return /^\d+(\.\d*)?$/.test(text) ? new Big(text.replace(/\.$/, '')) : undefined;
}
/** Further decimals are cut off. */
function unitsOf(text: string, decimals: number): number | undefined {
  const typed = decimal(text);
  const units = parseDecimal(typed === undefined ? '' : cut(typed, decimals), decimals);
  return typeof units === 'number' ? units : undefined;
}
/** '' for an amount beyond the allowed maximum. */
function textOf(units: number, decimals: number): string {
  return units < 0 ? '' : formatDecimal(units, decimals);
}
export function cut(value: Big, decimals: number): string {
  return value.round(decimals, Big.roundDown).toFixed();
}
