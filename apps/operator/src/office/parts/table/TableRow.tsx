/** A row of a table, and the row after the last one, which says whether more follow. */
import { Button, classNames } from '@glasshouse/ui';
import { useTexts } from '../../texts.ts';
import { CELL, type Column } from './columns.ts';
import type { Rows } from './useRows.ts';
import { ROW_PX } from './useWindow.ts';

export interface TableRowProps<Row> {
  readonly row: Row;
  /** Its number among those loaded, from 0. */
  readonly at: number;
  readonly columns: readonly Column<Row>[];
  readonly template: string;
  readonly isTabStop: boolean;
  readonly isOpen: boolean;
  readonly isFinished: boolean;
  readonly canOpen: boolean;
  /** Undefined if rows of this table cannot be chosen. */
  readonly isChosen: boolean | undefined;
  readonly onPress: () => void;
  readonly onChoose: () => void;
}

export function TableRow<Row>(props: TableRowProps<Row>) {
  const { row, at, columns, template, isTabStop, isOpen, isFinished, canOpen, isChosen } = props;
  const { t } = useTexts();
  return (
    // Its keys are heard by the table.
    // oxlint-disable-next-line jsx-a11y/click-events-have-key-events
    <div
      role="row"
      data-row={at}
      aria-rowindex={at + 2}
      aria-selected={isChosen ?? (canOpen ? isOpen : undefined)}
      tabIndex={isTabStop ? 0 : -1}
      style={{ top: at * ROW_PX, gridTemplateColumns: template }}
      className={classNames(
        'border-line/70 hover:bg-raised absolute inset-x-0 grid h-8 items-center border-b focus-visible:-outline-offset-2',
        (isOpen || isChosen === true) && 'bg-brand-soft hover:bg-brand-soft',
        isOpen && 'shadow-[inset_2px_0_var(--color-brand)]',
        isFinished && 'text-mut',
        canOpen && 'cursor-pointer',
      )}
      onClick={props.onPress}
    >
      {isChosen !== undefined && (
        <div role="gridcell" className="pl-4">
          <input
            type="checkbox"
            tabIndex={-1}
            aria-label={t('keyChoose')}
            checked={isChosen}
            onClick={(event) => event.stopPropagation()}
            onChange={props.onChoose}
            className="accent-brand block size-3.5"
          />
        </div>
      )}
      {columns.map(({ id, cell, align }) => (
        <div key={id} role="gridcell" className={classNames(CELL, align === 'right' && 'text-right')}>
          {cell(row)}
        </div>
      ))}
    </div>
  );
}

export function LastRow<Row>({ rows }: { readonly rows: Rows<Row> }) {
  const { t } = useTexts();
  return (
    <div
      role="row"
      className="text-mut absolute inset-x-0 flex h-8 items-center px-4"
      style={{ top: rows.list.length * ROW_PX }}
    >
      <div role="gridcell" className="flex items-center gap-3">
        {rows.error !== null ? (
          <>
            <span className="text-bad">{rows.error.message}</span>
            <Button size="xs" onClick={() => void rows.retry()}>
              {t('retry')}
            </Button>
          </>
        ) : (
          t(rows.hasMore ? 'loadingMore' : 'listEnd')
        )}
      </div>
    </div>
  );
}
