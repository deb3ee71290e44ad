/**
 * Settles a match. Each fill moves the money of both sides and the fees, updates the maker's order,
 * and writes one record of all of that.
 *
 * A fill trades at the maker's price. The quote amount is rounded down; the remainder stays with
 * the buyer. Fees are deducted from what each side receives, rounded down. This is the hottest code
 * of the core: it writes from typed array to typed array.
 */
import * as QUOTE from '@glasshouse/protocol/spot/quote';
import type { Side } from '../../matching/side.ts';
import { type EventLog } from '../../events/event-log.ts';
import type { Ledger } from '../../ledger/ledger.ts';
import type { OrderPool } from '../../matching/order-pool.ts';
import type { Market } from '../../registry.ts';
import type { OrderExtra } from './events.ts';
import type { Fees } from './fees.ts';
import type { OpenOrders } from './open-orders.ts';
import * as SIDE from '../../matching/side.ts';
import * as EVENT_RECORDS from './event-records.ts';
import * as RECORD from '../../matching/order-record.ts';
import * as SPOT_RECORD from './order-record.ts';

const { feeOf } = QUOTE;
const { BUY } = SIDE;
const { TRADE, TRADE_AT, TRADE_MORE_WEIGHT, TRADE_SIZE } = EVENT_RECORDS;
const { FIELDS, GENERATION, OPEN, OWNER, PLACE, QUANTITIES, SLOT_MASK, SLOTS } = RECORD;
const {
  FEE,
  FILLED_QUOTE,
  FROZEN,
  HAS_EXITS,
  HAS_EXTRA,
  IS_LINKED,
  LOTS,
  PLACED_MS,
  TAKEN_FEE,
  TAKEN_LOTS,
  TAKEN_QUOTE,
} = SPOT_RECORD;

export interface Taker {
  readonly side: Side;
  /** Ledger block of its exchange wallet. */
  readonly block: number;
  readonly slot: number;
}

/**
 * An order that has ended and whose `extra` asks for an exit, with the totals that it has traded.
 */
export interface Exit {
  readonly entry: number;
  readonly block: number;
  readonly place: number;
  readonly extra: OrderExtra;
  readonly lots: number;
  readonly quoteUnits: number;
  /** The fee, in the asset that the order has received. */
  readonly fee: number;
}

const HAS_FOLLOWERS = IS_LINKED | HAS_EXITS;

export class Settlement {
  declare private readonly ledger: Ledger;
  declare private readonly log: EventLog;
  declare private readonly pool: OrderPool;
  declare private readonly orders: OpenOrders;
  declare private readonly fees: Fees;
  /** Number of the last trade. */
  tradeCount = 0;
  /**
   * Totals of the taker's order: lots, quote units, fee. An array, because numbers in fields and
   * arguments would be boxed.
   */
  readonly taken = new Float64Array(3);
  /** Ids of the OCO partners of filled makers. The caller ends them. */
  readonly partners: number[] = [];
  /** Ended orders that ask for an exit. The caller places the exits. */
  readonly exits: Exit[] = [];

  constructor(parts: { ledger: Ledger; log: EventLog; pool: OrderPool; orders: OpenOrders; fees: Fees }) {
    this.ledger = parts.ledger;
    this.log = parts.log;
    this.pool = parts.pool;
    this.orders = parts.orders;
    this.fees = parts.fees;
  }

  /** Settles all fills of the book's last match and adds them to `taken`. */
  settle(market: Market, taker: Taker): void {
    const { book } = market;
    const count = book.fillCount;
    // The first trade creates this block, which may replace the ledger's array of balances. It must
    // exist before a fill reads the array, or the fill would write to the old one.
    this.ledger.feesBlock();
    for (let i = 0; i < count; i++) this.#settleFill(market, taker, i);
    const log = this.log;
    log.moreWeight += count * TRADE_MORE_WEIGHT;
    market.lastPrice = book.fillPrices[count - 1]!;
  }

