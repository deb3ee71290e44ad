/** The chart's indicators, and switching a chart to the selected ones. */
import type { Chart, IndicatorCreate } from 'klinecharts';

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

export interface ShownIndicators {
  readonly main: readonly MainIndicator[];
  readonly panes: readonly PaneIndicator[];
  readonly volumeHeight: number;
}
const PANE_HEIGHT = 84;
/** klinecharts' own name. */
export const CANDLE_PANE = 'candle_pane';

/** Creates and removes only the differences; the others keep their position. */
export function showIndicators(chart: Chart, { main, panes, volumeHeight }: ShownIndicators): void {
  const wanted = new Set<string>([...main, ...panes]);
  const known = new Set<string>();
  for (const { name, id } of chart.getIndicators()) {
    if (wanted.has(name)) known.add(name);
    else chart.removeIndicator({ id });
  }
  for (const name of main) {
    if (!known.has(name)) chart.createIndicator({ ...MAIN_SETTINGS[name], name, paneId: CANDLE_PANE }, true);
  }
  for (const name of panes) {
    if (known.has(name)) continue;
    const settings = name === 'VOL' ? { calcParams: [], createTooltipDataSource: noLegend } : {};
    chart.createIndicator({ ...settings, name, paneId: name }, false);
    chart.setPaneOptions({ id: name, height: name === 'VOL' ? volumeHeight : PANE_HEIGHT });
  }
}

const MAIN_SETTINGS: Readonly<Record<MainIndicator, Partial<IndicatorCreate>>> = {
  MA: { calcParams: [7, 25, 99] },
  EMA: { calcParams: [7, 25, 99] },
  BOLL: {},
  SAR: {},
  BBI: {},
};
/** The volume's own legend is too faint to read, and its axis is enough. */
const noLegend = () => ({ name: '', calcParamsText: '', features: [], legends: [] });
