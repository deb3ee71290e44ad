/**
 * Funds: baskets of coins at the NAV of the public index prices, with a loan of the house up to the
 * fund's leverage. A loss never exceeds the margin.
 */
import * as z from 'zod';
import { defineCall } from '../../call.ts';
import type { Chapter } from '../../chapter.ts';
import {
  amount,
  blankIsAbsent,
  csvText,
  decimal,
  id,
  listed,
  listPage,
  nothing,
  optionalDecimal,
  optionalId,
  optionalWhole,
  timeMs,
  timeRange,
  whole,
  wholeOr,
} from '../../fields.ts';
import { offerTexts } from '../../offer-texts.ts';
import { FUND_PASSWORD_REFUSALS, optionalFundPassword } from '../../fund-password.ts';

export { accountText } from './account.ts';
export { reasons } from './reasons.ts';
export { refusals } from './refusals.ts';

const FUNDS_MAX = 1_000_000;
const LEVERAGE_MAX = 5;

const part = z.object({
  currency: z.string(),
  /** The pair whose index prices the coin. */
  symbol: z.string(),
  /** Smallest units of the coin in 10^6 units of the fund. */
  quantity: z.number().int(),
  /** Decimals of the coin and of its index price. */
  decimals: z.number().int(),
  indexDecimals: z.number().int(),
  /** The same in coins per unit of the fund. */
  perUnit: amount,
  /** Coins that lie on the vehicle account for the units that are out. */
  held: amount,
});
export type FundPart = z.output<typeof part>;

const offer = z.object({
  fund: z.number().int(),
  texts: offerTexts,
  currency: z.string(),
  /** Decimals of `currency`. */
  quoteDecimals: z.number().int(),
  basket: z.array(part),
  /** At the last tick; null while a coin has no price. */
  nav: amount.nullable(),
  navTime: timeMs.nullable(),
  /** A profit up to this share of the notional is set aside in `currency` (D0041). */
  cover: amount,
  /** Shares of the notional or the value. */
  buyFee: amount,
  sellFee: amount,
  exitFee: amount,
  /** Of the loan, per full day. */
  lendingDaily: amount,
  /** Of the notional: equity at or below it is liquidated. */
  maintenance: amount,
  maxLeverage: z.number().int(),
  minUnits: amount,
  /** Null: no limit of one account. */
  maxPerOwner: amount.nullable(),
  unitsOut: amount,
  quota: amount,
  /** Nothing is sold from then on; null for no end. */
  endTime: timeMs.nullable(),
  isOpen: z.boolean(),
});
export type FundOffer = z.output<typeof offer>;

/** Null until it is known. */
export const accountRow = z.object({
  id: z.string(),
  fund: z.number().int(),
  currency: z.string(),
  /** 0 waiting for its NAV, 1 holding, 2 sold, 3 liquidated, 4 exited, 5 not filled. */
  status: z.number().int(),
  /** Why the last order, the purchase or a sale, had no effect. */
  reason: z.enum(['nav-moved', 'no-nav', 'too-small']).nullable(),
  quantity: amount,
  /** The highest NAV that the purchase accepts. */
  maxPrice: amount,
  /** Null while it waits, and if it was not filled. Then the amounts are those at maxPrice. */
  buyPrice: amount.nullable(),
  /** The notional: quantity times price, rounded up. */
  buyAmount: amount,
  leverage: z.number().int(),
  margin: amount,
  buyFee: amount,
  /** Margin and buy fee. */
  payment: amount,
  /** Lent by the house. */
  loan: amount,
  lendingDaily: amount,
  days: z.number().int(),
  interest: amount,
  maintenance: amount,
  sellFee: amount,
  exitFee: amount,
  /** Null without a loan. */
  liquidationPrice: amount.nullable(),
  /** A limit sale that waits. */
  limitPrice: amount.nullable(),
  /** A sale or an exit that waits for the next NAV, at least `minPrice`. */
  orderedEnd: z.enum(['sale', 'exit']).nullable(),
  minPrice: amount.nullable(),
  /** At the last tick; for what has ended, at the end. */
  currentPrice: amount.nullable(),
  /** Less interest and, of what has ended, all fees. */
  profit: amount.nullable(),
  orderTime: timeMs,
  buyTime: timeMs.nullable(),
  saleTime: timeMs.nullable(),
  salePrice: amount.nullable(),
  saleFee: amount.nullable(),
  /** What came back. */
  payout: amount.nullable(),
  /** Of it, what was paid in coins of the fund at the sale price. */
  paidInCoins: amount.nullable(),
});
export type HoldingRow = z.output<typeof accountRow>;

const fund = whole(1, FUNDS_MAX);
const order = { fund, quantity: optionalDecimal, leverage: wholeOr(1, 1, LEVERAGE_MAX) };
const price = blankIsAbsent(decimal.optional());
/** Terms as the buyer has seen them: a purchase under others is refused. */
const seen = { buyFee: price, sellFee: price, exitFee: price, lendingDaily: price, maintenance: price };
export type SeenTerms = Readonly<Partial<Record<keyof typeof seen, string | undefined>>>;

const OF_ORDERS = [
  'fund/unknown-fund',
  'fund/amount-missing',
  'fund/leverage-not-offered',
  'fund/below-minimum',
  'fund/above-maximum',
  'market/no-price',
] as const;
const OF_HOLDINGS = ['fund/not-holding', 'fund/waiting', 'fund/closing'] as const;
const OF_SALES = [...OF_HOLDINGS, 'fund/nav-moved', 'market/halted', 'market/no-price'] as const;