  // oxlint-disable-next-line max-lines-per-function -- One pass keeps values in registers.
  #settleFill(market: Market, taker: Taker, i: number): void {
    const { book } = market;
    const { side, block: takerBlock } = taker;
    const slot = book.fillSlots[i]!;
    const lots = book.fillLots[i]!;
    const price = book.fillPrices[i]!;
    const { fields, quantities } = this.pool;
    const makerBlock = fields[(slot & SLOT_MASK) * FIELDS + OWNER]!;
    const place = fields[(slot & SLOT_MASK) * FIELDS + PLACE]!;
    const quoteUnits = market.quoteFloor(price, lots);
    const baseUnits = lots * market.unitsPerLot;
    const { base, quote, feePpm } = market;
    const paid = side === BUY ? quote : base;
    const received = side === BUY ? base : quote;
    const paidUnits = side === BUY ? quoteUnits : baseUnits;
    const receivedUnits = side === BUY ? baseUnits : quoteUnits;
    const fees = this.fees;
    const { traders } = fees;
    const takerFee = feeOf(receivedUnits, feePpm[(traders[takerBlock << 1]! << 1) | 1]!);
    const makerFee = feeOf(paidUnits, feePpm[traders[makerBlock << 1]! << 1]!);

    const from = (slot & SLOT_MASK) * QUANTITIES;
    const open = book.fillOpens[i]!;
    const held = quantities[from + FROZEN]! - receivedUnits;
    // The excess of the rounded-up reservation over the floors of the fills.
    const released = open === 0 ? held : 0;
    const filledQuote = quantities[from + FILLED_QUOTE]! + quoteUnits;
    const fee = quantities[from + FEE]! + makerFee;
    quantities[from + FROZEN] = held - released;
    quantities[from + FILLED_QUOTE] = filledQuote;
    quantities[from + FEE] = fee;

    const ledger = this.ledger;
    const { balances, stride } = ledger;
    const takerPaid = (Math.imul(takerBlock, stride) + paid) << 1;
    const takerReceived = (Math.imul(takerBlock, stride) + received) << 1;
    const makerPaid = (Math.imul(makerBlock, stride) + paid) << 1;
    const makerReceived = (Math.imul(makerBlock, stride) + received) << 1;
    const feesPaid = (Math.imul(ledger.feesBlock(), stride) + paid) << 1;
    const feesReceived = (Math.imul(ledger.feesBlock(), stride) + received) << 1;
    balances[takerPaid] = balances[takerPaid]! - paidUnits;
    balances[makerPaid] = balances[makerPaid]! + paidUnits - makerFee;
    balances[makerReceived | 1] = balances[makerReceived | 1]! - receivedUnits - released;
    if (released !== 0) balances[makerReceived] = balances[makerReceived]! + released;
    balances[takerReceived] = balances[takerReceived]! + receivedUnits - takerFee;
    balances[feesReceived] = balances[feesReceived]! + takerFee;
    balances[feesPaid] = balances[feesPaid]! + makerFee;

    const taken = this.taken;
    taken[TAKEN_LOTS] = taken[TAKEN_LOTS]! + lots;
    taken[TAKEN_QUOTE] = taken[TAKEN_QUOTE]! + quoteUnits;
    taken[TAKEN_FEE] = taken[TAKEN_FEE]! + takerFee;

    const log = this.log;
    const at = log.reserve(TRADE_SIZE);
    const { data } = log;
    data[at] = log.head + TRADE;
    data[at + TRADE_AT.trade] = ++this.tradeCount;
    data[at + TRADE_AT.marketSide] = book.index * 2 + side;
    data[at + TRADE_AT.price] = price;
    data[at + TRADE_AT.lots] = lots;
    data[at + TRADE_AT.quoteUnits] = quoteUnits;
    data[at + TRADE_AT.takerOrder] =
      (fields[(taker.slot & SLOT_MASK) * FIELDS + GENERATION]! >>> 0) * SLOTS + taker.slot;
    data[at + TRADE_AT.makerOrder] = (fields[(slot & SLOT_MASK) * FIELDS + GENERATION]! >>> 0) * SLOTS + slot;
    data[at + TRADE_AT.takerBlock] = takerBlock;
    data[at + TRADE_AT.makerBlock] = makerBlock;
    data[at + TRADE_AT.takerFee] = takerFee;
    data[at + TRADE_AT.makerFee] = makerFee;
    data[at + TRADE_AT.takerShare] = 0;
    data[at + TRADE_AT.makerShare] = 0;
    data[at + TRADE_AT.released] = released;
    data[at + TRADE_AT.place] = place;
    data[at + TRADE_AT.wholeLots] = quantities[from + LOTS]!;
    data[at + TRADE_AT.openLots] = open;
    data[at + TRADE_AT.filledQuote] = filledQuote;
    data[at + TRADE_AT.fee] = fee;
    data[at + TRADE_AT.placedMs] = quantities[from + PLACED_MS]!;
    data[at + TRADE_AT.extra] = (place & HAS_EXTRA) === 0 ? 0 : log.file(this.orders.extras.get(slot));

