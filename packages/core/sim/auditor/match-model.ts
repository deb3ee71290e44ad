/**
 * What an order of the auditor's model meets: its fills, and what self-trade prevention does. Walks
 * the queue order by order and part by part.
 */
import type { ModelOrder } from './model-order.ts';
import { FIRED_ROUNDS, MEETS_MAX, shownOf } from './reach.ts';

/** Why a match ends before the order and the other side do. */
export type MatchEnd = 'own-order' | 'full' | null;

interface Fill {
  readonly maker: ModelOrder;
  lots: number;
}

export interface Match {
  readonly fills: readonly Fill[];
  /** Own orders that it takes from the book. */
  readonly taken: readonly ModelOrder[];
  /** Own orders that rest on with fewer lots, and the lots that they lose. */
  readonly reduced: readonly Fill[];
  readonly left: number;
  readonly prevented: number;
  readonly end: MatchEnd;
}

/**
 * Matches `lots` of an order with the queue of the other side, best first, up to a price. Takes the
 * lots of fills from the makers; the caller does everything else. `nextTime` gives the time at
 * which an order comes to rest.
 */
// oxlint-disable-next-line complexity, max-lines-per-function -- The rule read from the top.
export function matchOf(
  order: ModelOrder,
  queue: ModelOrder[],
  {
    limit,
    lots,
    nextTime,
  }: { readonly limit: number; readonly lots: number; readonly nextTime: () => number },
): Match {
  let left = lots;
  let prevented = 0;
  let end: MatchEnd = null;
  // A stop that fires goes on after its first 500 orders.
  let rounds = order.firedTick > 0 ? FIRED_ROUNDS : 1;
  const met = new Set<ModelOrder>();
  const [fills, reduced]: [Fill[], Fill[]] = [[], []];
  // The further parts of an iceberg trade as one.
  const further = new Map<ModelOrder, Fill>();
  const taken: ModelOrder[] = [];
  for (let maker = queue.shift(); maker !== undefined; maker = queue.shift()) {
    const isBeyond = order.side === 0 ? maker.price > limit : maker.price < limit;
    if (left === 0 || isBeyond) break;
    if (met.size === MEETS_MAX && !met.has(maker)) {
      if (--rounds === 0) {
        end = 'full';
        break;
      }
      met.clear();
      further.clear();
    }
    const isFurther = met.has(maker);
    met.add(maker);
    if (maker.owner === order.owner && order.selfTrade === 4) {
      const lost = Math.min(left, maker.open);
      left -= lost;
      prevented += lost;
      if (left === 0) end = 'own-order';
      if (lost === maker.open) taken.push(maker);
      else reduced.push({ maker, lots: lost });
      continue;
    }
    if (maker.owner === order.owner && order.selfTrade !== 0) {
      if (order.selfTrade !== 2) end = 'own-order';
      if (order.selfTrade !== 1) taken.push(maker);
      if (order.selfTrade !== 2) break;
      continue;
    }
    const traded = Math.min(left, shownOf(maker));
    left -= traded;
    maker.shown -= maker.visible > 0 ? traded : 0;
    maker.open -= traded;
    const fill = further.get(maker) ?? { maker, lots: 0 };
    if (fill.lots === 0) fills.push(fill);
    if (isFurther) further.set(maker, fill);
    fill.lots += traded;
    if (maker.visible > 0 && maker.shown === 0 && maker.open > 0) {
      // The next part waits behind all others of its price.
      maker.shown = Math.min(maker.visible, maker.open);
      maker.rested = nextTime();
      const { price } = maker;
      const behind = queue.findLastIndex((other) => other.price === price);
      queue.splice(behind + 1, 0, maker);
    }
  }
  return { fills, taken, reduced, left, prevented, end };
}
