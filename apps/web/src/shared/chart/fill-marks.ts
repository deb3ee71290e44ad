/** A user's own fills on the chart: an arrow at each candle with a buy or a sell. */
import { registerOverlay, type Chart } from 'klinecharts';
import { candleStartMs, type Timeframe } from '#data/timeframes.ts';
import { fillMarks, type Fill } from './fill-groups.ts';

const NAME = 'fillMark';
const HALF_PX = 5;
const AWAY_PX = 8;

interface MarkLook {
  readonly side: 'buy' | 'sell';
  readonly colour: string;
  readonly edge: string;
}
registerOverlay({
  name: NAME,
  totalStep: 2,
  needDefaultPointFigure: false,
  needDefaultXAxisFigure: false,
  needDefaultYAxisFigure: false,
  createPointFigures: ({ coordinates, overlay }) => {
    const { x = 0, y = 0 } = coordinates[0] ?? {};
    const { side, colour, edge } = overlay.extendData as MarkLook;
    // Buys point up from below, sells down from above.
    const away = side === 'buy' ? 1 : -1;
    const tip = y + 3 * away;
    const base = tip + AWAY_PX * away;
    return [
      {
        type: 'polygon',
        ignoreEvent: true,
        attrs: {
          coordinates: [
            { x, y: tip },
            { x: x - HALF_PX, y: base },
            { x: x + HALF_PX, y: base },
          ],
        },
        styles: { style: 'stroke_fill', color: colour, borderColor: edge, borderSize: 1 },
      },
    ];
  },
});

export interface FillLook {
  readonly timeframe: Timeframe;
  readonly dark: boolean;
}
/** Redrawn when the theme changes, because the marks contain the colours. */
export function drawFills(chart: Chart, fills: readonly Fill[], { timeframe, dark }: FillLook): void {
  chart.removeOverlay({ name: NAME });
  const css = getComputedStyle(document.documentElement);
  const colour = (name: string) => css.getPropertyValue(`--${name}`).trim();
  for (const { side, timestamp, price } of fillMarks(fills, (timeMs) => candleStartMs(timeframe, timeMs))) {
    const look: MarkLook = {
      side,
      colour: colour(side === 'buy' ? 'up' : 'down'),
      edge: dark ? '#ffffff' : '#10171f',
    };
    chart.createOverlay({ name: NAME, lock: true, points: [{ timestamp, value: price }], extendData: look });
  }
}
