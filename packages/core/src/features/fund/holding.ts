/** A holding of a fund and its states. */
import {
  coverOf,
  fullDays,
  interestOf,
  liquidationNavOf,
  purchaseOf,
  settlementOf,
  type HoldingTerms,
  type Payment,
  type Purchase,
  type Settlement,
} from '@glasshouse/protocol/fund/quote';
import type { BuyFund } from './commands.ts';
import type { HoldingChanged } from './events.ts';
import type { Offer } from './fund-offer.ts';

export const HOLDING_STATUS = {
  waiting: 0,
  holding: 1,
  sold: 2,
  liquidated: 3,
  exited: 4,
  notFilled: 5,
} as const;

/** Actions of due holdings: DueItem.action. The price of an order without a NAV in time is 0. */
export const DUE_ACTION = { interest: 1, liquidate: 2, sellAtLimit: 3, buy: 4, end: 5 } as const;

/** Why an order had no effect. */
export const ORDER_REASON = { none: 0, navMoved: 1, noNav: 2, tooSmall: 3 } as const;
type OrderReason = (typeof ORDER_REASON)[keyof typeof ORDER_REASON];

export type Holding = { -readonly [K in keyof Omit<HoldingChanged, 'type'>]: HoldingChanged[K] };

/** The order in which snapshots write the fields. */
export const HOLDING_FIELDS = [
  'holding',
  'owner',
  'fund',
  'quote',
  'revision',
  'units',
  'leverage',
  'acceptedMs',
  'maxNav',
  'buyNav',
  'boughtMs',
  'notional',
  'margin',
  'buyFee',
  'buyFeePpm',
  'sellFeePpm',
  'exitFeePpm',
  'lendingDailyPpb',
  'maintenancePpm',
  'coverPpm',
  'maintenance',
  'cover',
  'days',
  'interest',
  'liquidationNav',
  'limitNav',
  'orderedEnd',
  'orderedMs',
  'minNav',
  'reason',
  'status',
  'closeNav',
  'closedMs',
  'closeFee',
  'payout',
  'paidInCoins',
] as const satisfies readonly (keyof Holding)[];

/** A purchase that was just accepted, under the terms of its fund, with what it costs at most. */
export function acceptedHolding(
  { owner, units, leverage, maxNav }: BuyFund,
  offer: Offer,
  accepted: { readonly holding: number; readonly atBound: Purchase; readonly ms: number },
): Holding {
  const { holding: number, atBound, ms } = accepted;
  const holding: Holding = {
    holding: number,
    owner,
    fund: offer.fund,
    quote: offer.quote,
    revision: 0,
    units,
    leverage,
    acceptedMs: ms,
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
    reason: ORDER_REASON.none,
    status: HOLDING_STATUS.waiting,
    closeNav: 0,
    closedMs: 0,
    closeFee: 0,
    payout: 0,
    paidInCoins: 0,
  };
  setCosts(holding, atBound);
  return holding;
}

function setCosts(holding: Holding, { notional, margin, fee, maintenance }: Purchase): void {
  holding.notional = notional;
  holding.margin = margin;
  holding.buyFee = fee;
  holding.maintenance = maintenance;
  holding.cover = coverOf(notional, holding.coverPpm);
}

/** The terms under which units are bought, kept from the acceptance. */
type Ordered = Pick<Holding, 'units' | 'leverage' | 'buyFeePpm' | 'maintenancePpm'>;

const costsAt = (ordered: Ordered, quoteDecimals: number, nav: number): Purchase | null =>
  purchaseOf({ ...ordered, quoteDecimals }, { ...ordered, nav });

/** What a purchase costs at a NAV, or why it is not filled there. 0 is no NAV in time. */
export function fillOf(holding: Holding, quoteDecimals: number, nav: number): Purchase | OrderReason {
  if (nav === 0) return ORDER_REASON.noNav;
  if (nav > holding.maxNav) return ORDER_REASON.navMoved;
  const purchase = costsAt(holding, quoteDecimals, nav);
  return purchase === null || purchase.liquidationNav >= nav ? ORDER_REASON.tooSmall : purchase;
}

