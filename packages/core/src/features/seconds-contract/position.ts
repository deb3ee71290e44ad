/** A position of a seconds contract, its states and its outcome. */
import type { OpenPosition } from './commands.ts';
import type { PositionChanged } from './events.ts';

const HOLDING = 0;
export const COMPLETED = 1;
export const LIQUIDATED = 2;

/** Actions of due positions: DueItem.action. */
export const DUE_ACTION = { open: 1, finish: 2, noOpeningTick: 3, noClosingTick: 4 } as const;

export const RESULT = { none: 0, win: 1, lose: 2, draw: 3 } as const;
export const CLOSE_REASON = { none: 0, noOpeningTick: 1, noClosingTick: 2 } as const;

/**
 * How late a tick may be (R11.6). After that, the platform closes the position and returns stake
 * and fee.
 */
export const TICK_GRACE_MS = 5000;

/** When the last tick that can end a position comes at the latest. */
export const latestEndOf = (seconds: number, acceptedMs: number): number =>
  acceptedMs + seconds * 1000 + 2 * TICK_GRACE_MS;

export type Position = { -readonly [K in keyof Omit<PositionChanged, 'type'>]: PositionChanged[K] };

/** The result of a position, from its direction (1 up, 2 down) and its two prices alone. */
export function resultOf(direction: number, openPrice: number, finishPrice: number): number {
  if (finishPrice === openPrice) return RESULT.draw;
  return finishPrice > openPrice === (direction === 1) ? RESULT.win : RESULT.lose;
}

/** The order in which snapshots write the fields. */
export const POSITION_FIELDS = [
  'position',
  'owner',
  'market',
  'direction',
  'stake',
  'fee',
  'feeRatePpm',
  'profitRatePpm',
  'seconds',
  'acceptedMs',
  'openTick',
  'openMs',
  'openPrice',
  'dueMs',
  'finishTick',
  'finishMs',
  'finishPrice',
  'status',
  'result',
  'reason',
] as const satisfies readonly (keyof Position)[];

/** A newly accepted position. Everything that ticks decide is unset. */
export function acceptedPosition(
  command: OpenPosition,
  terms: Pick<Position, 'position' | 'fee' | 'feeRatePpm' | 'profitRatePpm' | 'acceptedMs'>,
): Position {
  const { owner, market, direction, stake, seconds } = command;
  return {
    position: terms.position,
    owner,
    market,
    direction,
    stake,
    fee: terms.fee,
    feeRatePpm: terms.feeRatePpm,
    profitRatePpm: terms.profitRatePpm,
    seconds,
    acceptedMs: terms.acceptedMs,
    openTick: 0,
    openMs: 0,
    openPrice: 0,
    dueMs: 0,
    finishTick: 0,
    finishMs: 0,
    finishPrice: 0,
    status: HOLDING,
    result: RESULT.none,
    reason: CLOSE_REASON.none,
  };
}
