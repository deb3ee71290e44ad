/**
 * The source's own durable log of ticks: a tick is on disk before anybody receives it. It is a
 * SQLite file in the data folder, separate from the exchange's database, so that making ticks never
 * waits for the work of clients. It also holds the market's secret key.
 */
import { randomBytes } from 'node:crypto';
import { chmodSync, mkdirSync } from 'node:fs';
import path from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { NOISE_KEY_BYTES } from '../keyed-noise.ts';

/** A day of ticks is kept, so that an exchange restored from a backup can get them again. */
export const KEPT_TICKS = 86_400;
const FILE = 'ticks.sqlite';
/** How long to wait while another process writes to the log. */
const LOCK_WAIT_MS = 5000;

export interface SourceTick {
  readonly tick: number;
  /** A whole second. */
  readonly tickMs: number;
  /** In USDT, in the order of SIMULATED_ASSETS. */
  readonly prices: readonly number[];
  /** The volatility factor, around 1. */
  readonly wildness: number;
}

interface TickRow {
  readonly tick: number;
  readonly tick_ms: number;
  readonly prices: string;
  readonly wildness: number;
}

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
    } catch (error) {
      const reason = error instanceof Error ? error.message : String(error);
      throw new Error(
        `the log of ticks ${file} cannot be used (${reason}); put back a backup of it, or move it away: a new one goes on from the exchange's last tick`,
        { cause: error },
      );
    }
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

  /** Ticks with higher numbers than `tick`, oldest first. */
  after(tick: number): SourceTick[] {
    const rows = this.#database.prepare('select * from ticks where tick > ? order by tick').all(tick);
    return rows.map((row) => toTick(row as unknown as TickRow));
  }

  /**
   * The ticks are on disk when it returns. Throws if a number exists already, because then another
   * process writes this log.
   */
  append(ticks: readonly SourceTick[]): void {
    const insert = this.#database.prepare('insert into ticks values (?, ?, ?, ?)');
    this.#database.exec('begin immediate');
    try {
      for (const { tick, tickMs, prices, wildness } of ticks)
        insert.run(tick, tickMs, JSON.stringify(prices), wildness);
      this.#database.exec('commit');
    } catch (error) {
      this.#database.exec('rollback');
      throw error;
    }
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
  const prices = JSON.parse(row.prices) as number[];
  return { tick: row.tick, tickMs: row.tick_ms, prices, wildness: row.wildness };
}
