/** Two accounts that trade a pair with each other, back and forth. Pure. */
import type { UserTrade } from '../../../contract/watch-facts.ts';
import { grouped, larger, percentOf, smaller, subjectOf, usdtUnits, type Finding } from '../findings.ts';
import { WASH } from '../rules.ts';
import { evidenceOf, isWithin, sumOf, valueOf, type Known } from './trades.ts';

/** The trades of one pair between two accounts, before it is known what else they trade. */
export interface BackAndForth {
  readonly market: number;
  readonly quote: number;
  /** The lower number first. */
  readonly accounts: readonly [number, number];
  readonly untilMs: number;
  readonly trades: readonly UserTrade[];
  readonly eachWay: number;
  readonly netPercent: number;
}

/**
 * Of trades between users: the accounts that end up with what they had. `isNew` says which trades
 * nobody has looked at: a group without one was judged before.
 */
export function backAndForth(
  trades: readonly UserTrade[],
  isNew: (trade: UserTrade) => boolean,
): BackAndForth[] {
  const groups = grouped(
    trades,
    ({ market, buyer, seller }) => `${market} ${Math.min(buyer, seller)} ${Math.max(buyer, seller)}`,
  );
  return [...groups.values()].flatMap((group) => {
    const untilMs = group.filter(isNew).reduce((latest, { timeMs }) => Math.max(latest, timeMs), 0);
    const own = group.filter(({ timeMs }) => isWithin(timeMs, { untilMs, windowMs: WASH.windowMs }));
    const [first] = own;
    if (first === undefined || own.length < WASH.tradesMin) return [];
    const { market, quote, buyer, seller } = first;
    const accounts = [Math.min(buyer, seller), Math.max(buyer, seller)] as const;
    const there = own.filter((trade) => trade.seller === accounts[0]);
    const back = own.filter((trade) => trade.seller === accounts[1]);
    const eachWay = Math.min(there.length, back.length);
    const [lotsThere, lotsBack] = [sumOf(there, 'lots'), sumOf(back, 'lots')];
    const net = larger(lotsThere, lotsBack) - smaller(lotsThere, lotsBack);
    const netPercent = percentOf(net, lotsThere + lotsBack);
    if (eachWay < WASH.eachWayMin || netPercent >= WASH.netPercentMax) return [];
    return [{ market, quote, accounts, untilMs, trades: own, eachWay, netPercent }];
  });
}

/** Null: it is worth little, or a small part of what they trade. */
export function washTrade(
  { accounts, trades, eachWay, netPercent }: BackAndForth,
  known: Known,
  isLinked: boolean,
): Finding | null {
  const value = valueOf(trades, known);
  const turnover = smaller(known.turnoverOf(accounts[0]), known.turnoverOf(accounts[1]));
  const share = percentOf(sumOf(trades, 'quoteUnits'), turnover);
  const shareMin = isLinked ? WASH.linkedSharePercentMin : WASH.sharePercentMin;
  if (value < BigInt(WASH.valueMin) || share < shareMin) return null;
  return {
    rule: 'wash-trade',
    subject: subjectOf(accounts),
    accounts,
    evidence: evidenceOf(trades, known),
    evidenceMin: WASH.tradesMin,
    figures: [
      { figure: 'trades', unit: 'count', is: trades.length, threshold: WASH.tradesMin },
      { figure: 'eachWay', unit: 'count', is: eachWay, threshold: WASH.eachWayMin },
      { figure: 'net', unit: 'percent', is: netPercent, threshold: WASH.netPercentMax },
      { figure: 'share', unit: 'percent', is: share, threshold: shareMin },
      { figure: 'value', unit: 'usdt', is: usdtUnits(value), threshold: WASH.valueMin },
    ],
  };
}
