/**
 * Files of comma-separated values (RFC 4180), made page by page: amounts are exact decimals, times
 * ISO 8601 in UTC, the names of the columns the same in every language.
 */
import { Download } from './handler.ts';

export interface CsvColumn<Row> {
  readonly name: string;
  readonly of: (row: Row) => string | number | null;
  /** People or programs outside have written it: a spreadsheet shall not take it for a formula. */
  readonly isText?: boolean;
}

/** A column of times in milliseconds. */
export function timeColumn<Row>(name: string, of: (row: Row) => number | null): CsvColumn<Row> {
  return {
    name,
    of: (row) => {
      const timeMs = of(row);
      return timeMs === null ? null : new Date(timeMs).toISOString();
    },
  };
}

export interface CsvFile<Row> {
  /** Such as 'orders'. */
  readonly kind: string;
  readonly range: { readonly startTime?: number | undefined; readonly endTime?: number | undefined };
  readonly columns: readonly CsvColumn<Row>[];
  readonly pages: AsyncIterable<readonly Row[]>;
}

export function csvDownload<Row>({ kind, range, columns, pages }: CsvFile<Row>): Download {
  const { startTime, endTime = Date.now() } = range;
  const dates = [...(startTime === undefined ? [] : [startTime]), endTime].map(shortTime);
  return new Download(`${[kind, ...dates].join('_')}.csv`, csvText(columns, pages));
}

/** '20261101T0000Z'. */
const shortTime = (timeMs: number): string => {
  const date = new Date(timeMs);
  // A time beyond the calendar selects everything.
  return Number.isNaN(date.getTime()) ? 'all' : `${date.toISOString().slice(0, 16).replace(/[-:]/g, '')}Z`;
};

/** The text of a file, in parts. */
export async function* csvText<Row>(
  columns: readonly CsvColumn<Row>[],
  pages: AsyncIterable<readonly Row[]>,
): AsyncGenerator<string> {
  yield lineOf(columns.map(({ name }) => name));
  for await (const rows of pages) {
    let chunk = '';
    for (const row of rows) chunk += lineOf(columns.map((column) => cellOf(column, row)));
    yield chunk;
  }
}

const lineOf = (cells: readonly string[]): string => `${cells.join(',')}\r\n`;

function cellOf<Row>({ of, isText = false }: CsvColumn<Row>, row: Row): string {
  const value = of(row);
  if (value === null) return '';
  const text = String(value);
  return quoted(isText && FORMULA.test(text) ? `'${text}` : text);
}

/** The first characters of a cell that spreadsheets would calculate as a formula. */
const FORMULA = /^[=+\-@\t\r]/;

const quoted = (text: string): string => (/[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text);
