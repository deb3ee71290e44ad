/**
 * Amends waiting orders and OCOs: replaces their terms under the same ids, as if they were placed
 * anew.
 */
import type { RefusalName } from '@glasshouse/protocol';
import type { Market } from '../../registry.ts';
import type { AmendConditional, AmendOco, PlaceConditional } from './commands.ts';
import {
  extraOf,
  isOffsetNear,
  isTrailing,
  ocoRefusal,
  ocoNeed,
  triggerRefusal,
  waitingNeed,
  waitingShape,
  waitingValue,
} from './conditional-terms.ts';
import type { Conditionals } from './conditionals.ts';
import type { OrderExtra } from './events.ts';
import type { Execution, SpotParts } from './execution.ts';
import type { OrderLists } from './order-lists.ts';
import { selfTradeOf, sideOf, timeInForceOf } from './order-flags.ts';
import { valueRefusal } from './terms.ts';
import * as REGISTRY from '../../registry.ts';
import * as EVENTS from './events.ts';
import * as RECORD from '../../matching/order-record.ts';
import * as SPOT_RECORD from './order-record.ts';

const { MARKET_STATUS } = REGISTRY;
const { ORDER_END, ORDER_STATUS } = EVENTS;
const { FIELDS, OWNER, PLACE, PLACE_MASK, QUANTITIES, SLOT_MASK } = RECORD;
const { FROZEN, IS_LINKED, IS_WAITING, PLACED_MS } = SPOT_RECORD;

interface Parts extends SpotParts {
  readonly conditionals: Conditionals;
  readonly execution: Execution;
  readonly lists: OrderLists;
}

export class StopAmendments {
  readonly #parts: Parts;

  constructor(parts: Parts) {
    this.#parts = parts;
  }

