/** The calls that all products of fixed terms have, but for their names. */
import type { Refusal } from '@glasshouse/protocol';
import type { FixedTermOfferRow, FixedTermReserveRow } from '@glasshouse/protocol/fixed-term-shapes';
import { csvDownload, type CsvColumn } from '../../http/csv.ts';
import { listPages, readList, WHOLE, type ListPage, type ListRequest } from '../../db/lists.ts';
import type { Caller, Download } from '../../http/handler.ts';
import type { Ports } from '../../contract/ports.ts';
import { fixedTermColumns } from './csv-columns.ts';
import { countOrders, ordersList } from './lists.ts';
import { buyFixedTerm, type Asked } from './purchases.ts';
import { offersOf, orderRowOf, type FixedTermFields, type FixedTermRow } from './rows.ts';
import type { FixedTermSource } from './source.ts';

interface Filter {
  readonly status?: number | undefined;
}

/** How a product's records differ from the rows of all fixed terms. */
export interface Records<Row> {
  readonly rowOf: (order: FixedTermFields, nowMs: number) => Row;
  /** The states that a status of the filter selects. */
  readonly selects: (status: number) => readonly number[];
  /** Files are named by it. */
  readonly file: string;
  readonly moreColumns: readonly CsvColumn<Row>[];
}

export interface FixedTermCalls<Row> {
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

/** The records of a product whose rows are those of all fixed terms. */
export function plainRecords(
  { catalogue }: Pick<Ports, 'catalogue'>,
  { feature, states }: FixedTermSource,
): Records<FixedTermRow> {
  return {
    rowOf: (order, nowMs) => orderRowOf(catalogue, order, { nowMs, states }),
    selects: (status) => [status],
    file: feature,
    moreColumns: [],
  };
}

export function fixedTermCalls<Row extends FixedTermRow>(
  parts: Ports,
  source: FixedTermSource,
  { rowOf, selects, file, moreColumns }: Records<Row>,
): FixedTermCalls<Row> {
  const { database, sequencer } = parts;
  const columns = [...fixedTermColumns(source.states), ...moreColumns];
  const listOf = (input: ListRequest & Filter, { userId: owner }: Caller) => {
    const nowMs = sequencer.nowMs();
    const statuses = input.status === undefined ? null : selects(input.status);
    const query = { ...input, owner, statuses };
    return ordersList(database, source, { query, rowOf: (order) => rowOf(order, nowMs) });
  };
  return {
    getOffers: () => sequencer.read(() => offersOf(parts, source)),
    buy: (input, caller) => buyFixedTerm(parts, source, { input, caller }),
    getOrders: async (input, caller) => {
      const [page, counts] = await Promise.all([
        readList(database, listOf(input, caller)),
        countOrders(database, source, caller.userId),
      ]);
      return { ...page, counts: source.states.map((_, status) => counts.get(status) ?? 0) };
    },
    exportOrders: (input, caller) =>
      csvDownload({
        kind: file,
        range: input,
        columns,
        pages: listPages(database, listOf({ ...input, ...WHOLE }, caller)),
      }),
  };
}
