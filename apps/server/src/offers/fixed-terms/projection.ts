/** Writes orders of fixed terms as a batch leaves them, and how many of each state an owner has. */
import type { Projection, RowCollector } from '../../pipeline/projection.ts';
import { totalsProjection } from '../../pipeline/totals.ts';
import type { FixedTermFields } from './rows.ts';
import { orderOf, type FixedTermSource } from './source.ts';

export function fixedTermProjections(source: FixedTermSource): { orders: Projection; totals: Projection } {
  return { orders: ordersProjection(source), totals: totalsOf(source) };
}

function ordersProjection(source: FixedTermSource): Projection {
  return {
    table: {
      name: source.orders,
      columns: {
        order_id: 'bigint',
        owner: 'bigint',
        offer: 'integer',
        place: 'bigint',
        asset: 'integer',
        amount: 'bigint',
        daily_rate_ppb: 'bigint',
        days: 'integer',
        interest: 'bigint',
        bought_ms: 'bigint',
        due_ms: 'bigint',
        status: 'smallint',
        ended_ms: 'bigint',
        changed_seq: 'bigint',
      },
      key: ['order_id'],
      // The terms never change.
      onConflict: { update: ['status', 'ended_ms', 'changed_seq'] },
    },
    forget: null,
    collect(): RowCollector {
      const rows = new Map<number, ReturnType<RowCollector['rows']>[number]>();
      return {
        add(event, { seq }) {
          const order = orderOf(source, event);
          if (order !== null) rows.set(order.order, rowOf(order, seq));
        },
        rows: () => [...rows.values()],
      };
    },
  };
}

function rowOf(order: FixedTermFields, changed_seq: number) {
  return {
    order_id: order.order,
    owner: order.owner,
    offer: order.offer,
    place: order.place,
    asset: order.asset,
    amount: order.amount,
    daily_rate_ppb: order.dailyRatePpb,
    days: order.days,
    interest: order.interest,
    bought_ms: order.boughtMs,
    due_ms: order.dueMs,
    status: order.status,
    ended_ms: order.endedMs,
    changed_seq,
  };
}

/** An order that changes its state leaves the one before. */
function totalsOf(source: FixedTermSource): Projection {
  const { totals: name, states } = source;
  return totalsProjection({ name, key: { status: 'smallint' }, sums: ['orders'] }, (event, add) => {
    const order = orderOf(source, event);
    if (order === null) return;
    const { owner, status } = order;
    const before = states[status]?.follows ?? null;
    if (before !== null) add({ owner, status: before, orders: -1 });
    add({ owner, status, orders: 1 });
  });
}
