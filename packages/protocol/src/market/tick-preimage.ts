/** What a public tick's hash is taken of. In a file of its own, so that browsers can check the chain without the schemas. */
import type { PublicTick } from './index.ts';

/** `tick|timeMs|SYMBOL:price,...|previousHash`, symbols sorted by code unit. Its SHA-256 in lower-case hex is the tick's hash. */
export function tickPreimage(tick: Omit<PublicTick, 'hash'>): string {
  const prices = Object.keys(tick.prices)
    .sort()
    .map((name) => `${name}:${tick.prices[name]}`)
    .join(',');
  return `${tick.tick}|${tick.timeMs}|${prices}|${tick.previousHash}`;
}
