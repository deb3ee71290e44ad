/** The room of the figures above the candles: no candle reaches into it. */
import type { Chart } from 'klinecharts';
import { CANDLE_PANE } from './indicators.ts';

/** Their top, the height of a line, and the approximate length of the candle's line. */
const TOP_PX = 6;
const LINE_PX = 19;
const LENGTH_PX = 480;

/** The approximate bottom of the figures in a given length. */
export function legendBottomOf(chart: Chart, length: number): number {
  const ofCandle = Math.ceil(LENGTH_PX / Math.max(1, length));
  const ofIndicators = chart.getIndicators({ paneId: CANDLE_PANE }).length;
  return TOP_PX + (ofCandle + ofIndicators) * LINE_PX;
}

/** Of the candles' range, above and below it, as klinecharts has them. */
const GAP = { top: 0.2, bottom: 0.1 };
/** For the text of the highest price. */
const ABOVE_PX = 10;
/** A chart that is too low for its figures lets candles reach into them. */
const GAP_MAX = 0.9;

/** Keeps the candles below the figures, if there are any, in a chart of any height. */
export function keepLegendFree(chart: Chart): void {
  const { width = 0, height = 0 } = chart.getSize(CANDLE_PANE, 'main') ?? {};
  if (height === 0 || chart.getStyles().candle.tooltip.showRule === 'none') return;
  const share = Math.min(0.5, (legendBottomOf(chart, width) + ABOVE_PX) / height);
  const top = Math.min(GAP_MAX, Math.max(GAP.top, (share * (1 + GAP.bottom)) / (1 - share)));
  chart.overrideYAxis({ paneId: CANDLE_PANE, gap: { top: Math.round(top * 100) / 100, bottom: GAP.bottom } });
}
