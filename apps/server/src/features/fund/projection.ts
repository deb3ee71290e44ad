/**
 * Writes fund_holdings, every holding as the batch leaves it, and how many an owner has by status.
 */
import { HOLDING_STATUS, type HoldingChanged } from '@glasshouse/core';
import type { Projection, RowCollector } from '../../pipeline/projection.ts';
import { totalsProjection } from '../../pipeline/totals.ts';

/** Columns by field of the event, in the order of the table. */
export const HOLDING_COLUMNS = {
  holding: 'holding_id',
  owner: 'owner',
  fund: 'fund',
  quote: 'quote',
  revision: 'revision',
  units: 'units',
  leverage: 'leverage',
  acceptedMs: 'accepted_ms',
  maxNav: 'max_nav',
  buyNav: 'buy_nav',
  boughtMs: 'bought_ms',
  notional: 'notional',
  margin: 'margin',
  buyFee: 'buy_fee',
  buyFeePpm: 'buy_fee_ppm',
  sellFeePpm: 'sell_fee_ppm',
  exitFeePpm: 'exit_fee_ppm',
  lendingDailyPpb: 'lending_daily_ppb',
  maintenancePpm: 'maintenance_ppm',
  coverPpm: 'cover_ppm',
  maintenance: 'maintenance',
  cover: 'cover',
  days: 'days',
  interest: 'interest',
  liquidationNav: 'liquidation_nav',
  limitNav: 'limit_nav',
  orderedEnd: 'ordered_end',
  orderedMs: 'ordered_ms',
  minNav: 'min_nav',
  reason: 'reason',
  status: 'status',
  closeNav: 'close_nav',
  closedMs: 'closed_ms',
  closeFee: 'close_fee',
  payout: 'payout',
  paidInCoins: 'paid_in_coins',
} as const satisfies Record<keyof Omit<HoldingChanged, 'type'>, string>;

export type HoldingField = keyof typeof HOLDING_COLUMNS;
export const HOLDING_FIELDS = Object.keys(HOLDING_COLUMNS) as readonly HoldingField[];

/** The revision of a holding's event that says whether its order was filled. */
const FILLED_REVISION = 2;

const SMALL: ReadonlySet<string> = new Set(['leverage', 'ordered_end', 'reason', 'status']);
const MIDDLE: ReadonlySet<string> = new Set([
  'fund',
  'quote',
  'revision',
  'buy_fee_ppm',
  'sell_fee_ppm',
  'exit_fee_ppm',
  'lending_daily_ppb',
  'maintenance_ppm',
  'cover_ppm',
  'days',
]);
const typeOf = (column: string) =>
  SMALL.has(column) ? 'smallint' : MIDDLE.has(column) ? 'integer' : ('bigint' as const);

const holdingsProjection: Projection = {
  table: {
    name: 'fund_holdings',
    columns: {
      ...Object.fromEntries(Object.values(HOLDING_COLUMNS).map((column) => [column, typeOf(column)])),
      changed_seq: 'bigint',
    },
    key: ['holding_id'],
    // The terms of an order never change.
    onConflict: {
      update: [
        'revision',
        'buy_nav',
        'bought_ms',
        'notional',
        'margin',
        'buy_fee',
        'maintenance',
        'cover',
        'days',
        'interest',
        'liquidation_nav',
        'limit_nav',
        'ordered_end',
        'ordered_ms',
        'min_nav',
        'reason',
        'status',
        'close_nav',
        'closed_ms',
        'close_fee',
        'payout',
        'paid_in_coins',
        'changed_seq',
      ],
    },
  },
  forget: null,
  collect: collectHoldings,
};

/**
 * Counts of holdings by status. The status changes only when an order is accepted, when it is
 * filled, and when the holding ends.
 */
export const holdingTotals = totalsProjection(
  { name: 'fund_holding_totals', key: { status: 'smallint' }, sums: ['holdings'] },
  (event, add) => {
    if (event.type !== 'holding-changed') return;
    const { owner, status, revision } = event;
    const { waiting, holding, notFilled } = HOLDING_STATUS;
    // The second report of an order is what became of it.
    const isNew = status !== holding || revision === FILLED_REVISION;
    if (isNew) add({ owner, status, holdings: 1 });
    if (revision === FILLED_REVISION) add({ owner, status: waiting, holdings: -1 });
    else if (status !== waiting && status !== notFilled && status !== holding)
      add({ owner, status: holding, holdings: -1 });
  },
);

export const createProjections = (): readonly Projection[] => [holdingsProjection, holdingTotals];

function collectHoldings(): RowCollector {
  const rows = new Map<number, ReturnType<RowCollector['rows']>[number]>();
  return {
    add(event, { seq }) {
      if (event.type !== 'holding-changed') return;
      const values = HOLDING_FIELDS.map((field) => [HOLDING_COLUMNS[field], event[field]]);
      rows.set(event.holding, { ...Object.fromEntries(values), changed_seq: seq });
    },
    rows: () => [...rows.values()],
  };
}
