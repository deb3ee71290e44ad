/** Rules, views and conclusions of the watch; the office's page loads nothing else. */
export const WATCH_RULES = [
  'wash-trade',
  'ring',
  'structuring',
  'velocity',
  'shared-device',
  'identity-reuse',
] as const;
export type WatchRule = (typeof WATCH_RULES)[number];

export const WATCH_VIEWS = ['waiting', 'all'] as const;
export type WatchView = (typeof WATCH_VIEWS)[number];
export const WATCH_STATES = ['open', 'closed'] as const;
export type WatchState = (typeof WATCH_STATES)[number];

/** What operators found in the end. What was done to an account is an act of its own. */
export const WATCH_CONCLUSIONS = ['nothing', 'warned', 'restricted', 'reported'] as const;
export type WatchConclusion = (typeof WATCH_CONCLUSIONS)[number];

/** What rules measure. Of `BELOW` the threshold is the limit that it stays below. */
export const FIGURES = [
  'trades',
  'eachWay',
  'net',
  'share',
  'value',
  'members',
  'even',
  'belowLimit',
  'nearLimit',
  'shareOfMoves',
  'passes',
  'out',
  'traded',
  'accounts',
] as const;
export const BELOW: ReadonlySet<(typeof FIGURES)[number]> = new Set(['net', 'traded']);

export interface Figure {
  readonly figure: (typeof FIGURES)[number];
  /** 'usdt': in its smallest units. */
  readonly unit: 'count' | 'percent' | 'usdt';
  readonly is: number;
  /** Null: it is a fact that has none. */
  readonly threshold: number | null;
}
