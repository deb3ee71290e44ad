/**
 * Places the texts of the tick chart so that none covers the line of ticks, an edge or another
 * text: each at its preferred position, else at the nearest free one, else where it covers least.
 * Pure.
 */

export interface Box {
  readonly left: number;
  readonly top: number;
  readonly width: number;
  readonly height: number;
}
export interface LabelWish {
  readonly width: number;
  readonly height: number;
  /** Suitable left edges, the best first. */
  readonly lefts: readonly number[];
  readonly top: number;
  /** The vertical range: the first and the last top. */
  readonly from: number;
  readonly to: number;
}
/** The step from one tried top to the next. */
const STEP_PX = 4;
/** The covered area that costs as much as one pixel of distance. */
const COVER_PX2 = 0.1;
/** The penalty for the second-best left edge, as a distance. */
const SIDE_PX = 24;
/** Between a text and what is beside it. */
const GAP_PX = 3;

/** The positions of the labels, in their order. Earlier labels choose first. */
export function placeLabels(wishes: readonly LabelWish[], taken: readonly Box[]): readonly Box[] {
  const places: Box[] = [];
  for (const wish of wishes) places.push(bestPlace(wish, [...taken, ...places]));
  return places;
}

function bestPlace(wish: LabelWish, taken: readonly Box[]): Box {
  const { width, height } = wish;
  const tops = topsOf(wish);
  let best = { cost: Infinity, place: { left: wish.lefts[0] ?? 0, top: wish.top, width, height } };
  for (const [side, left] of wish.lefts.entries()) {
    const near = taken.filter(
      (box) => box.left < left + width + GAP_PX && box.left + box.width > left - GAP_PX,
    );
    for (const top of tops) {
      const place = { left, top, width, height };
      const moved = Math.abs(top - wish.top) + side * SIDE_PX;
      const cost = moved + covered(place, near) / COVER_PX2;
      if (cost < best.cost) best = { cost, place };
    }
  }
  return best.place;
}

function topsOf({ top, from, to }: LabelWish): readonly number[] {
  const last = Math.max(from, to);
  const count = Math.floor((last - from) / STEP_PX) + 1;
  const steps = Array.from({ length: count }, (_, i) => from + i * STEP_PX);
  return [Math.min(Math.max(top, from), last), ...steps, last];
}

/** The area of others that a text and its gap cover. */
function covered(text: Box, others: readonly Box[]): number {
  return others.reduce((sum, box) => {
    const width = shared([text.left, text.width], [box.left, box.width]);
    const height = shared([text.top, text.height], [box.top, box.height]);
    return sum + width * height;
  }, 0);
}

type Span = readonly [from: number, length: number];
function shared([from, length]: Span, [otherFrom, otherLength]: Span): number {
  const to = Math.min(from + length + GAP_PX, otherFrom + otherLength);
  return Math.max(0, to - Math.max(from - GAP_PX, otherFrom));
}

/** The boxes that cover a line, segment by segment. */
export function boxesOf(
  line: readonly { readonly x: number; readonly y: number }[],
  thickness: number,
): Box[] {
  return line.slice(1).map((to, i) => {
    const from = line[i] ?? to;
    return {
      left: Math.min(from.x, to.x) - thickness / 2,
      top: Math.min(from.y, to.y) - thickness / 2,
      width: Math.abs(to.x - from.x) + thickness,
      height: Math.abs(to.y - from.y) + thickness,
    };
  });
}

/**
 * The estimated width of a text in Inter with tabular figures; a Chinese character is as wide as it
 * is high.
 */
export function textWidth(text: string, size: number): number {
  const wide = text.replaceAll(/[^\u2e80-\uffff]/g, '').length;
  return (wide + (text.length - wide) * 0.6) * size;
}
