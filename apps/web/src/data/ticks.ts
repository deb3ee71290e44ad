/**
 * The public price ticks received by this browser: the newest fetched first, then streamed, without
 * gaps.
 */
import type { PublicTick } from '@glasshouse/protocol/market';
import { useEffect } from 'react';
import { createStore, useStore, useStoreValue } from '#shared/external-store.ts';
import { call } from './api.ts';
import { listen } from './stream.ts';

export type { PublicTick };
/** Ten minutes at one tick a second. */
const TICKS_KEPT = 600;
const FETCH_SIZE = 300;
const DAY_MS = 86_400_000;

const ticks = createStore<readonly PublicTick[]>([]);
/** True if the last request for ticks failed. */
const refillFailed = createStore(false);
let watchers = 0;
let stop: (() => void) | undefined;
let fetching = false;

/** Oldest first. */
export function useTicks(): readonly PublicTick[] {
  useTickStream();
  return useStore(ticks);
}
/** Whether there is nothing to show because the call failed; `refill` tries again. */
export function useTicksFailed(): boolean {
  const failed = useStore(refillFailed);
  const isEmpty = useStoreValue(ticks, ({ length }) => length === 0);
  return failed && isEmpty;
}
export function useLastTick(): PublicTick | undefined {
  useTickStream();
  return useStoreValue(ticks, (all) => all.at(-1));
}

/**
 * The day of the newest tick, as a number since 1970 (UTC); 0 before the first. It changes only at
 * midnight.
 */
export function useTickDay(): number {
  useTickStream();
  return useStoreValue(ticks, (all) => Math.floor((all.at(-1)?.timeMs ?? 0) / DAY_MS));
}

/** The newest index price of a pair so far, for one-time reads. */
export function indexPriceNow(symbol: string): string | undefined {
  return priceIn(ticks.get().at(-1), symbol);
}

/** Ticks from a number on, oldest first; at most 300 at a time. */
export function fetchTicks(from: number | undefined, size: number): Promise<PublicTick[]> {
  return call('market/get-ticks', { from, size }, { quiet: true });
}

/** The price of a pair in a tick; the symbol's case does not matter. */
export function priceIn(tick: PublicTick | undefined, symbol: string): string | undefined {
  return tick?.prices[symbol] ?? tick?.prices[symbol.toUpperCase()];
}

function useTickStream(): void {
  useEffect(() => {
    watchers += 1;
    if (watchers === 1) {
      void refill();
      stop = listen('ticks', (frame, isAfterGap) => {
        if (isAfterGap) void refill();
        if (frame.type === 'tick') add(frame.tick);
      });
    }
    return () => {
      watchers -= 1;
      if (watchers === 0) stop?.();
    };
  }, []);
}

function add(tick: PublicTick): void {
  const known = ticks.get();
  const last = known.at(-1);
  if (last !== undefined && tick.tick <= last.tick) return;
  if (last !== undefined && tick.tick !== last.tick + 1) {
    void refill();
    return;
  }
  ticks.set([...known.slice(1 - TICKS_KEPT), tick]);
}

export async function refill(): Promise<void> {
  if (fetching) return;
  fetching = true;
  try {
    const fetched = await fetchTicks(undefined, FETCH_SIZE);
    const newest = fetched.at(-1)?.tick ?? 0;
    ticks.set([...fetched, ...ticks.get().filter((tick) => tick.tick > newest)]);
    refillFailed.set(false);
  } catch {
    // The stream continues; the next gap tries again.
    refillFailed.set(true);
  } finally {
    fetching = false;
  }
}
