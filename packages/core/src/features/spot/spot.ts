/**
 * Spot trading: orders meet in the book, money moves in the ledger.
 *
 * A resting buy freezes the quote it may cost (rounded up), a resting sell its base. A fill pays the maker's price; the quote amount is
 * rounded down, the remainder stays with the buyer. Fees come out of what each side receives, rounded down.
 */
import { mulPpmFloor } from '@glasshouse/money';
import type { RefusalName } from '@glasshouse/protocol';
import { FIRST_USER, HOUSE, WALLET } from '../../accounts.ts';
import {
  BUY,
  SELL,
  TIME_IN_FORCE as TIF,
  type CancelAll,
  type CancelOrder,
  type PlaceOrder,
  type Side,
} from '../../commands.ts';
import { REASON, type EventLog } from '../../event-log.ts';
import type { Ledger } from '../../ledger/ledger.ts';
import { OWNER, PLACE, type OrderPool } from '../../matching/order-pool.ts';
import type { Market, Registry } from '../../registry.ts';
import {
  FEE,
  FILLED_LOTS,
  FILLED_QUOTE,
  FROZEN,
  IS_QUOTE,
  LOTS,
  OpenOrders,
  PLACED_MS,
  TIME_IN_FORCE,
} from './open-orders.ts';
import { termsOf, unitsToFreeze, type Terms } from './terms.ts';

export const UNFINISHED = 0;
export const FINISHED = 1;
export const CANCELLED = 2;

/** What the taker's order came to while its fills were settled. Reused. */
interface Taking {
  filledLots: number;
  filledQuote: number;
  fee: number;
}

