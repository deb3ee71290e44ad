/** The public exports of seconds contracts. */
export { CONTRACT_BOUNDS, DURATION_BOUNDS, DURATIONS_MAX } from './bounds.ts';
export { DIRECTION, type DefineSecondsContract, type OpenPosition } from './commands.ts';
export type { PositionChanged } from './events.ts';
export { RESULT, resultOf } from './position.ts';
