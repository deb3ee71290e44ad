/**
 * Amendments of resting orders. Fewer lots at the same price keep the position in the queue; any
 * other change re-enters the order under the same id.
 */
import type { RefusalName } from '@glasshouse/protocol';
import type { AmendOrder } from './commands.ts';
import type { Ledger } from '../../ledger/ledger.ts';
import type { OrderPool } from '../../matching/order-pool.ts';
import type { Market, Registry } from '../../registry.ts';
import type { HeldPrices } from './held-prices.ts';
import { selfTradeOf, sideOf, timeInForceOf } from './order-flags.ts';
import type { Execution, SpotParts } from './execution.ts';
import { isPrice, isQuantity, unitsToFreeze, valueRefusal } from './terms.ts';
import * as SIDE from '../../matching/side.ts';
import * as REGISTRY from '../../registry.ts';
import * as COMMANDS from './commands.ts';
import * as EVENTS from './events.ts';
import * as EXTENDED from './extended-orders.ts';
import * as RECORD from '../../matching/order-record.ts';
import * as SPOT_RECORD from './order-record.ts';

const { BUY } = SIDE;
const { MARKET_STATUS } = REGISTRY;
const { TIME_IN_FORCE: TIF } = COMMANDS;
const { NO_EXTRA, ORDER_END, ORDER_STATUS } = EVENTS;
const { ICEBERG_PARTS_MAX } = EXTENDED;
const { FIELDS, OPEN, OWNER, PLACE, PLACE_MASK, PRICE, QUANTITIES, SLOT_MASK } = RECORD;
const {
  FEE,
  FILLED_QUOTE,
  FROZEN,
  INCOMING_LOTS,
  INCOMING_NEED,
  INCOMING_PLACED_MS,
  INCOMING_WHOLE,
  IS_LINKED,
  IS_QUOTE,
  IS_WAITING,
  LOTS,
  PLACED_MS,
  TAKEN_FEE,
  TAKEN_LOTS,
  TAKEN_QUOTE,
} = SPOT_RECORD;

export class Amendments {
  declare private readonly execution: Execution;
  declare private readonly pool: OrderPool;
  declare private readonly ledger: Ledger;
  declare private readonly registry: Registry;
  declare private readonly held: HeldPrices;

  constructor(parts: SpotParts & { execution: Execution }) {
    this.held = parts.held;
    this.execution = parts.execution;
    this.pool = parts.pool;
    this.ledger = parts.ledger;
    this.registry = parts.registry;
  }

  /**
   * Checks in this order: order, kind, halt, shape, price of held owners, price band, value, other
   * side of the book, balance.
   */
  amend(command: AmendOrder, timeMs: number): RefusalName | null {
    const pool = this.pool;
    const slot = this.execution.orders.slotOfOwner(command);
    if (slot === 0) return 'spot/unknown-order';
    const place = pool.fields[(slot & SLOT_MASK) * FIELDS + PLACE]!;
    if ((place & (IS_WAITING | IS_LINKED | IS_QUOTE)) !== 0) return 'spot/cannot-amend';
    const market = this.registry.markets[(place & PLACE_MASK) >> 1]!;
    if (market.status !== MARKET_STATUS.trading) return market.closedRefusal;
    const { price, lots } = command;
    const from = (slot & SLOT_MASK) * QUANTITIES;
    const filled = pool.quantities[from + LOTS]! - pool.quantities[from + OPEN]!;
    if (!isPrice(price)) return 'spot/price-missing';
    if (!isQuantity(lots)) return 'spot/amount-missing';
    if (lots <= filled) {
      this.execution.close(slot, ORDER_END.byOwner);
      this.execution.placeExits();
      return null;
    }
    if (lots > market.lotsMax) return 'spot/above-maximum';
    const refusal = this.#termsRefusal(slot, market, command, timeMs);
    if (refusal !== null) return refusal;
    const open = lots - filled;
    const shrinks =
      price === pool.fields[(slot & SLOT_MASK) * FIELDS + PRICE] && open <= pool.quantities[from + OPEN]!;
    if (!shrinks) return this.#replace({ slot, market, price, lots, open });
    this.#shrink({ slot, market, open });
    return null;
  }

