/** The positions of a line of NAVs in its chart. Pure geometry. */

export interface NavPoint {
  readonly timeMs: number;
  readonly value: string;
}
export interface NavPlot {
  readonly points: readonly { readonly x: number; readonly y: number }[];
  readonly levels: readonly { readonly value: number; readonly y: number }[];
  readonly times: readonly { readonly timeMs: number; readonly x: number }[];
  readonly right: number;
  readonly bottom: number;
}

const AXIS_RIGHT = 60;
export const AXIS_BOTTOM = 24;
const TOP = 8;
const LEVELS = 4;
const TIMES = 4;

export function navPlotOf(
  line: readonly NavPoint[],
  { width, height }: { readonly width: number; readonly height: number },
  isSmall: boolean,
): NavPlot {
  const right = Math.max(1, width - (isSmall ? 4 : AXIS_RIGHT));
  const bottom = Math.max(1, height - (isSmall ? 2 : AXIS_BOTTOM));
  const values = line.map(({ value }) => Number(value));
  const [least, most] = [Math.min(...values), Math.max(...values)];
  const room = most > least ? (most - least) / 12 : Math.max(most / 100, 1e-8);
  const [low, high] = [least - room, most + room];
  const [fromMs, toMs] = [line[0]?.timeMs ?? 0, line.at(-1)?.timeMs ?? 1];
  const x = (timeMs: number) => ((timeMs - fromMs) / Math.max(1, toMs - fromMs)) * right;
  const y = (value: number) => TOP + (1 - (value - low) / (high - low)) * (bottom - TOP);
  const marked = Array.from({ length: TIMES }, (_, at) => Math.round((at * (line.length - 1)) / (TIMES - 1)));
  return {
    points: line.map(({ timeMs }, at) => ({ x: x(timeMs), y: y(values[at]!) })),
    levels: Array.from({ length: LEVELS }, (_, at) => low + ((at + 0.5) * (high - low)) / LEVELS).map(
      (value) => ({ value, y: y(value) }),
    ),
    times: [...new Set(marked)].map((at) => ({ timeMs: line[at]!.timeMs, x: x(line[at]!.timeMs) })),
    right,
    bottom,
  };
}

/** The index of the point next to a horizontal position. */
export function nearestOf({ points }: NavPlot, x: number): number {
  let nearest = 0;
  for (const [at, point] of points.entries())
    if (Math.abs(point.x - x) < Math.abs(points[nearest]!.x - x)) nearest = at;
  return nearest;
}
