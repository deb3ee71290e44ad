/** The yearly statement of a user, from the sums that are kept by day. */
import type { PostingReason } from '@glasshouse/core';
import { STATEMENT_LINES, type StatementLine, type StatementRow } from '@glasshouse/protocol/wallet';
import type { DataOf } from '@glasshouse/protocol';
import type { getStatement } from '@glasshouse/protocol/wallet';
import { sql } from 'kysely';
import type { Catalogue } from '../../contract/catalogue.ts';
import { csvDownload, type CsvColumn } from '../../http/csv.ts';
import type { Database } from '../../db/database.ts';
import type { Download } from '../../http/handler.ts';
import { decimalText } from '../../values/exact-sums.ts';
import type { Reads } from './ledger-list.ts';
import { REASONS } from './other-sides.ts';
import { dayOf } from './statement-projection.ts';

/** The lines of the statement to which a reason's received and paid units belong. */
interface Lines {
  readonly received: StatementLine;
  readonly paid: StatementLine;
}

const OTHER: Lines = { received: 'other', paid: 'other' };

/** Reasons that the house alone has change no sum of a user. */
function linesOf(reason: string): Lines {
  const line = REASONS[reason as PostingReason]?.shown?.line;
  if (line === undefined) return OTHER;
  return typeof line === 'string' ? { received: line, paid: line } : line;
}

const firstDayOf = (year: number): number => dayOf(Date.UTC(year, 0));

type Statement = DataOf<typeof getStatement>;
type Sums = Record<StatementLine | 'opening', bigint>;

interface Year {
  readonly asset: number;
  /** 0: of the years before. */
  readonly year: number;
  readonly reason: string;
  readonly received: string;
  readonly paid: string;
}

/** `nowMs` decides which year runs. */
export async function readStatement(
  { database, catalogue }: Reads,
  {
    owner,
    year,
    nowMs,
  }: { readonly owner: number; readonly year?: number | undefined; readonly nowMs: number },
): Promise<Statement> {
  const running = new Date(nowMs).getUTCFullYear();
  const asked = year ?? running;
  const [sums, years] = await Promise.all([readSums(database, owner, asked), readYears(database, owner)]);
  return { year: asked, isComplete: asked < running, years, list: rowsOf(catalogue, sums, asked) };
}

async function readSums({ kysely }: Database, owner: number, year: number): Promise<readonly Year[]> {
  const { rows } = await sql<Year>`
    select asset, case when day < ${firstDayOf(year)} then 0 else ${year}::integer end as year, reason,
      sum(received)::text as received, sum(paid)::text as paid
    from statement_days where owner = ${owner} and day < ${firstDayOf(year + 1)}
    group by 1, 2, 3`.execute(kysely);
  return rows;
}

async function readYears({ kysely }: Database, owner: number): Promise<number[]> {
  const { rows } = await sql<{ year: number }>`
    select distinct extract(year from date '1970-01-01' + day)::integer as year
    from statement_days where owner = ${owner} order by 1 desc`.execute(kysely);
  return rows.map(({ year }) => year);
}

function rowsOf(catalogue: Catalogue, years: readonly Year[], year: number): StatementRow[] {
  const byAsset = new Map<number, Sums>();
  for (const { asset, reason, received, paid, year: of } of years) {
    const sums = byAsset.get(asset) ?? noSums();
    byAsset.set(asset, sums);
    const lines = linesOf(reason);
    const isBefore = of !== year;
    sums[isBefore ? 'opening' : lines.received] += BigInt(received);
    sums[isBefore ? 'opening' : lines.paid] -= BigInt(paid);
  }
  return [...byAsset].toSorted(([a], [b]) => a - b).map(([asset, sums]) => rowOf(catalogue, asset, sums));
}

const noSums = (): Sums =>
  Object.fromEntries(['opening', ...STATEMENT_LINES].map((line) => [line, 0n])) as Sums;

function rowOf(catalogue: Catalogue, asset: number, sums: Sums): StatementRow {
  const { code, decimals } = catalogue.assetAt(asset);
  const text = (units: bigint): string => decimalText(units, decimals);
  const lines = STATEMENT_LINES.map((line) => [line, text(sums[line])] as const);
  const closing = STATEMENT_LINES.reduce((sum, line) => sum + sums[line], sums.opening);
  return {
    currency: code,
    opening: text(sums.opening),
    ...(Object.fromEntries(lines) as Record<StatementLine, string>),
    closing: text(closing),
  };
}

const COLUMNS: readonly CsvColumn<StatementRow>[] = [
  { name: 'coin', of: (row) => row.currency },
  { name: 'opening', of: (row) => row.opening },
  ...STATEMENT_LINES.map((line) => ({
    name: line.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`),
    of: (row: StatementRow) => row[line],
  })),
  { name: 'closing', of: (row) => row.closing },
];

export async function exportStatement(
  reads: Reads,
  query: Parameters<typeof readStatement>[1],
): Promise<Download> {
  const { year, list } = await readStatement(reads, query);
  const pages = (async function* onePage() {
    yield list;
  })();
  const range = { startTime: Date.UTC(year, 0), endTime: Math.min(Date.UTC(year + 1, 0), query.nowMs) };
  return csvDownload({ kind: 'statement', range, columns: COLUMNS, pages });
}
