/** Writes subscription_entries: every entry as it last was in the batch. */
import type { Projection, RowCollector } from '../../pipeline/projection.ts';

const entriesProjection: Projection = {
  table: {
    name: 'subscription_entries',
    columns: {
      entry_id: 'bigint',
      owner: 'bigint',
      asset: 'integer',
      amount: 'bigint',
      opened_ms: 'bigint',
      changed_seq: 'bigint',
    },
    key: ['entry_id'],
    onConflict: { update: ['amount', 'changed_seq'] },
  },
  forget: null,
  collect: collectEntries,
};

export const subscriptionProjections: readonly Projection[] = [entriesProjection];

function collectEntries(): RowCollector {
  const rows = new Map<number, ReturnType<RowCollector['rows']>[number]>();
  return {
    add(event, { seq }) {
      if (event.type !== 'subscription-changed') return;
      rows.set(event.entry, {
        entry_id: event.entry,
        owner: event.owner,
        asset: event.asset,
        amount: event.amount,
        opened_ms: event.openedMs,
        changed_seq: seq,
      });
    },
    rows: () => [...rows.values()],
  };
}
