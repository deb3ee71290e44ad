/**
 * The browser's own check of the tick chain: every tick's hash is the SHA-256 of its number, time,
 * prices and previous hash, and every tick contains the hash of the previous one.
 */
import type { PublicTick } from '@glasshouse/protocol/market';
import { tickPreimage } from '@glasshouse/protocol/market/tick-preimage';

export type Sha256 = (text: string) => Promise<string>;
export type ChainCheck =
  | { readonly intact: true; readonly checked: number }
  | {
      readonly intact: false;
      readonly checked: number;
      readonly brokenAt: number;
      readonly why: 'hash' | 'link' | 'hole';
    };

/** Checks consecutive ticks, oldest first. */
export async function checkChain(ticks: readonly PublicTick[], sha256: Sha256): Promise<ChainCheck> {
  let before: PublicTick | undefined;
  let checked = 0;
  for (const tick of ticks) {
    const broken = (why: 'hash' | 'link' | 'hole') =>
      ({ intact: false, checked, brokenAt: tick.tick, why }) as const;
    if (before !== undefined && tick.tick !== before.tick + 1) return broken('hole');
    if (before !== undefined && tick.previousHash !== before.hash) return broken('link');
    if ((await sha256(tickPreimage(tick))) !== tick.hash) return broken('hash');
    checked += 1;
    before = tick;
  }
  return { intact: true, checked };
}

/** SHA-256 by Web Crypto, as lower-case hex. Browsers offer it only on https and localhost. */
export async function webSha256(text: string): Promise<string> {
  const digest = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(text));
  return Array.from(new Uint8Array(digest), (byte) => byte.toString(16).padStart(2, '0')).join('');
}
export const canHash = (): boolean => typeof crypto !== 'undefined' && crypto.subtle !== undefined;
