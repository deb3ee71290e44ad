/** The calls of funds. */
import { csvDownload } from '../../http/csv.ts';
import { listPages, readList, WHOLE } from '../../db/lists.ts';
import type { FeatureHandlers } from '../../http/handler.ts';
import type { Ports } from '../../contract/ports.ts';
import { holdingColumns } from './csv-columns.ts';
import { NavHistories } from './nav-history.ts';
import { buy, cancelSell, exit, preview, sell } from './orders.ts';
import { holdingsList, readCounts, type HoldingsQuery } from './queries.ts';
import { holdingRowOf, offerRowOf } from './rows.ts';

export function fundHandlers(parts: Ports): FeatureHandlers<'fund'> {
  const { database, catalogue, sequencer } = parts;
  const histories = new NavHistories(parts);
  const listOf = (query: HoldingsQuery) =>
    holdingsList(database, query, (holding) => holdingRowOf(catalogue, holding));
  const { offers } = catalogue.exchange.features.fund;
  return {
    'fund/get-offers': () =>
      sequencer.read(() => ({
        list: offers.all().flatMap(({ offer }) => offerRowOf(parts, offer.fund, sequencer.nowMs()) ?? []),
      })),
    'fund/get-detail': ({ fund }) =>
      sequencer.read(
        () =>
          offerRowOf(parts, fund, sequencer.nowMs()) ?? {
            error: 'fund/unknown-fund' as const,
            field: 'fund',
          },
      ),
    'fund/get-history': async ({ fund, range }) => {
      const basket = await sequencer.read(() => offers.of(fund)?.offer.basket);
      if (basket === undefined) return { error: 'fund/unknown-fund', field: 'fund' };
      const { list, changes } = await histories.of(fund, range, basket);
      return { list: [...list], changes: [...changes] };
    },
    'fund/preview': preview(parts),
    'fund/buy': buy(parts),
    'fund/get-holdings': async (input, { userId: owner }) => {
      const [page, counts] = await Promise.all([
        readList(database, listOf({ owner, ...input })),
        readCounts(database, owner),
      ]);
      return { ...page, counts };
    },
    'fund/export-holdings': (input, { userId: owner }) =>
      csvDownload({
        kind: 'funds',
        range: input,
        columns: holdingColumns((fund) => parts.offerTexts.of('fund', fund).en.name),
        pages: listPages(database, listOf({ owner, ...input, ...WHOLE })),
      }),
    'fund/sell': sell(parts),
    'fund/cancel-sell': cancelSell(parts),
    'fund/exit': exit(parts),
  };
}
