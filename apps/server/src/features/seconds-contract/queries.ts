/** The user's positions: running ones from memory, finished ones from the database. */
import type { PositionRow } from '@glasshouse/protocol/seconds-contract';
import { sql } from 'kysely';
import type { Catalogue, CoinFilter } from '../../contract/catalogue.ts';
import type { Database } from '../../db/database.ts';
import {
  anyOf,
  readList,
  type List,
  type ListPage,
  type ListRequest,
  type ListTable,
} from '../../db/lists.ts';
import { pageOf } from '../../db/paged.ts';
import type { Sequencer } from '../../contract/sequencer.ts';
import { positionFieldsOf, positionRowOf, type PositionFields } from './rows.ts';

const HOLDING = 0;

export interface PositionReads {
  readonly database: Database;
  readonly catalogue: Catalogue;
}

export interface PositionQuery extends CoinFilter, ListRequest {
  readonly owner: number;
}

export function readOpenPositions(catalogue: Catalogue, query: PositionQuery): ListPage<PositionRow> {
  const markets = catalogue.marketNumbers(query);
  const open = catalogue.exchange.features['seconds-contract']
    .openPositions(query.owner)
    .filter(({ market }) => markets === null || markets.includes(market));
  const named = query.id === undefined ? open : open.filter(({ position }) => position === Number(query.id));
  const rest = named.filter((position) => isInRange(position, query));
  const { list } = pageOf(rest, query, (position) => positionRowOf(catalogue, position));
  const after = query.pageNo * query.pageSize;
  const last = after < rest.length ? rest[after - 1] : undefined;
  return {
    list,
    totalRow: named.length,
    sum: named.length,
    nextCursor: last === undefined ? null : `${last.acceptedMs}-${last.position}`,
  };
}

/** Applies the filter of a list to rows in memory, as `readList` does to those of tables. */
function isInRange(
  { acceptedMs, position }: PositionFields,
  { cursor, startTime, endTime }: PositionQuery,
): boolean {
  if (startTime !== undefined && acceptedMs < startTime) return false;
  if (endTime !== undefined && acceptedMs >= endTime) return false;
  if (cursor === undefined) return true;
  const [timeMs = 0, last = 0] = cursor.split('-').map(Number);
  return acceptedMs < timeMs || (acceptedMs === timeMs && position < last);
}

const ENDED = {
  table: 'positions',
  order: ['accepted_ms', 'position_id'],
  key: ['position_id'],
  id: 'position_id',
} as const satisfies ListTable<'positions'>;

export function readEndedPositions(
  reads: PositionReads,
  query: PositionQuery,
): Promise<ListPage<PositionRow>> {
  return readList(reads.database, endedList(reads, query));
}

export function endedList(
  { database, catalogue }: PositionReads,
  query: PositionQuery,
): List<'positions', PositionRow> {
  const { owner } = query;
  const markets = catalogue.marketNumbers(query);
  const ended = sql`owner = ${owner} and status <> ${HOLDING}`;
  return {
    source: ENDED,
    request: query,
    branches: markets === null ? [ended] : markets.map((market) => sql`${ended} and market = ${market}`),
    total: () => countEnded(database, owner, markets),
    rowOf: (row) => positionRowOf(catalogue, positionFieldsOf(row)),
  };
}

async function countEnded(
  database: Database,
  owner: number,
  markets: readonly number[] | null,
): Promise<number> {
  const within = markets === null ? sql`true` : anyOf('market', markets);
  const { rows } = await sql<{ count: number }>`select coalesce(sum(positions), 0)::bigint as count
    from position_totals where owner = ${owner} and ${within}`.execute(database.kysely);
  return rows[0]?.count ?? 0;
}

/** One position of this owner. Another owner's position is treated as missing. */
export async function readPosition(
  { database, catalogue, sequencer }: PositionReads & { readonly sequencer: Sequencer },
  owner: number,
  position: number,
): Promise<PositionFields | null> {
  if (!Number.isSafeInteger(position)) return null;
  const positions = await sequencer.read(() =>
    catalogue.exchange.features['seconds-contract'].openPositions(owner),
  );
  const open = positions.find((each) => each.position === position);
  if (open !== undefined) return open;
  const row = await database.reads
    .selectFrom('positions')
    .selectAll()
    .where('owner', '=', owner)
    .where('position_id', '=', position)
    .executeTakeFirst();
  return row === undefined ? null : positionFieldsOf(row);
}
