/**
 * The only table component of the site. Its columns are declared once, and it shows the loading
 * state of its list.
 */
import { AmountPlaces, classNames } from '@glasshouse/ui';
import { ChevronRight } from 'lucide-react';
import { Fragment, useState, type ReactNode } from 'react';
import { PagedBody, type PagedBodyProps } from './PagedBody.tsx';

export interface Column<Row> {
  readonly key: string;
  readonly head: ReactNode;
  /** Only screen readers see the header. */
  readonly headHidden?: boolean;
  /** Aligns figures right. */
  readonly right?: boolean;
  /** The decimals that a row's amount shows: the column then stands on the decimal point. */
  readonly places?: (row: Row) => number;
  /** As in CSS. */
  readonly width?: string;
  /** Hidden on narrow screens. */
  readonly wide?: boolean;
  /** Stays in view when the columns are wider than the table: the last column, with actions. */
  readonly sticky?: boolean;
  /** Set for sortable columns. */
  readonly sorted?: 'ascending' | 'descending' | 'none';
  readonly className?: string | ((row: Row) => string);
  readonly render: (row: Row) => ReactNode;
}

const LOOKS = {
  /** Panels of the trading pages: dense, and no header above an empty list. */
  desk: {
    table: 'whitespace-nowrap',
    head: 'text-2xs h-7',
    cell: 'px-1.5 min-[1400px]:px-2 first:pl-3 last:pr-3',
    row: 'border-line/70 border-t',
    headAlone: false,
  },
  /** The same on a page of records. */
  records: {
    table: 'whitespace-nowrap',
    head: 'border-line h-9 border-b text-[12px]',
    cell: 'px-2 first:pl-5 last:pr-5',
    row: 'border-line/70 border-t first:border-t-0',
    headAlone: false,
  },
  /** As dense as `desk`, for more columns than fit. */
  tight: {
    table: 'whitespace-nowrap',
    head: 'text-2xs h-8',
    cell: 'px-1 min-[1400px]:px-2 first:pl-3 last:pr-3',
    row: 'border-line/70 border-t',
    headAlone: false,
  },
  quotes: {
    table: 'text-[13px] whitespace-nowrap',
    head: 'text-2xs h-9',
    cell: 'px-2 min-[1400px]:px-3 first:pl-4 last:pr-4',
    row: 'border-line border-t',
    headAlone: true,
  },
  /** Cards of reading pages, with figures. */
  card: {
    table: 'text-[13px]',
    head: 'border-line h-9 border-y text-[12px]',
    cell: 'px-3 first:pl-5 last:pr-5',
    row: 'border-line/70 border-t',
    headAlone: true,
  },
  /** Columns of fixed widths; longer text is cut off. */
  fixed: {
    table: 'table-fixed',
    head: 'h-8 text-[12px]',
    cell: 'px-1.5 first:pl-5 last:pr-5',
    row: 'border-line border-t',
    headAlone: true,
  },
} as const;
/** The details that a row opens. */
export interface RowDetail<Row> {
  /** Says what a press on the row's button shows. */
  readonly label: string;
  /** Renders the details; undefined if this row has none. */
  readonly render: (row: Row) => ReactNode | undefined;
}

const WIDE = 'max-[1599px]:hidden';
/** Covers the columns under it, so it takes the colour that its row has. */
const STICKY = 'sticky right-0 bg-panel in-[tr:hover]:bg-[color-mix(in_srgb,var(--raised)_50%,var(--panel))]';

interface TableProps<Row> {
  readonly label: string;
  readonly look: keyof typeof LOOKS;
  readonly columns: readonly Column<Row>[];
  readonly rowKey: (row: Row) => string;
  readonly rowHeight: number;
  readonly className?: string;
  readonly isChosen?: (row: Row) => boolean;
  /**
   * Called for a click anywhere on a row; an element in the row must do the same for the keyboard.
   */
  readonly onRow?: (row: Row) => void;
  /** Called for a double click; a link elsewhere must lead to the same. */
  readonly onRowOpen?: (row: Row) => void;
  /** Wraps a row, and may add elements after it. */
  readonly renderRow?: (row: Row, tableRow: ReactNode) => ReactNode;
  readonly detail?: RowDetail<Row> | undefined;
  /** Fills its panel and scrolls in it, by keyboard too, below a sticky header. */
  readonly fills?: boolean;
}
export interface DataTableProps<Row>
  extends TableProps<Row>, Omit<PagedBodyProps, 'list' | 'children' | 'rowHeight'> {
  readonly list: PagedBodyProps['list'] & { readonly rows: readonly Row[] };
}

export function DataTable<Row>({ list, emptyText, emptyAction, loadingRows, ...table }: DataTableProps<Row>) {
  const { label, look, rowHeight, fills = false } = table;
  const hasHead = list.rows.length > 0 || list.isPending || LOOKS[look].headAlone;
  // Columns take their widths from the rows, and heads that came before them would move.
  const headWaits = list.isPending && look !== 'fixed';
  return (
    <div
      className={fills ? 'min-h-0 flex-1 scroll-pr-20 overflow-auto' : 'overflow-x-auto'}
      {...(fills ? { tabIndex: 0, role: 'group', 'aria-label': label } : {})}
    >
      {hasHead && <Table {...table} rows={list.rows} headWaits={headWaits} />}
      <PagedBody
        list={list}
        rowHeight={rowHeight}
        emptyText={emptyText}
        emptyAction={emptyAction}
        loadingRows={loadingRows}
      />
    </div>
  );
}

