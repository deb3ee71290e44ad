/**
 * The auditor's model of spot trading: live orders, their trades in order, and their results, as
 * lists that are searched from the front. Written from docs/features/spot.md; it follows version 1
 * of the rules. Limits are repeated here on purpose, so that a changed constant of the core is
 * noticed.
 */
import type { RefusalName } from '@glasshouse/protocol';
import type { CoreEvent } from '../../src/index.ts';
import type { Books, Report } from './books.ts';
import type { AuditedHolds } from './held-money.ts';
import { MILLION, type AuditedFees, type AuditedMarket } from './markets.ts';
import { matchOf } from './match-model.ts';
import { dueOf, toldOf, type ModelOrder } from './model-order.ts';
import { bestOf, reachOf, type Levels, type Reach, type Wanted } from './reach.ts';
import { heldLimit, isIndexFresh, marketLimit, nearer, valueRefusal } from './spot-terms.ts';

const EXCHANGE = 2;
export const END = {
  none: 0,
  byOwner: 1,
  unfilled: 2,
  selfTrade: 3,
  partner: 4,
  refused: 5,
  full: 6,
  expired: 7,
  money: 8,
  delisted: 9,
  countdown: 10,
} as const;

export interface SpotParts {
  readonly books: Books;
  readonly markets: ReadonlyMap<number, AuditedMarket>;
  readonly fees: AuditedFees;
  readonly held: AuditedHolds;
  readonly report: Report;
  /** The next sequence number in the due queue, which contracts share. */
  readonly nextPlace: () => number;
}

/** `at` is its sequence number in the common due queue. */
type Due = {
  readonly order: ModelOrder;
  readonly action: 'fire' | 'report-trail' | 'expire';
  readonly tick: number;
  readonly at: number;
};

export class SpotOrders {
  readonly #parts: SpotParts;
  /** All live orders: waiting, resting, and quotes. */
  live: ModelOrder[] = [];
  /** Stops that ticks have reached, and those of halted markets. */
  due: Due[] = [];
  held: Due[] = [];
  /** Increments with each order that is accepted or comes to rest. */
  time = 0;
  /** Orders that the current command changes. */
  readonly touched = new Set<ModelOrder>();
  #trades: string[] = [];
  made: ModelOrder | null = null;
  /** Exits of the current command, whose ids its events give. */
  #exits: ModelOrder[] = [];
  /** Orders that have ended, whose exits are not placed yet. */
  readonly #ended: ModelOrder[] = [];
  /** The change of available units by the current command, by owner and asset. */
  readonly #moves = new Map<string, bigint>();

  constructor(parts: SpotParts) {
    this.#parts = parts;
  }

  marketTerms(
    order: ModelOrder,
    market: AuditedMarket,
    slippagePpm = 0,
  ): RefusalName | { limit: number; lots: number; need: bigint } {
    const { side, lots, quoteAmount, timeInForce } = order;
    const levels = this.#levels(market, 1 - side);
    const best = levels[0]?.[0];
    if (best === undefined) return 'spot/no-liquidity';
    const reference = market.reference || best;
    const isHeld = this.#parts.held.isKept(order.owner);
    const limit = marketLimit(market, side, { reference, best: bestOf(levels, order), slippagePpm, isHeld });
    const value = lots > 0 ? market.needed(0, reference, lots) : BigInt(quoteAmount);
    const refusal = valueRefusal(market, value);
    if (refusal !== null) return refusal;
    const total = BigInt(quoteAmount);
    const wanted = lots > 0 ? { limit, lots } : { limit, total };
    const shown = this.reach(order, market, wanted);
    if (!shown.hasOthers) return shown.hasOwn ? 'spot/own-order' : 'spot/no-liquidity';
    if (timeInForce === 2 && !shown.isEnough) return 'spot/would-not-fill';
    if (side === 1) return { limit, lots, need: BigInt(lots) * market.unitsPerLot };
    const whole = this.reach(order, market, { ...wanted, countsHidden: true });
    if (lots === 0) return { limit, lots: whole.lots + (whole.isEnough ? 0 : 1), need: total };
    // It needs the money for what is shown, and buys what the owner's money pays of what is there.
    const money = this.available(order.owner, market, 0);
    if (whole.cost <= money) return { limit, lots, need: shown.cost };
    const paid = this.reach(order, market, { limit, lots, total: money, countsHidden: true });
    return { limit, lots: paid.lots, need: shown.cost };
  }

