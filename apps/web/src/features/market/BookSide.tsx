/**
 * One side of the book. Rows are mounted once; texts and bars are written to the DOM on every
 * commit, without a React render.
 */
import { classNames, formatNumber } from '@glasshouse/ui';
import {
  memo,
  useId,
  useLayoutEffect,
  useRef,
  useState,
  type FocusEvent,
  type KeyboardEvent,
  type PointerEvent,
  type RefObject,
} from 'react';
import { useTranslation } from '#shared/i18n.ts';
import type { BookLevel } from '#data/depth-book.ts';
import { BookHint, type HintPair } from './BookHint.tsx';
import type { BookStore } from './book-view.ts';

export interface BookSideProps {
  readonly store: BookStore;
  readonly side: 'bids' | 'asks';
  readonly levels: number;
  readonly pair: HintPair;
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
  const { store, side, levels, pair, onPick, own } = props;
  const { priceDecimals, amountDecimals } = pair;
  const host = useRef<HTMLDivElement>(null);
  const [beyond, setBeyond] = useState(0);
  const { t, language } = useTranslation();
  const keys = useRowKeys(host, side, onPick);
  const { pointed, pointers } = usePointed(host);
  const hinted = pointed ?? keys.chosen;
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
        role="grid"
        aria-label={side === 'bids' ? t('market.bids') : t('market.asks')}
        tabIndex={0}
        data-testid={`book-${side}`}
        {...keys.grid}
        className={classNames(
          'flex max-h-[round(down,100cqh,var(--book-row))] [scroll-snap-type:y_mandatory] overflow-x-hidden overflow-y-auto [scrollbar-width:none]',
          side === 'asks' ? 'flex-col-reverse' : 'flex-col',
        )}
      >
        <div role="row" className="sr-only">
          {COLUMNS.map((column) => (
            <span key={column} role="columnheader">
              {t(HEADS[column])}
            </span>
          ))}
        </div>
        <div
          ref={host}
          role="rowgroup"
          translate="no"
          className="num notranslate shrink-0"
          {...pointers}
          onClick={({ target }) =>
            pickRow((target as HTMLElement).closest<HTMLElement>('[data-price]'), onPick)
          }
        >
          {Array.from({ length: levels }, (_, index) => (
            <BookRow key={index} side={side} {...keys.row(index)} isWithin={isWithin(side, index, hinted)} />
          ))}
        </div>
      </div>
      {hinted !== undefined && <BookHint {...{ store, side, levels, pair }} rows={host} index={hinted} />}
    </div>
  );
});

/** The row under the mouse. */
function usePointed(host: RefObject<HTMLElement | null>) {
  const [pointed, setPointed] = useState<number>();
  return {
    pointed,
    pointers: {
      onPointerMove: ({ target, pointerType }: PointerEvent) =>
        pointerType === 'mouse' && setPointed(indexOf(host.current, target)),
      onPointerLeave: () => setPointed(undefined),
    },
  };
}

/** The row of an element of the rows. */
function indexOf(rows: HTMLElement | null, target: EventTarget): number | undefined {
  const row = target instanceof Element ? target.closest('[data-price]') : null;
  const index = rows === null || row === null ? -1 : [...rows.children].indexOf(row);
  return index < 0 ? undefined : index;
}
/** Whether an order down to the pointed row would trade with this one. */
const isWithin = (side: BookSideProps['side'], index: number, pointed: number | undefined): boolean =>
  pointed !== undefined && (side === 'bids' ? index <= pointed : index >= pointed);

function pickRow(row: Element | null | undefined, onPick: (price: string) => void): void {
  const price = row instanceof HTMLElement ? row.dataset['price'] : undefined;
  if (price !== undefined && price !== '') onPick(price);
}

