/**
 * The simulated disk: the committed state of the pipeline's tables. It parses the pipeline's own
 * statements, so that their text, parameters and rows are real, and refuses unknown ones.
 */
import type { CommitParameter, WriterStatement } from '../src/db/database.ts';
import { DatabaseError } from '../src/db/database.ts';
import type {
  IdempotencyTable,
  JournalTable,
  SnapshotPartsTable,
  SnapshotsTable,
} from '../src/db/tables/pipeline.ts';
import { mergedRow, type Projection } from '../src/pipeline/projection.ts';
import { IDEMPOTENCY_TABLE } from '../src/pipeline/statement.ts';

export type Row = Readonly<Record<string, string | number | null>>;

const JOURNAL = /^with t0 as \(insert into journal \(([\w, ]+)\) values/;
const IGNORES_CONFLICT = /^with t0 as \([^)]*\) values \([^)]*\) on conflict do nothing/;
const INSERT = /insert into (\w+) \([\w, ]+\) select [\w., ]+\s+from unnest\(\$(\d+)::(\w+)\[\]\)/g;
/** What every part of a statement begins with. */
const PART = /\bt\d+ as \(insert into /g;

export class Disk {
  readonly journal = new Map<number, JournalTable>();
  readonly snapshots = new Map<number, SnapshotsTable>();
  readonly parts: SnapshotPartsTable[] = [];
  /** Rows of the projections and of the idempotency keys, by table and key. */
  readonly tables = new Map<string, Map<string, Row>>();
  readonly #shapes = new Map<string, Projection['table']>();

  constructor(projections: readonly Projection[]) {
    for (const table of [...projections.map(({ table }) => table), IDEMPOTENCY_TABLE]) {
      this.#shapes.set(table.name, table);
      this.tables.set(table.name, new Map());
    }
  }

  get keys(): IdempotencyTable[] {
    return [...(this.tables.get(IDEMPOTENCY_TABLE.name)?.values() ?? [])] as unknown as IdempotencyTable[];
  }

  rows(table: string): readonly Row[] {
    return [...(this.tables.get(table)?.values() ?? [])];
  }

  /** Commits all of a batch or nothing. Returns the row counts, like the statement. */
  commit({ text }: WriterStatement, params: readonly CommitParameter[]): Record<string, number> {
    const columns = JOURNAL.exec(text)?.[1]?.split(', ');
    if (columns === undefined)
      throw new Error(`the simulated disk does not know this statement: ${text.slice(0, 80)}`);
    const record = Object.fromEntries(columns.map((name, i) => [name, params[i]])) as unknown as JournalTable;
    const isThere = this.journal.has(record.batch);
    if (isThere && !IGNORES_CONFLICT.test(text))
      throw new DatabaseError('23505', 'duplicate key value violates unique constraint "journal_pkey"');
    const inserts = [...text.matchAll(INSERT)].map(([, name = '', param, type]) => {
      const table = this.#shapes.get(name);
      if (table === undefined || type !== name) throw new Error(`the simulated disk has no table ${name}`);
      return { table, rows: parseRows(String(params[Number(param) - 1]), table) };
    });
    // The first is the journal. One that is not understood would let all that follow be miscounted.
    if ((text.match(PART) ?? []).length !== inserts.length + 1)
      throw new Error(`the simulated disk does not know a part of this statement: ${text}`);
    for (const { table, rows } of inserts) this.#checkKeys(table, rows);
    if (!isThere) this.journal.set(record.batch, record);
    const counts: Record<string, number> = { n0: isThere ? 0 : 1 };
    inserts.forEach(({ table, rows }, i) => {
      const there = this.tables.get(table.name);
      // A function of the database folds these rows: tests on a real one show that.
      const isFolded = typeof table.onConflict === 'object' && 'fold' in table.onConflict;
      for (const row of isFolded ? [] : rows)
        there?.set(keyOf(table, row), storedRow(table, there.get(keyOf(table, row)), row));
      counts[`n${i + 1}`] = rows.length;
    });
    return counts;
  }

  #checkKeys(table: Projection['table'], rows: readonly Row[]): void {
    const there = this.tables.get(table.name);
    const seen = new Set<string>();
    for (const row of rows) {
      const key = keyOf(table, row);
      if (seen.has(key) || (table.onConflict === 'insert' && there?.has(key)))
        throw new DatabaseError('23505', `duplicate key in ${table.name}: ${key}`);
      seen.add(key);
    }
  }
}

function storedRow(table: Projection['table'], there: Row | undefined, row: Row): Row {
  return there === undefined || table.onConflict === 'insert' ? row : mergedRow(table, there, row);
}

function keyOf(table: Projection['table'], row: Row): string {
  return table.key.map((name) => row[name]).join('/');
}

/**
 * Parses the text of an array of rows, `{"(1,two,)"}`, like PostgreSQL: quoted elements, each of
 * which is a row.
 */
export function parseRows(text: string, table: Projection['table']): Row[] {
  const names = Object.keys(table.columns);
  return elementsOf(text.slice(1, -1)).map((element) => {
    const values = fieldsOf(element.slice(1, -1));
    if (values.length !== names.length)
      throw new DatabaseError('22P02', `malformed record literal for ${table.name}: ${element}`);
    return Object.fromEntries(
      names.map((name, i) => {
        const value = values[i] ?? null;
        return [
          name,
          value === null || /^(text|numeric)$/.test(table.columns[name] ?? '') ? value : wholeNumber(value),
        ];
      }),
    );
  });
}

function wholeNumber(text: string): number {
  const value = Number(text);
  if (!Number.isSafeInteger(value))
    throw new DatabaseError('22P02', `invalid input syntax for bigint: ${text}`);
  return value;
}

/** The quoted elements, with backslash escapes resolved. */
function elementsOf(text: string): string[] {
  const elements: string[] = [];
  for (let at = 0; at < text.length; at++) {
    if (text[at] !== '"')
      throw new DatabaseError('22P02', `malformed array literal at ${text.slice(at, at + 20)}`);
    let element = '';
    for (at++; text[at] !== '"'; at++) element += text[at] === '\\' ? text[++at] : text[at];
    elements.push(element);
    at++;
  }
  return elements;
}

/** Comma-separated fields: an empty one is null, a quoted one is text. */
function fieldsOf(text: string): (string | null)[] {
  const fields: (string | null)[] = [];
  let at = 0;
  for (;;) {
    let field: string | null = null;
    if (text[at] === '"') {
      field = '';
      for (at++; text[at] !== '"'; at++) field += text[at] === '\\' ? text[++at] : text[at];
      at++;
    } else {
      const end = text.indexOf(',', at) < 0 ? text.length : text.indexOf(',', at);
      if (end > at) field = text.slice(at, end);
      at = end;
    }
    fields.push(field);
    if (at >= text.length) return fields;
    at++;
  }
}
