/**
 * The geometry of the depth chart's lines: cumulated amounts over a price range that is equally
 * wide on both sides of the middle. Pure.
 */
import type { BookLevel, BookView } from '#data/depth-book.ts';

export interface DepthSide {
  readonly line: string;
  readonly area: string;
}
export interface DepthPlot {
  readonly width: number;
  readonly height: number;
  readonly middle: number;
  readonly bids: DepthSide;
  readonly asks: DepthSide;
  readonly levels: BookView;
  readonly amountLines: readonly number[];
  readonly priceAt: (x: number) => number;
  readonly xOf: (price: number) => number;
  readonly yOf: (total: number) => number;
}
export interface DepthReading {
  readonly side: 'bids' | 'asks';
  readonly x: number;
  readonly y: number;
  /** The level at the pointer, and the cumulated amount up to it. */
  readonly price: string;
  readonly total: string;
  /** The distance from the middle price, as a ratio of it. */
  readonly fromMiddle: number;
}
const HEADROOM = 1.08;
const AMOUNT_LINES = 4;
const NEARLY_ALL = 0.95;

/** The plot of a book in a given size; undefined if a side is empty or there is no room. */
export function depthPlot(
  levels: BookView,
  { width, height }: { readonly width: number; readonly height: number },
): DepthPlot | undefined {
  const [bid, ask] = [levels.bids[0], levels.asks[0]];
  const [bidFar, askFar] = [farLevel(levels.bids), farLevel(levels.asks)];
  if (bid === undefined || ask === undefined || bidFar === undefined || askFar === undefined)
    return undefined;
  if (width < 1 || height < 1) return undefined;
  const middle = (Number(bid.price) + Number(ask.price)) / 2;
  const reach = Math.min(middle - Number(bidFar.price), Number(askFar.price) - middle) || middle / 1000;
  const top = Math.max(totalOf(levels.bids), totalOf(levels.asks)) * HEADROOM;
  const xOf = (price: number) => ((price - middle) / (2 * reach) + 0.5) * width;
  const yOf = (total: number) => height - (total / top) * height;
  const scale = { xOf, yOf, width, height };
  return {
    width,
    height,
    middle,
    levels,
    xOf,
    yOf,
    priceAt: (x) => middle + (x / width - 0.5) * 2 * reach,
    bids: sideOf(levels.bids, 0, scale),
    asks: sideOf(levels.asks, width, scale),
    amountLines: amountLines(top),
  };
}

const totalOf = (side: readonly BookLevel[]): number => Number(side.at(-1)?.total ?? 0);

/**
 * The level at which nearly all of a side is reached, so that a small distant order does not
 * compress the rest.
 */
function farLevel(side: readonly BookLevel[]): BookLevel | undefined {
  const enough = totalOf(side) * NEARLY_ALL;
  return side.find(({ total }) => Number(total) >= enough);
}

/** The cumulated amount up to the price at the pointer, on the pointer's side. */
export function readingAt(plot: DepthPlot, x: number): DepthReading | undefined {
  const side = x < plot.width / 2 ? 'bids' : 'asks';
  const price = plot.priceAt(x);
  const reached = (level: BookLevel) =>
    side === 'bids' ? Number(level.price) >= price : Number(level.price) <= price;
  const level = plot.levels[side].findLast(reached) ?? plot.levels[side][0];
  if (level === undefined) return undefined;
  const at = Number(level.price);
  return {
    side,
    x: plot.xOf(at),
    y: plot.yOf(Number(level.total)),
    price: level.price,
    total: level.total,
    fromMiddle: (at - plot.middle) / plot.middle,
  };
}

type Scale = Pick<DepthPlot, 'xOf' | 'yOf' | 'width' | 'height'>;
/** Steps, because an amount is at its price, not between prices. */
function sideOf(levels: readonly BookLevel[], edgeX: number, { xOf, yOf, height }: Scale): DepthSide {
  const points: string[] = [];
  let y = height;
  for (const level of levels) {
    const x = xOf(Number(level.price)).toFixed(1);
    points.push(`${x},${y.toFixed(1)}`);
    y = yOf(Number(level.total));
    points.push(`${x},${y.toFixed(1)}`);
  }
  points.push(`${edgeX},${y.toFixed(1)}`);
  const first = points[0]?.split(',')[0] ?? '0';
  return {
    line: `M${points.join('L')}`,
    area: `M${points.join('L')}L${edgeX},${height}L${first},${height}Z`,
  };
}

function amountLines(top: number): number[] {
  const rough = top / (AMOUNT_LINES + 1);
  const power = 10 ** Math.floor(Math.log10(rough));
  const step = ([1, 2, 5, 10].find((factor) => factor * power >= rough) ?? 10) * power;
  return Array.from({ length: Math.floor(top / step) }, (_, i) => Number(((i + 1) * step).toPrecision(6)));
}
