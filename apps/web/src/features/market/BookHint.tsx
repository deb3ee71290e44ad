/** What an order down to a row of the book would trade: amount, average price and total. */
import { Num } from '@glasshouse/ui';
import { Big } from 'big.js';
import { useLayoutEffect, useRef, type RefObject } from 'react';
import { createPortal } from 'react-dom';
import type { BookLevel } from '#data/depth-book.ts';
import type { PairInfo } from '#data/pairs.ts';
import { useStore } from '#shared/external-store.ts';
import { useTranslation } from '#shared/i18n.ts';
import type { BookStore } from './book-view.ts';

/** The pair's coins and decimals. */
export type HintPair = Pick<
  PairInfo,
  'baseCoin' | 'quoteCoin' | 'priceDecimals' | 'amountDecimals' | 'quoteDecimals'
>;
export interface BookHintProps {
  readonly store: BookStore;
  readonly side: 'bids' | 'asks';
  /** The number of rows. */
  readonly levels: number;
  readonly rows: RefObject<HTMLElement | null>;
  /** The last row of it, from the top. */
  readonly index: number;
  readonly pair: HintPair;
}

const GAP_PX = 6;

/** Beside the book, because a row clips what it contains. */
export function BookHint({ store, side, levels, rows, index, pair }: BookHintProps) {
  const { t } = useTranslation();
  const hint = useRef<HTMLDListElement>(null);
  const level = side === 'bids' ? index : levels - 1 - index;
  const sums = sumsOf(useStore(store)[side].slice(0, level + 1));
  const isShown = sums !== null;
  useLayoutEffect(() => {
    const row = rows.current?.children[index]?.getBoundingClientRect();
    if (!isShown || hint.current === null || row === undefined) return;
    hint.current.style.right = `calc(100vw - ${row.left - GAP_PX}px)`;
    hint.current.style.top = `${row.top + row.height / 2}px`;
  }, [rows, index, isShown]);
  if (sums === null) return null;
  const { priceDecimals, quoteDecimals, amountDecimals, baseCoin, quoteCoin } = pair;
  const facts = [
    {
      name: t('market.hint.average'),
      value: sums.average.toFixed(priceDecimals),
      decimals: priceDecimals,
      unit: quoteCoin,
    },
    { name: t('market.amount'), value: sums.amount.toFixed(), decimals: amountDecimals, unit: baseCoin },
    {
      name: t('market.hint.total'),
      value: sums.total.toFixed(quoteDecimals),
      decimals: Math.max(2, priceDecimals),
      unit: quoteCoin,
    },
  ];
  return createPortal(
    <dl
      ref={hint}
      role="tooltip"
      className="border-line2 bg-panel shadow-pop pointer-events-none fixed z-30 grid -translate-y-1/2 grid-cols-[auto_auto] gap-x-4 gap-y-0.5 rounded-lg border px-3 py-2"
    >
      {facts.map(({ name, value, decimals, unit }) => (
        <div key={name} className="contents">
          <dt className="text-mut">{name}</dt>
          <dd className="text-right font-medium">
            <Num value={value} decimals={decimals} decimalsMin={Math.min(2, decimals)} unit={unit} />
          </dd>
        </div>
      ))}
    </dl>,
    document.body,
  );
}

function sumsOf(levels: readonly BookLevel[]) {
  const amount = levels.reduce((sum, level) => sum.plus(level.amount), new Big(0));
  if (amount.eq(0)) return null;
  const total = levels.reduce((sum, level) => sum.plus(new Big(level.price).times(level.amount)), new Big(0));
  return { amount, total, average: total.div(amount) };
}
