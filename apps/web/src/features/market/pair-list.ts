/**
 * The pairs of tables: with their 24-hour figures, searched, sorted, favourites first on request.
 * Pure.
 */
import type { DayTick, PairInfo } from '@glasshouse/protocol/market';
import { changeOf } from '#data/day-change.ts';

export interface PairRow {
  readonly pair: PairInfo;
  readonly tick: DayTick | undefined;
  /** Undefined until the day's figures are known. */
  readonly change: number | undefined;
}
export type SortColumn = 'price' | 'change' | 'volume' | 'name';
export interface Sort {
  readonly column: SortColumn;
  readonly descending: boolean;
}
export interface PairFilter {
  /** A quote coin, 'favourites' or 'all'. */
  readonly tab: string;
  readonly search: string;
  readonly favourites: ReadonlySet<string>;
  readonly sort: Sort;
}

export function pairRows(
  pairs: readonly PairInfo[],
  tickers: Readonly<Record<string, DayTick>>,
  filter: PairFilter,
): PairRow[] {
  const wanted = filter.search.trim().toUpperCase();
  return pairs
    .filter(
      (pair) =>
        filter.tab === 'all' ||
        (filter.tab === 'favourites' ? filter.favourites.has(pair.symbol) : pair.quoteCoin === filter.tab),
    )
    .filter((pair) => `${pair.baseCoin}/${pair.quoteCoin} ${pair.baseName}`.toUpperCase().includes(wanted))
    .map((pair) => {
      const tick = tickers[pair.symbol];
      return { pair, tick, change: changeOf(tick) };
    })
    .sort(bySort(filter.sort));
}

function bySort({ column, descending }: Sort): (a: PairRow, b: PairRow) => number {
  const sign = descending ? -1 : 1;
  if (column === 'name') return (a, b) => sign * a.pair.baseCoin.localeCompare(b.pair.baseCoin);
  const value = (row: PairRow): number =>
    column === 'price'
      ? (row.tick?.close ?? 0)
      : column === 'change'
        ? (row.change ?? 0)
        : (row.tick?.vol ?? 0);
  return (a, b) => sign * (value(a) - value(b));
}
