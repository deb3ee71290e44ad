/** What the rules on trades share. Pure. */
import type { UserTrade } from '../../../contract/watch-facts.ts';
import type { Evidence } from '../findings.ts';

/** What is known of the accounts of a group of trades. */
export interface Known {
  /** All that an account traded of the pair in the window, in quote units. */
  readonly turnoverOf: (owner: number) => bigint;
  /** In units of USDT; null without a price. */
  readonly valueOf: (quoteUnits: number) => number | null;
  readonly pair: string;
}

/** All lots or quote units together. */
export const sumOf = (trades: readonly UserTrade[], field: 'lots' | 'quoteUnits'): bigint =>
  trades.reduce((sum, trade) => sum + BigInt(trade[field]), 0n);

/** Trades without a price count nothing. */
export const valueOf = (trades: readonly UserTrade[], known: Pick<Known, 'valueOf'>): bigint =>
  trades.reduce((sum, { quoteUnits }) => sum + BigInt(known.valueOf(quoteUnits) ?? 0), 0n);

export const evidenceOf = (trades: readonly UserTrade[], { valueOf: worth, pair }: Known): Evidence[] =>
  trades.map(({ trade, timeMs, seller, buyer, quoteUnits }) => ({
    ref: `trade ${trade}`,
    kind: 'trade',
    timeMs,
    from: seller,
    to: buyer,
    what: pair,
    value: worth(quoteUnits),
  }));

export const isWithin = (timeMs: number, { untilMs, windowMs }: { untilMs: number; windowMs: number }) =>
  timeMs > untilMs - windowMs && timeMs <= untilMs;
