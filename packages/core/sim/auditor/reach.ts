/** How much an order of the auditor's model could trade now. */
import type { AuditedMarket } from './markets.ts';
import type { ModelOrder } from './model-order.ts';

export const MEETS_MAX = 500;
/** A stop that fires meets so many times as many. */
export const FIRED_ROUNDS = 10;

/** The resting orders of one side by price, best first, each in queue order. */
export type Levels = readonly (readonly [price: number, orders: readonly ModelOrder[]])[];

/** Given by lots, by a total, or by both. */
export interface Wanted {
  readonly limit: number;
  readonly lots?: number;
  readonly total?: bigint;
  /** Whether what icebergs hide counts. */
  readonly countsHidden?: boolean;
}

export interface Reach {
  readonly lots: number;
  readonly cost: bigint;
  readonly isEnough: boolean;
  readonly hasOwn: boolean;
  readonly hasOthers: boolean;
}

/** The lots that an order shows in the book. */
export const shownOf = (order: ModelOrder): number => (order.visible > 0 ? order.shown : order.open);

/**
 * The best price at which the order could trade: without its owner's orders where they do not trade
 * with it, unless there are no others. There is at least one level.
 */
export function bestOf(levels: Levels, { owner, selfTrade }: ModelOrder): number {
  const others = levels.find(([, resting]) => selfTrade === 0 || resting.some((one) => one.owner !== owner));
  return (others ?? levels[0]!)[0];
}

/** Level by level. */
// oxlint-disable-next-line complexity, max-params -- Follows the order of the feature page.
export function reachOf(levels: Levels, order: ModelOrder, market: AuditedMarket, wanted: Wanted): Reach {
  let [lots, cost, met] = [0, 0n, 0];
  let [hasOwn, hasOthers] = [false, false];
  // A fill-or-kill order (time in force 2) must trade all of its lots with others.
  const takesOwn = order.selfTrade === 4 && order.timeInForce !== 2;
  for (const [price, orders] of levels) {
    if (order.side === 0 ? price > wanted.limit : price < wanted.limit) break;
    const bounds = [
      ...(wanted.lots === undefined ? [] : [wanted.lots - lots]),
      ...(wanted.total === undefined ? [] : [market.lotsFor(wanted.total - cost, price)]),
    ];
    const bound = Math.min(...bounds);
    let here = 0;
    let hidden = 0;
    let isStopped = false;
    for (const resting of orders) {
      const { open } = resting;
      const shown = shownOf(resting);
      if (here >= bound) break;
      isStopped = met >= MEETS_MAX * (order.firedTick > 0 ? FIRED_ROUNDS : 1);
      const isOwn = resting.owner === order.owner && order.selfTrade !== 0;
      if (isOwn && !isStopped) hasOwn = true;
      if (isOwn && order.selfTrade !== 2 && !takesOwn) isStopped = true;
      if (isStopped) break;
      met++;
      if (isOwn) {
        if (takesOwn) here += open;
        continue;
      }
      hasOthers = true;
      here += shown;
      hidden += open - shown;
    }
    // What is hidden trades after all that the price shows, and meets no further orders.
    if (!isStopped && wanted.countsHidden === true) here += hidden;
    here = Math.min(here, bound);
    lots += here;
    cost += market.needed(0, price, here);
    if (here === bound) return { lots, cost, isEnough: true, hasOwn, hasOthers };
    if (isStopped) break;
  }
  return { lots, cost, isEnough: false, hasOwn, hasOthers };
}
