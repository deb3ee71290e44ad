/**
 * Reduces the quantity of orders that stay open: by an amendment, or by self-trade prevention
 * (`decrement`).
 */
import type { Ledger } from '../../ledger/ledger.ts';
import type { Book } from '../../matching/book.ts';
import type { OrderPool } from '../../matching/order-pool.ts';
import type { Registry } from '../../registry.ts';
import type { Incoming } from './incoming.ts';
import type { OpenOrders } from './open-orders.ts';
import { sideOf } from './order-flags.ts';
import type { Settlement } from './settlement.ts';
import { unitsToFreeze } from './terms.ts';
import * as SIDE from '../../matching/side.ts';
import * as EVENTS from './events.ts';
import * as BOOK from '../../matching/book.ts';
import * as RECORD from '../../matching/order-record.ts';
import * as SPOT_RECORD from './order-record.ts';

const { BUY } = SIDE;
const { MATCH_ENDED } = BOOK;
const { NO_EXTRA, ORDER_END, ORDER_STATUS } = EVENTS;
const { FIELDS, OPEN, OWNER, PLACE, PLACE_MASK, PRICE, QUANTITIES, SLOT_MASK } = RECORD;
const { FROZEN, HAS_EXTRA, INCOMING_NEED, INCOMING_WHOLE, IS_LINKED, IS_QUOTE, LOTS } = SPOT_RECORD;

interface Entering {
  readonly incoming: Incoming;
  /** Indexed by the INCOMING_ constants of `order-record.ts`. */
  readonly quantities: Float64Array;
}

export class Reductions {
  readonly #pool: OrderPool;
  readonly #ledger: Ledger;
  readonly #registry: Registry;
  readonly #orders: OpenOrders;
  readonly #settlement: Settlement;

  constructor(parts: {
    readonly pool: OrderPool;
    readonly ledger: Ledger;
    readonly registry: Registry;
    readonly orders: OpenOrders;
    readonly settlement: Settlement;
  }) {
    this.#pool = parts.pool;
    this.#ledger = parts.ledger;
    this.#registry = parts.registry;
    this.#orders = parts.orders;
    this.#settlement = parts.settlement;
  }

  /**
   * Takes lots from an order's quantity, after its book has removed them: releases the units that
   * the rest does not need, and reports the order.
   */
  takeLots(slot: number, lots: number): void {
    const { fields, quantities } = this.#pool;
    const from = (slot & SLOT_MASK) * QUANTITIES;
    const place = fields[(slot & SLOT_MASK) * FIELDS + PLACE]!;
    const side = sideOf(place);
    const market = this.#registry.markets[(place & PLACE_MASK) >> 1]!;
    quantities[from + LOTS] = quantities[from + LOTS]! - lots;
    const need = unitsToFreeze(market, {
      side,
      price: fields[(slot & SLOT_MASK) * FIELDS + PRICE]!,
      lots: quantities[from + OPEN]!,
    });
    const released = Math.max(0, quantities[from + FROZEN]! - need);
    const { balances, stride } = this.#ledger;
    const { base, quote } = market;
    const source =
      (fields[(slot & SLOT_MASK) * FIELDS + OWNER]! * stride + (side === BUY ? quote : base)) * 2;
    balances[source] = balances[source]! + released;
    balances[source + 1] = balances[source + 1]! - released;
    quantities[from + FROZEN] = quantities[from + FROZEN]! - released;
    this.#orders.report(slot, -released, ORDER_STATUS.unfinished, ORDER_END.none);
  }

  /**
   * Applies self-trade prevention by `decrement` after a match: reduces the own order that still
   * rests, and the incoming order, of which `left` lots remain. One that ends at an own order keeps
   * its quantity, and tells all that it lost.
   */
  takePrevented(book: Book, { incoming, quantities }: Entering, left: number): void {
    const { reducedSlot, reducedLots, preventedLots, ended } = book;
    if (reducedSlot !== 0) this.#takeFromResting(reducedSlot, reducedLots);
    const { extra = NO_EXTRA, market, price, side } = incoming;
    incoming.extra = { ...extra, prevented: extra.prevented + preventedLots };
    incoming.flags |= HAS_EXTRA;
    if (ended === MATCH_ENDED.own) return;
    if (quantities[INCOMING_WHOLE]! > 0)
      quantities[INCOMING_WHOLE] = quantities[INCOMING_WHOLE]! - preventedLots;
    quantities[INCOMING_NEED] = unitsToFreeze(market, { side, price, lots: left });
  }

  /**
   * Reduces a resting order. Its OCO partner ends, as with a fill. Quotes have no extra to note it
   * in.
   */
  #takeFromResting(slot: number, lots: number): void {
    const { fields } = this.#pool;
    const { extras } = this.#orders;
    const place = fields[(slot & SLOT_MASK) * FIELDS + PLACE]!;
    const extra = extras.get(slot) ?? NO_EXTRA;
    if ((place & IS_LINKED) !== 0) this.#settlement.partners.push(extra.partner);
    if ((place & IS_QUOTE) === 0) {
      extras.set(slot, { ...extra, prevented: extra.prevented + lots });
      fields[(slot & SLOT_MASK) * FIELDS + PLACE] = place | HAS_EXTRA;
    }
    this.takeLots(slot, lots);
  }
}
