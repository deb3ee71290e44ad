/**
 * A user's open orders on the chart: a dashed line each, with a label and its price on the axis.
 */
import { registerOverlay, type Chart, type OverlayFigure, type TextAttrs } from 'klinecharts';
import { CANDLE_PANE } from './indicators.ts';
import { TAG_PX } from './price-tags.ts';
import { legendBottomOf } from './legend-room.ts';
import {
  FAMILY,
  LABEL_PADDING_PX,
  orderLabels,
  TEXT_PX,
  type OrderLabel,
  type OrderLine,
  type TextOfOrders,
} from './order-labels.ts';

export type { OrderLine };
export interface OrderLook {
  readonly dark: boolean;
  readonly textOf: TextOfOrders;
}

const NAME = 'orderLines';
/** The horizontal length of the bend from a line to a label that was moved. */
const BEND_PX = 12;
/** Between the labels and what is to the left of them. */
const GAP_PX = 16;
/**
 * The distance to the axis of the newest candle, and of the figures above the candles, without
 * labels.
 */
const ROOM_PX = 64;
const LEGEND_EDGE_PX = 4;
/** Rounds the room up, so that a slightly wider label does not move the candles. */
const ROOM_STEP_PX = 16;
/** The lines of one chart. */
export class OrderLines {
  readonly #chart: Chart;
  #drawing: Drawing | undefined;
  /** The distance of the candles from the axis. */
  #roomPx = ROOM_PX;

  constructor(chart: Chart) {
    this.#chart = chart;
    chart.setOffsetRightDistance(ROOM_PX);
  }

  /** Replaces the previous lines: after a change of the orders, the theme or the language. */
  draw(orders: readonly OrderLine[], look: OrderLook): void {
    this.#chart.removeOverlay({ name: NAME });
    this.#drawing = undefined;
    const [first] = orders;
    if (first === undefined) this.#keepRoom(0);
    else {
      this.#drawing = { orders, look, reachPx: 0 };
      const points = [{ timestamp: Date.now(), value: first.price }];
      this.#chart.createOverlay({ name: NAME, lock: true, points, extendData: this.#drawing });
      this.makeRoom();
    }
  }

  /** The order that can be moved, whose own label covers a place of the pane. */
  readonly movableAt = (x: number, y: number): OrderLine | undefined => {
    const label = this.#labels().find(
      (each) => x >= each.left && x <= each.right && Math.abs(y - each.y) <= TAG_PX / 2,
    );
    const [line, ...others] = label?.lines ?? [];
    return line?.isMovable === true && others.length === 0 ? line : undefined;
  };

  /** The current middles of the tags on the axis, in pixels from its top. */
  readonly tagYs = (): readonly number[] => this.#labels().map(({ y }) => y);

  /**
   * Wraps the figures above the candles before they reach the labels, and moves the newest candle
   * left of these. The room stays until the orders change: without it other candles and so other
   * orders would come into view, which would need the room again.
   */
  makeRoom(): void {
    if (this.#drawing === undefined) return;
    const { width = 0 } = this.#chart.getSize(CANDLE_PANE, 'main') ?? {};
    const reachPx = Math.max(0, ...this.#labels().map(({ left }) => width - left + GAP_PX));
    const stepped = Math.ceil(reachPx / ROOM_STEP_PX) * ROOM_STEP_PX;
    if (stepped <= this.#drawing.reachPx) return;
    this.#drawing.reachPx = stepped;
    this.#keepRoom(stepped);
  }

  #labels(): readonly OrderLabel[] {
    return this.#drawing === undefined ? [] : labelsOf(this.#chart, this.#drawing);
  }

  #keepRoom(reachPx: number): void {
    const chart = this.#chart;
    chart.setStyles({ candle: { tooltip: { offsetRight: Math.max(LEGEND_EDGE_PX, reachPx) } } });
    const roomPx = Math.max(ROOM_PX, reachPx);
    // A user who has moved the candles keeps their position.
    const isMoved = Math.abs(chart.getOffsetRightDistance() - this.#roomPx) > chart.getBarSpace().bar;
    if (roomPx === this.#roomPx || isMoved) return;
    this.#roomPx = roomPx;
    chart.setOffsetRightDistance(roomPx);
  }
}

interface Drawing {
  readonly orders: readonly OrderLine[];
  readonly look: OrderLook;
  /** The width at the axis that the labels occupy. */
  reachPx: number;
}
const labelsOf = (chart: Chart, { orders, look }: Drawing) => orderLabels(chart, orders, look.textOf);

registerOverlay({
  name: NAME,
  totalStep: 2,
  needDefaultPointFigure: false,
  needDefaultXAxisFigure: false,
  needDefaultYAxisFigure: false,
  createPointFigures: ({ chart, bounding, overlay }) => {
    const drawing = overlay.extendData as Drawing;
    const labels = labelsOf(chart, drawing);
    const { width } = bounding;
    const legendBottom = legendBottomOf(chart, width - drawing.reachPx);
    const colour = colours();
    // Labels are drawn last, so that no line crosses one.
    return [
      ...labels.flatMap((label) =>
        linesOf(label, { width, legendBottom, color: colour(label.lines[0].side) }),
      ),
      ...labels.map((label) => labelFigure(label, colour)),
    ];
  },
  createYAxisFigures: ({ chart, overlay }) => {
    const drawing = overlay.extendData as Drawing;
    const colour = colours();
    return labelsOf(chart, drawing).map(({ y, lines: [{ side, priceText }] }) =>
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

interface LineLook {
  readonly width: number;
  readonly legendBottom: number;
  readonly color: string;
}
/**
 * One line each across the candles, or from the right of the figures above them; a bend leads to a
 * label that was moved.
 */
function linesOf(
  { y: labelY, lines, left, right }: OrderLabel,
  { width, legendBottom, color }: LineLook,
): readonly OverlayFigure[] {
  const bend = left - BEND_PX;
  const moved = lines.filter(({ y }) => Math.abs(y - labelY) > 1);
  const dashed = { color, style: 'dashed' } as const;
  const solid = { color, style: 'solid' } as const;
  return [
    ...lines.map(({ y }) => lineAt([y < legendBottom ? bend : 0, y], [width, y], dashed)),
    ...moved.map(({ y }) => lineAt([bend, y], [left, labelY], solid)),
    ...(moved.length === 0 ? [] : [lineAt([right, labelY], [width, labelY], solid)]),
  ];
}

function labelFigure({ y, lines: [{ side }], text, right }: OrderLabel, colour: Colour): OverlayFigure {
  const color = colour(side);
  return textAt(
    { x: right, y, text, align: 'right', baseline: 'middle' },
    {
      style: 'stroke_fill',
      color,
      backgroundColor: colour('panel'),
      borderColor: color,
      borderSize: 1,
      borderRadius: 3,
      paddingLeft: LABEL_PADDING_PX,
      paddingRight: LABEL_PADDING_PX,
    },
  );
}

type Place = readonly [x: number, y: number];
function lineAt(
  [x, y]: Place,
  [toX, toY]: Place,
  styles: { readonly color: string; readonly style: 'dashed' | 'solid' },
): OverlayFigure {
  const coordinates = [
    { x, y },
    { x: toX, y: toY },
  ];
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