  /** Whether the price of an order is beyond what its owner's holds allow at a time. */
  isHeldFrom(
    { owner, side, price }: Pick<ModelOrder, 'owner' | 'side' | 'price'>,
    market: AuditedMarket,
    timeMs: number,
  ): boolean {
    if (!this.#parts.held.isKept(owner)) return false;
    if (!isIndexFresh(market, timeMs)) return true;
    // A market order is bounded by the held limit instead.
    return price > 0 && nearer(side, price, heldLimit(market, side)) !== price;
  }

  /** How much the order could trade now, and its cost. */
  reach(order: ModelOrder, market: AuditedMarket, wanted: Wanted): Reach {
    return reachOf(this.#levels(market, 1 - order.side), order, market, wanted);
  }

  /** Trades, then rests, finishes or cancels. */
  // oxlint-disable-next-line complexity -- Follows the order of the feature page.
  execute(order: ModelOrder, market: AuditedMarket, { limit, lots }: { limit: number; lots: number }): void {
    const partners: ModelOrder[] = [];
    const queue = this.#levels(market, 1 - order.side).flatMap(([, orders]) => orders);
    const match = matchOf(order, queue, { limit, lots, nextTime: () => ++this.time });
    const { left, prevented } = match;
    for (const { maker, lots: traded } of match.fills) {
      this.#trade(order, maker, traded);
      if (maker.partner !== null) partners.push(maker.partner);
    }
    for (const maker of new Set(match.fills.map((fill) => fill.maker)))
      if (maker.open === 0) this.end(maker, 1, END.none);
    for (const maker of match.taken) {
      if (maker.partner !== null) partners.push(maker.partner);
      this.end(maker, 2, END.selfTrade);
    }
    for (const { maker, lots: lost } of match.reduced) this.#lose(maker, lost, partners);
    // An order that ends at an own order keeps the quantity that it had.
    order.prevented += prevented;
    order.open = match.end === 'own-order' ? left + prevented : left;
    if (match.end !== 'own-order' && order.lots > 0) order.lots -= prevented;
    const neverRests = order.price === 0 || order.timeInForce === 1 || order.timeInForce === 2;
    if (match.end === 'own-order') this.end(order, 2, END.selfTrade);
    else if (left === 0 && lots > 0) this.#finish(order);
    else if (match.end === 'full') this.end(order, 2, END.full);
    else if (neverRests) this.end(order, 2, END.unfilled);
    else {
      order.rested = ++this.time;
      order.shown = Math.min(order.visible, left);
      order.frozen = market.needed(order.side, order.price, left);
      this.#move(order, -order.frozen);
      this.live.push(order);
      this.touched.add(order);
    }
    for (const partner of partners) if (this.live.includes(partner)) this.end(partner, 2, END.partner);
    this.placeExits();
  }

  /** Ends an order that has traded all that it asked for. The money of a market buy bounds that. */
  #finish(order: ModelOrder): void {
    const missing = Math.max(0, order.lots - order.traded);
    order.open = missing;
    if (missing > 0) this.end(order, 2, END.money);
    else this.end(order, 1, END.none);
  }

  /** Takes lots from an order that keeps resting, as an amendment of its owner would. */
  #lose(order: ModelOrder, lots: number, partners: ModelOrder[]): void {
    if (order.partner !== null) partners.push(order.partner);
    order.open -= lots;
    order.lots -= lots;
    if (!order.isQuote) order.prevented += lots;
    this.shrink(order);
  }

