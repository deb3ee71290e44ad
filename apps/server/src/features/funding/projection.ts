/**
 * Writes the tables of money in and out: every deposit, withdrawal, hold and chain as it now is.
 */
import type { CoreEvent } from '@glasshouse/core';
import type {
  ColumnType,
  ColumnValue,
  Projection,
  ProjectionTable,
  RowCollector,
} from '../../pipeline/projection.ts';
import { totalsProjection } from '../../pipeline/totals.ts';

type Row = Readonly<Record<string, ColumnValue>>;

/** A table of objects: one row each, by the key, as the last event reported it. */
function objects(table: ProjectionTable, rowOf: (event: CoreEvent) => Row | null): Projection {
  return {
    table,
    forget: null,
    collect(): RowCollector {
      const rows = new Map<string, Row>();
      return {
        add(event, { seq }) {
          const row = rowOf(event);
          if (row === null) return;
          rows.set(table.key.map((column) => row[column]).join('/'), { ...row, changed_seq: seq });
        },
        rows: () => [...rows.values()],
      };
    },
  };
}

const depositsProjection = objects(
  {
    name: 'funding_deposits',
    columns: {
      deposit_id: 'bigint',
      owner: 'bigint',
      chain: 'smallint',
      asset: 'integer',
      amount: 'bigint',
      rest: 'bigint',
      txid: 'text',
      output: 'bigint',
      status: 'smallint',
      credited_ms: 'bigint',
      changed_seq: 'bigint',
    },
    key: ['deposit_id'],
    onConflict: { update: ['status', 'changed_seq'] },
  },
  (event) => {
    if (event.type !== 'deposit-changed') return null;
    const { deposit, owner, chain, asset, amount, rest, txid, output, status, creditedMs } = event;
    const credited = { deposit_id: deposit, owner, chain, asset, amount, rest, txid, output };
    return { ...credited, status, credited_ms: creditedMs };
  },
);

const withdrawalsProjection = objects(
  {
    name: 'funding_withdrawals',
    columns: {
      withdrawal_id: 'bigint',
      owner: 'bigint',
      chain: 'smallint',
      asset: 'integer',
      amount: 'bigint',
      fee: 'bigint',
      address: 'text',
      memo: 'text',
      status: 'smallint',
      requested_ms: 'bigint',
      changed_ms: 'bigint',
      txid: 'text',
      output: 'bigint',
      cost: 'bigint',
      cost_rest: 'bigint',
      changed_seq: 'bigint',
    },
    key: ['withdrawal_id'],
    // The other columns come from the request and never change.
    onConflict: {
      update: ['status', 'changed_ms', 'txid', 'output', 'cost', 'cost_rest', 'changed_seq'],
    },
  },
  (event) => {
    if (event.type !== 'withdrawal-changed') return null;
    const { withdrawal, owner, chain, asset, amount, fee, address, memo, txid, output, cost } = event;
    const requested = { withdrawal_id: withdrawal, owner, chain, asset, amount, fee, address, memo };
    const { status, requestedMs, changedMs, costRest } = event;
    const state = { status, requested_ms: requestedMs, changed_ms: changedMs };
    return { ...requested, ...state, txid, output, cost, cost_rest: costRest };
  },
);

const holdsProjection = objects(
  {
    name: 'funding_holds',
    columns: {
      hold_id: 'bigint',
      owner: 'bigint',
      asset: 'integer',
      reason: 'smallint',
      units: 'bigint',
      until_ms: 'bigint',
      changed_seq: 'bigint',
    },
    key: ['hold_id'],
    onConflict: { update: ['units', 'until_ms', 'changed_seq'] },
  },
  (event) => {
    if (event.type !== 'hold-changed') return null;
    const { hold, owner, asset, reason, units, untilMs } = event;
    return { hold_id: hold, owner, asset, reason, units, until_ms: untilMs };
  },
);

const CHAIN_COIN_STATE: Readonly<Record<string, ColumnType>> = {
  rest_decimals: 'smallint',
  rest: 'bigint',
  cost_asset: 'integer',
  fee: 'bigint',
  min_amount: 'bigint',
  max_amount: 'bigint',
  status: 'smallint',
  changed_seq: 'bigint',
};
const chainCoinsProjection = objects(
  {
    name: 'funding_chain_coins',
    columns: { chain: 'smallint', asset: 'integer', ...CHAIN_COIN_STATE },
    key: ['chain', 'asset'],
    onConflict: { update: Object.keys(CHAIN_COIN_STATE) },
  },
  (event) => {
    if (event.type !== 'chain-coin-changed') return null;
    const { chain, asset, restDecimals, rest, costAsset, fee, minAmount, maxAmount, status } = event;
    const counted = { chain, asset, rest_decimals: restDecimals, rest, cost_asset: costAsset };
    return { ...counted, fee, min_amount: minAmount, max_amount: maxAmount, status };
  },
);

const FIRST_STATUS = 0;

export const depositTotals = totalsProjection(
  { name: 'funding_deposit_totals', key: { asset: 'integer' }, sums: ['deposits'] },
  (event, add) => {
    if (event.type === 'deposit-changed' && event.status === FIRST_STATUS)
      add({ owner: event.owner, asset: event.asset, deposits: 1 });
  },
);

export const withdrawalTotals = totalsProjection(
  { name: 'funding_withdrawal_totals', key: { asset: 'integer' }, sums: ['withdrawals'] },
  (event, add) => {
    if (event.type === 'withdrawal-changed' && event.status === FIRST_STATUS)
      add({ owner: event.owner, asset: event.asset, withdrawals: 1 });
  },
);

export const createProjections = (): readonly Projection[] => [
  depositsProjection,
  withdrawalsProjection,
  holdsProjection,
  chainCoinsProjection,
  depositTotals,
  withdrawalTotals,
];
