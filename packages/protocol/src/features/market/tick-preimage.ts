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
}

/**
 * `tick|timeMs|SYMBOL:price,...|previousHash`, symbols sorted by code unit. Its SHA-256 in
 * lower-case hex is the tick's hash.
 */
export function tickPreimage(tick: UnhashedTick): string {
  const prices = Object.keys(tick.prices)
    .sort()
    .map((name) => `${name}:${tick.prices[name]}`)
    .join(',');
  return `${tick.tick}|${tick.timeMs}|${prices}|${tick.previousHash}`;
}
