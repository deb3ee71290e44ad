/**
 * Rows of several batches for one statement. A later row of the same key is merged into the earlier
 * one as the table says.
 */
import { mergedRow, type ColumnValue, type ProjectionTable } from '../projection.ts';
import type { TableRows } from '../statement.ts';

type Row = Readonly<Record<string, ColumnValue>>;

export class WaitingRows {
  readonly #table: ProjectionTable;
  #rows = new Map<string, Row>();

  constructor(table: ProjectionTable) {
    this.#table = table;
  }

  get count(): number {
    return this.#rows.size;
  }

  add(rows: readonly Row[]): void {
    const { key, onConflict } = this.#table;
    for (const row of rows) {
      const name = nameOf(row, key);
      const earlier = this.#rows.get(name);
      if (earlier === undefined) this.#rows.set(name, row);
      else if (onConflict === 'insert') throw new Error(`${this.#table.name} has ${name} twice`);
      else this.#rows.set(name, mergedRow(this.#table, earlier, row));
    }
  }

  /** All of them; from now on there are none. */
  take(): TableRows {
    const rows = [...this.#rows.values()];
    this.#rows = new Map();
    return { table: this.#table, rows };
  }
}

/** Distinct for distinct keys: of their columns only the last may be any text. */
function nameOf(row: Row, key: readonly string[]): string {
  let name = '';
  for (const column of key) name += `${row[column]}/`;
  return name;
}
