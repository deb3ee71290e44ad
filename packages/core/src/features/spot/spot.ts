/**
 * Spot trading: orders meet in the book, money moves in the ledger.
 *
 * A resting buy freezes the quote it may cost (rounded up), a resting sell its base. A fill pays the maker's price; the quote amount is
 * rounded down, the remainder stays with the buyer. Fees come out of what each side receives, rounded down.
 */
import { mulPpmFloor } from '@glasshouse/money';
import type { RefusalName } from '@glasshouse/protocol';
import { HOUSE, WALLET } from '../../accounts.ts';
import {
  BUY,
  TIME_IN_FORCE as TIF,
  type CancelAll,
  type CancelOrder,
  type PlaceOrder,
  type Side,
} from '../../commands.ts';
import { ORDER, ORDER_SIZE, REASON, TRADE, TRADE_SIZE, type EventLog } from '../../event-log.ts';
import type { Ledger, PostingRows } from '../../ledger/ledger.ts';
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
import { Quotes } from './quotes.ts';
import { termsOf, unitsToFreeze, type Terms } from './terms.ts';

const TRADED = REASON.trade;
const FEE_TAKEN = REASON.fee;
const FROZEN_FOR = REASON['order-frozen'];
const RELEASED = REASON['order-released'];

/** Fields of `#taking` and `#fill`. */
const TAKEN_LOTS = 0;
const TAKEN_QUOTE = 1;
const TAKEN_FEE = 2;
const FILL_LOTS = 0;
const FILL_QUOTE = 1;
const FILL_TAKER_FEE = 2;
const FILL_MAKER_FEE = 3;
const FILL_SPENT = 4;

export const UNFINISHED = 0;
export const FINISHED = 1;
export const CANCELLED = 2;

export class Spot {
  readonly orders: OpenOrders;
  readonly quotes: Quotes;
  readonly #pool: OrderPool;
  readonly #ledger: Ledger;
  readonly #registry: Registry;
  readonly #log: EventLog;
  /** Number of the last trade. */
  tradeCount = 0;
  /** The order that the last place-order made. */
  lastOrder = 0;
  readonly #terms: Terms = { limit: 0, lots: 0, need: 0 };
  /** What the taker's order came to: lots, quote units, fee. Arrays, since numbers in fields and arguments would be boxed. */
  readonly #taking = new Float64Array(3);
  readonly #fill = new Float64Array(5);
  /** Rows for `postAll`: four of the trade, then up to four of its fees. What never changes is filled in once. */
  readonly #postings = tradePostings();
  readonly #resting = { side: 0 as Side, price: 0, lots: 0, owner: 0 };

  constructor(parts: { ledger: Ledger; registry: Registry; log: EventLog; pool: OrderPool }) {
    this.#ledger = parts.ledger;
    this.#registry = parts.registry;
    this.#log = parts.log;
    this.#pool = parts.pool;
    this.orders = new OpenOrders(parts.pool);
    this.quotes = new Quotes({ ...parts, orders: this.orders });
  }

