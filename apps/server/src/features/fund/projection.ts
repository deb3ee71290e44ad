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
  buyNav: 'buy_nav',
  boughtMs: 'bought_ms',
  notional: 'notional',
  margin: 'margin',
  buyFee: 'buy_fee',
  sellFeePpm: 'sell_fee_ppm',
  exitFeePpm: 'exit_fee_ppm',
  lendingDailyPpb: 'lending_daily_ppb',
  maintenance: 'maintenance',
  cover: 'cover',
  days: 'days',
  interest: 'interest',
  liquidationNav: 'liquidation_nav',
  limitNav: 'limit_nav',
  shortAction: 'short_action',
  status: 'status',
  closeNav: 'close_nav',
  closedMs: 'closed_ms',
  closeFee: 'close_fee',
  payout: 'payout',
} as const satisfies Record<keyof Omit<HoldingChanged, 'type'>, string>;

export type HoldingField = keyof typeof HOLDING_COLUMNS;
export const HOLDING_FIELDS = Object.keys(HOLDING_COLUMNS) as readonly HoldingField[];

const SMALL: ReadonlySet<string> = new Set(['leverage', 'short_action', 'status']);
const MIDDLE: ReadonlySet<string> = new Set([
  'fund',
  'quote',
  'revision',
  'sell_fee_ppm',
  'exit_fee_ppm',
  'lending_daily_ppb',
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
    // The terms of a purchase never change.
    onConflict: {
      update: [
        'revision',
        'days',
        'interest',
        'liquidation_nav',
        'limit_nav',
        'short_action',
        'status',
        'close_nav',
        'closed_ms',
        'close_fee',
        'payout',
        'changed_seq',
      ],
    },
  },
  forget: null,
  collect: collectHoldings,
};

/** Of what is bought and of what has ended; other changes keep the status. */
export const holdingTotals = totalsProjection(
  { name: 'fund_holding_totals', key: { status: 'smallint' }, sums: ['holdings'] },
  (event, add) => {
    if (event.type !== 'holding-changed') return;
    const { owner, status, revision } = event;
    const { holding } = HOLDING_STATUS;
    if (revision === 1 || status !== holding) add({ owner, status, holdings: 1 });
    if (status !== holding) add({ owner, status: holding, holdings: -1 });
  },
);

export const fundProjections: readonly Projection[] = [holdingsProjection, holdingTotals];

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
