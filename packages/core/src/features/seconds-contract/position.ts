/** A position of a seconds contract, its states and its outcome. */
import type { OpenPosition } from './commands.ts';
import type { PositionChanged } from './events.ts';

const HOLDING = 0;
export const COMPLETED = 1;
export const LIQUIDATED = 2;

/** What becomes of a position whose tick has come: DueItem.action. */
export const DUE_ACTION = { open: 1, finish: 2, noOpeningTick: 3, noClosingTick: 4 } as const;

export const RESULT = { none: 0, win: 1, lose: 2, draw: 3 } as const;
export const CLOSE_REASON = { none: 0, noOpeningTick: 1, noClosingTick: 2 } as const;

/** How long after it is due a tick may come (R11.6); later, the platform closes the position and gives all back. */
export const TICK_GRACE_MS = 5000;

export type Position = { -readonly [K in keyof Omit<PositionChanged, 'type'>]: PositionChanged[K] };

/** Right, wrong or equal, from the two prices and the direction (1 up, 2 down): the whole of the rule. */
export function resultOf(direction: number, openPrice: number, finishPrice: number): number {
  if (finishPrice === openPrice) return RESULT.draw;
  return finishPrice > openPrice === (direction === 1) ? RESULT.win : RESULT.lose;
}

/** In the order in which snapshots write them. */
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

/** A position that was just accepted: everything that a tick decides is still open. */
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
