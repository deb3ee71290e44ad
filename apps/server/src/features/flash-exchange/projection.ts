/** Writes exchanges, which never change. */
import type { Projection, RowCollector } from '../../pipeline/projection.ts';
import { totalsProjection } from '../../pipeline/totals.ts';

const exchangesProjection: Projection = {
  table: {
    name: 'flash_exchanges',
    columns: {
      exchange_id: 'bigint',
      owner: 'bigint',
      pay_asset: 'integer',
      pay: 'bigint',
      receive_asset: 'integer',
      receive: 'bigint',
      exchanged_ms: 'bigint',
      seq: 'bigint',
    },
    key: ['exchange_id'],
    onConflict: 'insert',
  },
  forget: null,
  collect: collectExchanges,
};

export const exchangeTotals = totalsProjection(
  { name: 'flash_exchange_totals', key: { pay_asset: 'integer' }, sums: ['exchanges'] },
  (event, add) => {
    if (event.type === 'coins-exchanged')
      add({ owner: event.owner, pay_asset: event.payAsset, exchanges: 1 });
  },
);

export const createProjections = (): readonly Projection[] => [exchangesProjection, exchangeTotals];

function collectExchanges(): RowCollector {
  const rows: ReturnType<RowCollector['rows']>[number][] = [];
  return {
    add(event, { seq }) {
      if (event.type !== 'coins-exchanged') return;
      const { exchange, owner, payAsset, pay, receiveAsset, receive, exchangedMs } = event;
      const paid = { exchange_id: exchange, owner, pay_asset: payAsset, pay };
      rows.push({ ...paid, receive_asset: receiveAsset, receive, exchanged_ms: exchangedMs, seq });
    },
    rows: () => rows,
  };
}
