/** The foot of a table: which of its rows are in view, sums of all of them, and the keys. */
import { formatNumber } from '@glasshouse/ui';
import type { ReactNode } from 'react';
import { useTexts } from '../../texts.ts';
import { KeyHint } from '../KeyHint.tsx';
import type { Rows } from './useRows.ts';
import type { RowWindow } from './useWindow.ts';

export interface TableFootProps<Row> {
  readonly inView: RowWindow;
  readonly rows: Rows<Row>;
  readonly sums: ReactNode;
  readonly canOpen: boolean;
  /** How many are chosen; undefined if rows cannot be. */
  readonly chosen: number | undefined;
}

const whole = (count: number): string => formatNumber(count, { decimals: 0 });

export function TableFoot<Row>({ inView, rows, sums, canOpen, chosen }: TableFootProps<Row>) {
  const { t } = useTexts();
  const total = rows.total ?? rows.list.length;
  const part = {
    from: whole(inView.from + 1),
    to: whole(inView.to),
    total: `${whole(total)}${rows.total === undefined ? '+' : ''}`,
  };
  return (
    <div className="num border-line bg-panel text-mut @container flex h-9 shrink-0 items-center gap-4 border-t px-4 whitespace-nowrap">
      <span className="flex items-center gap-2.5">
        {t('rowsInView', part)}
        <Track inView={inView} total={total} />
      </span>
      {chosen !== undefined && chosen > 0 && (
        <span className="text-brand-ink font-medium">{t('chosenRows', { count: chosen })}</span>
      )}
      {sums !== undefined && <span className="min-w-0 truncate">{sums}</span>}
      <span className="ml-auto hidden shrink-0 items-center gap-1.5 @min-[320px]:flex">
        <KeyHint>J</KeyHint>
        <KeyHint>K</KeyHint>
        {t('hintMove')}
        {canOpen && (
          <>
            <span className="ml-1.5 flex">
              <KeyHint>↵</KeyHint>
            </span>
            {t('hintOpen')}
          </>
        )}
        {chosen !== undefined && (
          <>
            <span className="ml-1.5 flex">
              <KeyHint>X</KeyHint>
            </span>
            {t('hintChoose')}
          </>
        )}
      </span>
    </div>
  );
}

/** Where in the whole list the rows in view are. */
function Track({ inView: { from, to }, total }: { readonly inView: RowWindow; readonly total: number }) {
  const percent = (count: number) => `${total === 0 ? 0 : (count / total) * 100}%`;
  return (
    <span aria-hidden className="bg-line2 relative block h-[3px] w-14 overflow-hidden rounded-full">
      <i
        className="bg-mut absolute inset-y-0 min-w-1 rounded-full"
        style={{ left: percent(from), width: percent(to - from) }}
      />
    </span>
  );
}
