/**
 * The text that is hashed for a public tick. It has a file of its own, so that browsers can check
 * the chain without loading the schemas.
 */

/** A public tick without its own hash. */
export interface UnhashedTick {
  readonly tick: number;
  readonly timeMs: number;
  readonly prices: Readonly<Record<string, string>>;
  readonly previousHash: string;
  /** With `quotesHash` in ticks of format 2 alone, whose prices follow from quotes of outside. */
  readonly rules?: number | undefined;
  readonly quotesHash?: string | undefined;
}

/**
 * `tick|timeMs|SYMBOL:price,...|previousHash`, symbols sorted by code unit. Its SHA-256 in
 * lower-case hex is the tick's hash. Format 2 is
 * `v2|tick|timeMs|SYMBOL:price,...|rules|quotesHash|previousHash`.
 */
export function tickPreimage(tick: UnhashedTick): string {
  const prices = Object.keys(tick.prices)
    .sort()
    .map((name) => `${name}:${tick.prices[name]}`)
    .join(',');
  const { rules, quotesHash, previousHash } = tick;
  const body = `${tick.tick}|${tick.timeMs}|${prices}`;
  if (rules === undefined || quotesHash === undefined) return `${body}|${previousHash}`;
  return `v2|${body}|${rules}|${quotesHash}|${previousHash}`;
}
