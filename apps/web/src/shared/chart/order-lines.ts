/** A person's open orders on the chart: a dashed line each, a label beside it and its price on the axis; tags that would meet give way or join. */
import { registerOverlay, utils, type Chart, type OverlayFigure, type TextAttrs } from 'klinecharts';
import { formatNumber } from '@glasshouse/ui';
import { yOf } from './axis-labels.ts';
import { CANDLE_PANE } from './indicators.ts';
import { placeTags, type PriceTag } from './price-tags.ts';

export interface OrderLine {
  readonly id: string;
  readonly price: number;
  readonly side: 'buy' | 'sell';
  readonly text: string;
  readonly priceText: string;
}
export interface OrderLook {
  readonly dark: boolean;
  /** The label of several orders at nearby prices. */
  readonly textOf: (side: OrderLine['side'], count: number) => string;
}
export interface OrderLines {
  /** The middles of the tags on the axis, in pixels from its top. */
  readonly tagYs: () => readonly number[];
}

const NAME = 'orderLines';
const FAMILY = 'Inter Variable, Inter, system-ui, sans-serif';
const TEXT_PX = 11;
const PADDING_PX = 5;
/** From a label to the axis, and from the place where a line leaves for its label. */
const EDGE_PX = 6;
const BEND_PX = 12;
/** Between a label and the figures at the top left, and what they keep to the right edge without labels. */
const LEGEND_GAP_PX = 12;
const LEGEND_EDGE_PX = 4;
/** The chart's own marks of the highest and the lowest price: from the candle's end to the middle of the text, and to its side. */
const MARK_AWAY_PX = 7;
const MARK_SIDE_PX = 10;

/** Replaces what was drawn before: after the orders, the theme or the language have changed. */
export function drawOrderLines(chart: Chart, orders: readonly OrderLine[], look: OrderLook): OrderLines {
  chart.removeOverlay({ name: NAME });
  const texts = orders.flatMap(({ text, side }) => [text, look.textOf(side, orders.length)]);
  const labelWidth = Math.max(0, ...texts.map(widthOf)) + 2 * PADDING_PX;
  const drawing: Drawing = { orders, look, labelWidth };
  // The figures over the candles break into lines before they reach the labels.
  const offsetRight = orders.length === 0 ? LEGEND_EDGE_PX : labelWidth + EDGE_PX + LEGEND_GAP_PX;
  chart.setStyles({ candle: { tooltip: { offsetRight } } });
  if (orders.length > 0)
    chart.createOverlay({
      name: NAME,
      lock: true,
      points: [{ timestamp: Date.now(), value: orders[0]?.price ?? 0 }],
      extendData: drawing,
    });
  return { tagYs: () => tagsOf(chart, drawing).map(({ y }) => y) };
}

interface Drawing {
  readonly orders: readonly OrderLine[];
  readonly look: OrderLook;
  /** Of the widest label. */
  readonly labelWidth: number;
}
type Line = OrderLine & { readonly y: number };

registerOverlay({
  name: NAME,
  totalStep: 2,
  needDefaultPointFigure: false,
  needDefaultXAxisFigure: false,
  needDefaultYAxisFigure: false,
  createPointFigures: ({ chart, bounding, overlay }) => {
    const drawing = overlay.extendData as Drawing;
    const labels = labelsOf(chart, drawing, bounding.width);
    const colour = colours();
    // Labels come last: no line crosses one.
    return [
      ...labels.flatMap((label) => linesOf(label, bounding.width, colour)),
      ...labels.map((label) => labelOf(label, colour)),
    ];
  },
  createYAxisFigures: ({ chart, overlay }) => {
    const drawing = overlay.extendData as Drawing;
    const colour = colours();
    return tagsOf(chart, drawing).map(({ y, lines: [{ side, priceText }] }) =>
      textAt(
        { x: 0, y, text: priceText, align: 'left', baseline: 'middle' },
        {
          color: drawing.look.dark ? '#03141c' : '#ffffff',
          backgroundColor: colour(side),
          borderRadius: 2,
          paddingLeft: 4,
          paddingRight: 4,
        },
      ),
    );
  },
});

type Colour = (name: OrderLine['side'] | 'panel') => string;
function colours(): Colour {
  const css = getComputedStyle(document.documentElement);
  const names = { buy: '--up', sell: '--down', panel: '--panel' } as const;
  return (name) => css.getPropertyValue(names[name]).trim();
}