export class Spot {
  readonly orders: OpenOrders;
  readonly #pool: OrderPool;
  readonly #ledger: Ledger;
  readonly #registry: Registry;
  readonly #log: EventLog;
  /** Number of the last trade. */
  tradeCount = 0;
  /** The order that the last place-order made. */
  lastOrder = 0;
  readonly #terms: Terms = { limit: 0, lots: 0, need: 0 };
  readonly #taking: Taking = { filledLots: 0, filledQuote: 0, fee: 0 };
  readonly #resting = { side: 0 as Side, price: 0, lots: 0, owner: 0 };
  readonly #trade = {
    trade: 0,
    market: 0,
    price: 0,
    lots: 0,
    quoteUnits: 0,
    takerSide: 0 as Side,
    takerOrder: 0,
    makerOrder: 0,
    taker: 0,
    maker: 0,
    takerFee: 0,
    makerFee: 0,
  };

  constructor(parts: { ledger: Ledger; registry: Registry; log: EventLog; pool: OrderPool }) {
    this.#ledger = parts.ledger;
    this.#registry = parts.registry;
    this.#log = parts.log;
    this.#pool = parts.pool;
    this.orders = new OpenOrders(parts.pool);
  }

  placeOrder(command: PlaceOrder, timeMs: number): RefusalName | null {
    const market = this.#registry.markets[command.market];
    if (market === undefined) return 'market/unknown-pair';
    const terms = this.#terms;
    const refusal = termsOf(command, market, terms);
    if (refusal !== null) return refusal;
    const { base, quote, maxOpenOrders } = market.definition;
    if (this.orders.count(command.owner) >= maxOpenOrders || !this.#pool.hasRoom)
      return 'spot/too-many-orders';
    const source = this.#ledger.account(command.owner, WALLET.exchange, command.side === BUY ? quote : base);
    if (this.#ledger.available(source) < terms.need) return 'wallet/insufficient-balance';

    const slot = this.#pool.take();
    this.lastOrder = this.#pool.idOf(slot);
    const { limit, lots } = terms;
    const taking = this.#taking;
    taking.filledLots = taking.filledQuote = taking.fee = 0;
    let left = lots;
    if (market.book.crosses(command.side, limit)) {
      left = market.book.match(command.side, limit, lots);
      this.#settleFills(market, command, taking);
    }
    const isDone = left === 0;
    if (isDone || command.price === 0 || command.timeInForce === TIF.IOC || command.timeInForce === TIF.FOK) {
      this.#report(command, { timeMs, lots, status: isDone ? FINISHED : CANCELLED });
      this.#pool.release(slot);
    } else {
      this.#rest(slot, { command, market, left, source, timeMs });
    }
    return null;
  }

  #settleFills(market: Market, command: PlaceOrder, taking: Taking): void {
    const { book } = market;
    for (let i = 0; i < book.fillCount; i++) {
      const lots = book.fillLots[i]!;
      const price = book.fillPrices[i]!;
      this.#settle(market, command, { slot: book.fillSlots[i]!, price, lots });
      taking.filledLots += lots;
      market.lastPrice = price;
    }
  }

  /** One fill: the postings of both sides and of the fees, the trade, and the maker's order. */
  #settle(market: Market, command: PlaceOrder, fill: { slot: number; price: number; lots: number }): void {
    const ledger = this.#ledger;
    const { base, quote, makerFeePpm, takerFeePpm, market: index } = market.definition;
    const { slot, price, lots } = fill;
    const maker = this.#pool.fields[slot * 8 + OWNER]!;
    const quoteUnits = market.quoteFloor(price, lots);
    const baseUnits = lots * market.unitsPerLot;
    const isBuy = command.side === BUY;
    const paid = isBuy ? quote : base;
    const received = isBuy ? base : quote;
    const paidUnits = isBuy ? quoteUnits : baseUnits;
    const receivedUnits = isBuy ? baseUnits : quoteUnits;
    const takerFee = mulPpmFloor(receivedUnits, takerFeePpm);
    const makerFee = mulPpmFloor(paidUnits, makerFeePpm);
    const trade = ++this.tradeCount;
    const takerPaid = ledger.account(command.owner, WALLET.exchange, paid);
    const takerReceived = takerPaid - paid + received;
    const makerReceived = ledger.account(maker, WALLET.exchange, paid);
    const makerPaid = makerReceived - paid + received;

    ledger.post(takerPaid, -paidUnits, 0, REASON.trade, trade);
    ledger.post(makerReceived, paidUnits, 0, REASON.trade, trade);
    ledger.post(makerPaid, 0, -receivedUnits, REASON.trade, trade);
    ledger.post(takerReceived, receivedUnits, 0, REASON.trade, trade);
    if (takerFee > 0) this.#takeFee(takerReceived, { asset: received, fee: takerFee, trade });
    if (makerFee > 0) this.#takeFee(makerReceived, { asset: paid, fee: makerFee, trade });

    const event = this.#trade;
    event.trade = trade;
    event.market = index;
    event.price = price;
    event.lots = lots;
    event.quoteUnits = quoteUnits;
    event.takerSide = command.side;
    event.takerOrder = this.lastOrder;
    event.makerOrder = this.#pool.idOf(slot);
    event.taker = command.owner;
    event.maker = maker;
    event.takerFee = takerFee;
    event.makerFee = makerFee;
    this.#log.trade(event);
    this.#taking.filledQuote += quoteUnits;
    this.#taking.fee += takerFee;
    this.#fillMaker(slot, makerPaid, { lots, quoteUnits, makerFee, spent: receivedUnits });
  }

  #takeFee(account: number, { asset, fee, trade }: { asset: number; fee: number; trade: number }): void {
    const ledger = this.#ledger;
    ledger.post(account, -fee, 0, REASON.fee, trade);
    ledger.post(ledger.account(HOUSE.fees, WALLET.house, asset), fee, 0, REASON.fee, trade);
  }

  #fillMaker(
    slot: number,
    paidFrom: number,
    fill: { lots: number; quoteUnits: number; makerFee: number; spent: number },
  ): void {
    const records = this.orders.records;
    const at = slot * 8;
    records[at + FILLED_LOTS] = records[at + FILLED_LOTS]! + fill.lots;
    records[at + FILLED_QUOTE] = records[at + FILLED_QUOTE]! + fill.quoteUnits;
    records[at + FEE] = records[at + FEE]! + fill.makerFee;
    const frozen = records[at + FROZEN]! - fill.spent;
    records[at + FROZEN] = frozen;
    const isDone = this.#pool.quantities[slot * 4 + 2] === 0;
    if (isDone && frozen > 0) {
      // What rounding up had set aside beyond the floors of the fills.
      this.#ledger.post(paidFrom, frozen, -frozen, REASON['order-released'], this.#pool.idOf(slot));
      records[at + FROZEN] = 0;
    }
    if (records[at + IS_QUOTE] === 0)
      this.#log.order(this.orders.describe(slot, isDone ? FINISHED : UNFINISHED));
    if (isDone) this.orders.drop(slot, this.#pool.fields[at + OWNER]!);
  }

  #rest(
    slot: number,
    order: { command: PlaceOrder; market: Market; left: number; source: number; timeMs: number },
  ): void {
    const { command, market, left } = order;
    const frozen = this.#restInBook(slot, market, {
      side: command.side,
      price: command.price,
      lots: left,
      owner: command.owner,
    });
    this.#ledger.post(order.source, -frozen, frozen, REASON['order-frozen'], this.lastOrder);
    this.orders.add(slot, command.owner, command.clientOrderId);
    const records = this.orders.records;
    const at = slot * 8;
    records[at + LOTS] = command.lots;
    records[at + FILLED_LOTS] = this.#taking.filledLots;
    records[at + FILLED_QUOTE] = this.#taking.filledQuote;
    records[at + FEE] = this.#taking.fee;
    records[at + FROZEN] = frozen;
    records[at + PLACED_MS] = order.timeMs;
    records[at + TIME_IN_FORCE] = command.timeInForce;
    records[at + IS_QUOTE] = 0;
    this.#log.order(this.orders.describe(slot, UNFINISHED));
  }

  #restInBook(
    slot: number,
    market: Market,
    order: { side: Side; price: number; lots: number; owner: number },
  ): number {
    const resting = this.#resting;
    resting.side = order.side;
    resting.price = order.price;
    resting.lots = order.lots;
    resting.owner = order.owner;
    market.book.rest(slot, resting);
    return unitsToFreeze(market, resting);
  }

  /** The event of an order that never rested. */
  #report(command: PlaceOrder, order: { timeMs: number; lots: number; status: number }): void {
    this.#log.order({
      order: this.lastOrder,
      owner: command.owner,
      market: command.market,
      side: command.side,
      price: command.price,
      lots: command.lots,
      quoteAmount: command.lots > 0 ? 0 : command.quoteAmount,
      filledLots: this.#taking.filledLots,
      filledQuote: this.#taking.filledQuote,
      fee: this.#taking.fee,
      timeInForce: command.timeInForce,
      status: order.status,
      placedMs: order.timeMs,
      clientOrderId: command.clientOrderId,
    });
  }

  cancelOrder(command: CancelOrder): RefusalName | null {
    const slot = this.#pool.slotOf(command.order);
    if (slot === 0 || this.#pool.fields[slot * 8 + OWNER] !== command.owner) return 'spot/unknown-order';
    this.#cancel(slot);
    return null;
  }

  /** Cancels all open orders of an owner, or those of one market; returns how many. */
  cancelAll(command: CancelAll): number {
    let count = 0;
    for (const slot of this.orders.slotsOf(command.owner)) {
      if (command.market >= 0 && this.#pool.fields[slot * 8 + PLACE]! >> 1 !== command.market) continue;
      this.#cancel(slot);
      count++;
    }
    return count;
  }

  #cancel(slot: number): void {
    const market = this.#registry.markets[this.#pool.fields[slot * 8 + PLACE]! >> 1]!;
    const released = this.#takeOut(slot, market);
    const reference = this.#pool.idOf(slot);
    this.#ledger.post(this.#sourceOf(slot, market), released, -released, REASON['order-released'], reference);
    const owner = this.#pool.fields[slot * 8 + OWNER]!;
    if (this.orders.records[slot * 8 + IS_QUOTE] === 0)
      this.#log.order(this.orders.describe(slot, CANCELLED));
    this.orders.drop(slot, owner);
  }

  #sourceOf(slot: number, market: Market): number {
    const side = this.#pool.fields[slot * 8 + PLACE]! & 1;
    const asset = side === BUY ? market.definition.quote : market.definition.base;
    return this.#ledger.account(this.#pool.fields[slot * 8 + OWNER]!, WALLET.exchange, asset);
  }

  #takeOut(slot: number, market: Market): number {
    market.book.remove(slot);
    return this.orders.records[slot * 8 + FROZEN]!;
  }

  /**
   * Replaces an owner's quotes on a market; `count` is how many now rest. Money moves in one net posting per asset. Quotes that would
   * trade, lie outside the price limits or are not covered by the balance are left out.
   */
  replaceQuotes(
    command: { owner: number; market: number; bids: readonly number[]; asks: readonly number[] },
    timeMs: number,
  ): RefusalName | number {
    const market = this.#registry.markets[command.market];
    if (market === undefined) return 'market/unknown-pair';
    if (command.owner >= FIRST_USER) return 'spot/unknown-order';
    const released = this.#withdrawQuotes(command.owner, market);
    let count = 0;
    for (const side of [BUY, SELL] as const) {
      const source = this.#ledger.account(
        command.owner,
        WALLET.exchange,
        side === BUY ? market.definition.quote : market.definition.base,
      );
      const budget = this.#ledger.available(source) + released[side];
      const placed = this.#placeQuotes(market, side, {
        owner: command.owner,
        levels: side === BUY ? command.bids : command.asks,
        budget,
        timeMs,
      });
      const net = placed.frozen - released[side];
      if (net !== 0)
        this.#ledger.post(source, -net, net, net > 0 ? REASON['order-frozen'] : REASON['order-released'], 0);
      count += placed.count;
    }
    return count;
  }

  #withdrawQuotes(owner: number, market: Market): [number, number] {
    const released: [number, number] = [0, 0];
    for (const slot of this.orders.slotsOf(owner)) {
      const place = this.#pool.fields[slot * 8 + PLACE]!;
      if (place >> 1 !== market.definition.market || this.orders.records[slot * 8 + IS_QUOTE] === 0) continue;
      released[place & 1] = released[place & 1]! + this.#takeOut(slot, market);
      this.orders.drop(slot, owner);
    }
    return released;
  }

  #placeQuotes(
    market: Market,
    side: Side,
    quotes: { owner: number; levels: readonly number[]; budget: number; timeMs: number },
  ): { frozen: number; count: number } {
    let frozen = 0;
    let count = 0;
    for (let i = 0; i + 1 < quotes.levels.length && this.#pool.hasRoom; i += 2) {
      const price = quotes.levels[i]!;
      const lots = quotes.levels[i + 1]!;
      if (!isQuotable(market, side, { price, lots })) continue;
      const need = unitsToFreeze(market, { side, price, lots });
      if (need < 0 || frozen + need > quotes.budget) break;
      const slot = this.#pool.take();
      this.#restInBook(slot, market, { side, price, lots, owner: quotes.owner });
      this.orders.add(slot, quotes.owner, null);
      this.orders.records.set([lots, 0, 0, 0, need, quotes.timeMs, TIF.POST_ONLY, 1], slot * 8);
      frozen += need;
      count++;
    }
    return { frozen, count };
  }
}

function isQuotable(market: Market, side: Side, quote: { price: number; lots: number }): boolean {
  const isWhole =
    Number.isSafeInteger(quote.price) &&
    quote.price > 0 &&
    quote.price < 2 ** 30 &&
    Number.isSafeInteger(quote.lots) &&
    quote.lots > 0;
  return isWhole && quote.lots <= market.lotsMax && !market.book.crosses(side, quote.price);
}
