/** What a rule finds: the accounts, the evidence, and what was measured. */
import type { Figure, WatchRule } from '@glasshouse/protocol/watch/rules';

export interface Evidence {
  /** What it is, once: 'trade 7'. */
  readonly ref: string;
  readonly kind: 'trade' | 'deposit' | 'withdrawal' | 'sign-in' | 'document';
  readonly timeMs: number;
  /** Who gave, acted or came first. */
  readonly from: number;
  /** Who received; null: nobody else. */
  readonly to: number | null;
  /** For people: a pair, an amount. */
  readonly what: string;
  /** Units of USDT. */
  readonly value: number | null;
}

export interface Finding {
  readonly rule: WatchRule;
  /** What makes it one case of its rule, however often it is found. */
  readonly subject: string;
  readonly accounts: readonly number[];
  readonly evidence: readonly Evidence[];
  /** So much new evidence opens a closed case again. */
  readonly evidenceMin: number;
  readonly figures: readonly Figure[];
}

/** `part` of `whole` in percent, rounded down; 0 of nothing. */
export const percentOf = (part: bigint, whole: bigint): number =>
  whole === 0n ? 0 : Number((part * 100n) / whole);

export const usdtUnits = (value: bigint): number =>
  value > BigInt(Number.MAX_SAFE_INTEGER) ? Number.MAX_SAFE_INTEGER : Number(value);

export const smaller = (a: bigint, b: bigint): bigint => (a < b ? a : b);
export const larger = (a: bigint, b: bigint): bigint => (a > b ? a : b);

export const subjectOf = (accounts: readonly number[]): string =>
  accounts.toSorted((a, b) => a - b).join(',');

/** Lists by a key, in the order of their first member. */
export function grouped<T>(rows: readonly T[], keyOf: (row: T) => string): Map<string, T[]> {
  const groups = new Map<string, T[]>();
  for (const row of rows) {
    const key = keyOf(row);
    const group = groups.get(key);
    if (group === undefined) groups.set(key, [row]);
    else group.push(row);
  }
  return groups;
}