interface RowsProps<Row> extends TableProps<Row> {
  readonly rows: readonly Row[];
  readonly headWaits: boolean;
}
function Table<Row>({ rows, headWaits, ...given }: RowsProps<Row>) {
  const table = useDetail(given);
  const { label, look, columns, rowKey, className, fills = false, renderRow } = table;
  const places = columns.map((column) => (column.places ? Math.max(0, ...rows.map(column.places)) : 0));
  return (
    <table aria-label={label} className={classNames('w-full border-collapse', LOOKS[look].table, className)}>
      <thead>
        <tr className={classNames('text-mut', LOOKS[look].head)}>
          {columns.map((column) => (
            <HeadCell key={column.key} {...{ column, look, waits: headWaits, stays: fills }} />
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map((row) => {
          const tableRow = <TableRow {...table} row={row} places={places} />;
          return (
            <Fragment key={rowKey(row)}>
              {renderRow === undefined ? tableRow : renderRow(row, tableRow)}
            </Fragment>
          );
        })}
      </tbody>
    </table>
  );
}

/** Adds a column with a button that opens its row's detail below it, one at a time. */
function useDetail<Row, T extends TableProps<Row>>(table: T & TableProps<Row>): T & TableProps<Row> {
  const [opened, setOpened] = useState<string>();
  const { detail, columns, rowKey, look } = table;
  if (detail === undefined) return table;
  const isOpen = (row: Row): boolean => rowKey(row) === opened;
  const toggle: Column<Row> = {
    key: 'detail',
    head: detail.label,
    headHidden: true,
    width: '32px',
    render: (row) =>
      detail.render(row) === undefined ? null : (
        <button
          type="button"
          aria-expanded={isOpen(row)}
          aria-label={detail.label}
          title={detail.label}
          onClick={() => setOpened(isOpen(row) ? undefined : rowKey(row))}
          className="text-mut hover:bg-raised hover:text-fg grid size-6 place-items-center rounded"
        >
          <ChevronRight aria-hidden size={15} className={isOpen(row) ? 'rotate-90' : ''} />
        </button>
      ),
  };
  return {
    ...table,
    columns: [toggle, ...columns],
    isChosen: isOpen,
    renderRow: (row, tableRow) => (
      <>
        {tableRow}
        {isOpen(row) && (
          <tr className="bg-brand-soft/40 [box-shadow:inset_2px_0_var(--brand-line)]">
            <td colSpan={columns.length + 1} className={LOOKS[look].cell}>
              {detail.render(row)}
            </td>
          </tr>
        )}
      </>
    ),
  };
}

interface HeadCellProps<Row> {
  readonly column: Column<Row>;
  readonly look: keyof typeof LOOKS;
  readonly waits: boolean;
  readonly stays: boolean;
}
function HeadCell<Row>({ column, look, waits, stays }: HeadCellProps<Row>) {
  const { head, headHidden = false, width, sticky = false, sorted } = column;
  return (
    <th
      scope="col"
      aria-sort={sorted}
      style={{ width }}
      className={classNames(
        'font-normal whitespace-nowrap',
        cellClass(column, look),
        waits && 'invisible',
        stays && 'bg-panel sticky top-0 z-1',
        stays && sticky && 'right-0 z-2',
      )}
    >
      {headHidden ? <span className="sr-only">{head}</span> : head}
    </th>
  );
}

interface TableRowProps<Row> extends TableProps<Row> {
  readonly row: Row;
  /** The number of decimals for each column. */
  readonly places: readonly number[];
}
function TableRow<Row>({ row, places, ...table }: TableRowProps<Row>) {
  const { look, columns, rowHeight, isChosen, onRow, onRowOpen } = table;
  return (
    <tr
      style={{ height: rowHeight }}
      onClick={onRow && (() => onRow(row))}
      onDoubleClick={onRowOpen && (() => onRowOpen(row))}
      className={classNames(
        LOOKS[look].row,
        look !== 'fixed' && 'hover:bg-raised/50',
        onRow !== undefined && 'cursor-pointer',
        isChosen?.(row) === true && 'bg-brand-soft/60 [box-shadow:inset_2px_0_var(--brand-line)]',
      )}
    >
      {columns.map((column, index) => {
        const { key, className, sticky = false, render } = column;
        return (
          <td
            key={key}
            className={classNames(
              cellClass(column, look),
              sticky && STICKY,
              typeof className === 'function' ? className(row) : className,
            )}
          >
            <AmountPlaces value={places[index] ?? 0}>{render(row)}</AmountPlaces>
          </td>
        );
      })}
    </tr>
  );
}

function cellClass<Row>({ right = false, wide = false }: Column<Row>, look: keyof typeof LOOKS): string {
  return classNames(LOOKS[look].cell, right ? 'text-right' : 'text-left', wide && WIDE);
}
