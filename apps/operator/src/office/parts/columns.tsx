/** Columns and amounts that tables of several pages have. */
import { Code, CoinMark, formatNumber, Num } from '@glasshouse/ui';
import { useTexts } from '../texts.ts';
import type { Column } from './table/columns.ts';

const DECIMALS = 8;

/** All digits, and two decimals at least. */
export const amountText = (amount: string): string => formatNumber(amount, { decimals: 18, decimalsMin: 2 });

/** An amount of the books; nothing is dim. */
export const bookAmount = (value: string) => (
  <Num value={value} decimals={DECIMALS} decimalsMin={2} className={Number(value) === 0 ? 'text-dim' : ''} />
);

export function useCoinColumn(): Column<{ readonly currency: string }> {
  const { t } = useTexts();
  return {
    id: 'coin',
    head: t('coin'),
    width: 72,
    cell: ({ currency }) => <b className="font-semibold">{currency}</b>,
  };
}

/** What was paid or is to be paid, and on which network. */
export function useCoinOnNetworkColumn(): Column<{ readonly currency: string; readonly chain: string }> {
  const { t } = useTexts();
  return {
    id: 'coin',
    head: t('coinAndNetwork'),
    width: 120,
    cell: ({ currency, chain }) => (
      <Code className="inline-flex items-center gap-1.5 align-middle">
        <CoinMark code={currency} size={16} />
        <span className="font-medium">{currency}</span>
        <span className="text-mut">{chain}</span>
      </Code>
    ),
  };
}