/** Where the tags stand now. */
function tagsOf(chart: Chart, { orders, labelWidth }: Drawing): readonly PriceTag<Line>[] {
  const { width = 0, height = 0 } = chart.getSize(CANDLE_PANE, 'main') ?? {};
  const lines = orders.map((order) => ({ ...order, y: yOf(chart, order.price) }));
  const last = chart.getDataList().at(-1)?.close;
  const marks = markYs(chart, { width, from: width - EDGE_PX - labelWidth });
  return placeTags(lines, {
    height,
    taken: [...marks, ...(last === undefined ? [] : [yOf(chart, last)])].filter(Number.isFinite),
  });
}

/** The chart's marks of the highest and the lowest price shown, where they reach into the labels. */
function markYs(
  chart: Chart,
  { width, from: labelsFrom }: { readonly width: number; readonly from: number },
): readonly number[] {
  const { from, to } = chart.getVisibleRange();
  const shown = chart.getDataList().slice(from, to);
  if (shown.length === 0) return [];
  const highest = shown.reduce((a, b) => (b.high > a.high ? b : a));
  const lowest = shown.reduce((a, b) => (b.low < a.low ? b : a));
  const marks = [
    { bar: highest, price: highest.high, away: -MARK_AWAY_PX },
    { bar: lowest, price: lowest.low, away: MARK_AWAY_PX },
  ];
  const decimals = chart.getSymbol()?.pricePrecision ?? 2;
  return marks.flatMap(({ bar, price, away }) => {
    const { x = 0 } = chart.convertToPixel({ timestamp: bar.timestamp }, { paneId: CANDLE_PANE }) as {
      readonly x?: number;
    };
    const text = widthOf(formatNumber(price.toFixed(decimals), { decimals }));
    const right = x > width / 2 ? x : x + MARK_SIDE_PX + text;
    return right > labelsFrom ? [yOf(chart, price) + away] : [];
  });
}

/** A tag with its label: what it says, and where that begins. */
interface Label {
  readonly tag: PriceTag<Line>;
  readonly text: string;
  readonly left: number;
  readonly right: number;
}
function labelsOf(chart: Chart, drawing: Drawing, paneWidth: number): readonly Label[] {
  const right = paneWidth - EDGE_PX;
  return tagsOf(chart, drawing).map((tag) => {
    const [{ side, text: own }] = tag.lines;
    const text = tag.lines.length === 1 ? own : drawing.look.textOf(side, tag.lines.length);
    return { tag, text, left: right - widthOf(text) - 2 * PADDING_PX, right };
  });
}

/** A line each across the candles; where the label stands elsewhere, a bend leads to it. */
function linesOf({ tag, left, right }: Label, paneWidth: number, colour: Colour): readonly OverlayFigure[] {
  const color = colour(tag.lines[0].side);
  const moved = tag.lines.filter(({ y }) => Math.abs(y - tag.y) > 1);
  return [
    ...tag.lines.map(({ y }) =>
      lineAt(
        [
          [0, y],
          [paneWidth, y],
        ],
        { color, style: 'dashed' },
      ),
    ),
    ...moved.map(({ y }) =>
      lineAt(
        [
          [left - BEND_PX, y],
          [left, tag.y],
        ],
        { color, style: 'solid' },
      ),
    ),
    ...(moved.length === 0
      ? []
      : [
          lineAt(
            [
              [right, tag.y],
              [paneWidth, tag.y],
            ],
            { color, style: 'solid' },
          ),
        ]),
  ];
}

function labelOf({ tag, text, right }: Label, colour: Colour): OverlayFigure {
  const color = colour(tag.lines[0].side);
  return textAt(
    { x: right, y: tag.y, text, align: 'right', baseline: 'middle' },
    {
      style: 'stroke_fill',
      color,
      backgroundColor: colour('panel'),
      borderColor: color,
      borderSize: 1,
      borderRadius: 3,
      paddingLeft: PADDING_PX,
      paddingRight: PADDING_PX,
    },
  );
}

type Place = readonly [x: number, y: number];
function lineAt(
  places: readonly [Place, Place],
  styles: { readonly color: string; readonly style: 'dashed' | 'solid' },
): OverlayFigure {
  const coordinates = places.map(([x, y]) => ({ x, y }));
  return {
    type: 'line',
    ignoreEvent: true,
    attrs: { coordinates },
    styles: { ...styles, size: 1, dashedValue: [2, 3] },
  };
}

function textAt(attrs: TextAttrs, styles: Readonly<Record<string, unknown>>): OverlayFigure {
  return {
    type: 'text',
    ignoreEvent: true,
    attrs,
    styles: { size: TEXT_PX, family: FAMILY, paddingTop: 2, paddingBottom: 2, ...styles },
  };
}

const widthOf = (text: string): number => utils.calcTextWidth(text, TEXT_PX, 'normal', FAMILY);
