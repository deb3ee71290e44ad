/**
 * How the quotes of several exchanges become one index price. Everything here follows from the
 * numbers that a tick publishes, so anybody can compute it again. Reference prices are no money:
 * they are IEEE doubles, which any language adds and divides to the same bits.
 */

/** The best prices of one coin in USDT at one exchange, as a tick publishes them. */
export type Quote = readonly [
  bid: number,
  ask: number,
  /** Milliseconds since this quote was received. */
  ageMs: number,
  /** Milliseconds from the exchange's own time of it to its reception; null if it gives none. */
  lagMs: number | null,
];

/** What one exchange says at the time of a tick. */
export interface SourceQuotes {
  /** Milliseconds since its last message about any coin; null: it has not spoken yet. */
  readonly silentMs: number | null;
  readonly coins: Readonly<Record<string, Quote>>;
}

/** By the name of the exchange; those that are silent are there too. */
export type TickQuotes = Readonly<Record<string, SourceQuotes>>;

export interface IndexRules {
  /** A source that has said nothing for longer is out, with all its coins. */
  readonly silentMsMax: number;
  /** A quote that has not been repeated for longer is out, though its source speaks. */
  readonly ageMsMax: number;
  /** A quote whose own time differs more from ours is out: it is replayed, or from the future. */
  readonly lagMsMax: number;
  /** A wider spread, in ppm of the middle, is no price. */
  readonly spreadPpmMax: number;
  /** Middles further from the median, in ppm, do not agree with it. */
  readonly agreePpm: number;
  /** If only one source counts, a larger move, in ppm, is held back for `jumpMs`. */
  readonly jumpPpm: number;
  readonly jumpMs: number;
}

/** The newest version; ticks name the version that made them. */
export const RULES_VERSION = 1;

/** By version. A published version never changes: another rule is another version. */
export const INDEX_RULES: Readonly<Record<number, IndexRules>> = {
  1: {
    silentMsMax: 3_000,
    ageMsMax: 30_000,
    lagMsMax: 5_000,
    spreadPpmMax: 20_000,
    agreePpm: 5_000,
    jumpPpm: 100_000,
    jumpMs: 10_000,
  },
};

/** The last price of the coin that was published, and the time since. */
export interface LastPrice {
  readonly price: number;
  readonly sinceMs: number;
}

/**
 * The median of the middles that count, or null if too few agree with it. Of `n` configured
 * sources more than half must agree: of three, two; of two, both. It is the median of all, not of
 * those that agree: a lie beside the highest good one would put the lowest out, and pull.
 */
export function indexPrice(
  coin: string,
  quotes: TickQuotes,
  { rules, last }: { rules: IndexRules; last: LastPrice | null },
): number | null {
  const sources = Object.values(quotes);
  const middles = sources.flatMap((source) => middleOf(source, coin, rules) ?? []);
  if (middles.length === 0) return null;
  const price = median(middles);
  const agreeing = middles.filter((middle) => isWithin(middle, price, rules.agreePpm));
  if (agreeing.length < quorumOf(sources.length)) return null;
  const isHeldBack =
    agreeing.length === 1 &&
    last !== null &&
    last.sinceMs < rules.jumpMs &&
    !isWithin(price, last.price, rules.jumpPpm);
  return isHeldBack ? null : price;
}

/** How many of `count` sources must agree. */
export const quorumOf = (count: number): number => Math.floor(count / 2) + 1;

/** The middle of a quote that counts, or null. */
function middleOf({ silentMs, coins }: SourceQuotes, coin: string, rules: IndexRules): number | null {
  const quote = Object.hasOwn(coins, coin) ? coins[coin] : undefined;
  if (quote === undefined || silentMs === null || silentMs > rules.silentMsMax) return null;
  const [bid, ask, ageMs, lagMs] = quote;
  const isSane = bid > 0 && bid < ask && Number.isFinite(ask);
  if (!isSane || ageMs > rules.ageMsMax || Math.abs(lagMs ?? 0) > rules.lagMsMax) return null;
  const middle = (bid + ask) / 2;
  return (ask - bid) * 1e6 > middle * rules.spreadPpmMax ? null : middle;
}

const isWithin = (value: number, of: number, ppm: number): boolean => Math.abs(value - of) * 1e6 <= of * ppm;

/** Of an even number the mean of the middle two. */
function median(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b);
  const half = sorted.length >> 1;
  return sorted.length % 2 === 1 ? sorted[half]! : (sorted[half - 1]! + sorted[half]!) / 2;
}