  placeOrder(command: PlaceOrder, timeMs: number): RefusalName | null {
    const accounts = this.#ledger.find(command.owner, WALLET.exchange, 0);
    if (accounts < 0) return 'wallet/account-unknown';
    const market = this.#registry.markets[command.market];
    if (market === undefined) return 'market/unknown-pair';
    const terms = this.#terms;
    const refusal = termsOf(command, market, terms);
    if (refusal !== null) return refusal;
    const { base, quote, maxOpenOrders } = market.definition;
    if (this.orders.count(command.owner) >= maxOpenOrders || !this.#pool.hasRoom)
      return 'spot/too-many-orders';
    const source = accounts + (command.side === BUY ? quote : base);
    if (this.#ledger.available(source) < terms.need) return 'wallet/insufficient-balance';

    const slot = this.#pool.take();
    this.lastOrder = this.#pool.idOf(slot);
    const { limit, lots } = terms;
    const taking = this.#taking;
    taking[TAKEN_LOTS] = 0;
    taking[TAKEN_QUOTE] = 0;
    taking[TAKEN_FEE] = 0;
    let left = lots;
    if (market.book.crosses(command.side, limit)) {
      left = market.book.match(command.side, limit, lots);
      this.#settleFills(market, command);
    }
    const isDone = left === 0;
    if (isDone || command.price === 0 || command.timeInForce === TIF.IOC || command.timeInForce === TIF.FOK) {
      this.#report(command, timeMs, isDone ? FINISHED : CANCELLED);
      this.#pool.release(slot);
    } else {
      this.#rest(slot, { command, market, left, source, timeMs });
    }
    return null;
  }

  #settleFills(market: Market, command: PlaceOrder): void {
    const { book } = market;
    for (let i = 0; i < book.fillCount; i++) {
      this.#settle(market, command, i);
      this.#fillMaker(book.fillSlots[i]!);
    }
    market.lastPrice = book.fillPrices[book.fillCount - 1]!;
  }

  /** Fill number i: the postings of both sides and of the fees, and the trade. Leaves its figures in `#fill`. */
  #settle(market: Market, command: PlaceOrder, i: number): void {
    const { book } = market;
    const slot = book.fillSlots[i]!;
    const lots = book.fillLots[i]!;
    const quoteUnits = market.quoteFloor(book.fillPrices[i]!, lots);
    const baseUnits = lots * market.unitsPerLot;
    const { base, quote, makerFeePpm, takerFeePpm } = market.definition;
    const isBuy = command.side === BUY;
    const paid = isBuy ? quote : base;
    const received = isBuy ? base : quote;
    const paidUnits = isBuy ? quoteUnits : baseUnits;
    const receivedUnits = isBuy ? baseUnits : quoteUnits;
    const takerFee = mulPpmFloor(receivedUnits, takerFeePpm);
    const makerFee = mulPpmFloor(paidUnits, makerFeePpm);
    const trade = ++this.tradeCount;
    const ledger = this.#ledger;
    const taker = ledger.account(command.owner, WALLET.exchange, 0);
    const maker = ledger.account(this.#pool.fields[slot * 8 + OWNER]!, WALLET.exchange, 0);

    const rows = this.#postings;
    const { accounts, amounts } = rows;
    const fees = ledger.account(HOUSE.fees, WALLET.house, 0);
    accounts[0] = taker + paid;
    amounts[0] = -paidUnits;
    accounts[1] = maker + paid;
    amounts[2] = paidUnits;
    accounts[2] = maker + received;
    amounts[5] = -receivedUnits;
    accounts[3] = taker + received;
    amounts[6] = receivedUnits;
    let count = 4;
    if (takerFee > 0) {
      accounts[4] = taker + received;
      amounts[8] = -takerFee;
      accounts[5] = fees + received;
      amounts[10] = takerFee;
      count = 6;
    }
    if (makerFee > 0) {
      accounts[count] = maker + paid;
      amounts[count * 2] = -makerFee;
      accounts[count + 1] = fees + paid;
      amounts[count * 2 + 2] = makerFee;
      count += 2;
    }
    ledger.postAll(rows, count, trade);
    const fill = this.#fill;
    fill[FILL_LOTS] = lots;
    fill[FILL_QUOTE] = quoteUnits;
    fill[FILL_TAKER_FEE] = takerFee;
    fill[FILL_MAKER_FEE] = makerFee;
    fill[FILL_SPENT] = receivedUnits;
    this.#reportTrade(market, command, i);
    const taking = this.#taking;
    taking[TAKEN_LOTS] = taking[TAKEN_LOTS]! + lots;
    taking[TAKEN_QUOTE] = taking[TAKEN_QUOTE]! + quoteUnits;
    taking[TAKEN_FEE] = taking[TAKEN_FEE]! + takerFee;
  }

  #reportTrade({ book, definition }: Market, command: PlaceOrder, i: number): void {
    const fill = this.#fill;
    const slot = book.fillSlots[i]!;
    const at = this.#log.reserve(TRADE_SIZE);
    const { data } = this.#log;
    data[at] = TRADE;
    data[at + 1] = this.tradeCount;
    data[at + 2] = definition.market;
    data[at + 3] = book.fillPrices[i]!;
    data[at + 4] = fill[FILL_LOTS]!;
    data[at + 5] = fill[FILL_QUOTE]!;
    data[at + 6] = command.side;
    data[at + 7] = this.lastOrder;
    data[at + 8] = this.#pool.idOf(slot);
    data[at + 9] = command.owner;
    data[at + 10] = this.#pool.fields[slot * 8 + OWNER]!;
    data[at + 11] = fill[FILL_TAKER_FEE]!;
    data[at + 12] = fill[FILL_MAKER_FEE]!;
  }

