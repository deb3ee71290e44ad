/** The chart's indicators, and switching a chart to the selected ones. */
import type { Chart } from 'klinecharts';

export const MAIN_INDICATORS = ['MA', 'EMA', 'BOLL', 'SAR', 'BBI'] as const;
export const PANE_INDICATORS = [
  'VOL',
  'MACD',
  'RSI',
  'KDJ',
  'WR',
  'CCI',
  'OBV',
  'DMI',
  'TRIX',
  'ROC',
  'BIAS',
  'PSY',
] as const;
export type MainIndicator = (typeof MAIN_INDICATORS)[number];
export type PaneIndicator = (typeof PANE_INDICATORS)[number];

export type IndicatorName = MainIndicator | PaneIndicator;

/** The numbers that an indicator calculates with, mostly of candles. */
export type IndicatorParams = Readonly<Record<IndicatorName, readonly number[]>>;
export const DEFAULT_PARAMS: IndicatorParams = {
  MA: [7, 25, 99],
  EMA: [7, 25, 99],
  BOLL: [20, 2],
  SAR: [2, 2, 20],
  BBI: [3, 6, 12, 24],
  VOL: [],
  MACD: [12, 26, 9],
  RSI: [6, 12, 24],
  KDJ: [9, 3, 3],
  WR: [6, 10, 14],
  CCI: [20],
  OBV: [30],
  DMI: [14, 6],
  TRIX: [12, 9],
  ROC: [12, 6],
  BIAS: [6, 12, 24],
  PSY: [12, 6],
};
const PARAM_MAX = 999;

/** As they are remembered: 'MA 7 25 99'. A text that is none of an indicator is ignored. */
export function paramsOf(texts: readonly string[]): IndicatorParams {
  const own = texts.flatMap((text) => {
    const [name = '', ...numbers] = text.split(' ');
    const params = numbers.map(Number);
    return isParams(name, params) ? [[name, params] as const] : [];
  });
  return { ...DEFAULT_PARAMS, ...Object.fromEntries(own) };
}
export const paramTexts = (params: IndicatorParams): string[] =>
  Object.entries(params).map(([name, numbers]) => [name, ...numbers].join(' '));

/** Whole numbers of candles, except the width of Bollinger bands. */
export function isParams(name: string, params: readonly number[]): name is IndicatorName {
  const defaults = Object.entries(DEFAULT_PARAMS).find(([known]) => known === name)?.[1];
  return (
    params.length === defaults?.length &&
    params.every((param, i) => param > 0 && param <= PARAM_MAX && (hasFraction(name, i) || param % 1 === 0))
  );
}
export const hasFraction = (name: string, index: number): boolean => name === 'BOLL' && index === 1;

export interface ShownIndicators {
  readonly params: IndicatorParams;
  readonly main: readonly MainIndicator[];
  readonly panes: readonly PaneIndicator[];
  readonly volumeHeight: number;
}
const PANE_HEIGHT = 84;
/** klinecharts' own name. */
export const CANDLE_PANE = 'candle_pane';

/** Creates and removes only the differences; the others keep their position. */
export function showIndicators(chart: Chart, { main, panes, params, volumeHeight }: ShownIndicators): void {
  const wanted = new Set<string>([...main, ...panes]);
  const known = new Set<string>();
  for (const { name, id, calcParams } of chart.getIndicators()) {
    if (!wanted.has(name)) chart.removeIndicator({ id });
    else known.add(name);
    const own = Object.entries(params).find(([indicator]) => indicator === name)?.[1];
    if (own !== undefined && String(own) !== String(calcParams))
      chart.overrideIndicator({ name, id, calcParams: [...own] });
  }
  for (const name of main) {
    if (!known.has(name))
      chart.createIndicator({ name, paneId: CANDLE_PANE, calcParams: [...params[name]] }, true);
  }
  for (const name of panes) {
    if (known.has(name)) continue;
    const settings = name === 'VOL' ? { createTooltipDataSource: noLegend } : {};
    chart.createIndicator({ ...settings, name, paneId: name, calcParams: [...params[name]] }, false);
    chart.setPaneOptions({ id: name, height: name === 'VOL' ? volumeHeight : PANE_HEIGHT });
  }
}

/** The volume's own legend is too faint to read, and its axis is enough. */
const noLegend = () => ({ name: '', calcParamsText: '', features: [], legends: [] });
