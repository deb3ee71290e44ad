/** The head of a table: the names of its columns, which order the rows where the server can. */
import { classNames } from '@glasshouse/ui';
import { ArrowDown, ArrowUp } from 'lucide-react';
import { useTexts } from '../../texts.ts';
import { CELL, type Column, type Sort } from './columns.ts';
import type { Choice } from './table-props.ts';

export interface TableHeadProps<Row> {
  readonly columns: readonly Column<Row>[];
  readonly template: string;
  readonly sort: Sort | undefined;
  readonly onSort: ((sort: Sort) => void) | undefined;
  readonly choice: Choice | undefined;
  /** The keys of the rows that are loaded. */
  readonly keys: readonly string[];
}

export function TableHead<Row>({ columns, template, sort, onSort, choice, keys }: TableHeadProps<Row>) {
  return (
    <div role="rowgroup" className="bg-panel sticky top-0 z-10">
      <div
        role="row"
        aria-rowindex={1}
        className="border-line text-mut grid h-[30px] items-center border-b"
        style={{ gridTemplateColumns: template }}
      >
        {choice !== undefined && <ChooseAll choice={choice} keys={keys} />}
        {columns.map((column) => (
          <Head key={column.id} column={column} sort={sort} onSort={onSort} />
        ))}
      </div>
    </div>
  );
}

interface HeadProps<Row> extends Pick<TableHeadProps<Row>, 'sort' | 'onSort'> {
  readonly column: Column<Row>;
}

function Head<Row>({ column: { id, head, align, canSort }, sort, onSort }: HeadProps<Row>) {
  const isSorted = sort?.column === id;
  const isDescending = isSorted && sort.isDescending;
  const Arrow = isDescending ? ArrowDown : ArrowUp;
  const order = isSorted ? (isDescending ? 'descending' : 'ascending') : 'none';
  const classes = classNames(CELL, align === 'right' && 'text-right');
  if (canSort !== true || onSort === undefined)
    return (
      <div role="columnheader" className={classes}>
        {head}
      </div>
    );
  return (
    <div role="columnheader" aria-sort={order} className={classes}>
      <button
        type="button"
        onClick={() => onSort({ column: id, isDescending: isSorted ? !isDescending : true })}
        className="hover:text-fg inline-flex max-w-full items-center gap-1"
      >
        <span className="truncate">{head}</span>
        {isSorted && <Arrow aria-hidden size={12} className="text-brand-ink shrink-0" />}
      </button>
    </div>
  );
}

function ChooseAll({ choice, keys }: { readonly choice: Choice; readonly keys: readonly string[] }) {
  const { t } = useTexts();
  const areAll = keys.length > 0 && keys.every((key) => choice.keys.has(key));
  return (
    <div role="columnheader" className="pl-4">
      <input
        type="checkbox"
        aria-label={t('chooseAll')}
        checked={areAll}
        disabled={keys.length === 0}
        onChange={() => choice.onChange(new Set(areAll ? [] : keys))}
        className="accent-brand block size-3.5"
      />
    </div>
  );
}
