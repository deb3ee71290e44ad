/** A user's settings of the chart of the trading page, remembered in this browser. */
import { useMemo } from 'react';
import { TIMEFRAME_NAMES, type Timeframe } from '#data/timeframes.ts';
import { createPreference, usePreference } from '#shared/preference.ts';
import {
  MAIN_INDICATORS,
  PANE_INDICATORS,
  paramsOf,
  paramTexts,
  type IndicatorParams,
  type MainIndicator,
  type PaneIndicator,
} from './indicators.ts';

export const BAR_STYLES = ['candle_solid', 'candle_stroke', 'ohlc', 'area'] as const;
export type BarStyle = (typeof BAR_STYLES)[number];
export interface ChartLayout {
  readonly timeframe: Timeframe;
  readonly bars: BarStyle;
  /** Above the candles. */
  readonly main: readonly MainIndicator[];
  /** Each in its own pane below. */
  readonly panes: readonly PaneIndicator[];
  readonly params: IndicatorParams;
  readonly magnet: boolean;
  readonly drawingsHidden: boolean;
  readonly fillsShown: boolean;
}
/** More panes would leave no room for the candles. */
export const PANES_MAX = 3;

const layout = createPreference('chart', {
  timeframe: '1M' as string,
  bars: 'candle_solid' as string,
  main: ['MA'] as string[],
  panes: ['VOL'] as string[],
  params: [] as string[],
  magnet: false,
  drawingsHidden: false,
  fillsShown: true,
});

type StoredLayout = ReturnType<typeof layout.store.get>;

export function useChartLayout(): ChartLayout {
  const stored = usePreference(layout);
  return useMemo(() => layoutOf(stored), [stored]);
}

function layoutOf({ timeframe, bars, main, panes, params, ...rest }: StoredLayout): ChartLayout {
  return {
    ...rest,
    timeframe: TIMEFRAME_NAMES.find((name) => name === timeframe) ?? '1M',
    bars: BAR_STYLES.find((name) => name === bars) ?? 'candle_solid',
    main: MAIN_INDICATORS.filter((name) => main.includes(name)),
    panes: PANE_INDICATORS.filter((name) => panes.includes(name)).slice(0, PANES_MAX),
    params: paramsOf(params),
  };
}

export function changeChartLayout(patch: Partial<ChartLayout>): void {
  const { main, panes, params, ...rest } = patch;
  layout.change({
    ...rest,
    ...(main === undefined ? {} : { main: [...main] }),
    ...(panes === undefined ? {} : { panes: [...panes] }),
    ...(params === undefined ? {} : { params: paramTexts(params) }),
  });
}
