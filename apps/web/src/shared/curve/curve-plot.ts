/** The positions of a curve in its box, in pixels. Pure geometry. */

export interface CurvePoint {
  readonly timeMs: number;
  /** Decimal text. */
  readonly value: string;
}
export interface Size {
  readonly width: number;
  readonly height: number;
}
export interface CurvePlot {
  readonly points: readonly { readonly x: number; readonly y: number }[];
  /** Lines of value, with their heights. */
  readonly levels: readonly { readonly value: number; readonly y: number }[];
  /** The difference between two levels. */
  readonly step: number;
  /** Times along the bottom. */
  readonly times: readonly { readonly timeMs: number; readonly x: number }[];
  readonly right: number;
  readonly bottom: number;
}

/** Room for the axes of value and time. */
const AXIS_RIGHT = 64;
export const AXIS_BOTTOM = 24;
const TOP = 10;
/** Without axes: room for the last point. */
const POINT_RIGHT = 4;
const POINT_BOTTOM = 2;
/** At most so many lines of value. */
const LEVELS_MAX = 4;
const TIMES = 5;
/** Half of what a flat line of zeros spans. */
const ROOM_MIN = 1e-8;

export function curvePlotOf(
  line: readonly CurvePoint[],
  { width, height }: Size,
  hasAxes: boolean,
): CurvePlot {
  const right = Math.max(1, width - (hasAxes ? AXIS_RIGHT : POINT_RIGHT));
  const bottom = Math.max(1, height - (hasAxes ? AXIS_BOTTOM : POINT_BOTTOM));
  const values = line.map(({ value }) => Number(value));
  const [low, high] = paddedRange(Math.min(...values), Math.max(...values));
  const [fromMs, toMs] = [line[0]?.timeMs ?? 0, line.at(-1)?.timeMs ?? 1];
  const x = (timeMs: number) => ((timeMs - fromMs) / Math.max(1, toMs - fromMs)) * right;
  const y = (value: number) => TOP + (1 - (value - low) / (high - low)) * (bottom - TOP);
  const gap = (line.length - 1) / (TIMES - 1);
  const marked = [...new Set(Array.from({ length: TIMES }, (_, at) => Math.round(at * gap)))];
  return {
    points: line.map(({ timeMs }, at) => ({ x: x(timeMs), y: y(values[at]!) })),
    levels: levelsOf(low, high).map((value) => ({ value, y: y(value) })),
    step: stepOf(low, high),
    times: marked.map((at) => ({ timeMs: line[at]!.timeMs, x: x(line[at]!.timeMs) })),
    right,
    bottom,
  };
}

/** A flat line stands in the middle. */
function paddedRange(low: number, high: number): readonly [low: number, high: number] {
  const room = high > low ? (high - low) / 10 : Math.max(ROOM_MIN, Math.abs(high) / 100);
  return [low - room, high + room];
}

/** The index of the point next to a horizontal position. */
export function nearestPoint({ points }: Pick<CurvePlot, 'points'>, x: number): number {
  let nearest = 0;
  for (const [at, point] of points.entries())
    if (Math.abs(point.x - x) < Math.abs(points[nearest]!.x - x)) nearest = at;
  return nearest;
}

function stepOf(low: number, high: number): number {
  const rough = (high - low) / LEVELS_MAX;
  const power = 10 ** Math.floor(Math.log10(rough));
  return ([1, 2, 5].find((factor) => factor * power >= rough) ?? 10) * power;
}

/** Round values within a range: multiples of 1, 2 or 5 times a power of ten. */
export function levelsOf(low: number, high: number): readonly number[] {
  const step = stepOf(low, high);
  const first = Math.ceil(low / step);
  const count = Math.floor(high / step) - first + 1;
  return Array.from({ length: count }, (_, at) => (first + at) * step);
}
