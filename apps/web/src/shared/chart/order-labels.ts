/**
 * The labels of own orders on a chart and their positions: above the candles, level with the tags
 * on the axis.
 */
import { utils, type Chart, type Coordinate } from 'klinecharts';
import { formatNumber } from '@glasshouse/ui';
import { yOf } from './axis-labels.ts';
import { CANDLE_PANE } from './indicators.ts';
import { placeTags, TAG_PX, type PriceTag } from './price-tags.ts';

export interface OrderLine {
  readonly id: string;
  readonly price: number;
  readonly side: 'buy' | 'sell';
  readonly text: string;
  readonly priceText: string;
  /** Whether it can be dragged to another price. */
  readonly isMovable?: boolean;
}
/** The text of several orders at nearby prices. */
export type TextOfOrders = (side: OrderLine['side'], count: number) => string;

type Line = OrderLine & { readonly y: number };
export interface OrderLabel extends PriceTag<Line> {
  readonly text: string;
  /** Its box, in pixels from the pane's left edge. */
  readonly left: number;
  readonly right: number;
}

export const TEXT_PX = 11;
export const FAMILY = 'Inter Variable, Inter, system-ui, sans-serif';
export const LABEL_PADDING_PX = 5;
/** The distance from a label to the axis. */
const EDGE_PX = 6;
/**
 * The chart's own marks of the highest and the lowest price: from the candle's end to the middle of
 * the text, and to its side.
 */
const MARK_AWAY_PX = 7;
const MARK_SIDE_PX = 10;

/** The labels of the orders within the pane, from the top, at the current view. */
export function orderLabels(
  chart: Chart,
  orders: readonly OrderLine[],
  textOf: TextOfOrders,
): readonly OrderLabel[] {
  const { width = 0, height = 0 } = chart.getSize(CANDLE_PANE, 'main') ?? {};
  const lines = orders.map((order) => ({ ...order, y: yOf(chart, order.price) }));
  const close = chart.getDataList().at(-1)?.close;
  const last = close === undefined ? [] : [yOf(chart, close)].filter(Number.isFinite);
  const place = (taken: readonly number[]) =>
    placeTags(lines, { height, taken }).map((tag) => labelOf(tag, width - EDGE_PX, textOf));
  const labels = place(last);
  const met = marksOf(chart, width).filter((mark) => labels.some((label) => meets(label, mark)));
  if (met.length === 0) return labels;
  const clear = place([...last, ...met.map(({ y }) => y)]);
  // A label on the correct side of the last price matters more than one clear of the marks.
  const isAcross = clear.some((label) => last.some((y) => label.y > y !== label.lines[0].y > y));
  return isAcross ? labels : clear;
}

function labelOf(tag: PriceTag<Line>, right: number, textOf: TextOfOrders): OrderLabel {
  const [{ side, text: own }] = tag.lines;
  const text = tag.lines.length === 1 ? own : textOf(side, tag.lines.length);
  return { ...tag, text, left: right - widthOf(text) - 2 * LABEL_PADDING_PX, right };
}

interface Mark {
  readonly y: number;
  readonly left: number;
  readonly right: number;
}
/** The chart's marks of the highest and the lowest visible price. */
function marksOf(chart: Chart, paneWidth: number): readonly Mark[] {
  const { from, to } = chart.getVisibleRange();
  const shown = chart.getDataList().slice(from, to);
  if (shown.length === 0) return [];
  const highest = shown.reduce((a, b) => (b.high > a.high ? b : a));
  const lowest = shown.reduce((a, b) => (b.low < a.low ? b : a));
  const decimals = chart.getSymbol()?.pricePrecision ?? 2;
  const markAt = (timestamp: number, price: number, away: number): Mark => {
    const at = chart.convertToPixel({ timestamp }, { paneId: CANDLE_PANE }) as Partial<Coordinate>;
    const x = at.x ?? 0;
    const length = MARK_SIDE_PX + widthOf(formatNumber(price.toFixed(decimals), { decimals }));
    const isLeft = x > paneWidth / 2;
    const y = yOf(chart, price) + away;
    return { y, left: isLeft ? x - length : x, right: isLeft ? x : x + length };
  };
  return [
    markAt(highest.timestamp, highest.high, -MARK_AWAY_PX),
    markAt(lowest.timestamp, lowest.low, MARK_AWAY_PX),
  ];
}

function meets(label: OrderLabel, mark: Mark): boolean {
  return mark.right > label.left && Math.abs(mark.y - label.y) < TAG_PX;
}

/** Cached widths of texts: the same ones are drawn at every move of the pointer. */
const widths = new Map<string, number>();
const WIDTHS_MAX = 500;
function widthOf(text: string): number {
  const known = widths.get(text);
  if (known !== undefined) return known;
  if (widths.size >= WIDTHS_MAX) widths.clear();
  const width = utils.calcTextWidth(text, TEXT_PX, 'normal', FAMILY);
  widths.set(text, width);
  return width;
}
