/** What an attack is: a bar that the server must hold, and a run that says what it measured. */
import type { Target, TargetSettings } from './target.ts';

export interface Attack {
  readonly name: string;
  /** What version 0.1.0 did. */
  readonly before: string;
  readonly bar: string;
  /** Whether CI runs it: it then judges by counts and states, never by how long calls took. */
  readonly isInShort: boolean;
  readonly run: (options: AttackOptions) => Promise<Measured>;
}

export interface AttackOptions {
  /** The checkout that is attacked. */
  readonly checkout: string;
  readonly isShort: boolean;
  /** A server with these settings; the caller of `run` ends it. */
  readonly start: (settings?: TargetSettings) => Promise<Target>;
}

export interface Measured {
  readonly figure: string;
  readonly isHeld: boolean;
  /** What the attack needs is not on this machine: nothing was measured. */
  readonly isSkipped?: boolean;
}

export const sleep = (ms: number): Promise<void> =>
  new Promise((resolve) => setTimeout(resolve, Math.max(0, ms)));

/** The value that this share of all lies below. */
export function quantile(values: readonly number[], share: number): number {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN;
}

export const median = (values: readonly number[]): number => quantile(values, 0.5);

/** Runs `work` for 0 to count - 1, some of them at the same time. */
export async function inTurn(
  count: number,
  atOnce: number,
  work: (index: number) => Promise<void>,
): Promise<void> {
  let next = 0;
  const worker = async (): Promise<void> => {
    while (next < count) await work(next++);
  };
  await Promise.all(Array.from({ length: Math.min(atOnce, count) }, worker));
}

/** Loopback addresses that no other use of the same `group` (1 to 250) shares: networks of one neighbourhood. */
export const addressOf = (group: number, index: number): string =>
  `127.${group}.${Math.floor(index / 250)}.${1 + (index % 250)}`;
