/** The columns of a table: what they show, how wide they are, which of them leave a narrow window. */
import { useSyncExternalStore, type ReactNode } from 'react';

export interface Column<Row> {
  /** Its name in an order of rows. */
  readonly id: string;
  readonly head: ReactNode;
  readonly cell: (row: Row) => ReactNode;
  /** In pixels, or as a share of what is left: '2fr'. */
  readonly width: number | `${number}fr`;
  readonly align?: 'right';
  /** Leaves in windows narrower than 1400. */
  readonly isLow?: boolean;
  /** Whether the server can order the rows by it. */
  readonly canSort?: boolean;
}

export interface Sort {
  /** The id of a column. */
  readonly column: string;
  readonly isDescending: boolean;
}

/** The width of the column of boxes, of a table whose rows can be chosen. */
export const CHOICE_PX = 36;

export const templateOf = (
  columns: readonly { readonly width: Column<never>['width'] }[],
  hasChoice: boolean,
): string =>
  [
    ...(hasChoice ? [`${CHOICE_PX}px`] : []),
    ...columns.map(({ width }) => (typeof width === 'number' ? `${width}px` : `minmax(0,${width})`)),
  ].join(' ');

const narrow = window.matchMedia('(max-width: 1399px)');
const watchWidth = (changed: () => void): (() => void) => {
  narrow.addEventListener('change', changed);
  return () => narrow.removeEventListener('change', changed);
};

/** The columns that have room. */
export function useShownColumns<Row>(columns: readonly Column<Row>[]): readonly Column<Row>[] {
  const isNarrow = useSyncExternalStore(watchWidth, () => narrow.matches);
  return isNarrow ? columns.filter(({ isLow }) => isLow !== true) : columns;
}

/** The padding of a cell: 16 px at the edges of the table, 8 px elsewhere. */
export const CELL = 'min-w-0 truncate px-2 first:pl-4 last:pr-4';
