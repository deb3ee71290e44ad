/** The tools with which a user draws on the chart. */

/** Those that the chart library has; the build leaves its others out. */
export const LIBRARY_TOOLS = [
  'segment',
  'straightLine',
  'horizontalStraightLine',
  'verticalStraightLine',
  'parallelStraightLine',
  'fibonacciLine',
  'brush',
] as const;
export const DRAW_TOOLS = [...LIBRARY_TOOLS, 'box', 'measure', 'note'] as const;
export type DrawTool = (typeof DRAW_TOOLS)[number];
