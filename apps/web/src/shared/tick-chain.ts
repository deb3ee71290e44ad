/**
 * The browser's own check of the tick chain, written apart from the server's: every tick's hash is the SHA-256 of its number, time, prices
 * and the hash before it, and every tick names the one before. A test holds the text that is hashed against the published rule.
 */
import type { PublicTick } from '@glasshouse/protocol/market';

export type Sha256 = (text: string) => Promise<string>;
export type ChainCheck =
  | { readonly intact: true; readonly checked: number }
  | {
      readonly intact: false;
      readonly checked: number;
      readonly brokenAt: number;
      readonly why: 'hash' | 'link' | 'hole';
    };

/** `tick|timeMs|SYMBOL:price,…|previousHash`, symbols sorted by code unit. */
export function hashedText(tick: Omit<PublicTick, 'hash'>): string {
  const symbols = Object.keys(tick.prices).sort();
  const prices = symbols.map((symbol) => `${symbol}:${tick.prices[symbol]}`);
  return [tick.tick, tick.timeMs, prices.join(','), tick.previousHash].join('|');
}

/** Checks ticks that follow one another, oldest first. */
export async function checkChain(ticks: readonly PublicTick[], sha256: Sha256): Promise<ChainCheck> {
  let before: PublicTick | undefined;
  let checked = 0;
  for (const tick of ticks) {
    const broken = (why: 'hash' | 'link' | 'hole') =>
      ({ intact: false, checked, brokenAt: tick.tick, why }) as const;
    if (before !== undefined && tick.tick !== before.tick + 1) return broken('hole');
    if (before !== undefined && tick.previousHash !== before.hash) return broken('link');
    if ((await sha256(hashedText(tick))) !== tick.hash) return broken('hash');
    checked += 1;
    before = tick;
  }
  return { intact: true, checked };
}

/** SHA-256 by Web Crypto, as lower-case hex. Browsers offer it on https and localhost only. */
export async function webSha256(text: string): Promise<string> {
  const digest = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(text));
  return Array.from(new Uint8Array(digest), (byte) => byte.toString(16).padStart(2, '0')).join('');
}
export const canHash = (): boolean => typeof crypto !== 'undefined' && crypto.subtle !== undefined;
