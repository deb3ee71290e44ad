/** The event of seconds contracts. */

/**
 * A position after a change. status: 0 holding, 1 completed, 2 liquidated. result: 0 none yet, 1
 * win, 2 lose, 3 draw. Ticks and times are 0 until known. reason (status 2): 0 none, 1 no opening
 * tick in time, 2 no closing tick in time.
 */
export interface PositionChanged {
  readonly type: 'position-changed';
  readonly position: number;
  readonly owner: number;
  readonly market: number;
  readonly direction: number;
  readonly stake: number;
  readonly fee: number;
  readonly feeRatePpm: number;
  readonly profitRatePpm: number;
  readonly seconds: number;
  readonly acceptedMs: number;
  readonly openTick: number;
  readonly openMs: number;
  readonly openPrice: number;
  readonly dueMs: number;
  readonly finishTick: number;
  readonly finishMs: number;
  readonly finishPrice: number;
  readonly status: number;
  readonly result: number;
  readonly reason: number;
}
