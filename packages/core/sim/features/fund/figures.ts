/**
 * The auditor's own figures of funds: what units cost and are worth, and when that ends a holding.
 * `scale` is 10 to the decimals of the quote asset.
 */
import type { BuyFund, DefineFundOffer, HoldingChanged } from '../../../src/index.ts';
import type { Owed } from '../../auditor/owed.ts';
import type { Audited } from '../../feature.ts';
import { UNITS_MAX } from './terms.ts';

type Of = Omit<HoldingChanged, 'type'>;
export type Audit = { -readonly [K in keyof Of]: Of[K] };

export const DAY = 24 * 60 * 60 * 1000;
export const MILLION = 1_000_000n;
export const least = (a: bigint, b: bigint): bigint => (a < b ? a : b);
export const most = (a: bigint, b: bigint): bigint => (a > b ? a : b);
export const sumOf = (list: readonly Audit[]): bigint =>
  list.reduce((sum, { units }) => sum + BigInt(units), 0n);
const up = (a: bigint, b: bigint): bigint => (a + b - 1n) / b;

/** In hundred-millionths of the quote asset; 0 if a coin has no price. */
export function navAt(
  { basket }: DefineFundOffer,
  prices: readonly number[],
  { markets, decimals }: Pick<Audited, 'markets' | 'decimals'>,
): bigint {
  let value = 0n;
  for (const { asset, market, quantity } of basket) {
    const { isHalted, definition } = markets.get(market)!;
    const price = prices[market] ?? 0;
    if (price === 0 || isHalted) return 0n;
    const places = decimals.get(asset)! + definition.indexDecimals;
    value += BigInt(quantity) * BigInt(price) * 10n ** BigInt(60 - places);
  }
  return value / 10n ** 58n;
}

export function acceptedOrder(
  { owner, units, leverage, maxNav }: BuyFund,
  offer: DefineFundOffer,
  timeMs: number,
): Audit {
  return {
    holding: 0,
    owner,
    fund: offer.fund,
    quote: offer.quote,
    revision: 0,
    units,
    leverage,
    acceptedMs: timeMs,
    maxNav,
    buyNav: 0,
    boughtMs: 0,
    notional: 0,
    margin: 0,
    buyFee: 0,
    buyFeePpm: offer.buyFeePpm,
    sellFeePpm: offer.sellFeePpm,
    exitFeePpm: offer.exitFeePpm,
    lendingDailyPpb: offer.lendingDailyPpb,
    maintenancePpm: offer.maintenancePpm,
    coverPpm: offer.coverPpm,
    maintenance: 0,
    cover: 0,
    days: 0,
    interest: 0,
    liquidationNav: 0,
    limitNav: 0,
    orderedEnd: 0,
    orderedMs: 0,
    minNav: 0,
    reason: 0,
    status: 0,
    closeNav: 0,
    closedMs: 0,
    closeFee: 0,
    payout: 0,
    paidInCoins: 0,
  };
}

/** A copy with what its units cost at a NAV; null if that is too much. */
export function costsAt(order: Audit, nav: bigint, scale: bigint): Audit | null {
  const { units, leverage, buyFeePpm, maintenancePpm, coverPpm } = order;
  const notional = up(BigInt(units) * nav * scale, 10n ** 10n);
  const margin = up(notional, BigInt(leverage));
  const fee = (notional * BigInt(buyFeePpm)) / MILLION;
  if (notional > UNITS_MAX || margin + fee > UNITS_MAX) return null;
  const maintenance = leverage > 1 ? up(notional * BigInt(maintenancePpm), MILLION) : 0n;
  return {
    ...order,
    notional: Number(notional),
    margin: Number(margin),
    buyFee: Number(fee),
    maintenance: Number(maintenance),
    cover: Number((notional * BigInt(coverPpm)) / MILLION),
  };
}

/** Its equity is at the maintenance margin already. */
export function endsAtOnce(holding: Audit, nav: bigint, scale: bigint): boolean {
  return holding.notional > holding.margin && equityOf(holding, nav, scale) <= BigInt(holding.maintenance);
}

export function worthOf(units: bigint, nav: bigint, scale: bigint): bigint {
  return (units * nav * scale) / 10n ** 10n;
}

export function coinsOf(
  { basket }: DefineFundOffer,
  units: bigint,
): (readonly [asset: number, coins: bigint])[] {
  return basket.map(({ asset, quantity }) => [asset, up(units * BigInt(quantity), 10n ** 8n)] as const);
}

/** Equity at a NAV with interest so far. */
// oxlint-disable-next-line max-params -- Read as a formula.
export function equityOf(
  holding: Audit,
  nav: bigint,
  scale: bigint,
  interest = BigInt(holding.interest),
): bigint {
  const { units, margin, notional } = holding;
  return BigInt(margin) - interest + worthOf(BigInt(units), nav, scale) - BigInt(notional);
}

/** By bisection: the highest NAV at which the equity is at most the maintenance margin. */
export function highestEnd(holding: Audit, scale: bigint): number {
  if (holding.notional === holding.margin) return 0;
  let [low, high] = [0n, UNITS_MAX + 1n];
  while (high - low > 1n) {
    const middle = (low + high) / 2n;
    if (equityOf(holding, middle, scale) <= BigInt(holding.maintenance)) low = middle;
    else high = middle;
  }
  return Number(low);
}

/** What full days of the loan have cost at a time. */
export function interestAt(
  holding: Audit,
  atMs: number,
): { readonly days: number; readonly interest: bigint } {
  const loan = BigInt(holding.notional) - BigInt(holding.margin);
  if (loan === 0n || holding.lendingDailyPpb === 0) return { days: 0, interest: 0n };
  const days = Math.trunc((atMs - holding.boughtMs) / DAY);
  return { days, interest: (loan * BigInt(holding.lendingDailyPpb) * BigInt(days)) / 10n ** 9n };
}

/** What is owed for a holding at the last NAV: its profit, up to the cover by the reserve. */
export function owedFor(holding: Audit, nav: bigint, scale: bigint): Owed {
  const { status, units, margin, buyFee } = holding;
  const [paidIn, cover] = [BigInt(margin), BigInt(holding.cover)];
  const coinsWorth = least(worthOf(BigInt(units), nav, scale), UNITS_MAX);
  if (status === 0) return { customers: paidIn + BigInt(buyFee), now: 0n, atMost: cover, coinsWorth };
  const profit = most(0n, coinsWorth - BigInt(holding.notional));
  const now = least(profit, cover);
  const customers = most(0n, paidIn - BigInt(holding.interest));
  return { customers, now, atMost: cover, nowInCoins: profit - now, coinsWorth };
}

/** Whether a fund of a market's coin can still be bought, or is held. */
export function isOnMarket(
  funds: readonly { readonly offer: Pick<DefineFundOffer, 'fund' | 'basket' | 'endsMs'> }[],
  market: number,
  { open, timeMs }: { readonly open: readonly Audit[]; readonly timeMs: number },
): boolean {
  const isHeld = (fund: number): boolean => open.some((holding) => holding.fund === fund);
  return funds
    .filter(({ offer }) => offer.basket.some((part) => part.market === market))
    .some(({ offer: { fund, endsMs } }) => endsMs === 0 || endsMs > timeMs || isHeld(fund));
}