  /** The maker's side of the fill in `#fill`. */
  #fillMaker(slot: number): void {
    const fill = this.#fill;
    const records = this.orders.records;
    const at = slot * 8;
    records[at + FILLED_LOTS] = records[at + FILLED_LOTS]! + fill[FILL_LOTS]!;
    records[at + FILLED_QUOTE] = records[at + FILLED_QUOTE]! + fill[FILL_QUOTE]!;
    records[at + FEE] = records[at + FEE]! + fill[FILL_MAKER_FEE]!;
    records[at + FROZEN] = records[at + FROZEN]! - fill[FILL_SPENT]!;
    const isDone = this.#pool.quantities[slot * 4 + 2] === 0;
    if (isDone && records[at + FROZEN]! > 0) this.#releaseRemainder(slot);
    if (records[at + IS_QUOTE] === 0) this.orders.report(slot, isDone ? FINISHED : UNFINISHED, this.#log);
    if (isDone) this.orders.drop(slot, this.#pool.fields[at + OWNER]!);
  }

  /** What rounding up had set aside beyond the floors of the fills. */
  #releaseRemainder(slot: number): void {
    const market = this.#registry.markets[this.#pool.fields[slot * 8 + PLACE]! >> 1]!;
    const units = this.orders.records[slot * 8 + FROZEN]!;
    this.#ledger.post(this.#sourceOf(slot, market), units, -units, RELEASED, this.#pool.idOf(slot));
    this.orders.records[slot * 8 + FROZEN] = 0;
  }

  #rest(
    slot: number,
    order: { command: PlaceOrder; market: Market; left: number; source: number; timeMs: number },
  ): void {
    const { command, market, left } = order;
    const resting = this.#resting;
    resting.side = command.side;
    resting.price = command.price;
    resting.lots = left;
    resting.owner = command.owner;
    market.book.rest(slot, resting);
    // Untouched, it needs what the check of its terms has found.
    const frozen = left === this.#terms.lots ? this.#terms.need : unitsToFreeze(market, resting);
    this.#ledger.post(order.source, -frozen, frozen, FROZEN_FOR, this.lastOrder);
    this.orders.add(slot, command.owner, command.clientOrderId);
    const records = this.orders.records;
    const at = slot * 8;
    records[at + LOTS] = command.lots;
    records[at + FILLED_LOTS] = this.#taking[TAKEN_LOTS]!;
    records[at + FILLED_QUOTE] = this.#taking[TAKEN_QUOTE]!;
    records[at + FEE] = this.#taking[TAKEN_FEE]!;
    records[at + FROZEN] = frozen;
    records[at + PLACED_MS] = order.timeMs;
    records[at + TIME_IN_FORCE] = command.timeInForce;
    records[at + IS_QUOTE] = 0;
    this.orders.report(slot, UNFINISHED, this.#log);
  }

  /** The event of an order that never rested. */
  #report(command: PlaceOrder, timeMs: number, status: number): void {
    const log = this.#log;
    const at = log.reserve(ORDER_SIZE);
    const { data } = log;
    const taking = this.#taking;
    data[at] = ORDER;
    data[at + 1] = this.lastOrder;
    data[at + 2] = command.owner;
    data[at + 3] = command.market;
    data[at + 4] = command.side;
    data[at + 5] = command.price;
    data[at + 6] = command.lots;
    data[at + 7] = command.lots > 0 ? 0 : command.quoteAmount;
    data[at + 8] = taking[TAKEN_LOTS]!;
    data[at + 9] = taking[TAKEN_QUOTE]!;
    data[at + 10] = taking[TAKEN_FEE]!;
    data[at + 11] = command.timeInForce;
    data[at + 12] = status;
    data[at + 13] = timeMs;
    data[at + 14] = log.text(command.clientOrderId);
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
    const { fields } = this.#pool;
    const place = fields[slot * 8 + PLACE]!;
    const owner = fields[slot * 8 + OWNER]!;
    const market = this.#registry.markets[place >> 1]!;
    const { base, quote } = market.definition;
    market.book.remove(slot);
    const { orders } = this;
    const released = orders.records[slot * 8 + FROZEN]!;
    const source = this.#ledger.account(owner, WALLET.exchange, (place & 1) === BUY ? quote : base);
    this.#ledger.post(source, released, -released, RELEASED, this.#pool.idOf(slot));
    if (orders.records[slot * 8 + IS_QUOTE] === 0) orders.report(slot, CANCELLED, this.#log);
    orders.drop(slot, owner);
  }

  #sourceOf(slot: number, market: Market): number {
    const side = this.#pool.fields[slot * 8 + PLACE]! & 1;
    const asset = side === BUY ? market.definition.quote : market.definition.base;
    return this.#ledger.account(this.#pool.fields[slot * 8 + OWNER]!, WALLET.exchange, asset);
  }
}

/** Four rows of the trade, of which the third is what the maker had frozen, then up to four of its fees. */
function tradePostings(): PostingRows {
  const reasons = Int32Array.from({ length: 8 }, (_, row) => (row < 4 ? TRADED : FEE_TAKEN));
  return { accounts: new Int32Array(8), amounts: new Float64Array(16), reasons };
}