const getOffers = defineCall({
  name: 'fund/get-offers',
  path: '/fund/getOffers',
  access: 'public',
  summary: 'Every fund with its basket, NAV, fees and limits',
  input: nothing,
  data: z.object({ list: z.array(offer) }),
});
const getDetail = defineCall({
  name: 'fund/get-detail',
  path: '/fund/getDetail',
  access: 'public',
  refusals: ['fund/unknown-fund'],
  summary: 'One fund',
  input: z.object({ fund }),
  data: offer,
});
export const HISTORY_RANGES = ['1D', '7D', '30D', '1Y'] as const;
export type HistoryRange = (typeof HISTORY_RANGES)[number];
const getHistory = defineCall({
  name: 'fund/get-history',
  path: '/fund/getHistory',
  access: 'public',
  refusals: ['fund/unknown-fund'],
  summary: 'What the basket was worth at the closing prices of its pairs, oldest first',
  input: z.object({ fund, range: z.enum(HISTORY_RANGES).default('30D') }),
  data: z.object({
    list: z.array(z.object({ time: timeMs, nav: amount })),
    /** Of each coin over the range, as a share of its first price; in the order of the basket. */
    changes: z.array(amount.nullable()),
  }),
});
const preview = defineCall({
  name: 'fund/preview',
  path: '/fund/preview',
  access: 'public',
  refusals: OF_ORDERS,
  summary: 'What a purchase at the NAV of the last tick would cost, lend and risk',
  input: z.object(order),
  data: z.object({
    nav: amount,
    notional: amount,
    margin: amount,
    loan: amount,
    fee: amount,
    payment: amount,
    dailyInterest: amount,
    maintenance: amount,
    liquidationPrice: amount.nullable(),
  }),
});
const buy = defineCall({
  name: 'fund/buy',
  grows: 'orders',
  path: '/fund/buy',
  access: 'user',
  movesMoney: true,
  operation: 'invest',
  refusals: [
    ...OF_ORDERS,
    'fund/terms-changed',
    'fund/closed',
    'fund/quota',
    'fund/owner-limit',
    'fund/too-many-holdings',
    'fund/nav-moved',
    'fund/bound-too-high',
    'fund/price-missing',
    'fund/treasury-short',
    'fund/reserve-short',
    'market/halted',
    'wallet/insufficient-balance',
    'wallet/held',
    'identity/stake-limit',
    'identity/loss-limit',
    ...FUND_PASSWORD_REFUSALS,
  ],
  summary:
    'Buys units at the first NAV after the order. Above maxPrice (without one: 1% above the last NAV), or without a NAV in 5 seconds, all comes back',
  /** The fund password of a user who has one, for a purchase with a loan. */
  input: z.object({ ...order, ...seen, maxPrice: price, fundPassword: optionalFundPassword }),
  /** status 0: the order waits for its NAV, and the account channel reports the result. */
  data: z.object({ id: z.string(), status: z.number().int(), maxPrice: amount }),
});
const getHoldings = defineCall({
  name: 'fund/get-holdings',
  path: '/fund/getHoldings',
  access: 'user',
  summary:
    "The user's holdings, newest first. status 0 waiting for its NAV, 1 holding, 2 sold, 3 liquidated, 4 exited, 5 not filled",
  input: z.object({ status: optionalWhole(0, 5), id: optionalId, ...listPage(2) }),
  data: listed(accountRow).extend({
    /** How many holdings have each status, from 0 on. */
    counts: z.array(z.number().int()),
  }),
});
const exportHoldings = defineCall({
  name: 'fund/export-holdings',
  path: '/fund/exportHoldings',
  access: 'user',
  download: 'text/csv',
  summary: "The user's holdings, newest first, as a file",
  input: z.object({ status: optionalWhole(0, 5), id: optionalId, ...timeRange }),
  data: csvText,
});
const sell = defineCall({
  name: 'fund/sell',
  grows: 'orders',
  path: '/fund/sell',
  access: 'user',
  movesMoney: true,
  operation: 'transfer',
  refusals: [...OF_SALES, 'fund/type-missing', 'fund/price-missing', 'fund/price-reached'],
  summary:
    'Sells a holding: at the first NAV after the order (market; below price it stays), or when the NAV reaches price (limit)',
  input: z.object({ id, type: blankIsAbsent(z.enum(['market', 'limit']).optional()), price }),
  data: z.object({ id: z.string() }),
});
const cancelSell = defineCall({
  name: 'fund/cancel-sell',
  path: '/fund/cancelSell',
  access: 'user',
  movesMoney: true,
  refusals: [...OF_HOLDINGS, 'fund/no-limit'],
  summary: 'Cancels a limit sale that waits',
  input: z.object({ id }),
  data: z.object({ id: z.string() }),
});
const exit = defineCall({
  name: 'fund/exit',
  grows: 'orders',
  path: '/fund/exit',
  access: 'user',
  movesMoney: true,
  operation: 'transfer',
  refusals: [...OF_SALES, 'fund/price-missing'],
  summary:
    'Ends a holding at the first NAV after the order with the exit fee, also while a limit sale waits. Below price it stays',
  input: z.object({ id, price }),
  data: z.object({ id: z.string() }),
});

export const chapter: Chapter = { title: { en: 'Funds', zh: '基金' } };
export const calls = [
  getOffers,
  getDetail,
  getHistory,
  preview,
  buy,
  getHoldings,
  exportHoldings,
  sell,
  cancelSell,
  exit,
] as const;
