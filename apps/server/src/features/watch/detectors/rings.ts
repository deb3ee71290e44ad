/** Coins that go round three to five accounts by trades. Pure. */
import type { UserTrade } from '../../../contract/watch-facts.ts';
import { grouped, larger, percentOf, smaller, subjectOf, usdtUnits, type Finding } from '../findings.ts';
import { BUDGET, RING } from '../rules.ts';
import { evidenceOf, isWithin, sumOf, valueOf, type Known } from './trades.ts';

interface Flow {
  readonly from: number;
  readonly to: number;
  readonly trades: readonly UserTrade[];
  /** What went this way beyond what came back. */
  readonly lots: bigint;
  readonly isNew: boolean;
}

/** A ring of one pair, before it is known what else its members trade. */
export interface Ring {
  readonly market: number;
  readonly quote: number;
  /** In the order in which the coins go round, the lowest number first. */
  readonly accounts: readonly number[];
  readonly untilMs: number;
  readonly trades: readonly UserTrade[];
  /** The thinnest link, of the thickest, in percent. */
  readonly evenPercent: number;
  /** What all links have carried at least, in quote units. */
  readonly quoteUnits: bigint;
}

/** `isNew` says which trades nobody has looked at: a ring without one was judged before. */
export function ringsOf(trades: readonly UserTrade[], isNew: (trade: UserTrade) => boolean): Ring[] {
  const budget = { links: BUDGET.links as number };
  return [...grouped(trades, ({ market }) => String(market)).values()].flatMap((ofPair) => {
    const untilMs = ofPair.filter(isNew).reduce((latest, { timeMs }) => Math.max(latest, timeMs), 0);
    const own = ofPair.filter(({ timeMs }) => isWithin(timeMs, { untilMs, windowMs: RING.windowMs }));
    const flows = flowsOf(own, isNew);
    return [...flows.keys()]
      .flatMap((start) => roundsFrom(flows, start, budget))
      .flatMap((round) => {
        const ring = ringOf(round, untilMs);
        return ring === null ? [] : [ring];
      });
  });
}

/** By account: the thickest links by which it gave coins away. */
function flowsOf(
  trades: readonly UserTrade[],
  isNew: (trade: UserTrade) => boolean,
): ReadonlyMap<number, readonly Flow[]> {
  const ways = grouped(trades, ({ seller, buyer }) => `${seller} ${buyer}`);
  const flows = new Map<number, Flow[]>();
  for (const way of ways.values()) {
    const { seller: from, buyer: to } = way[0]!;
    const lots = sumOf(way, 'lots') - sumOf(ways.get(`${to} ${from}`) ?? [], 'lots');
    if (lots <= 0n || way.length < RING.tradesMin) continue;
    const flow = { from, to, trades: way, lots, isNew: way.some(isNew) };
    flows.set(from, [...(flows.get(from) ?? []), flow]);
  }
  for (const [from, own] of flows)
    flows.set(
      from,
      own
        .toSorted((a, b) => (b.lots === a.lots ? a.to - b.to : b.lots > a.lots ? 1 : -1))
        .slice(0, RING.linksFollowed),
    );
  return flows;
}

/** All ways back to the start over accounts with higher numbers: each ring begins at its lowest. */
function roundsFrom(
  flows: ReadonlyMap<number, readonly Flow[]>,
  start: number,
  budget: { links: number },
): (readonly Flow[])[] {
  const found: (readonly Flow[])[] = [];
  const follow = (way: readonly Flow[], at: number): void => {
    for (const flow of flows.get(at) ?? []) {
      if (budget.links-- <= 0) return;
      const next = [...way, flow];
      if (flow.to === start && next.length >= RING.sizeMin) found.push(next);
      const isOpen =
        flow.to > start && next.length < RING.sizeMax && way.every(({ from }) => from !== flow.to);
      if (isOpen) follow(next, flow.to);
    }
  };
  follow([], start);
  return found;
}

function ringOf(round: readonly Flow[], untilMs: number): Ring | null {
  const lots = round.map((flow) => flow.lots);
  const thinnest = lots.reduce(smaller);
  const evenPercent = percentOf(thinnest, lots.reduce(larger));
  if (evenPercent < RING.evenPercentMin || !round.some((flow) => flow.isNew)) return null;
  const trades = round.flatMap((flow) => flow.trades);
  const { market, quote } = trades[0]!;
  return {
    market,
    quote,
    accounts: round.map(({ from }) => from),
    untilMs,
    trades,
    evenPercent,
    quoteUnits: round.map((flow) => sumOf(flow.trades, 'quoteUnits')).reduce(smaller),
  };
}

/** Null: it is worth little, or a small part of what one of them trades. */
export function ringFinding(
  { accounts, trades, evenPercent, quoteUnits }: Ring,
  known: Known,
): Finding | null {
  const value = valueOf(trades, known);
  // Each member pays once and is paid once.
  const share = Math.min(...accounts.map((owner) => percentOf(2n * quoteUnits, known.turnoverOf(owner))));
  if (value < BigInt(RING.valueMin) || share < RING.sharePercentMin) return null;
  return {
    rule: 'ring',
    subject: subjectOf(accounts),
    accounts,
    evidence: evidenceOf(trades, known),
    evidenceMin: RING.tradesMin * accounts.length,
    figures: [
      { figure: 'members', unit: 'count', is: accounts.length, threshold: RING.sizeMin },
      { figure: 'even', unit: 'percent', is: evenPercent, threshold: RING.evenPercentMin },
      { figure: 'share', unit: 'percent', is: share, threshold: RING.sharePercentMin },
      { figure: 'value', unit: 'usdt', is: usdtUnits(value), threshold: RING.valueMin },
    ],
  };
}
