/**
 * Limits that users set on themselves. A lower limit holds at once; a higher one, or none, after a
 * day, so that nobody raises one on impulse.
 */
import { DAY_MS, dayOf } from '../../values/days.ts';
import { formatDecimal, parseDecimal } from '@glasshouse/money';
import type { Database } from '../../db/database.ts';
import type { LimitRow } from './restrictions.ts';

export const LIMIT_KINDS = ['loss', 'stake', 'minutes'] as const;
export type LimitKind = (typeof LIMIT_KINDS)[number];
export const RAISE_AFTER_MS = 86_400_000;
const MINUTE_MS = 60_000;
/** Limits on money are in USDT. */
export const LIMIT_DECIMALS = 6;

export interface Limit {
  readonly value: number | null;
  readonly next: { readonly value: number | null; readonly fromMs: number } | null;
}

/** The limit at a given time: a waiting change takes effect at its time. */
export function limitAt(rows: readonly LimitRow[], kind: LimitKind, nowMs: number): Limit {
  const row = rows.find((each) => each.kind === kind);
  if (row === undefined) return { value: null, next: null };
  if (row.next_from_ms === null) return { value: row.value, next: null };
  if (row.next_from_ms <= nowMs) return { value: row.next_value, next: null };
  return { value: row.value, next: { value: row.next_value, fromMs: row.next_from_ms } };
}

/** The row after a change. */
export function changedLimit(present: Limit, wish: number | null, nowMs: number): Omit<LimitRow, 'kind'> {
  const isLower = wish !== null && (present.value === null || wish <= present.value);
  if (isLower || wish === present.value) return { value: wish, next_value: null, next_from_ms: null };
  const { next } = present;
  // Requesting the waiting change again does not restart the wait.
  const fromMs = next !== null && next.value === wish ? next.fromMs : nowMs + RAISE_AFTER_MS;
  return { value: present.value, next_value: wish, next_from_ms: fromMs };
}

export async function saveLimits(
  database: Database,
  userId: number,
  rows: readonly LimitRow[],
): Promise<void> {
  await database.kysely
    .insertInto('self_limits')
    .values(rows.map((row) => ({ user_id: userId, ...row })))
    .onConflict((conflict) =>
      conflict.columns(['user_id', 'kind']).doUpdateSet((set) => ({
        value: set.ref('excluded.value'),
        next_value: set.ref('excluded.next_value'),
        next_from_ms: set.ref('excluded.next_from_ms'),
      })),
    )
    .execute();
}

/** USDT text to units; null stays null. The call's schema has checked the form. */
export function limitUnits(text: string | null): number | null {
  if (text === null) return null;
  const units = parseDecimal(text, LIMIT_DECIMALS);
  return typeof units === 'number' ? units : null;
}

export function limitText(units: number | null): string | null {
  return units === null ? null : formatDecimal(units, LIMIT_DECIMALS);
}

/** Counts the minutes of today in which a user was active. In memory, written once a minute. */
export class UsageMinutes {
  readonly #database: Database;
  readonly #now: () => number;
  readonly #today = new Map<number, { dayMs: number; minutes: number; lastMinute: number }>();
  readonly #unsaved = new Set<number>();

  constructor(database: Database, now: () => number = Date.now) {
    this.#database = database;
    this.#now = now;
  }

  /** Counts this minute, once. */
  async mark(userId: number): Promise<void> {
    const minute = Math.floor(this.#now() / MINUTE_MS);
    const entry = await this.#entry(userId);
    if (entry.lastMinute >= minute) return;
    entry.lastMinute = minute;
    entry.minutes++;
    this.#unsaved.add(userId);
  }

  async minutes(userId: number): Promise<number> {
    return (await this.#entry(userId)).minutes;
  }

  async save(): Promise<void> {
    const rows = [...this.#unsaved].flatMap((userId) => {
      const entry = this.#today.get(userId);
      return entry === undefined ? [] : [{ user_id: userId, day_ms: entry.dayMs, minutes: entry.minutes }];
    });
    this.#unsaved.clear();
    if (rows.length > 0)
      await this.#database.kysely
        .insertInto('usage_minutes')
        .values(rows)
        .onConflict((conflict) =>
          conflict
            .columns(['user_id', 'day_ms'])
            .doUpdateSet((set) => ({ minutes: set.ref('excluded.minutes') })),
        )
        .execute();
    await this.#database.kysely
      .deleteFrom('usage_minutes')
      .where('day_ms', '<', dayOf(this.#now()) - DAY_MS)
      .execute();
  }

  async #entry(userId: number) {
    const dayMs = dayOf(this.#now());
    const known = this.#today.get(userId);
    if (known?.dayMs === dayMs) return known;
    const row = await this.#database.reads
      .selectFrom('usage_minutes')
      .select('minutes')
      .where('user_id', '=', userId)
      .where('day_ms', '=', dayMs)
      .executeTakeFirst();
    const again = this.#today.get(userId);
    if (again?.dayMs === dayMs) return again;
    const entry = { dayMs, minutes: row?.minutes ?? 0, lastMinute: 0 };
    this.#today.set(userId, entry);
    return entry;
  }
}
