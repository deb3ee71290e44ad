/**
 * A table of up to ten thousand rows, of which only those in view are drawn. J and K move the
 * focus, Enter opens a row, X chooses it. The server orders and filters.
 */
import { SkeletonRows } from '@glasshouse/ui';
import { useEffect, useRef, type ReactNode } from 'react';
import { Failed } from '../states.tsx';
import { templateOf, useShownColumns, type Column } from './columns.ts';
import type { TableProps } from './table-props.ts';
import { TableFoot } from './TableFoot.tsx';
import { TableHead } from './TableHead.tsx';
import { LastRow, TableRow } from './TableRow.tsx';
import { useFocusedRow, type FocusedRow } from './useFocusedRow.ts';
import type { Rows } from './useRows.ts';
import { drawnRows, ROW_PX, useWindow, type RowWindow } from './useWindow.ts';

/** How many rows before the end of those loaded the next ones are asked for. */
const AHEAD = 25;
const SKELETONS = 12;

export function Table<Row>(props: TableProps<Row>) {
  const { label, rows, keyOf, sort, onSort, choice, sums } = props;
  const columns = useShownColumns(props.columns);
  const scroller = useRef<HTMLDivElement>(null);
  const { list } = rows;
  const inView = useWindow(scroller, list.length);
  const focused = useFocusedRow({ scroller, props });
  const { more } = rows;
  const isNearEnd = list.length > 0 && inView.to >= list.length - AHEAD;
  useEffect(() => {
    if (isNearEnd) more();
    // `more` differs at each rendering, and does nothing while a page is loading.
  });
  const template = templateOf(columns, choice !== undefined);
  return (
    <div className="flex min-h-0 flex-1 flex-col">
      <div
        ref={scroller}
        className={`num min-h-0 overflow-auto in-data-lost:opacity-65 ${list.length > 0 ? 'flex-1' : ''} ${rows.isOld ? 'opacity-65' : ''}`}
      >
        <div
          role="grid"
          aria-label={label}
          aria-rowcount={rows.total === undefined ? -1 : rows.total + 1}
          aria-colcount={columns.length}
          aria-multiselectable={choice !== undefined}
          aria-busy={rows.isPending || rows.isOld}
          tabIndex={-1}
          onKeyDown={focused.onKeyDown}
        >
          <TableHead
            columns={columns}
            template={template}
            sort={sort}
            onSort={onSort}
            choice={choice}
            keys={list.map(keyOf)}
          />
          {list.length > 0 && (
            <Body props={props} columns={columns} template={template} inView={inView} focused={focused} />
          )}
        </div>
      </div>
      {list.length === 0 && <NoRows rows={rows}>{props.empty}</NoRows>}
      {list.length > 0 && (
        <TableFoot
          inView={inView}
          rows={rows}
          sums={sums}
          canOpen={props.onOpen !== undefined}
          chosen={choice?.keys.size}
        />
      )}
    </div>
  );
}

interface BodyProps<Row> {
  readonly props: TableProps<Row>;
  readonly columns: readonly Column<Row>[];
  readonly template: string;
  readonly inView: RowWindow;
  readonly focused: FocusedRow;
}

function Body<Row>({ props, columns, template, inView, focused }: BodyProps<Row>) {
  const { rows, keyOf, openKey, onOpen, isFinished, choice } = props;
  const { list } = rows;
  return (
    <div role="rowgroup" className="relative" style={{ height: (list.length + 1) * ROW_PX }}>
      {drawnRows(inView, list.length, focused.at).map((at) => {
        const row = list[at];
        if (row === undefined) return null;
        const key = keyOf(row);
        return (
          <TableRow
            key={key}
            row={row}
            at={at}
            columns={columns}
            template={template}
            isTabStop={focused.tabStop === at}
            isOpen={key === openKey}
            isFinished={isFinished?.(row) ?? false}
            canOpen={onOpen !== undefined}
            isChosen={choice?.keys.has(key)}
            onPress={() => focused.press(at)}
            onChoose={() => focused.choose(at)}
          />
        );
      })}
      <LastRow rows={rows} />
    </div>
  );
}

interface NoRowsProps<Row> {
  readonly rows: Rows<Row>;
  readonly children: ReactNode;
}

function NoRows<Row>({ rows, children }: NoRowsProps<Row>) {
  if (rows.error !== null) return <Failed error={rows.error} onRetry={rows.retry} />;
  return rows.isPending ? (
    <div className="min-h-0 flex-1 overflow-hidden">
      <SkeletonRows rows={SKELETONS} height={ROW_PX} />
    </div>
  ) : (
    children
  );
}
