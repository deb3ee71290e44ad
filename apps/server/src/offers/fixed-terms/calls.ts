/** The calls that all products of fixed terms have, but for their names. */
import type { Refusal } from '@glasshouse/protocol';
import type { FixedTermOfferRow, FixedTermReserveRow } from '@glasshouse/protocol/fixed-term-shapes';
import { csvDownload, type CsvColumn } from '../../http/csv.ts';
import { listPages, readList, WHOLE, type ListPage, type ListRequest } from '../../db/lists.ts';
import type { Caller, Download, FeatureHandlers } from '../../http/handler.ts';
import type { Ports } from '../../contract/ports.ts';
import { fixedTermColumns } from './csv-columns.ts';
import { countOrders, ordersList } from './lists.ts';
import { buyFixedTerm, type Asked } from './purchases.ts';
import { offersOf, type FixedTermRow, type RowOf } from './rows.ts';
import type { FixedTermFeature, FixedTermSource } from './source.ts';

interface Filter {
  readonly status?: number | undefined;
}

/** How a product's records differ from the rows of its account channel. */
export interface Records<Row, Shown> {
  readonly rowOf: (row: Row) => Shown;
  /** Files are named by it. */
  readonly file: string;
  readonly moreColumns: readonly CsvColumn<Shown>[];
}

interface Calls<Row> {
  readonly getOffers: () => Promise<{ list: FixedTermOfferRow[]; reserves: FixedTermReserveRow[] }>;
  readonly buy: (input: Asked, caller: Caller) => Promise<{ id: string } | Refusal>;
  readonly getOrders: (
    input: ListRequest & Filter,
    caller: Caller,
  ) => Promise<ListPage<Row> & { counts: number[] }>;
  readonly exportOrders: (
    input: Pick<ListRequest, 'id' | 'startTime' | 'endTime'> & Filter,
    caller: Caller,
  ) => Download;
}

type Names = 'get-offers' | 'buy' | 'get-orders' | 'export-orders';
/** The handlers of the calls that all products have. */
export type SharedHandlers<Name extends FixedTermFeature> = Pick<
  FeatureHandlers<Name>,
  Extract<keyof FeatureHandlers<Name>, `${Name}/${Names}`>
>;

export function fixedTermCalls<Name extends FixedTermFeature, Row, Shown extends FixedTermRow>(
  parts: Ports,
  source: FixedTermSource & { readonly feature: Name },
  { rowOf, records }: { readonly rowOf: RowOf<Row>; readonly records: Records<Row, Shown> },
): SharedHandlers<Name> {
  const { database, sequencer, catalogue } = parts;
  const { feature, states } = source;
  const columns = [...fixedTermColumns(states), ...records.moreColumns];
  const listOf = (input: ListRequest & Filter, { userId: owner }: Caller) => {
    const nowMs = sequencer.nowMs();
    const statuses = input.status === undefined ? null : listedAs(states, input.status);
    const query = { ...input, owner, statuses };
    return ordersList(database, source, {
      query,
      rowOf: (order) => records.rowOf(rowOf(catalogue, order, nowMs)),
    });
  };
  const handlers: Calls<Shown> = {
    getOffers: () => sequencer.read(() => offersOf(parts, source)),
    buy: (input, caller) => buyFixedTerm(parts, source, { input, caller }),
    getOrders: async (input, caller) => {
      const [page, counts] = await Promise.all([
        readList(database, listOf(input, caller)),
        countOrders(database, source, caller.userId),
      ]);
      return { ...page, counts: states.map((_, status) => counts.get(status) ?? 0) };
    },
    exportOrders: (input, caller) =>
      csvDownload({
        kind: records.file,
        range: input,
        columns,
        pages: listPages(database, listOf({ ...input, ...WHOLE }, caller)),
      }),
  };
  return {
    [`${feature}/get-offers`]: handlers.getOffers,
    [`${feature}/buy`]: handlers.buy,
    [`${feature}/get-orders`]: handlers.getOrders,
    [`${feature}/export-orders`]: handlers.exportOrders,
  } as unknown as SharedHandlers<Name>;
}

/** The states whose orders a status of the filter selects. */
const listedAs = (states: FixedTermSource['states'], status: number): readonly number[] =>
  states.flatMap((state, number) => (state.listedAs === status ? [number] : []));
