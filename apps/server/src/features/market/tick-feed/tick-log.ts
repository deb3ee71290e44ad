/**
 * The source's own durable log of ticks: a tick is on disk before anybody receives it. It is a
 * SQLite file in the data folder, separate from the exchange's database, so that making ticks never
 * waits for the work of clients. It also holds the market's secret key.
 */
import { randomBytes } from 'node:crypto';
import { chmodSync, mkdirSync } from 'node:fs';
import path from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import type { CoinPrices } from '../index-prices.ts';
import { NOISE_KEY_BYTES } from '../keyed-noise.ts';
import { SIMULATED_ASSETS } from '../simulated-source.ts';

/** A day of ticks is kept, so that an exchange restored from a backup can get them again. */
export const KEPT_TICKS = 86_400;
const FILE = 'ticks.sqlite';
/** How long to wait while another process writes to the log. */
const LOCK_WAIT_MS = 5000;

export interface SourceTick {
  readonly tick: number;
  /** A whole second. */
  readonly tickMs: number;
  readonly prices: CoinPrices;
  /** The volatility factor, around 1. */
  readonly wildness: number;
  /** Null if no exchange was asked. */
  readonly quoted: Quoted | null;
  /** Coins whose price is good, but so old that nobody should quote around it. */
  readonly stale: readonly string[];
}

/** The quotes that prices follow from. */
export interface Quoted {
  /** The version of the rules, see INDEX_RULES. */
  readonly rules: number;
  /** `TickQuotes` as JSON, exactly as it is hashed and published. */
  readonly quotes: string;
}

interface TickRow {
  readonly tick: number;
  readonly tick_ms: number;
  /** Since format 2 an object by coin; before, a list in the order of SIMULATED_ASSETS. */
  readonly prices: string;
  readonly wildness: number;
  readonly rules: number | null;
  readonly quotes: string | null;
  readonly stale: string;
}

/** The format of the file; 0 in files of 0.2.0 and before. */
const FORMAT = 2;
const SCHEMA = `
  create table if not exists ticks (
    tick integer primary key, tick_ms integer not null, prices text not null, wildness real not null
  );
  create table if not exists source (singleton integer primary key check (singleton = 1), key blob not null);`;

export class TickLog {
  readonly #database: DatabaseSync;

  /** Opens or creates the log in a folder. */
  constructor(folder: string) {
    mkdirSync(folder, { recursive: true, mode: 0o700 });
    const file = path.join(folder, FILE);
    this.#database = new DatabaseSync(file, { timeout: LOCK_WAIT_MS });
    // The file holds the key of every future price.
    chmodSync(file, 0o600);
    try {
      this.#database.exec('pragma journal_mode = wal; pragma synchronous = full;');
      this.#database.exec(SCHEMA);
      this.#raiseFormat();
      // What the feed reads first, so that damage there is told as such.
      this.last();
      this.coins();
    } catch (error) {
      const reason = error instanceof Error ? error.message : String(error);
      throw new Error(
        `the log of ticks ${file} cannot be used (${reason}); put back a backup of it, or move it away: a new one goes on from the exchange's last tick`,
        { cause: error },
      );
    }
  }

  #raiseFormat(): void {
    const { user_version: format } = this.#database.prepare('pragma user_version').get() as {
      user_version: number;
    };
    if (format > FORMAT) throw new Error(`it is of format ${format}; this version knows ${FORMAT}`);
    if (format === FORMAT) return;
    this.#database.exec(`begin immediate;
      alter table ticks add column rules integer;
      alter table ticks add column quotes text;
      alter table ticks add column stale text not null default '[]';
      create table coins (singleton integer primary key check (singleton = 1), list text not null);
      pragma user_version = ${FORMAT};
      commit;`);
  }

  /** The key, which stays the same for the lifetime of the data folder. */
  key(): Uint8Array {
    this.#database
      .prepare('insert or ignore into source (singleton, key) values (1, ?)')
      .run(randomBytes(NOISE_KEY_BYTES));
    return (this.#database.prepare('select key from source').get() as { key: Uint8Array }).key;
  }

  last(): SourceTick | null {
    const row = this.#database.prepare('select * from ticks order by tick desc limit 1').get();
    return row === undefined ? null : toTick(row as unknown as TickRow);
  }

  /** Ticks with higher numbers than `tick`, oldest first, at most `limit`. */
  after(tick: number, limit = KEPT_TICKS): SourceTick[] {
    const rows = this.#database
      .prepare('select * from ticks where tick > ? order by tick limit ?')
      .all(tick, limit);
    return rows.map((row) => toTick(row as unknown as TickRow));
  }

  /**
   * The ticks are on disk when it returns. Throws if a number exists already, because then another
   * process writes this log.
   */
  append(ticks: readonly SourceTick[]): void {
    const insert = this.#database.prepare(
      'insert into ticks (tick, tick_ms, prices, wildness, rules, quotes, stale) values (?, ?, ?, ?, ?, ?, ?)',
    );
    this.#database.exec('begin immediate');
    try {
      for (const { tick, tickMs, prices, wildness, quoted, stale } of ticks)
        insert.run(
          tick,
          tickMs,
          JSON.stringify(prices),
          wildness,
          quoted?.rules ?? null,
          quoted?.quotes ?? null,
          JSON.stringify(stale),
        );
      this.#database.exec('commit');
    } catch (error) {
      // On a full disk SQLite has done it already.
      if (this.#database.isTransaction) this.#database.exec('rollback');
      throw error;
    }
  }

  /** The coins that an exchange asked for last; none before it did. */
  coins(): readonly string[] {
    const row = this.#database.prepare('select list from coins').get() as { list: string } | undefined;
    return row === undefined ? [] : (JSON.parse(row.list) as string[]);
  }

  keepCoins(coins: readonly string[]): void {
    this.#database
      .prepare('insert or replace into coins (singleton, list) values (1, ?)')
      .run(JSON.stringify(coins));
  }

  /** Drops ticks more than KEPT_TICKS before one that the exchange has committed. */
  forgetBefore(committedTick: number): void {
    this.#database.prepare('delete from ticks where tick < ?').run(committedTick - KEPT_TICKS);
  }

  close(): void {
    this.#database.close();
  }
}

function toTick(row: TickRow): SourceTick {
  const { tick, tick_ms: tickMs, wildness, rules, quotes } = row;
  const quoted = rules === null || quotes === null ? null : { rules, quotes };
  const stale = JSON.parse(row.stale) as string[];
  return { tick, tickMs, prices: pricesIn(row.prices), wildness, quoted, stale };
}

function pricesIn(text: string): CoinPrices {
  const prices = JSON.parse(text) as CoinPrices | number[];
  if (!Array.isArray(prices)) return prices;
  return Object.fromEntries(prices.map((price, i) => [SIMULATED_ASSETS[i]!.code, price]));
}
