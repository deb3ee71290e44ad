/**
 * One side of the book. Rows are mounted once; texts and bars are written to the DOM on every
 * commit, without a React render.
 */
import { classNames, formatNumber } from '@glasshouse/ui';
import { memo, useLayoutEffect, useRef, useState } from 'react';
import { useTranslation } from '#shared/i18n.ts';
import type { BookLevel } from '#data/depth-book.ts';
import type { BookStore } from './book-view.ts';

export interface BookSideProps {
  readonly store: BookStore;
  readonly side: 'bids' | 'asks';
  readonly levels: number;
  readonly priceDecimals: number;
  readonly amountDecimals: number;
  readonly onPick: (price: string) => void;
  /** Prices of the user's own open orders, as this book shows them. */
  readonly own: ReadonlySet<string>;
}
const AMOUNT_DECIMALS_SHOWN = 5;
/** More digits would run into the column before. */
const COMPACT_FROM = 1e9;
const HIDDEN_BAR = { transform: 'scaleX(0)' };
const ROW_CLASS =
  'relative grid h-(--book-row) cursor-pointer snap-start grid-cols-3 items-center pr-3 pl-4 text-(length:--book-text) leading-(--book-row) [contain:strict] hover:bg-raised';

export const BookSide = memo(function BookSide(props: BookSideProps) {
  const { store, side, levels, priceDecimals, amountDecimals, onPick, own } = props;
  const host = useRef<HTMLDivElement>(null);
  const [beyond, setBeyond] = useState(0);
  const { t, language } = useTranslation();
  useLayoutEffect(() => {
    if (host.current === null) return;
    const rows = [...host.current.children].map(cellsOf);
    const decimals = Math.min(amountDecimals, AMOUNT_DECIMALS_SHOWN);
    const paint = () => {
      const shown = store.get()[side];
      rows.forEach((row, index) => {
        // Sells are reversed: the best one is next to the middle.
        const level = shown[side === 'bids' ? index : levels - 1 - index];
        paintRow(row, level, { priceDecimals, decimals, language });
        row.mark.hidden = level === undefined || !own.has(level.price);
      });
      setBeyond(countBeyond(own, side, shown.at(-1)?.price));
    };
    paint();
    return store.subscribe(paint);
  }, [store, side, levels, priceDecimals, amountDecimals, own, language]);
  // Only whole rows, anchored to the spread; the rest scrolls row by row.
  return (
    <div
      className={classNames(
        'relative flex min-h-0 flex-1 flex-col [container-type:size]',
        side === 'asks' && 'justify-end',
      )}
    >
      {beyond > 0 && <OwnBeyond side={side} count={beyond} />}
      <div
        role="group"
        aria-label={side === 'bids' ? t('market.bids') : t('market.asks')}
        tabIndex={0}
        data-testid={`book-${side}`}
        className={classNames(
          'flex max-h-[round(down,100cqh,var(--book-row))] snap-y snap-mandatory overflow-x-hidden overflow-y-auto [scrollbar-width:none]',
          side === 'asks' ? 'flex-col-reverse' : 'flex-col',
        )}
      >
        <div
          ref={host}
          className="num shrink-0"
          onClick={(event) => {
            const price = (event.target as HTMLElement).closest<HTMLElement>('[data-price]')?.dataset[
              'price'
            ];
            if (price !== undefined && price !== '') onPick(price);
          }}
        >
          {Array.from({ length: levels }, (_, index) => (
            <BookRow key={index} side={side} />
          ))}
        </div>
      </div>
    </div>
  );
});

/** How many rows of own orders lie beyond the last row of the book. */
function countBeyond(own: ReadonlySet<string>, side: 'bids' | 'asks', last: string | undefined): number {
  if (last === undefined) return 0;
  return [...own].filter((price) =>
    side === 'bids' ? Number(price) < Number(last) : Number(price) > Number(last),
  ).length;
}

/** An arrow at the outer end of a side, in the column that marks own orders. */
function OwnBeyond({ side, count }: { readonly side: 'bids' | 'asks'; readonly count: number }) {
  const { t } = useTranslation();
  const text = t('market.ownBeyond', { count });
  return (
    <span
      role="img"
      aria-label={text}
      title={text}
      className={classNames(
        'text-brand-ink absolute left-0.5 z-10 grid size-3 place-items-center',
        side === 'bids' ? 'bottom-0' : 'top-0',
      )}
    >
      <svg viewBox="0 0 10 6" className={classNames('w-2', side === 'asks' && 'rotate-180')} aria-hidden>
        <path d="m1 1 4 4 4-4" stroke="currentColor" strokeWidth="1.8" fill="none" strokeLinecap="round" />
      </svg>
    </span>
  );
}

function BookRow({ side }: { readonly side: 'bids' | 'asks' }) {
  const { t } = useTranslation();
  return (
    <div data-price="" className={ROW_CLASS}>
      <i
        aria-hidden
        style={HIDDEN_BAR}
        className={classNames(
          'absolute inset-y-px right-0 w-full origin-right',
          side === 'bids' ? 'bg-up/12' : 'bg-down/12',
        )}
      />
      <i
        hidden
        title={t('market.ownOrder')}
        className="bg-brand absolute inset-y-[3px] left-1.5 w-[3px] rounded-full"
      />
      <span className={side === 'bids' ? 'text-up relative' : 'text-down relative'}>&nbsp;</span>
      <span className="relative text-right">&nbsp;</span>
      <span className="text-mut relative text-right">&nbsp;</span>
    </div>
  );
}

interface RowCells {
  readonly row: HTMLElement;
  readonly bar: HTMLElement;
  readonly mark: HTMLElement;
  readonly texts: readonly Text[];
  shown: BookLevel | undefined;
}
interface RowStyle {
  readonly language: string;
  readonly priceDecimals: number;
  readonly decimals: number;
}
const COLUMNS = ['price', 'amount', 'total'] as const;
const BLANK = '\u00a0';

function cellsOf(row: Element): RowCells {
  const [bar, mark, ...cells] = [...row.children] as HTMLElement[];
  if (bar === undefined || mark === undefined) throw new Error('a book row has a bar and a mark');
  const texts = cells.map((cell) => cell.firstChild as Text);
  return { row: row as HTMLElement, bar, mark, texts, shown: undefined };
}

/** Writes only the differences from what the row shows. */
function paintRow(
  cells: RowCells,
  level: BookLevel | undefined,
  { priceDecimals, decimals, language }: RowStyle,
): void {
  const before = cells.shown;
  if (level === before) return;
  cells.shown = level;
  COLUMNS.forEach((column, index) => {
    const text = cells.texts[index];
    const value = level?.[column];
    if (text === undefined || value === before?.[column]) return;
    text.data =
      value === undefined
        ? BLANK
        : Number(value) >= COMPACT_FROM
          ? formatNumber(value, { decimals: 3, compact: true, language })
          : formatNumber(value, { decimals: column === 'price' ? priceDecimals : decimals });
  });
  if (level?.price !== before?.price) cells.row.dataset['price'] = level?.price ?? '';
  if (level?.share !== before?.share) cells.bar.style.transform = `scaleX(${(level?.share ?? 0).toFixed(4)})`;
}
