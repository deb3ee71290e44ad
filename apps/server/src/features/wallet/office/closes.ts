/**
 * Closes each day: keeps the sums of all accounts as they were at its end, which must balance. A
 * day on which the exchange was never open has no close.
 */
import type { Exchange } from '@glasshouse/core';
import type { LedgerGroup } from '@glasshouse/protocol/wallet/office';
import type { Database } from '../../../db/database.ts';
import type { Sequencer } from '../../../contract/sequencer.ts';
import type { Log } from '../../../process/log.ts';
import { trialBalanceOf, type TrialBalance, type TrialLine } from '../../../values/trial-balance.ts';
import { dayOf } from '../statement-projection.ts';

/** The part of the pipeline that holds what is committed. */
export interface Books {
  readonly exchange: Exchange;
  readonly position: { readonly seq: number; readonly checksum: string };
}

export interface CloseParts {
  readonly database: Database;
  readonly sequencer: Pick<Sequencer, 'nowMs' | 'read'>;
  readonly pipeline: Books;
  readonly log: Pick<Log, 'error'>;
}

export interface Close extends Pick<TrialBalance, 'accounts'> {
  readonly day: number;
  readonly closedMs: number;
  readonly seq: number;
  readonly journal: string;
  /** The assets whose sum is not zero. */
  readonly unbalanced: readonly number[];
}

type StoredLine = readonly [LedgerGroup, string, number, string, string];

/** At a start, before commands of this day come: the books are those of the day of the last one. */
export async function closeLastDay(parts: CloseParts): Promise<void> {
  const { pipeline, sequencer } = parts;
  const lastDay = dayOf(pipeline.exchange.timeMs);
  if (pipeline.position.seq > 0 && lastDay < dayOf(sequencer.nowMs())) await close(parts, lastDay);
}

/** Closes the days that end while the exchange is open. */
export class DayCloser {
  readonly #parts: CloseParts;
  /** The last day that was not over when it was looked at; 0: before the first look. */
  #openDay = 0;

  constructor(parts: CloseParts) {
    this.#parts = parts;
  }

  start(): void {
    this.#openDay = dayOf(this.#parts.sequencer.nowMs());
  }

  /** Each minute. What is done in the first minute of a day is in the close of the day before. */
  async look(): Promise<void> {
    const day = dayOf(this.#parts.sequencer.nowMs());
    if (day <= this.#openDay) return;
    await close(this.#parts, this.#openDay);
    this.#openDay = day;
  }
}

/** Once: a day that has its close keeps it. */
async function close(parts: CloseParts, day: number): Promise<void> {
  const { database, sequencer, pipeline, log } = parts;
  const { seq, checksum, accounts, lines } = await sequencer.read(() => ({
    ...pipeline.position,
    ...trialBalanceOf(pipeline.exchange),
  }));
  const stored = lines.map(({ group, account, asset, available, frozen }): StoredLine => [
    group,
    account,
    asset,
    String(available),
    String(frozen),
  ]);
  const left = unbalanced(lines);
  await database.kysely
    .insertInto('ledger_closes')
    .values({
      day,
      closed_ms: sequencer.nowMs(),
      seq,
      journal: checksum,
      accounts,
      unbalanced: JSON.stringify([...left.keys()]),
      lines: JSON.stringify(stored),
    })
    .onConflict((conflict) => conflict.column('day').doNothing())
    .execute();
  for (const [asset, sum] of left)
    log.error({ day, seq, asset, units: String(sum) }, 'the books do not balance');
}

/** What is left over by asset, where anything is. */
export function unbalanced(lines: readonly TrialLine[]): ReadonlyMap<number, bigint> {
  const sums = new Map<number, bigint>();
  for (const { asset, available, frozen } of lines)
    sums.set(asset, (sums.get(asset) ?? 0n) + available + frozen);
  return new Map([...sums].filter(([, sum]) => sum !== 0n));
}

/** The last ones, newest first. */
export async function readCloses(database: Database, limit: number): Promise<readonly Close[]> {
  const rows = await database.kysely
    .selectFrom('ledger_closes')
    .select(['day', 'closed_ms', 'seq', 'journal', 'accounts', 'unbalanced'])
    .orderBy('day', 'desc')
    .limit(limit)
    .execute();
  return rows.map(({ closed_ms: closedMs, unbalanced: assets, ...row }) => ({
    ...row,
    closedMs,
    unbalanced: JSON.parse(assets) as number[],
  }));
}

/** The books of the last close; null: there was none. */
export async function lastClosedLines(database: Database): Promise<readonly TrialLine[] | null> {
  const row = await database.kysely
    .selectFrom('ledger_closes')
    .select('lines')
    .orderBy('day', 'desc')
    .limit(1)
    .executeTakeFirst();
  if (row === undefined) return null;
  return (JSON.parse(row.lines) as StoredLine[]).map(([group, account, asset, available, frozen]) => ({
    group,
    account,
    asset,
    available: BigInt(available),
    frozen: BigInt(frozen),
  }));
}
