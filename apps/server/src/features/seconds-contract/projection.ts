/** Writes positions: every seconds contract as the batch leaves it. */
import type { Projection, RowCollector } from '../../pipeline/projection.ts';
import { totalsProjection } from '../../pipeline/totals.ts';

const positionsProjection: Projection = {
  table: {
    name: 'positions',
    columns: {
      position_id: 'bigint',
      owner: 'bigint',
      market: 'integer',
      direction: 'smallint',
      stake: 'bigint',
      fee: 'bigint',
      fee_rate_ppm: 'bigint',
      profit_rate_ppm: 'bigint',
      seconds: 'integer',
      accepted_ms: 'bigint',
      open_tick: 'bigint',
      open_ms: 'bigint',
      open_price: 'bigint',
      due_ms: 'bigint',
      finish_tick: 'bigint',
      finish_ms: 'bigint',
      finish_price: 'bigint',
      status: 'smallint',
      result: 'smallint',
      reason: 'smallint',
      changed_seq: 'bigint',
    },
    key: ['position_id'],
    // The terms agreed at the opening (stake, rates, duration) never change.
    onConflict: {
      update: [
        'open_tick',
        'open_ms',
        'open_price',
        'due_ms',
        'finish_tick',
        'finish_ms',
        'finish_price',
        'status',
        'result',
        'reason',
        'changed_seq',
      ],
    },
  },
  forget: null,
  collect: collectPositions,
};

const HOLDING = 0;

export const positionTotals = totalsProjection(
  { name: 'position_totals', key: { market: 'integer' }, sums: ['positions'] },
  (event, add) => {
    if (event.type === 'position-changed' && event.status !== HOLDING)
      add({ owner: event.owner, market: event.market, positions: 1 });
  },
);

export const createProjections = (): readonly Projection[] => [positionsProjection, positionTotals];

function collectPositions(): RowCollector {
  const rows = new Map<number, ReturnType<RowCollector['rows']>[number]>();
  return {
    add(event, { seq }) {
      if (event.type !== 'position-changed') return;
      rows.set(event.position, {
        position_id: event.position,
        owner: event.owner,
        market: event.market,
        direction: event.direction,
        stake: event.stake,
        fee: event.fee,
        fee_rate_ppm: event.feeRatePpm,
        profit_rate_ppm: event.profitRatePpm,
        seconds: event.seconds,
        accepted_ms: event.acceptedMs,
        open_tick: event.openTick,
        open_ms: event.openMs,
        open_price: event.openPrice,
        due_ms: event.dueMs,
        finish_tick: event.finishTick,
        finish_ms: event.finishMs,
        finish_price: event.finishPrice,
        status: event.status,
        result: event.result,
        reason: event.reason,
        changed_seq: seq,
      });
    },
    rows: () => [...rows.values()],
  };
}
