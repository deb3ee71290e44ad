/**
 * The simulated disk: the committed state of the pipeline's tables. It parses the pipeline's own
 * statements, so that their text, parameters and rows are real, and refuses unknown ones.
 */
import type { CountedWrite } from '../src/db/database.ts';
import { DatabaseError } from '../src/db/database.ts';
import type { Projected } from '../src/pipeline/projected.ts';
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
const INSERT =
  /insert into (\w+) \([\w, ]+\) select [\w., ]+\s+from unnest\(\$(\d+)::(\w+)\[\]\)[^$]*? where (true|exists \(select from t0\))/g;
const STEP =
  /^with t0 as \(update projected set batch = \$2, seq = \$3 (where batch = \$1|)( and writer = \$4|) ?returning 1\)/;
/** What every part of a statement begins with. */
const PART = /\bt\d+ as \((?:insert into|update) /g;

interface Insert {
  readonly table: Projection['table'];
  readonly rows: readonly Row[];
  /** Only if the position was as expected. */
  readonly isFenced: boolean;
}

export class Disk {
  readonly journal = new Map<number, JournalTable>();
  projected: Projected = { batch: 0, seq: 0, writer: 0 };
  readonly snapshots = new Map<number, SnapshotsTable>();
  readonly parts: SnapshotPartsTable[] = [];
  /** Rows of the projections and of the idempotency keys, by table and key. */
  readonly tables = new Map<string, Map<string, Row>>();
  readonly #shapes = new Map<string, Projection['table']>();
  /** What a failure of the whole machine leaves of the projector's writes: see `sync`. */
  #synced: {
    readonly projected: Projected;
    readonly tables: ReadonlyMap<string, ReadonlyMap<string, Row>>;
  } | null = null;

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
  commit({ statement: { text }, params }: CountedWrite): Record<string, number> {
    const columns = JOURNAL.exec(text)?.[1]?.split(', ');
    if (columns === undefined)
      throw new Error(`the simulated disk does not know this statement: ${text.slice(0, 80)}`);
    const record = Object.fromEntries(columns.map((name, i) => [name, params[i]])) as unknown as JournalTable;
    const isThere = this.journal.has(record.batch);
    if (isThere && !IGNORES_CONFLICT.test(text))
      throw new DatabaseError('23505', 'duplicate key value violates unique constraint "journal_pkey"');
    const inserts = this.#insertsOf(text, params);
    for (const { table, rows } of inserts) this.#checkKeys(table, rows);
    if (!isThere) this.journal.set(record.batch, record);
    const counts = this.#insert(inserts);
    this.sync();
    return { n0: isThere ? 0 : 1, ...counts };
  }

  /** Commits are written through, and all that was written before them with them. */
  sync(): void {
    const tables = new Map([...this.tables].map(([name, rows]) => [name, new Map(rows)]));
    this.#synced = { projected: this.projected, tables };
  }

  /** The machine fails: the projector's writes since the last commit are gone. */
  loseUnsynced(): void {
    if (this.#synced === null) return;
    this.projected = this.#synced.projected;
    for (const [name, rows] of this.#synced.tables) this.tables.set(name, new Map(rows));
  }

  /** The projector's write, all or nothing. Its parts ask whether the position was as expected. */
  project({ statement: { text }, params }: CountedWrite): Record<string, number> {
    const step = STEP.exec(text);
    if (step === null)
      throw new Error(`the simulated disk does not know this statement: ${text.slice(0, 80)}`);
    const [from, batch, seq, writer] = params.map(Number);
    const isMoved =
      (step[1] === '' || this.projected.batch === from) &&
      (step[2] === '' || this.projected.writer === writer);
    const inserts = this.#insertsOf(text, params).filter(({ isFenced }) => isMoved || !isFenced);
    for (const { table, rows } of inserts) this.#checkKeys(table, rows);
    if (isMoved) this.projected = { ...this.projected, batch: batch!, seq: seq! };
    return { n0: isMoved ? 1 : 0, ...this.#insert(inserts) };
  }

  #insertsOf(text: string, params: CountedWrite['params']): Insert[] {
    const inserts = [...text.matchAll(INSERT)].map(([, name = '', param, type, condition]) => {
      const table = this.#shapes.get(name);
      if (table === undefined || type !== name) throw new Error(`the simulated disk has no table ${name}`);
      const rows = parseRows(String(params[Number(param) - 1]), table);
      return { table, rows, isFenced: condition !== 'true' };
    });
    // The first is the journal's, or the position's. One that is not understood would let all that
    // follow be miscounted.
    if ((text.match(PART) ?? []).length !== inserts.length + 1)
      throw new Error(`the simulated disk does not know a part of this statement: ${text}`);
    return inserts;
  }

  #insert(inserts: readonly Insert[]): Record<string, number> {
    const counts: Record<string, number> = {};
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
