/**
 * The one statement that commits a batch: the journal row, the answers for idempotency keys and
 * every projection's rows, all or none. It returns the number of rows per table, which must equal
 * the number sent.
 */
import type { CommitParameter, WriterStatement } from '../db/database.ts';
import type { ProjectionTable } from './projection.ts';
import type { JournalRecord } from './record.ts';
import { rowsText } from './row-text.ts';

const JOURNAL_COLUMNS = {
  batch: 'bigint',
  first_seq: 'bigint',
  last_seq: 'bigint',
  time_ms: 'bigint',
  version: 'smallint',
  commands: 'bytea',
  outcomes_hash: 'text',
  checksum: 'text',
} as const satisfies Record<keyof JournalRecord, string>;

/**
 * An expired key may be used again; the new answer replaces the old one. A key that has not expired
 * never gets here, because the pipeline answers it.
 */
export const IDEMPOTENCY_TABLE: ProjectionTable = {
  name: 'idempotency',
  columns: {
    owner: 'bigint',
    key: 'text',
    request_hash: 'text',
    seq: 'bigint',
    time_ms: 'bigint',
    error: 'text',
    id: 'bigint',
    count: 'bigint',
    reply: 'text',
  },
  key: ['owner', 'key'],
  onConflict: { update: ['request_hash', 'seq', 'time_ms', 'error', 'id', 'count', 'reply'] },
};

export interface TableRows {
  readonly table: ProjectionTable;
  readonly rows: readonly object[];
}

export interface BatchWrite {
  readonly statement: WriterStatement;
  readonly params: readonly CommitParameter[];
  /** The row counts that the statement must return, in its columns n0, n1, ... */
  readonly counts: readonly number[];
}

/**
 * Builds and caches statements. Tables without rows are left out, so there are few forms, each
 * prepared once.
 */
export class StatementBuilder {
  readonly #tables: readonly ProjectionTable[];
  readonly #statements = new Map<string, WriterStatement>();

  constructor(tables: readonly ProjectionTable[]) {
    this.#tables = tables;
  }

  build(record: JournalRecord, tableRows: readonly TableRows[]): BatchWrite {
    const written = tableRows.filter(({ rows }) => rows.length > 0);
    const journal = Object.keys(JOURNAL_COLUMNS).map((column) => record[column as keyof JournalRecord]);
    return {
      statement: this.#statementFor(written.map(({ table }) => table)),
      params: [...journal, ...written.map(({ table, rows }) => rowsText(table, rows))],
      counts: [1, ...written.map(({ rows }) => rows.length)],
    };
  }

  #statementFor(tables: readonly ProjectionTable[]): WriterStatement {
    const name = `batch_${tables.map((table) => this.#tables.indexOf(table)).join('_')}`;
    const known = this.#statements.get(name);
    if (known !== undefined) return known;
    const statement = { name, text: batchText(tables) };
    this.#statements.set(name, statement);
    return statement;
  }
}

function batchText(tables: readonly ProjectionTable[]): string {
  const columns = Object.entries(JOURNAL_COLUMNS);
  const journalValues = columns.map(([, type], i) => `$${i + 1}::${type}`).join(', ');
  const parts = [
    `t0 as (insert into journal (${columns.map(([name]) => name).join(', ')}) values (${journalValues}) returning 1)`,
  ];
  tables.forEach((table, i) =>
    parts.push(`t${i + 1} as (${insertText(table, columns.length + 1 + i)} returning 1)`),
  );
  const counts = parts.map((_, i) => `(select count(*) from t${i}) as n${i}`);
  return `with ${parts.join(', ')} select ${counts.join(', ')}`;
}

/** Inserts the rows of a `rowsText` parameter, with the table's own rule for conflicts. */
export function insertText(table: ProjectionTable, param: number): string {
  const names = Object.keys(table.columns).join(', ');
  const insert = `insert into ${table.name} (${names}) select ${names} from unnest($${param}::${table.name}[])`;
  if (table.onConflict === 'insert') return insert;
  if ('fold' in table.onConflict) return foldText(table, table.onConflict.fold, param);
  const updates =
    'update' in table.onConflict
      ? table.onConflict.update.map((name) => `${name} = excluded.${name}`)
      : table.onConflict.add.map((name) => `${name} = ${table.name}.${name} + excluded.${name}`);
  return `${insert} on conflict (${table.key.join(', ')}) do update set ${updates.join(', ')}`;
}

/** The function is called once per row, with the row that the statement found there, or none. */
function foldText({ name, columns, key }: ProjectionTable, fold: string, param: number): string {
  const names = Object.keys(columns);
  const next = names.map((column) => `next.${column}`).join(', ');
  const isSame = key.map((column) => `there.${column} = added.${column}`).join(' and ');
  const updates = names.filter((column) => !key.includes(column));
  return `insert into ${name} (${names.join(', ')}) select ${next}
    from unnest($${param}::${name}[]) as added left join ${name} as there on ${isSame}
    cross join lateral ${fold}(there, added) as next
    on conflict (${key.join(', ')}) do update set ${updates.map((column) => `${column} = excluded.${column}`).join(', ')}`;
}