  // oxlint-disable-next-line max-params -- One more, for the time.
  #termsRefusal(
    slot: number,
    market: Market,
    { price, lots }: AmendOrder,
    timeMs: number,
  ): RefusalName | null {
    const { fields } = this.pool;
    const order = { side: sideOf(fields[(slot & SLOT_MASK) * FIELDS + PLACE]!), price };
    const isHeld = this.held.binds(fields[(slot & SLOT_MASK) * FIELDS + OWNER]!);
    if (isHeld && this.held.refuses(market, order, timeMs)) return 'spot/held-price';
    if (!market.isWithinBand(price)) return 'spot/price-out-of-range';
    return valueRefusal(market, market.quoteCeil(price, lots)) ?? this.#partsRefusal(slot, lots);
  }

  #partsRefusal(slot: number, lots: number): RefusalName | null {
    const { visible } = this.execution.orders.extras.get(slot) ?? NO_EXTRA;
    return visible > 0 && lots > visible * ICEBERG_PARTS_MAX ? 'spot/visible-out-of-range' : null;
  }

  #shrink({ slot, market, open }: { slot: number; market: Market; open: number }): void {
    const less = this.pool.quantities[(slot & SLOT_MASK) * QUANTITIES + OPEN]! - open;
    if (less === 0) return;
    market.book.shrink(slot, less);
    this.execution.reductions.takeLots(slot, less);
  }

  #replace(order: {
    slot: number;
    market: Market;
    price: number;
    lots: number;
    open: number;
  }): RefusalName | null {
    const pool = this.pool;
    const ledger = this.ledger;
    const execution = this.execution;
    const { slot, market, price, lots, open } = order;
    const from = (slot & SLOT_MASK) * QUANTITIES;
    const place = pool.fields[(slot & SLOT_MASK) * FIELDS + PLACE]!;
    const side = sideOf(place);
    const timeInForce = timeInForceOf(place);
    if (timeInForce === TIF.POST_ONLY && market.book.crosses(side, price)) return 'spot/would-take';
    const need = unitsToFreeze(market, { side, price, lots: open });
    const block = pool.fields[(slot & SLOT_MASK) * FIELDS + OWNER]!;
    const { base, quote } = market.definition;
    const available = ledger.available(block * ledger.stride + (side === BUY ? quote : base));
    if (available + pool.quantities[from + FROZEN]! < need) return 'wallet/insufficient-balance';

    const { incoming, quantities, settlement, orders } = execution;
    incoming.market = market;
    incoming.slot = slot;
    incoming.block = block;
    incoming.side = side;
    incoming.price = price;
    incoming.limit = price;
    incoming.timeInForce = timeInForce;
    incoming.selfTrade = selfTradeOf(place);
    incoming.flags = place & ~PLACE_MASK;
    incoming.extra = orders.extras.get(slot);
    quantities[INCOMING_LOTS] = open;
    quantities[INCOMING_WHOLE] = lots;
    quantities[INCOMING_PLACED_MS] = pool.quantities[from + PLACED_MS]!;
    quantities[INCOMING_NEED] = need;
    const { taken } = settlement;
    taken[TAKEN_LOTS] = lots - open;
    taken[TAKEN_QUOTE] = pool.quantities[from + FILLED_QUOTE]!;
    taken[TAKEN_FEE] = pool.quantities[from + FEE]!;
    market.book.remove(slot);
    const released = execution.release(slot);
    orders.report(slot, -released, ORDER_STATUS.unfinished, ORDER_END.none);
    orders.detach(slot, block);
    orders.extras.delete(slot);
    pool.icebergs.delete(slot);
    execution.execute();
    return null;
  }
}
