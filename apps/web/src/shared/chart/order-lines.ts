/** A person's open orders on the chart: a dashed line, a tag beside it, the price on the axis. */
import { registerOverlay, type Chart } from 'klinecharts';
import { yOf } from './axis-labels.ts';

export interface OrderLine {
  readonly id: string;
  readonly price: number;
  readonly side: 'buy' | 'sell';
  readonly text: string;
  readonly priceText: string;
}
interface LineLook extends OrderLine {
  readonly ink: string;
  readonly colour: string;
  readonly panel: string;
}
const NAME = 'orderLine';
const FAMILY = 'Inter Variable, Inter, system-ui, sans-serif';
const SHOWN_MAX = 12;
/** From the middle of one price tag to that of the next. */
const TAG_PX = 18;

registerOverlay({
  name: NAME,
  totalStep: 2,
  needDefaultPointFigure: false,
  needDefaultXAxisFigure: false,
  needDefaultYAxisFigure: false,
  createPointFigures: ({ coordinates, bounding, overlay }) => {
    const y = coordinates[0]?.y ?? 0;
    const { colour, panel, text } = overlay.extendData as LineLook;
    return [
      {
        type: 'line',
        ignoreEvent: true,
        attrs: {
          coordinates: [
            { x: 0, y },
            { x: bounding.width, y },
          ],
        },
        styles: { color: colour, size: 1, style: 'dashed', dashedValue: [2, 3] },
      },
      {
        type: 'text',
        ignoreEvent: true,
        attrs: { x: bounding.width - 6, y, text, align: 'right', baseline: 'middle' },
        styles: {
          style: 'stroke_fill',
          color: colour,
          backgroundColor: panel,
          borderColor: colour,
          borderSize: 1,
          borderRadius: 3,
          size: 11,
          family: FAMILY,
          paddingLeft: 5,
          paddingRight: 5,
          paddingTop: 2,
          paddingBottom: 2,
        },
      },
    ];
  },
  createYAxisFigures: ({ chart, coordinates, overlay }) => {
    const { colour, ink, priceText } = overlay.extendData as LineLook;
    return {
      type: 'text',
      ignoreEvent: true,
      attrs: {
        x: 0,
        y: besideLast(chart, coordinates[0]?.y ?? 0),
        text: priceText,
        align: 'left',
        baseline: 'middle',
      },
      styles: {
        color: ink,
        backgroundColor: colour,
        borderRadius: 2,
        size: 11,
        family: FAMILY,
        paddingLeft: 4,
        paddingRight: 4,
        paddingTop: 2,
        paddingBottom: 2,
      },
    };
  },
});

/** The tag of the last price is drawn over this one: where both would stand together, this one moves to its side. */
function besideLast(chart: Chart, y: number): number {
  const last = chart.getDataList().at(-1)?.close;
  if (last === undefined) return y;
  const lastY = yOf(chart, last);
  if (!(Math.abs(y - lastY) < TAG_PX)) return y;
  return y < lastY ? lastY - TAG_PX : lastY + TAG_PX;
}

/** Redrawn when the theme changes, since the colours are in the lines. */
export function drawOrderLines(chart: Chart, orders: readonly OrderLine[], dark: boolean): void {
  chart.removeOverlay({ name: NAME });
  const css = getComputedStyle(document.documentElement);
  const colour = (name: string) => css.getPropertyValue(`--${name}`).trim();
  for (const order of orders.slice(0, SHOWN_MAX)) {
    const look: LineLook = {
      ...order,
      ink: dark ? '#03141c' : '#ffffff',
      colour: colour(order.side === 'buy' ? 'up' : 'down'),
      panel: colour('panel'),
    };
    chart.createOverlay({
      name: NAME,
      lock: true,
      points: [{ timestamp: Date.now(), value: order.price }],
      extendData: look,
    });
  }
}
