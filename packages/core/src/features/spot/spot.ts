/**
 * Spot trading: orders meet in the book, money moves in the ledger.
 *
 * A resting buy freezes the quote it may cost (rounded up), a resting sell its base. Refusals of a new order are checked in this order:
 * account, market, the terms (`terms.ts`), number of open orders, balance.
 */
import type { RefusalName } from '@glasshouse/protocol';
import type { CancelAll, CancelOrder, PlaceOrder, SetMarketStatus } from '../../commands.ts';
import type { DueQueue } from '../../due-queue.ts';
import type { OrderExtra } from '../../events.ts';
import type { Ledger } from '../../ledger/ledger.ts';
import type { OrderPool } from '../../matching/order-pool.ts';
import type { Market, Registry } from '../../registry.ts';
import type { Rules } from '../../rules.ts';
import { Amendments } from './amendments.ts';
import { Conditionals } from './conditionals.ts';
import { Execution, type SpotParts } from './execution.ts';
import type { OpenOrders } from './open-orders.ts';
import { flagsOf } from './order-flags.ts';
import { Quotes } from './quotes.ts';
import { OwnOrders, termsOf, type Terms } from './terms.ts';
import * as ACCOUNTS from '../../accounts.ts';
import * as COMMANDS from '../../commands.ts';
import * as EVENTS from '../../events.ts';
import * as RECORD from '../../matching/order-record.ts';
import * as SPOT_RECORD from './order-record.ts';

const { WALLET } = ACCOUNTS;
const { BUY, MARKET_STATUS, TIME_IN_FORCE: TIF } = COMMANDS;
const { NO_EXTRA, ORDER_END } = EVENTS;
const { FIELDS, PLACE, PLACE_MASK, SLOT_MASK } = RECORD;
const {
  HAS_EXTRA,
  INCOMING_LOTS,
  INCOMING_NEED,
  INCOMING_PLACED_MS,
  INCOMING_WHOLE,
  TAKEN_FEE,
  TAKEN_LOTS,
  TAKEN_QUOTE,
} = SPOT_RECORD;

/** Orders that one cancel-all cancels, the other leg of the last one's pair aside. Users have fewer (maxOpenOrders). */
export const CANCELS_MAX = 1_000;

export class Spot {
  declare readonly execution: Execution;
  declare readonly conditionals: Conditionals;
  declare readonly amendments: Amendments;
  declare readonly quotes: Quotes;
  declare private readonly orders: OpenOrders;
  declare private readonly pool: OrderPool;
  declare private readonly ledger: Ledger;
  declare private readonly registry: Registry;
  declare private readonly due: DueQueue;
  declare private readonly rules: Rules;
  readonly #terms: Terms = { limit: 0, lots: 0, need: 0 };
  declare private readonly own: OwnOrders;
  /** The order that the last place-order made. */
  lastOrder = 0;

  constructor(parts: SpotParts) {
    this.ledger = parts.ledger;
    this.registry = parts.registry;
    this.pool = parts.pool;
    this.due = parts.due;
    this.rules = parts.rules;
    this.execution = new Execution(parts);
    this.orders = this.execution.orders;
    this.own = new OwnOrders(this.orders, parts.rules);
    this.conditionals = new Conditionals({ ...parts, execution: this.execution });
    this.amendments = new Amendments({ ...parts, execution: this.execution });
    this.quotes = new Quotes({ ...parts, orders: this.orders });
  }

