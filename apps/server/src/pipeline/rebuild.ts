/**
 * Rewrites the projections from the journal, which alone is the truth. One transaction: readers see
 * the old rows until the new ones are complete, and a failure changes nothing.
 */
import type { Exchange } from '@glasshouse/core';
import type { Session } from '../db/database.ts';
import { indexPricesOf, projectRows } from './batch.ts';
import { exchangeFactory } from './exchange-factory.ts';
import { mergedRow, type ColumnValue, type Projection, type ProjectionTable } from './projection.ts';
import { type JournalPosition } from './record.ts';
import { recover, RecoveryError } from './recovery.ts';
import { rowsText } from './row-text.ts';
import { insertText } from './statement.ts';

/** Rows of a table per statement. */
const ROWS_AT_ONCE = 5_000;

type Row = Readonly<Record<string, ColumnValue>>;

export interface RebuildOptions {
  readonly projections: readonly Projection[];
  /** Called after each batch. */
  readonly onBatch?: (exchange: Exchange, position: JournalPosition) => void;
}

/** `rows`: the number of rows of each table, by its name. */
export interface Rebuilt {
  readonly commands: number;
  readonly rows: Readonly<Record<string, number>>;
}

/**
 * The caller guarantees that nobody else writes. Throws RecoveryError if the journal is damaged or
 * does not begin at the first command.
 */
export async function rebuildProjections(session: Session, options: RebuildOptions): Promise<Rebuilt> {
  await assertWhole(session);
  await session.exec('begin');
  try {
    for (const { table } of options.projections) await session.exec(`truncate ${table.name}`);
    const commands = await writeAll(session, options);
    const rows: Record<string, number> = {};
    for (const { table } of options.projections) rows[table.name] = await countOf(session, table.name);
    await session.exec('commit');
    return { commands, rows };
  } catch (error) {
    await session.exec('rollback');
    throw error;
  }
}

async function assertWhole(session: Session): Promise<void> {
  const { rows } = await session.query<{ first: number | null; saved: number | null }>(
    'select (select min(first_seq) from journal) as first, (select max(seq) from snapshots) as saved',
  );
  const { first = null, saved = null } = rows[0] ?? {};
  if (first === null ? saved !== null : first !== 1)
    throw new RecoveryError('its beginning was dropped, as a demo does');
}

async function writeAll(session: Session, { projections, onBatch }: RebuildOptions): Promise<number> {
  const waiting = projections.map(({ table }) => new WaitingRows(table));
  const flush = async (): Promise<void> => {
    for (const rows of waiting) await rows.write(session);
  };
  let indexPrices: readonly number[] = [];
  const { replayedCommands } = await recover(session, {
    factory: exchangeFactory,
    from: 'none',
    ...(onBatch && { onBatch }),
    onEvents: async (events, exchange) => {
      // Batch by batch, as they were written, because a projection merges rows within a batch.
      const start = { registry: exchange.registry, indexPrices };
      projectRows(projections, start, events).forEach(({ rows }, i) => waiting[i]?.add(rows));
      indexPrices = indexPricesOf(exchange);
      if (waiting.some(({ count }) => count >= ROWS_AT_ONCE)) await flush();
    },
  });
  await flush();
  return replayedCommands;
}

/**
 * Rows of several batches for one statement. A later row of the same key is merged into the earlier
 * one as the table says.
 */
class WaitingRows {
  readonly #table: ProjectionTable;
  #rows = new Map<string, Row>();

  constructor(table: ProjectionTable) {
    this.#table = table;
  }

  get count(): number {
    return this.#rows.size;
  }

  add(rows: readonly object[]): void {
    const { key, onConflict } = this.#table;
    for (const row of rows as readonly Row[]) {
      const name = JSON.stringify(key.map((column) => row[column]));
      const earlier = this.#rows.get(name);
      if (earlier === undefined) this.#rows.set(name, row);
      else if (onConflict === 'insert') throw new Error(`${this.#table.name} has ${name} twice`);
      else this.#rows.set(name, mergedRow(this.#table, earlier, row));
    }
  }

  async write(session: Session): Promise<void> {
    if (this.#rows.size === 0) return;
    await session.query(insertText(this.#table, 1), [rowsText(this.#table, [...this.#rows.values()])]);
    this.#rows = new Map();
  }
}

async function countOf(session: Session, table: string): Promise<number> {
  const { rows } = await session.query<{ count: number }>(`select count(*) as count from ${table}`);
  return rows[0]?.count ?? 0;
}
