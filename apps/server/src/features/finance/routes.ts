/** The calls of finance. */
import { csvDownload } from '../../csv.ts';
import { listPages, readList, WHOLE } from '../../db/lists.ts';
import type { FeatureHandlers } from '../../http/handler.ts';
import { fixedTermColumns } from '../../offers/fixed-terms/csv-columns.ts';
import { countOrders, ordersList, type OrdersQuery } from '../../offers/fixed-terms/lists.ts';
import { buyFixedTerm } from '../../offers/fixed-terms/purchases.ts';
import { offersOf } from '../../offers/fixed-terms/rows.ts';
import type { ProductParts } from '../../product.ts';
import { financeRowOf, STATUSES } from './rows.ts';
import { FINANCE } from './source.ts';

const COLUMNS = fixedTermColumns(STATUSES);

export function financeHandlers(parts: ProductParts): FeatureHandlers<'finance'> {
  const { database, sequencer, catalogue } = parts;
  const listOf = (query: OrdersQuery) => {
    const nowMs = sequencer.nowMs();
    return ordersList(database, FINANCE, {
      query,
      rowOf: (order) => financeRowOf(catalogue, order, nowMs),
    });
  };
  return {
    'finance/get-offers': () => sequencer.read(() => offersOf(parts, FINANCE)),
    'finance/buy': ({ agree, ...input }, caller) =>
      agree === true
        ? buyFixedTerm(parts, FINANCE, { input, caller })
        : { error: 'finance/agreement-missing', field: 'agree' },
    'finance/get-orders': async (input, { userId: owner }) => {
      const query = { owner, ...input, statuses: statusesOf(input) };
      const [page, counts] = await Promise.all([
        readList(database, listOf(query)),
        countOrders(database, FINANCE, owner),
      ]);
      return { ...page, counts: STATUSES.map((_, status) => counts.get(status) ?? 0) };
    },
    'finance/export-orders': (input, { userId: owner }) =>
      csvDownload({
        kind: 'finance',
        range: input,
        columns: COLUMNS,
        pages: listPages(database, listOf({ owner, ...input, ...WHOLE, statuses: statusesOf(input) })),
      }),
  };
}

const statusesOf = ({ status }: { readonly status?: number | undefined }): readonly number[] | null =>
  status === undefined ? null : [status];