    if (traders[(takerBlock << 1) | 1] !== 0) this.#share(at, TRADE_AT.takerShare, received);
    if (traders[(makerBlock << 1) | 1] !== 0) this.#share(at, TRADE_AT.makerShare, paid);
    if (market.volumeRate !== 0) this.#countVolume(market, at);
    if ((place & HAS_FOLLOWERS) !== 0) this.#follow(slot, place, open);
    if (open === 0) this.orders.drop(slot, makerBlock);
  }

  /**
   * Notes the consequences of a maker's fill for the caller: its OCO partner ends, or its exit is
   * placed.
   */
  #follow(slot: number, place: number, open: number): void {
    if ((place & IS_LINKED) !== 0) this.partners.push(this.orders.extras.get(slot)!.partner);
    if ((place & HAS_EXITS) !== 0 && open === 0) this.noteExits(slot);
  }

  /** Notes an ending order whose exit must be placed. The order's slot is still allocated. */
  noteExits(slot: number): void {
    const { fields, quantities } = this.pool;
    const from = (slot & SLOT_MASK) * QUANTITIES;
    this.exits.push({
      entry: this.pool.idOf(slot),
      block: fields[(slot & SLOT_MASK) * FIELDS + OWNER]!,
      place: fields[(slot & SLOT_MASK) * FIELDS + PLACE]!,
      extra: this.orders.extras.get(slot)!,
      lots: quantities[from + LOTS]! - quantities[from + OPEN]!,
      quoteUnits: quantities[from + FILLED_QUOTE]!,
      fee: quantities[from + FEE]!,
    });
  }

  /**
   * Pays the referrer's share of one fee of a trade from the house's fee account. `field` is
   * TRADE_AT.takerShare or TRADE_AT.makerShare.
   */
  #share(at: number, field: number, asset: number): void {
    const ledger = this.ledger;
    const { data } = this.log;
    // The taker's block, fee and share are stored directly before the maker's.
    const isMaker = field - TRADE_AT.takerShare;
    const block = data[at + TRADE_AT.takerBlock + isMaker]!;
    const share = this.fees.shareOf(block, data[at + TRADE_AT.takerFee + isMaker]!);
    const fees = (ledger.feesBlock() * ledger.stride + asset) * 2;
    const referrer = (this.fees.traders[block * 2 + 1]! * ledger.stride + asset) * 2;
    ledger.balances[fees] = ledger.balances[fees]! - share;
    ledger.balances[referrer] = ledger.balances[referrer]! + share;
    data[at + field] = share;
  }

  /** Adds a trade, given by its record, to the volumes of both sides. */
  #countVolume(market: Market, at: number): void {
    const { data } = this.log;
    const { today } = this.fees;
    const taker = data[at + TRADE_AT.takerBlock]!;
    const maker = data[at + TRADE_AT.makerBlock]!;
    const quoteUnits = data[at + TRADE_AT.quoteUnits]!;
    if (market.volumeRate === 1) {
      today[taker] = today[taker]! + quoteUnits;
      today[maker] = today[maker]! + quoteUnits;
      return;
    }
    this.fees.addValued(taker, market, quoteUnits);
    this.fees.addValued(maker, market, quoteUnits);
  }
}
