/** Projects points of the glass house's space onto the picture. */

const UNIT_PX = 66;
const DEGREE = Math.PI / 180;
const AXIS_X = [Math.cos(20 * DEGREE), Math.sin(20 * DEGREE)] as const;
const AXIS_Y = [-0.82 * Math.cos(37 * DEGREE), 0.82 * Math.sin(37 * DEGREE)] as const;

export type Point3 = readonly [x: number, y: number, z: number];
/** Side of the floor, height of the walls, height of the ridge. */
export const SIDE = 4;
export const WALL = 3;
export const RIDGE = 4.55;

export function project([x, y, z]: Point3): [number, number] {
  return [
    (x * AXIS_X[0] + y * AXIS_Y[0] - 0.57) * UNIT_PX,
    (x * AXIS_X[1] + y * AXIS_Y[1] - z * 0.92 - 0.2) * UNIT_PX,
  ];
}

/** The `points` attribute of a polygon or polyline. */
export function outline(...points: Point3[]): string {
  return points
    .map((point) =>
      project(point)
        .map((n) => n.toFixed(1))
        .join(','),
    )
    .join(' ');
}

/** The reserves at the base: x, y, height. */
export const RESERVES: readonly Point3[] = [
  [0.3, 0.3, 1],
  [1.55, 0.3, 0.8],
  [2.8, 0.3, 0.95],
  [0.3, 1.55, 0.7],
  [1.55, 1.55, 0.85],
  [2.8, 1.55, 0.6],
  [0.3, 2.8, 0.8],
  [1.55, 2.8, 0.5],
  [2.8, 2.8, 0.42],
];
/** The ledger tree on the middle floor, root first. */
export const TREE: readonly (readonly (readonly [number, number])[])[] = [
  [[2, 0.75]],
  [
    [1.2, 1.8],
    [2.8, 1.8],
  ],
  [
    [0.75, 2.9],
    [1.6, 2.9],
    [2.4, 2.9],
    [3.25, 2.9],
  ],
];
/** The pairs of nodes with an edge. */
export function treeEdges(): [readonly [number, number], readonly [number, number]][] {
  const [root = [], middle = [], leaves = []] = TREE;
  return [
    ...root.flatMap((a) => middle.map((b): [typeof a, typeof b] => [a, b])),
    ...middle.flatMap((a, i) => leaves.slice(i * 2, i * 2 + 2).map((b): [typeof a, typeof b] => [a, b])),
  ];
}

const TICK_FLOOR = 2.26;
const TICK_SHAPE = [
  0.5, 0.62, 0.85, 0.66, 0.6, 0.72, 0.5, 0.44, 0.42, 0.3, 0.38, 0.56, 0.6, 0.52, 0.66, 0.6, 0.78, 0.62, 0.5,
  0.4, 0.48, 0.36, 0.5, 0.62, 0.56, 0.7,
];
/** The line of ticks under the roof. `shape` holds values of 0 to 1. */
export function tickLine(shape: readonly number[] = TICK_SHAPE): Point3[] {
  return shape.map((value, i) => [
    0.4 + (i / Math.max(1, shape.length - 1)) * 3.2,
    2.6,
    TICK_FLOOR + 0.12 + value * 0.9,
  ]);
}
