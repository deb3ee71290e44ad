/** A holding of a fund and its states. */
import {
  fullDays,
  interestOf,
  liquidationNavOf,
  settlementOf,
  type HoldingTerms,
  type Purchase,
  type Settlement,
} from '@glasshouse/protocol/fund/quote';
import type { BuyFund } from './commands.ts';
import type { HoldingChanged } from './events.ts';
import type { Fund } from './fund-offer.ts';

export const HOLDING_STATUS = { holding: 1, sold: 2, liquidated: 3, exited: 4 } as const;

/** Actions of due holdings: DueItem.action. */
export const DUE_ACTION = { interest: 1, liquidate: 2, sellAtLimit: 3 } as const;

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
  'buyNav',
  'boughtMs',
  'notional',
  'margin',
  'buyFee',
  'sellFeePpm',
  'exitFeePpm',
  'lendingDailyPpb',
  'maintenance',
  'cover',
  'days',
  'interest',
  'liquidationNav',
  'limitNav',
  'shortAction',
  'status',
  'closeNav',
  'closedMs',
  'closeFee',
  'payout',
] as const satisfies readonly (keyof Holding)[];

/** A holding that was just bought, under the terms of its fund. */
export function boughtHolding(
  { owner, units, leverage }: BuyFund,
  { offer, nav }: Fund,
  bought: {
    readonly holding: number;
    readonly purchase: Purchase;
    readonly cover: number;
    readonly ms: number;
  },
): Holding {
  const { holding, purchase, cover, ms } = bought;
  const { notional, margin, fee, maintenance, liquidationNav } = purchase;
  return {
    holding,
    owner,
    fund: offer.fund,
    quote: offer.quote,
    revision: 0,
    units,
    leverage,
    buyNav: nav,
    boughtMs: ms,
    notional,
    margin,
    buyFee: fee,
    sellFeePpm: offer.sellFeePpm,
    exitFeePpm: offer.exitFeePpm,
    lendingDailyPpb: offer.lendingDailyPpb,
    maintenance,
    cover,
    days: 0,
    interest: 0,
    liquidationNav,
    limitNav: 0,
    shortAction: 0,
    status: HOLDING_STATUS.holding,
    closeNav: 0,
    closedMs: 0,
    closeFee: 0,
    payout: 0,
  };
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
