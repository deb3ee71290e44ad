/** The calls of flash exchange. They only read: nobody quotes yet. */
import { sql } from 'kysely';
import type { ExchangeRow } from '@glasshouse/protocol/flash-exchange';
import { readList, type ListPage, type ListRequest, type ListTable } from '../../db/lists.ts';
import type { FeatureHandlers } from '../../http/handler.ts';
import type { ProductParts } from '../../product.ts';
import { exchangeRowOf } from './rows.ts';

const EXCHANGES = {
  table: 'flash_exchanges',
  order: ['exchanged_ms', 'exchange_id'],
  key: ['exchange_id'],
} as const satisfies ListTable<'flash_exchanges'>;

export function flashExchangeHandlers(parts: ProductParts): FeatureHandlers<'flash-exchange'> {
  return {
    'flash-exchange/get-exchanges': (input, { userId }) => readExchanges(parts, userId, input),
  };
}

async function readExchanges(
  { database, catalogue }: ProductParts,
  owner: number,
  request: ListRequest,
): Promise<ListPage<ExchangeRow>> {
  return readList(database, {
    source: EXCHANGES,
    request,
    branches: [sql`owner = ${owner}`],
    total: sql<{ count: number }>`select coalesce(sum(exchanges), 0)::bigint as count
      from flash_exchange_totals where owner = ${owner}`
      .execute(database.kysely)
      .then(({ rows }) => rows[0]?.count ?? 0),
    rowOf: ({ exchange_id: exchange, exchanged_ms: exchangedMs, pay, receive, ...row }) => {
      const { pay_asset: payAsset, receive_asset: receiveAsset } = row;
      const fields = { exchange, owner, payAsset, pay, receiveAsset, receive, exchangedMs };
      return exchangeRowOf(catalogue, fields);
    },
  });
}