  placeOrder(command: PlaceOrder, timeMs: number): RefusalName | null {
    const block = this.ledger.blockOf(command.owner, WALLET.exchange);
    if (block === 0) return 'wallet/account-unknown';
    const market = this.registry.markets[command.market];
    if (market === undefined) return 'market/unknown-pair';
    const terms = this.#terms;
    const refusal =
      termsOf(command, market, this.own.of(block), terms) ?? this.#roomRefusal(command, market, block);
    if (refusal !== null) return refusal;
    const { base, quote } = market;
    const { side } = command;
    const source = block * this.ledger.stride + (side === BUY ? quote : base);
    if (this.ledger.available(source) < terms.need) return 'wallet/insufficient-balance';

    const slot = this.pool.take();
    this.lastOrder = this.pool.idOf(slot);
    const { incoming, quantities, settlement } = this.execution;
    incoming.market = market;
    incoming.slot = slot;
    incoming.block = block;
    incoming.side = side;
    incoming.price = command.price;
    incoming.limit = terms.limit;
    incoming.timeInForce = command.timeInForce;
    incoming.selfTrade = command.selfTrade;
    const needsExtra = command.clientOrderId !== null || (command.price === 0 && command.lots === 0);
    incoming.extra = needsExtra ? extraOf(command) : undefined;
    incoming.flags = flagsOf(command.timeInForce, command.selfTrade) | (needsExtra ? HAS_EXTRA : 0);
    quantities[INCOMING_LOTS] = terms.lots;
    // Bounded by a quote amount it has none, whatever was sent beside it.
    quantities[INCOMING_WHOLE] = command.lots > 0 ? command.lots : 0;
    quantities[INCOMING_PLACED_MS] = timeMs;
    quantities[INCOMING_NEED] = terms.need;
    const { taken } = settlement;
    taken[TAKEN_LOTS] = 0;
    taken[TAKEN_QUOTE] = 0;
    taken[TAKEN_FEE] = 0;
    this.execution.execute();
    return null;
  }

  /** Orders that never rest take no room, but for the moment. */
  #roomRefusal(command: PlaceOrder, market: Market, block: number): RefusalName | null {
    if (!this.pool.hasRoom) return 'spot/too-many-orders';
    if (this.orders.count(block) < market.definition.maxOpenOrders) return null;
    return this.rules.letsTakersPass && isTaker(command) ? null : 'spot/too-many-orders';
  }

  /** Cancels an open order; with it the other leg of its OCO pair. */
  cancelOrder(command: CancelOrder): RefusalName | null {
    const slot = this.orders.slotOfOwner(command);
    if (slot === 0) return 'spot/unknown-order';
    this.#cancel(slot, ORDER_END.byOwner);
    return null;
  }

  /** Cancels all open orders of an owner, or those of one market; returns how many. CANCELS_MAX at once: asked again, it goes on. */
  cancelAll(command: CancelAll): number {
    const block = this.ledger.blockOf(command.owner, WALLET.exchange);
    let count = 0;
    const countMax = this.rules.boundsCommands ? CANCELS_MAX : Infinity;
    for (const slot of this.orders.slotsOf(block)) {
      if (count >= countMax) break;
      const place = this.pool.fields[(slot & SLOT_MASK) * FIELDS + PLACE]!;
      // The other leg of a pair has gone with the first.
      if (place === -1 || (command.market >= 0 && (place & PLACE_MASK) >> 1 !== command.market)) continue;
      count += this.#cancel(slot, ORDER_END.byOwner);
    }
    return count;
  }

  /** Cancels an order and its OCO partner; returns how many. */
  #cancel(slot: number, end: number): number {
    const partner = this.execution.partnerOf(slot);
    this.execution.close(slot, end);
    if (partner === 0) return 1;
    this.execution.endPartners([partner]);
    return 2;
  }

  /** Halts a market, or lets it trade again. */
  setStatus(command: SetMarketStatus): RefusalName | null {
    const market = this.registry.markets[command.market];
    if (market === undefined) return 'market/unknown-pair';
    if (!Object.values<number>(MARKET_STATUS).includes(command.status)) return 'request/invalid';
    market.status = command.status;
    if (command.status === MARKET_STATUS.trading) this.due.resume(command.market);
    return null;
  }
}

const isTaker = ({ price, timeInForce }: PlaceOrder): boolean =>
  price === 0 || timeInForce === TIF.IOC || timeInForce === TIF.FOK;

/** What a plain order has beyond its numbers. */
function extraOf(command: PlaceOrder): OrderExtra {
  const quoteAmount = command.lots > 0 ? 0 : command.quoteAmount;
  return { ...NO_EXTRA, clientOrderId: command.clientOrderId, quoteAmount };
}