  /** Adjusts the shown lots and the frozen units of an order whose open lots have become fewer. */
  shrink(order: ModelOrder): void {
    order.shown = Math.min(order.shown, order.open);
    const need = this.#parts.markets.get(order.market)!.needed(order.side, order.price, order.open);
    if (order.frozen > need) {
      this.#move(order, order.frozen - need);
      order.frozen = need;
    }
    this.touched.add(order);
  }

  #trade(taker: ModelOrder, maker: ModelOrder, lots: number): void {
    const market = this.#parts.markets.get(maker.market)!;
    const paid = market.paid(maker.price, lots);
    this.#trades.push(
      [
        maker.market,
        maker.price,
        lots,
        taker.side,
        taker.owner,
        maker.owner,
        maker.isQuote ? 'quote' : maker.id,
      ].join('/'),
    );
    const units = BigInt(lots) * market.unitsPerLot;
    const [got, given] = taker.side === 0 ? [units, paid] : [paid, units];
    const { fees } = this.#parts;
    const takerFee = fees.fee(taker.owner, market, { units: got, isTaker: true });
    const makerFee = fees.fee(maker.owner, market, { units: given, isTaker: false });
    taker.fee += takerFee;
    maker.fee += makerFee;
    this.#move(taker, -given);
    this.#move({ ...taker, side: 1 - taker.side }, got - takerFee);
    this.#move({ ...maker, side: taker.side }, given - makerFee);
    const { base, quote } = market.definition;
    const [gotAsset, givenAsset] = taker.side === 0 ? [base, quote] : [quote, base];
    for (const [owner, asset, fee] of [
      [taker.owner, gotAsset, takerFee],
      [maker.owner, givenAsset, makerFee],
    ] as const) {
      const referral = fees.referrerOf(owner);
      if (referral !== undefined)
        this.#moveAsset(referral.referrer, asset, (fee * BigInt(referral.sharePpm)) / MILLION);
    }
    for (const order of [taker, maker]) {
      order.filledQuote += paid;
      order.traded += lots;
    }
    maker.frozen -= maker.side === 0 ? paid : BigInt(lots) * market.unitsPerLot;
    this.touched.add(maker);
  }

  end(order: ModelOrder, status: number, end: number): void {
    this.release(order);
    Object.assign(order, { status, end });
    this.live = this.live.filter((one) => one !== order);
    this.leaveQueue(order);
    // The leg that remains is no longer linked to this one.
    if (order.partner !== null && this.live.includes(order.partner)) order.partner.partner = null;
    this.touched.add(order);
    if (order.traded > 0 && (order.stopLoss > 0 || order.takeProfit > 0)) this.#ended.push(order);
  }

  /**
   * Places, at the end of a command, the exits of orders that have ended, in the order in which
   * they ended.
   */
  placeExits(): void {
    for (const order of this.#ended.splice(0)) this.#exit(order);
  }

  /** Units that the current command has added to what an owner can spend on a side. */
  #move({ owner, market, side }: Pick<ModelOrder, 'owner' | 'market' | 'side'>, units: bigint): void {
    const { base, quote } = this.#parts.markets.get(market)!.definition;
    this.#moveAsset(owner, side === 0 ? quote : base, units);
  }

  // oxlint-disable-next-line max-params -- Whose, what and how much.
  #moveAsset(owner: number, asset: number, units: bigint): void {
    const name = `${owner}/${asset}`;
    this.#moves.set(name, (this.#moves.get(name) ?? 0n) + units);
  }

  /** Returns what an order has frozen. */
  release(order: ModelOrder): void {
    this.#move(order, order.frozen);
    order.frozen = 0n;
  }

  /**
   * Places the exit of an order: an order for what it has received, which waits at the exit's
   * triggers.
   */
  #exit(entry: ModelOrder): void {
    const { owner, market: number, side, selfTrade, traded, fee, filledQuote, stopLoss, takeProfit } = entry;
    const market = this.#parts.markets.get(number)!;
    if (market.isDelisted) return;
    const received = (side === 0 ? BigInt(traded) * market.unitsPerLot : filledQuote) - fee;
    const available = this.available(owner, market, 1 - side);
    // The owner may have spent some of it.
    const most = received < available ? received : available;
    const largest = BigInt(market.definition.maxNotional);
    const units = side === 1 && most > largest ? largest : most;
    const lots = side === 0 ? Number(units / market.unitsPerLot) : 0;
    const quoteAmount = side === 0 ? 0 : Number(units);
    if (side === 0 ? lots === 0 : quoteAmount < market.definition.minNotional) return;
    const terms = { owner, market: number, side: 1 - side, timeInForce: 0, selfTrade, clientOrderId: null };
    const exit = this.newOrder(terms, { price: 0, lots, quoteAmount });
    const kind = stopLoss > 0 ? 1 : 2;
    Object.assign(exit, {
      kind: stopLoss > 0 && takeProfit > 0 ? 3 : kind,
      trigger: stopLoss || takeProfit,
      target: stopLoss > 0 ? takeProfit : 0,
      // A buying exit fires when the price rises to its stop loss, or falls to its take profit.
      isAbove: (exit.side === 0) === stopLoss > 0,
      frozen: side === 0 ? BigInt(lots) * market.unitsPerLot : BigInt(quoteAmount),
      entry,
    });
    exit.told = exit.trigger;
    this.#move(exit, -exit.frozen);
    this.live.push(exit);
    this.touched.add(exit);
    this.#exits.push(exit);
  }

  /** The ends of orders stay in the queue, where they then do nothing. */
  leaveQueue(order: ModelOrder): void {
    this.due = this.due.filter((due) => due.order !== order || due.action === 'expire');
    this.held = this.held.filter((due) => due.order !== order);
  }

  /** The next order that a delisted market cancels: the best prices first, then what waits. */
  nextOf(market: AuditedMarket): ModelOrder | undefined {
    const resting = [0, 1].flatMap((side) => this.#levels(market, side).flatMap(([, orders]) => orders));
    const { market: number } = market.definition;
    const waiting = this.live.filter((one) => one.market === number && one.rested === 0);
    return [...resting, ...waiting.sort((a, b) => a.accepted - b.accepted)][0];
  }

  #levels(market: AuditedMarket, side: number): Levels {
    const sign = side === 0 ? -1 : 1;
    const levels = new Map<number, ModelOrder[]>();
    for (const order of this.live
      .filter((one) => one.market === market.definition.market && one.side === side && one.rested > 0)
      .sort((a, b) => sign * (a.price - b.price) || a.rested - b.rested))
      levels.set(order.price, [...(levels.get(order.price) ?? []), order]);
    return [...levels];
  }

  crosses(market: AuditedMarket, side: number, price: number): boolean {
    const best = this.#levels(market, 1 - side)[0]?.[0];
    return best !== undefined && (side === 0 ? price >= best : price <= best);
  }

  countOf(owner: number): number {
    return this.live.filter((order) => order.owner === owner).length;
  }

  /** Whether an open order of the owner already has the command's clientOrderId. */
  isIdTaken({ owner, clientOrderId }: Pick<ModelOrder, 'owner' | 'clientOrderId'>): boolean {
    return (
      clientOrderId !== null &&
      this.live.some((order) => order.owner === owner && order.clientOrderId === clientOrderId)
    );
  }

  /** Whether a leg of a list of the owner with this name is open. */
  isListTaken({ owner, listClientOrderId }: Pick<ModelOrder, 'owner' | 'listClientOrderId'>): boolean {
    return (
      listClientOrderId !== null &&
      this.live.some((order) => order.owner === owner && order.listClientOrderId === listClientOrderId)
    );
  }

  available(owner: number, market: AuditedMarket, side: number): bigint {
    const { base, quote } = market.definition;
    const asset = side === 0 ? quote : base;
    const moved = this.#moves.get(`${owner}/${asset}`) ?? 0n;
    return this.#parts.books.get(owner, EXCHANGE, asset).available + moved;
  }

  newOrder(
    of: Pick<ModelOrder, 'owner' | 'market' | 'side' | 'timeInForce' | 'selfTrade' | 'clientOrderId'> &
      Partial<Pick<ModelOrder, 'listClientOrderId'>>,
    more: { price: number; lots: number; quoteAmount: number; isQuote?: boolean },
  ): ModelOrder {
    const { owner, market, side, timeInForce, selfTrade, clientOrderId } = of;
    const { price, lots, quoteAmount, isQuote = false } = more;
    const trigger = { trigger: 0, told: 0, isAbove: false, trailPpm: 0, extreme: 0, kind: 0 };
    const firing = { reachedTick: 0, firedTick: 0, partner: null, entry: null, isExpiring: false };
    const list = { listClientOrderId: of.listClientOrderId ?? null };
    const further = { source: 0, target: 0, trail: 0, activation: 0, isActive: true, offset: 0 };
    const parts = { visible: 0, shown: 0, prevented: 0 };
    const exits = { expiresMs: 0, stopLoss: 0, takeProfit: 0, traded: 0, fee: 0n };
    const state = { open: lots, filledQuote: 0n, frozen: 0n, rested: 0, status: 0, end: END.none };
    const terms = { owner, market, side, timeInForce, selfTrade, clientOrderId, price, lots, quoteAmount };
    const accepted = ++this.time;
    const rest = { ...further, ...exits, ...parts };
    return {
      id: 0,
      isQuote,
      isTotalTold: true,
      accepted,
      ...terms,
      ...trigger,
      ...firing,
      ...list,
      ...rest,
      ...state,
    };
  }

  /** Compares what each live order has frozen with the prediction. */
  checkFrozen(): void {
    const { books, report } = this.#parts;
    for (const { id, frozen, isQuote } of this.live) {
      if (isQuote) continue;
      const units = books.frozenFor.get(id) ?? 0n;
      if (units !== frozen) report(`order ${id} has frozen ${units}, due is ${frozen}`);
    }
  }

  /** Compares the command's events with the prediction. */
  endCommand(id: number, events: readonly CoreEvent[]): void {
    const { report } = this.#parts;
    const made = this.made;
    if (made !== null) made.id = id;
    const last = new Map<number, Extract<CoreEvent, { type: 'order-changed' }>>();
    const trades: string[] = [];
    for (const event of events) {
      if (event.type === 'order-changed') {
        last.set(event.order, event);
        if (made?.partner?.id === 0 && event.partner === id) made.partner.id = event.order;
        const exit = this.#exits.find((one) => one.id === 0 && one.entry?.id === event.entry);
        if (exit !== undefined) exit.id = event.order;
      } else if (event.type === 'traded') {
        const { market, price, lots, takerSide, taker, maker, makerOrder } = event;
        const isKnown = [...this.touched].some((order) => order.id === makerOrder);
        trades.push([market, price, lots, takerSide, taker, maker, isKnown ? makerOrder : 'quote'].join('/'));
      }
    }
    if (trades.join() !== this.#trades.join())
      report(`the trades are ${trades.join()}, due were ${this.#trades.join()}`);
    const due = [...this.touched].filter(({ isQuote }) => !isQuote);
    for (const order of due) {
      const event = last.get(order.id);
      last.delete(order.id);
      const told = event === undefined ? 'not told' : toldOf(event);
      if (told !== dueOf(order)) report(`order ${order.id} is ${told}, due is ${dueOf(order)}`);
    }
    for (const [order, event] of last) report(`order ${order} is ${toldOf(event)}, due is nothing`);
    this.touched.clear();
    this.#trades = [];
    this.#exits = [];
    this.#moves.clear();
    this.made = null;
  }
}
