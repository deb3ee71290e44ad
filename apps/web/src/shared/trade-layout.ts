/**
 * A user's settings of the trading page besides its chart: the book, its price steps, which
 * orders are listed.
 */
import { DEPTH_STEPS, type DepthStep } from '@glasshouse/protocol/market/depth-steps';
import { createPreference, usePreference } from './preference.ts';

export const BOOK_LAYOUTS = ['both', 'bids', 'asks', 'compact'] as const;
export type BookLayout = (typeof BOOK_LAYOUTS)[number];

const layout = createPreference('trade-layout', {
  book: 'both' as string,
  /** Width by symbol, because each pair needs its own. */
  groups: {} as Record<string, unknown>,
  onlyPair: false,
});

export interface BookSetting {
  readonly layout: BookLayout;
  /** The width of a row. */
  readonly groupTicks: DepthStep;
}
export function useBookSetting(symbol: string): BookSetting {
  const { book, groups } = usePreference(layout);
  return {
    layout: BOOK_LAYOUTS.find((name) => name === book) ?? 'both',
    groupTicks: DEPTH_STEPS.find((ticks) => ticks === groups[symbol]) ?? DEPTH_STEPS[0],
  };
}
export const chooseBookLayout = (book: BookLayout): void => layout.change({ book });
export function chooseBookGroup(symbol: string, ticks: number): void {
  layout.change({ groups: { ...layout.store.get().groups, [symbol]: ticks } });
}

export interface OrdersSetting {
  /** Hides orders of other pairs. */
  readonly onlyPair: boolean;
}
export function useOrdersSetting(): OrdersSetting {
  const { onlyPair } = usePreference(layout);
  return { onlyPair };
}
export const rememberOnlyPair = (onlyPair: boolean): void => layout.change({ onlyPair });