const STEPS: Readonly<Record<string, number>> = {
  ArrowUp: -1,
  ArrowDown: 1,
  Home: -Infinity,
  End: Infinity,
};
/** Arrow keys choose a row, from the best one on; Enter picks the price that it then shows. */
function useRowKeys(
  host: RefObject<HTMLElement | null>,
  side: BookSideProps['side'],
  onPick: BookSideProps['onPick'],
) {
  const id = useId();
  const [chosen, setChosen] = useState<number>();
  const lastRow = () => (host.current?.children.length ?? 1) - 1;
  const best = () => (side === 'bids' ? 0 : lastRow());
  function choose(index: number) {
    setChosen(index);
    host.current?.children[index]?.scrollIntoView({ block: 'nearest' });
  }
  function onKeyDown(event: KeyboardEvent) {
    const step = STEPS[event.key];
    if (step !== undefined) choose(Math.max(0, Math.min(lastRow(), (chosen ?? best()) + step)));
    else if (event.key === 'Enter' || event.key === ' ')
      pickRow(host.current?.children[chosen ?? -1], onPick);
    else return;
    event.preventDefault();
  }
  return {
    chosen,
    grid: {
      onKeyDown,
      // A press with the mouse picks a row and chooses none.
      onFocus: (event: FocusEvent) => {
        if (event.currentTarget.matches(':focus-visible')) choose(best());
      },
      onBlur: () => setChosen(undefined),
      'aria-activedescendant': chosen === undefined ? undefined : `${id}${chosen}`,
    },
    row: (index: number) => ({ id: `${id}${index}`, isChosen: index === chosen }),
  };
}

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

interface BookRowProps {
  readonly side: 'bids' | 'asks';
  readonly id: string;
  readonly isChosen: boolean;
  readonly isWithin: boolean;
}
function BookRow({ side, id, isChosen, isWithin: isPartOf }: BookRowProps) {
  const { t } = useTranslation();
  return (
    <div
      role="row"
      id={id}
      data-price=""
      data-chosen={isChosen || undefined}
      className={isPartOf ? `bg-raised ${ROW_CLASS}` : ROW_CLASS}
    >
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
      <span role="gridcell" className={side === 'bids' ? 'text-up relative' : 'text-down relative'}>
        &nbsp;
      </span>
      <span role="gridcell" className="relative text-right">
        &nbsp;
      </span>
      <span role="gridcell" className="text-mut relative text-right">
        &nbsp;
      </span>
    </div>
  );
}

interface RowCells {
  readonly row: HTMLElement;
  readonly bar: HTMLElement;
  readonly mark: HTMLElement;
  readonly cells: readonly HTMLElement[];
  shown: BookLevel | undefined;
}
interface RowStyle {
  readonly language: string;
  readonly priceDecimals: number;
  readonly decimals: number;
}
const COLUMNS = ['price', 'amount', 'total'] as const;
const HEADS = { price: 'market.price', amount: 'market.amount', total: 'market.sum' } as const;
const BLANK = '\u00a0';

function cellsOf(row: Element): RowCells {
  const [bar, mark, ...cells] = [...row.children] as HTMLElement[];
  if (bar === undefined || mark === undefined) throw new Error('a book row has a bar and a mark');
  return { row: row as HTMLElement, bar, mark, cells, shown: undefined };
}

/** Writes only the differences from what the row shows. */
function paintRow(
  painted: RowCells,
  level: BookLevel | undefined,
  { priceDecimals, decimals, language }: RowStyle,
): void {
  const before = painted.shown;
  if (level === before) return;
  painted.shown = level;
  COLUMNS.forEach((column, index) => {
    const cell = painted.cells[index];
    const value = level?.[column];
    if (cell === undefined || value === before?.[column]) return;
    const text =
      value === undefined
        ? BLANK
        : Number(value) >= COMPACT_FROM
          ? formatNumber(value, { decimals: 3, compact: true, language })
          : formatNumber(value, { decimals: column === 'price' ? priceDecimals : decimals });
    // Writing to the node there is costs less than another one. A translator may have taken it.
    if (cell.firstChild instanceof Text) cell.firstChild.data = text;
    else cell.textContent = text;
  });
  if (level?.price !== before?.price) painted.row.dataset['price'] = level?.price ?? '';
  if (level?.share !== before?.share)
    painted.bar.style.transform = `scaleX(${(level?.share ?? 0).toFixed(4)})`;
}
