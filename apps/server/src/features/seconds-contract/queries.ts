/** The user's positions: running ones from memory, finished ones from the database. */
import type { PositionRow } from '@glasshouse/protocol/seconds-contract';
import type { Catalogue, CoinFilter } from '../../catalogue.ts';
import type { Database } from '../../db/database.ts';
import { paged, pageOf, type Page, type PageRequest } from '../../db/paged.ts';
import type { Sequencer } from '../../sequencer.ts';
import { positionFieldsOf, positionRowOf, type PositionFields } from './rows.ts';

const HOLDING = 0;

export interface PositionReads {
  readonly database: Database;
  readonly catalogue: Catalogue;
}

export interface PositionQuery extends CoinFilter, PageRequest {
  readonly owner: number;
}

export function readOpenPositions(catalogue: Catalogue, query: PositionQuery): Page<PositionRow> {
  const markets = catalogue.marketNumbers(query);
  const open = catalogue.exchange.features['seconds-contract']
    .openPositions(query.owner)
    .filter(({ market }) => markets === null || markets.includes(market));
  return pageOf(open, query, (position) => positionRowOf(catalogue, position));
}

export async function readEndedPositions(
  { database, catalogue }: PositionReads,
  query: PositionQuery,
): Promise<Page<PositionRow>> {
  const markets = catalogue.marketNumbers(query);
  let rows = database.reads
    .selectFrom('positions')
    .where('owner', '=', query.owner)
    .where('status', '!=', HOLDING);
  if (markets !== null) rows = rows.where('market', 'in', markets.length === 0 ? [-1] : markets);
  const ordered = rows.selectAll().orderBy('position_id', 'desc');
  return paged(ordered, query, (row) => positionRowOf(catalogue, positionFieldsOf(row)));
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
