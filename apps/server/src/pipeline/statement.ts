/**
 * The two statements that write: the commit, which holds the journal row and the answers for
 * idempotency keys and nothing else, and the projector's, which holds the rows of all projections
 * and how far they follow the journal. Each is all or nothing, and returns the number of rows per
 * part, which must equal the number sent.
 */
import type { CountedWrite, WriterStatement } from '../db/database.ts';
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

const JOURNAL_NAMES = Object.keys(JOURNAL_COLUMNS);
const JOURNAL_PART = insertOf(
  'journal',
  JOURNAL_NAMES,
  `values (${Object.values(JOURNAL_COLUMNS)
    .map((type, i) => `$${i + 1}::${type}`)
    .join(', ')})`,
);
const COMMIT = { name: 'commit', text: textOf([JOURNAL_PART]) };
const COMMIT_WITH_KEYS = {
  name: 'commit_with_keys',
  text: textOf([JOURNAL_PART, insertText(IDEMPOTENCY_TABLE, JOURNAL_NAMES.length + 1)]),
};

/** The commit of a batch. The journal's primary key is the fence: another writer was first. */
export function commitOf(record: JournalRecord, keys: readonly object[]): CountedWrite {
  const journal = JOURNAL_NAMES.map((column) => record[column as keyof JournalRecord]);
  if (keys.length === 0) return { statement: COMMIT, params: journal, counts: [1] };
  const params = [...journal, rowsText(IDEMPOTENCY_TABLE, keys)];
  return { statement: COMMIT_WITH_KEYS, params, counts: [1, keys.length] };
}

/** From which record to which one rows are written. */
export interface ProjectedStep {
  readonly fromBatch: number;
  readonly batch: number;
  readonly seq: number;
  /** Whose projector this is, see `takeProjected`. */
  readonly writer: number;
}

const STEP_PART = 'update projected set batch = $2, seq = $3 where batch = $1 and writer = $4';
const STEP_PARAMS = 4;
/** Another writer has taken the rows over, or moved the position: then nothing is written. */
const FENCE = 'exists (select from t0)';

/**
 * Forms of the projector's statement. Each is prepared once and then kept, which takes PostgreSQL
 * up to 35 ms and 0.4 MB.
 */
const FORMS_MAX = 32;

/**
 * Builds and caches the projector's statements. Tables without rows are left out, as long as that
 * makes few forms; the last form has all tables.
 */
export class ProjectionStatements {
  readonly #statements = new Map<string, WriterStatement>();

  /** `tableRows`: of all tables, in the same order each time. */
  build({ fromBatch, batch, seq, writer }: ProjectedStep, tableRows: readonly TableRows[]): CountedWrite {
    const wanted = tableRows.filter(({ rows }) => rows.length > 0);
    const isNew = !this.#statements.has(nameOf(wanted));
    const written = isNew && this.#statements.size >= FORMS_MAX - 1 ? tableRows : wanted;
    return {
      statement: this.#statementFor(written),
      params: [fromBatch, batch, seq, writer, ...written.map(({ table, rows }) => rowsText(table, rows))],
      counts: [1, ...written.map(({ rows }) => rows.length)],
    };
  }

  #statementFor(written: readonly TableRows[]): WriterStatement {
    const key = nameOf(written);
    const known = this.#statements.get(key);
    if (known !== undefined) return known;
    const inserts = written.map(({ table }, i) => insertText(table, STEP_PARAMS + 1 + i, FENCE));
    // PostgreSQL cuts a name after 63 signs, so it cannot have those of the tables.
    const statement = { name: `project_${this.#statements.size}`, text: textOf([STEP_PART, ...inserts]) };
    this.#statements.set(key, statement);
    return statement;
  }
}

const nameOf = (written: readonly TableRows[]): string => written.map(({ table }) => table.name).join(' ');

/** One statement of several parts, which returns the rows of each as n0, n1 and so on. */
function textOf(parts: readonly string[]): string {
  const named = parts.map((part, i) => `t${i} as (${part} returning 1)`);
  const counts = parts.map((_, i) => `(select count(*) from t${i}) as n${i}`);
  return `with ${named.join(', ')} select ${counts.join(', ')}`;
}

function insertOf(table: string, names: readonly string[], source: string): string {
  return `insert into ${table} (${names.join(', ')}) ${source}`;
}

/**
 * Inserts the rows of a `rowsText` parameter where `condition` holds, with the table's own rule for
 * conflicts.
 */
export function insertText(table: ProjectionTable, param: number, condition = 'true'): string {
  const names = Object.keys(table.columns);
  const source = `select ${names.join(', ')} from unnest($${param}::${table.name}[]) where ${condition}`;
  const insert = insertOf(table.name, names, source);
  const { onConflict, key } = table;
  if (onConflict === 'insert') return insert;
  if ('fold' in onConflict) return foldText(table, onConflict.fold, { param, condition });
  return `${insert} on conflict (${key.join(', ')}) do update set ${updatesOf(table).join(', ')}`;
}

function updatesOf({ name, onConflict }: ProjectionTable): readonly string[] {
  if (onConflict === 'insert' || 'fold' in onConflict) return [];
  if ('update' in onConflict) return onConflict.update.map((column) => `${column} = excluded.${column}`);
  if ('add' in onConflict)
    return onConflict.add.map((column) => `${column} = ${name}.${column} + excluded.${column}`);
  return Object.entries(onConflict.set).map(([column, sql]) => `${column} = ${sql}`);
}

/** The function is called once per row, with the row that the statement found there, or none. */
function foldText(
  { name, columns, key }: ProjectionTable,
  fold: string,
  { param, condition }: { readonly param: number; readonly condition: string },
): string {
  const names = Object.keys(columns);
  const next = names.map((column) => `next.${column}`).join(', ');
  const isSame = key.map((column) => `there.${column} = added.${column}`).join(' and ');
  const updates = names.filter((column) => !key.includes(column));
  return `insert into ${name} (${names.join(', ')}) select ${next}
    from unnest($${param}::${name}[]) as added left join ${name} as there on ${isSame}
    cross join lateral ${fold}(there, added) as next where ${condition}
    on conflict (${key.join(', ')}) do update set ${updates.map((column) => `${column} = excluded.${column}`).join(', ')}`;
}