  /**
   * Checks in this order: order, kind, halt, shape, trigger, index of held owners, value, balance.
   * `timeMs` is the present.
   */
  amend(command: AmendConditional, timeMs: number): RefusalName | null {
    const { execution, held, pool, registry } = this.#parts;
    const { orders } = execution;
    const slot = orders.slotOfOwner(command);
    if (slot === 0) return 'spot/unknown-order';
    const place = pool.fields[(slot & SLOT_MASK) * FIELDS + PLACE]!;
    const extra = orders.extras.get(slot);
    if ((place & IS_WAITING) === 0 || (place & IS_LINKED) !== 0 || extra!.reachedTick > 0)
      return 'spot/cannot-amend';
    const market = registry.markets[(place & PLACE_MASK) >> 1]!;
    if (market.status !== MARKET_STATUS.trading) return market.closedRefusal;
    const { source, kind, expiresMs, clientOrderId } = extra!;
    const side = sideOf(place);
    const placed: PlaceConditional = {
      ...command,
      type: 'place-conditional',
      market: market.book.index,
      side,
      kind,
      source,
      expiresMs,
      clientOrderId,
      timeInForce: timeInForceOf(place),
      selfTrade: selfTradeOf(place),
    };
    const shape = waitingShape(placed, market) ?? triggerRefusal(placed, market);
    if (shape !== null) return shape;
    const owner = pool.fields[(slot & SLOT_MASK) * FIELDS + OWNER]!;
    if (held.isStale(owner, market, timeMs)) return 'spot/held-price';
    const amended = amendedExtra(extra!, extraOf(placed, market));
    if (!isOffsetNear(market, placed.offset, amended.trigger)) return 'spot/price-out-of-range';
    const refusal = valueRefusal(market, waitingValue(placed, market));
    if (refusal !== null) return refusal;
    const need = waitingNeed(placed, market);
    if (need < 0) return 'spot/above-maximum';
    if (!this.#covers(slot, market, need)) return 'wallet/insufficient-balance';
    const placedMs = pool.quantities[(slot & SLOT_MASK) * QUANTITIES + PLACED_MS]!;
    execution.forget(slot);
    const block = this.#leave(slot);
    this.#parts.conditionals.wait(slot, {
      block,
      market,
      side,
      price: command.price,
      lots: command.lots,
      frozen: need,
      flags: place & ~PLACE_MASK & ~IS_WAITING,
      timeMs: placedMs,
      extra: amended,
    });
    return null;
  }

  /**
   * Checks in this order: order, kind, halt, the terms of the OCO, price of held owners, balance.
   * `timeMs` is the present.
   */
  amendOco(command: AmendOco, timeMs: number): RefusalName | null {
    const { lists, execution, held, pool, registry } = this.#parts;
    const { orders } = execution;
    const named = orders.slotOfOwner(command);
    if (named === 0) return 'spot/unknown-order';
    const place = pool.fields[(named & SLOT_MASK) * FIELDS + PLACE]!;
    if ((place & IS_LINKED) === 0) return 'spot/cannot-amend';
    const other = pool.slotOf(orders.extras.get(named)!.partner);
    const isStop = (place & IS_WAITING) !== 0;
    const slots = isStop ? { stop: named, leg: other } : { stop: other, leg: named };
    if (orders.extras.get(slots.stop)!.reachedTick > 0) return 'spot/cannot-amend';
    const market = registry.markets[(place & PLACE_MASK) >> 1]!;
    if (market.status !== MARKET_STATUS.trading) return market.closedRefusal;
    const { source, listClientOrderId, clientOrderId: stopClientOrderId } = orders.extras.get(slots.stop)!;
    const { clientOrderId } = orders.extras.get(slots.leg)!;
    const names = { listClientOrderId, clientOrderId, stopClientOrderId };
    const pair = { ...command, ...names, side: sideOf(place), selfTrade: selfTradeOf(place), source };
    const refusal = ocoRefusal(pair, market);
    if (refusal !== null) return refusal;
    const owner = pool.fields[(named & SLOT_MASK) * FIELDS + OWNER]!;
    if (held.refusesOco(owner, market, { ...pair, timeMs })) return 'spot/held-price';
    const need = ocoNeed(pair, market);
    if (need < 0) return 'spot/above-maximum';
    const frozenOfLeg = pool.quantities[(slots.leg & SLOT_MASK) * QUANTITIES + FROZEN]!;
    if (!this.#covers(slots.stop, market, need - frozenOfLeg)) return 'wallet/insufficient-balance';
    const placedMs = pool.quantities[(named & SLOT_MASK) * QUANTITIES + PLACED_MS]!;
    execution.forget(slots.stop);
    const block = this.#leave(slots.stop);
    market.book.remove(slots.leg);
    this.#leave(slots.leg);
    lists.enter(slots, pair, { block, market, timeMs: placedMs });
    return null;
  }

  /** Whether the owner's available units and those that the order has frozen cover a need. */
  #covers(slot: number, market: Market, need: number): boolean {
    const { pool, conditionals } = this.#parts;
    const place = pool.fields[(slot & SLOT_MASK) * FIELDS + PLACE]!;
    const block = pool.fields[(slot & SLOT_MASK) * FIELDS + OWNER]!;
    const frozen = pool.quantities[(slot & SLOT_MASK) * QUANTITIES + FROZEN]!;
    return conditionals.available(block, market, sideOf(place)) + frozen >= need;
  }

  /**
   * Releases an order's frozen units and removes it from its owner's list. Indices and books have
   * dropped it already. Its slot stays allocated. Returns the owner's block.
   */
  #leave(slot: number): number {
    const { execution, pool } = this.#parts;
    const block = pool.fields[(slot & SLOT_MASK) * FIELDS + OWNER]!;
    const released = execution.release(slot);
    execution.orders.report(slot, -released, ORDER_STATUS.unfinished, ORDER_END.none);
    execution.orders.detach(slot, block);
    execution.orders.extras.delete(slot);
    return block;
  }
}

/**
 * The extra after an amendment. If distance and activation are unchanged, a trailing stop keeps the
 * best price that it has seen.
 */
function amendedExtra(before: OrderExtra, after: OrderExtra): OrderExtra {
  const { entry, extreme, trigger } = before;
  const isSame =
    isTrailing(before) &&
    before.trailPpm === after.trailPpm &&
    before.trail === after.trail &&
    before.activation === after.activation;
  return isSame ? { ...after, entry, extreme, trigger, told: trigger } : { ...after, entry };
}
