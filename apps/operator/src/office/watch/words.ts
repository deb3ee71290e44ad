/** States and amounts of cases of the watch in words. */
import type { WatchCase } from '@glasshouse/protocol/watch/office';
import { BELOW, type WatchState } from '@glasshouse/protocol/watch/rules';
import { formatNumber } from '@glasshouse/ui';
import type { StateTexts } from '../parts/StateTag.tsx';
import { useTexts } from '../texts.ts';

export const WATCH_STATE_TEXTS: StateTexts<WatchState> = {
  open: { tone: 'info', text: 'watch_state_open' },
  closed: { tone: 'mut', text: 'watch_state_closed' },
};

export const usdtText = (amount: string): string => formatNumber(amount, { decimals: 2 });

type Measured = WatchCase['figures'][number];

/** What was measured, and its threshold. */
export function useFigureTexts(): (figure: Measured) => { readonly is: string; readonly threshold: string } {
  const { t } = useTexts();
  return ({ figure, unit, is, threshold }) => {
    const textOf = (value: string) =>
      unit === 'usdt' ? `${usdtText(value)} USDT` : unit === 'percent' ? `${value}%` : value;
    const bound = threshold === null ? '' : textOf(threshold);
    return {
      is: textOf(is),
      threshold:
        threshold === null
          ? ''
          : t(BELOW.has(figure) ? 'watch_below' : 'watch_atLeast', { threshold: bound }),
    };
  };
}