/** A tick has decided what a purchase costs. It waits until it is its turn in the due queue. */
export function decideFill(
  holding: Holding,
  purchase: Purchase,
  tick: { readonly nav: number; readonly tickMs: number },
): void {
  setCosts(holding, purchase);
  holding.liquidationNav = purchase.liquidationNav;
  holding.buyNav = tick.nav;
  holding.boughtMs = tick.tickMs;
}

export const isWaiting = ({ status }: Holding): boolean => status === HOLDING_STATUS.waiting;
/** Whether a tick has yet to decide the purchase, or an end that was ordered. */
export const isOrder = (holding: Holding): boolean =>
  (isWaiting(holding) && holding.buyNav === 0) || holding.orderedEnd !== 0;

/**
 * A holding as it was last reported, which is what the ledger has secured for it: a fill that is
 * still in the due queue has changed nothing there.
 */
export function reportedForm(holding: Holding, quoteDecimals: number): Holding {
  if (!isWaiting(holding) || holding.buyNav === 0) return holding;
  const form = { ...holding, buyNav: 0, boughtMs: 0, liquidationNav: 0 };
  setCosts(form, costsAt(holding, quoteDecimals, holding.maxNav)!);
  return form;
}

/** Why an ordered end has no effect at a NAV. */
export function endReasonOf({ minNav }: Holding, nav: number): OrderReason {
  if (nav === 0) return ORDER_REASON.noNav;
  return nav < minNav ? ORDER_REASON.navMoved : ORDER_REASON.none;
}

/** Whether it has a loan that costs interest. */
export const isCharged = ({ notional, margin, lendingDailyPpb }: Holding): boolean =>
  notional > margin && lendingDailyPpb > 0;

const interestAt = (holding: Holding, days: number): number =>
  interestOf(holding.notional - holding.margin, holding.lendingDailyPpb, days);

/** Of the interest so far, what the frozen margin has paid. */
export const paidInterest = ({ interest, margin }: Holding): number => Math.min(interest, margin);

/** The margin that is still frozen. */
export const marginLeft = (holding: Holding): number => holding.margin - paidInterest(holding);

/** Charges the interest of all full days until a time. Returns what the margin pays of it now. */
export function chargeInterest(holding: Holding, terms: HoldingTerms, atMs: number): number {
  if (!isCharged(holding)) return 0;
  const before = paidInterest(holding);
  holding.days = fullDays(holding.boughtMs, atMs);
  holding.interest = interestAt(holding, holding.days);
  holding.liquidationNav = liquidationNavOf(terms, holding.interest);
  return paidInterest(holding) - before;
}

/** The end of a holding at a NAV and a time, with the interest until then. */
export function endOf(
  holding: Holding,
  terms: HoldingTerms,
  end: { readonly nav: number; readonly atMs: number; readonly feePpm: number },
): Settlement {
  const days = isCharged(holding) ? fullDays(holding.boughtMs, end.atMs) : 0;
  const { nav, feePpm } = end;
  return settlementOf(terms, { nav, feePpm, interest: interestAt(holding, days) });
}

/** An end that is decided. */
export interface End {
  readonly status: number;
  readonly nav: number;
  readonly atMs: number;
}

/** An ordered end has had no effect, or another one has come before it. */
export function setNoOrder(holding: Holding, reason: number): void {
  holding.orderedEnd = 0;
  holding.orderedMs = 0;
  holding.minNav = 0;
  holding.reason = reason;
}

export function setEnd(
  holding: Holding,
  { fee, payout, inCoins }: Pick<Settlement, 'fee' | 'payout'> & Pick<Payment, 'inCoins'>,
  { status, nav, atMs }: End,
): void {
  if (status !== HOLDING_STATUS.notFilled) setNoOrder(holding, ORDER_REASON.none);
  holding.status = status;
  holding.closeNav = nav;
  holding.closedMs = atMs;
  holding.closeFee = fee;
  holding.payout = payout;
  holding.paidInCoins = inCoins;
}

/** A liquidation costs no fee. */
export function feeOfEnd({ sellFeePpm, exitFeePpm }: Holding, status: number): number {
  if (status === HOLDING_STATUS.liquidated) return 0;
  return status === HOLDING_STATUS.sold ? sellFeePpm : exitFeePpm;
}
