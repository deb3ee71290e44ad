/**
 * The prices on the axis of the candles: a price is hidden if the tag of the last price or of an
 * order would partly cover it.
 */
import type { AxisTick, Chart, Coordinate } from 'klinecharts';
import { CANDLE_PANE } from './indicators.ts';

/** The least distance between the middles of a tag and a label. */
const AWAY_PX = 17;

export interface AxisLabels {
  /** Must be called after candles, orders or the size have changed. */
  readonly refresh: () => void;
}

/**
 * `tagYs` returns the middles of the tags besides the last price's, in pixels from the top of the
 * axis.
 */
export function keepApart(chart: Chart, tagYs: () => readonly number[]): AxisLabels {
  let hidden = '';
  const tags = (): number[] => {
    const last = chart.getDataList().at(-1)?.close;
    return [...tagYs(), ...(last === undefined ? [] : [yOf(chart, last)])];
  };
  const isCovered = (tick: AxisTick, ys: readonly number[]): boolean =>
    ys.some((y) => Math.abs(y - tick.coord) < AWAY_PX);
  // Without its text a price keeps its grid line.
  const createTicks = ({ defaultTicks }: { readonly defaultTicks: AxisTick[] }): AxisTick[] => {
    const ys = tags();
    hidden = coveredOf(defaultTicks, ys);
    return defaultTicks.map((tick) => (isCovered(tick, ys) ? { ...tick, text: '' } : tick));
  };
  const coveredOf = (ticks: readonly AxisTick[], ys: readonly number[]): string =>
    ticks
      .filter((tick) => isCovered(tick, ys))
      .map(({ value }) => value)
      .join();
  chart.overrideYAxis({ paneId: CANDLE_PANE, createTicks });
  return {
    refresh: () => {
      // The chart requests new axis prices only when its range changes, but tags also move within
      // it.
      const axis = chart.getYAxes({ paneId: CANDLE_PANE })[0];
      if (axis !== undefined && coveredOf(axis.getTicks(), tags()) !== hidden)
        chart.overrideYAxis({ paneId: CANDLE_PANE, createTicks });
    },
  };
}

/** The position of a price in the pane of the candles, from its top. */
export function yOf(chart: Chart, price: number): number {
  const at = chart.convertToPixel({ value: price }, { paneId: CANDLE_PANE }) as Partial<Coordinate>;
  return at.y ?? Number.NaN;
}
