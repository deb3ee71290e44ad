/** The calls of flash exchange: offers, quotes, the exchange itself, and what was exchanged. */
import { isRefusal, type Refusal } from '@glasshouse/protocol';
import type { ExchangeRow } from '@glasshouse/protocol/flash-exchange';
import { sql } from 'kysely';
import { csvDownload, timeColumn, type CsvColumn } from '../../http/csv.ts';
import { listPages, readList, WHOLE, type List, type ListRequest, type ListTable } from '../../db/lists.ts';
import type { FeatureHandlers, Handler } from '../../http/handler.ts';
import type { Ports } from '../../contract/ports.ts';
import type { CountParts } from '../../contract/product.ts';
import { submitFor, type Submitter } from '../../contract/sequencer.ts';
import { readQuote } from './quotes.ts';
import { dustQuoteOf, offersOf, quoteOf } from './quoting.ts';
import { exchangeRowOf } from './rows.ts';

const EXCHANGES = {
  table: 'flash_exchanges',
  order: ['exchanged_ms', 'exchange_id'],
  key: ['exchange_id'],
  id: 'exchange_id',
} as const satisfies ListTable<'flash_exchanges'>;

const EXCHANGE_COLUMNS: readonly CsvColumn<ExchangeRow>[] = [
  timeColumn('time', (row) => row.time),
  { name: 'id', of: (row) => row.id },
  { name: 'paid', of: (row) => row.payAmount },
  { name: 'paid_coin', of: (row) => row.payCurrency },
  { name: 'received', of: (row) => row.receiveAmount },
  { name: 'received_coin', of: (row) => row.receiveCurrency },
];

export function flashExchangeHandlers(parts: Ports): FeatureHandlers<'flash-exchange'> {
  const { sequencer } = parts;
  return {
    'flash-exchange/get-offers': () => sequencer.read(() => ({ list: offersOf(parts) })),
    'flash-exchange/get-quote': (input, { userId }) => sequencer.read(() => quoteOf(parts, userId, input)),
    'flash-exchange/get-dust-quote': ({ receiveCurrency }, { userId }) =>
      sequencer.read(() => dustQuoteOf(parts, userId, receiveCurrency)),
    'flash-exchange/exchange': exchange(parts),
    'flash-exchange/get-exchanges': (input, { userId }) =>
      readList(parts.database, exchangeList(parts, userId, input)),
    'flash-exchange/export-exchanges': (range, { userId }) =>
      csvDownload({
        kind: 'exchanges',
        range,
        columns: EXCHANGE_COLUMNS,
        pages: listPages(parts.database, exchangeList(parts, userId, { ...range, ...WHOLE })),
      }),
  };
}

function exchange(parts: Ports): Handler<'flash-exchange/exchange'> {
  return async ({ quote }, caller) => {
    const answer = await takeQuote(parts, quote, caller);
    return isRefusal(answer) ? answer : { id: String(answer.id) };
  };
}

/** Takes a quote once: sent again, it gets the first answer. */
export async function takeQuote(
  { sequencer, secrets }: Pick<Ports, 'sequencer' | 'secrets'>,
  quote: string,
  caller: Submitter,
): Promise<{ readonly id: number } | Refusal> {
  const signed = readQuote(secrets, quote, caller.userId);
  // Somebody else's quote, or one of another platform, is none.
  if (signed === null) return { error: 'flash-exchange/quote-expired', field: 'quote' };
  const { command, signature } = signed;
  const idempotency = { key: `quote.${signature}`, requestHash: signature };
  return submitFor(sequencer, { ...caller, idempotency }, command);
}

export function exchangeList(
  { database, catalogue }: CountParts,
  owner: number,
  request: ListRequest,
): List<'flash_exchanges', ExchangeRow> {
  return {
    source: EXCHANGES,
    request,
    branches: [sql`owner = ${owner}`],
    total: () =>
      sql<{ count: number }>`select coalesce(sum(exchanges), 0)::bigint as count
      from flash_exchange_totals where owner = ${owner}`
        .execute(database.kysely)
        .then(({ rows }) => rows[0]?.count ?? 0),
    rowOf: ({ exchange_id: exchange, exchanged_ms: exchangedMs, pay, receive, ...row }) => {
      const { pay_asset: payAsset, receive_asset: receiveAsset } = row;
      const fields = { exchange, owner, payAsset, pay, receiveAsset, receive, exchangedMs };
      return exchangeRowOf(catalogue, fields);
    },
  };
}
