/**
 * The auditor's model of spot trading: predicts of every command whether it is refused and why, what it trades in which order, and what
 * each order has come to, by plain lists that are searched from the front. Written from docs/features/spot.md; it follows version 2 of the
 * rules. Limits are written out here on purpose: a constant of the core that moves is noticed.
 */
/* oxlint-disable max-lines -- A model of one page of rules, to be read beside it; its parts would share all its lists. */
import type { RefusalName } from '@glasshouse/protocol';
import type {
  AmendOrder,
  CancelAll,
  PlaceConditional,
  PlaceOco,
  PlaceOrder,
  ReplaceQuotes,
  Side,
  Tick,
} from '../../src/index.ts';
import type { CoreEvent } from '../../src/index.ts';
import type { Books, Report } from './books.ts';
import type { AuditedMarket } from './markets.ts';

const EXCHANGE = 2;
const FIRST_USER = 1000;
const PRICE_MAX = 2 ** 30 - 1;
const UNITS_MAX = 2n ** 53n - 1n;
const MEETS_MAX = 500;
const WAITING_MAX = 200;
const TRAILING_MAX = 20;
const TRAIL_MIN_PPM = 1_000;
const TRAIL_MAX_PPM = 500_000;
const TOLD_EVERY_TICKS = 10;
const CANCELS_MAX = 1_000;
const QUOTES_MAX = 500;
const MILLION = 1_000_000n;
const SLOTS = 2 ** 21;
const END = { none: 0, byOwner: 1, unfilled: 2, selfTrade: 3, partner: 4, refused: 5, full: 6 } as const;

interface ModelOrder {
  /** 0 until the outcome tells it, and for quotes. */
  id: number;
  readonly owner: number;
  readonly market: number;
  readonly side: number;
  readonly isQuote: boolean;
  readonly timeInForce: number;
  readonly selfTrade: number;
  readonly quoteAmount: number;
  isTotalTold: boolean;
  readonly accepted: number;
  price: number;
  lots: number;
  open: number;
  filledQuote: bigint;
  frozen: bigint;
  /** When it came to rest; 0: it waits. */
  rested: number;
  trigger: number;
  told: number;
  isAbove: boolean;
  trailPpm: number;
  extreme: number;
  kind: number;
  reachedTick: number;
  firedTick: number;
  partner: ModelOrder | null;
  status: number;
  end: number;
}

interface Parts {
  readonly books: Books;
  readonly markets: ReadonlyMap<number, AuditedMarket>;
  readonly report: Report;
  /** The next place in the queue of what is due, which contracts share. */
  readonly nextPlace: () => number;
}

/** `at`: its place in the one queue of all that is due. */
type Due = {
  readonly order: ModelOrder;
  readonly isTrail: boolean;
  readonly tick: number;
  readonly at: number;
};
type Refusal = RefusalName | null;
type Levels = readonly (readonly [price: number, orders: readonly ModelOrder[]])[];

const isPrice = (price: number): boolean => Number.isInteger(price) && price >= 1 && price <= PRICE_MAX;
const isCount = (lots: number): boolean => Number.isInteger(lots) && lots >= 1;
const isExact = (units: number): boolean => Number.isSafeInteger(units) && units >= 1;

export class SpotModel {
  readonly #parts: Parts;
  /** Everything live: what waits, what rests, and quotes. */
  #live: ModelOrder[] = [];
  #due: Due[] = [];
  #held: Due[] = [];
  #time = 0;
  /** What the present command makes. */
  #touched = new Set<ModelOrder>();
  #trades: string[] = [];
  #made: ModelOrder | null = null;

  constructor(parts: Parts) {
    this.#parts = parts;
  }

  /** The place of the next item in the queue. */
  get nextDue(): number {
    return this.#due[0]?.at ?? Infinity;
  }

  place(command: PlaceOrder): Refusal {
    const market = this.#parts.markets.get(command.market);
    if (market === undefined) return 'market/unknown-pair';
    if (market.isHalted) return 'market/halted';
    const { side, price, timeInForce, owner } = command;
    const shape = price === 0 ? marketShape(command) : limitShape(command);
    if (shape !== null) return shape;
    // An order by total says no lots.
    const lots = command.lots > 0 ? command.lots : 0;
    const quoteAmount = lots > 0 ? 0 : command.quoteAmount;
    if (BigInt(lots) * market.unitsPerLot > UNITS_MAX) return 'spot/above-maximum';
    const order = this.#newOrder(command, { price, lots, quoteAmount });
    // Of a number of lots below zero, which no route lets through, the order's record keeps no total.
    order.isTotalTold = command.lots === 0 || command.clientOrderId !== null;
    const terms = price === 0 ? this.#marketTerms(order, market) : this.#limitTerms(order, market);
    if (typeof terms === 'string') return terms;
    const neverRests = price === 0 || timeInForce === 1 || timeInForce === 2;
    if (!neverRests && this.#countOf(owner) >= market.definition.maxOpenOrders) return 'spot/too-many-orders';
    if (this.#available(owner, market, side) < terms.need) return 'wallet/insufficient-balance';
    this.#made = order;
    this.#execute(order, market, { limit: terms.limit, lots: terms.lots });
    return null;
  }

  #limitTerms(
    order: ModelOrder,
    market: AuditedMarket,
  ): RefusalName | { limit: number; lots: number; need: bigint } {
    const { side, price, lots, timeInForce } = order;
    if (!market.isNear(price, market.definition.limitBandPpm)) return 'spot/price-out-of-range';
    const refusal = valueRefusal(market, market.needed(0, price, lots));
    if (refusal !== null) return refusal;
    if (timeInForce === 3 && this.#crosses(market, side, price)) return 'spot/would-take';
    if (timeInForce === 2 && !this.#reach(order, market, { limit: price, lots }).isEnough)
      return 'spot/would-not-fill';
    return { limit: price, lots, need: market.needed(side, price, lots) };
  }

  #marketTerms(
    order: ModelOrder,
    market: AuditedMarket,
  ): RefusalName | { limit: number; lots: number; need: bigint } {
    const { side, lots, quoteAmount, timeInForce } = order;
    const best = this.#levels(market, 1 - side)[0]?.[0];
    if (best === undefined) return 'spot/no-liquidity';
    const reference = market.reference || best;
    const limit = bandLimit(market, side, reference);
    const value = lots > 0 ? market.needed(0, reference, lots) : BigInt(quoteAmount);
    const refusal = valueRefusal(market, value);
    if (refusal !== null) return refusal;
    const reach = this.#reach(
      order,
      market,
      lots > 0 ? { limit, lots } : { limit, total: BigInt(quoteAmount) },
    );
    if (reach.lots === 0) return 'spot/no-liquidity';
    if (timeInForce === 2 && !reach.isEnough) return 'spot/would-not-fill';
    const need = side === 0 ? reach.cost : BigInt(lots) * market.unitsPerLot;
    return { limit, lots: lots > 0 ? lots : reach.lots + (reach.isEnough ? 0 : 1), need };
  }

  /** How much the order could trade now, and what covers it, level by level. */
  #reach(
    order: ModelOrder,
    market: AuditedMarket,
    wanted: { readonly limit: number; readonly lots?: number; readonly total?: bigint },
  ): { lots: number; cost: bigint; isEnough: boolean } {
    let [lots, cost, met] = [0, 0n, 0];
    for (const [price, orders] of this.#levels(market, 1 - order.side)) {
      if (order.side === 0 ? price > wanted.limit : price < wanted.limit) break;
      const bound =
        wanted.lots === undefined ? market.lotsFor((wanted.total ?? 0n) - cost, price) : wanted.lots - lots;
      let here = 0;
      let isStopped = false;
      for (const resting of orders) {
        if (here >= bound) break;
        isStopped = met >= MEETS_MAX;
        const isOwn = resting.owner === order.owner && order.selfTrade !== 0;
        if (isOwn && order.selfTrade !== 2) isStopped = true;
        if (isStopped) break;
        met++;
        if (!isOwn) here += resting.open;
      }
      here = Math.min(here, bound);
      lots += here;
      cost += market.needed(0, price, here);
      if (here === bound) return { lots, cost, isEnough: true };
      if (isStopped) break;
    }
    return { lots, cost, isEnough: false };
  }

  placeConditional(command: PlaceConditional): Refusal {
    const market = this.#parts.markets.get(command.market);
    if (market === undefined) return 'market/unknown-pair';
    if (market.isHalted) return 'market/halted';
    const refusal = waitingShape(command, market) ?? triggerRefusal(command, market);
    if (refusal !== null) return refusal;
    const { owner, side, price, lots, quoteAmount, trailPpm, kind } = command;
    const value =
      lots > 0 ? market.needed(0, price || command.trigger || market.reference, lots) : BigInt(quoteAmount);
    const second = valueRefusal(market, value) ?? this.#roomRefusal(command, market, 1, trailPpm > 0);
    if (second !== null) return second;
    const frozen = side === 0 ? value : BigInt(lots) * market.unitsPerLot;
    if (this.#available(owner, market, side) < frozen) return 'wallet/insufficient-balance';
    const order = this.#newOrder(command, { price, lots, quoteAmount: lots > 0 ? 0 : quoteAmount });
    Object.assign(order, { kind, trailPpm, frozen, trigger: command.trigger });
    order.isAbove = trailPpm > 0 ? side === 0 : (side === 0) === (kind === 1);
    if (trailPpm > 0) this.#follow(order, market, market.index);
    order.told = order.trigger;
    this.#live.push(order);
    this.#touched.add(order);
    this.#made = order;
    return null;
  }

  placeOco(command: PlaceOco): Refusal {
    const market = this.#parts.markets.get(command.market);
    if (market === undefined) return 'market/unknown-pair';
    if (market.isHalted) return 'market/halted';
    const refusal = ocoShape(command, market) ?? this.#ocoRefusal(command, market);
    if (refusal !== null) return refusal;
    const { owner, side, price, lots, trigger, stopPrice } = command;
    const need = market.needed(side, price, lots);
    const stopNeed = side === 0 ? market.needed(0, stopPrice, lots) : need;
    const whole = need > stopNeed ? need : stopNeed;
    if (this.#available(owner, market, side) < whole) return 'wallet/insufficient-balance';
    const terms = { ...command, timeInForce: 0 };
    const stop = this.#newOrder(terms, { price: stopPrice, lots, quoteAmount: 0 });
    Object.assign(stop, { trigger, told: trigger, isAbove: side === 0, kind: 1, frozen: whole - need });
    const leg = this.#newOrder(terms, { price, lots, quoteAmount: 0 });
    [stop.partner, leg.partner] = [leg, stop];
    leg.rested = ++this.#time;
    leg.frozen = need;
    this.#live.push(stop, leg);
    for (const order of [stop, leg]) this.#touched.add(order);
    this.#made = leg;
    return null;
  }

  #ocoRefusal(command: PlaceOco, market: AuditedMarket): Refusal {
    const { side, price, lots, trigger, stopPrice } = command;
    if (market.index === 0) return 'market/no-price';
    const [at, stopAt] = [market.indexOf(price), market.indexOf(trigger)];
    const isAround =
      side === 0 ? at < market.index && stopAt > market.index : at > market.index && stopAt < market.index;
    if (!isAround) return 'spot/would-trigger';
    const isStopNear = stopPrice === 0 || isNearTrigger(stopPrice, trigger, market);
    if (!market.isNear(price, market.definition.limitBandPpm) || !isStopNear)
      return 'spot/price-out-of-range';
    const refusal =
      valueRefusal(market, market.needed(0, price, lots)) ??
      valueRefusal(market, market.needed(0, stopPrice || trigger, lots));
    if (refusal !== null) return refusal;
    if (this.#crosses(market, side, price)) return 'spot/would-take';
    return this.#roomRefusal(command, market, 2, false);
  }

  // oxlint-disable-next-line max-params -- How many orders, and of which sort.
  #roomRefusal(
    { owner }: { owner: number },
    market: AuditedMarket,
    count: number,
    isTrailing: boolean,
  ): Refusal {
    const { market: number, maxOpenOrders } = market.definition;
    const waiting = this.#live.filter(
      (order) => order.owner === owner && order.market === number && order.rested === 0,
    );
    const trailing = waiting.filter(({ trailPpm }) => trailPpm > 0).length;
    const isFull =
      this.#countOf(owner) + count > maxOpenOrders ||
      waiting.length >= WAITING_MAX ||
      (isTrailing && trailing >= TRAILING_MAX);
    return isFull ? 'spot/too-many-orders' : null;
  }

  // oxlint-disable-next-line complexity -- The checks in the order of the page, each a line.
  amend({ owner, order: id, price, lots }: AmendOrder): Refusal | undefined {
    const order = this.#live.find((one) => one.id === id && one.owner === owner && !one.isQuote);
    // A quote's number was told to nobody but those who traded with it.
    if (order === undefined) return owner < FIRST_USER ? undefined : 'spot/unknown-order';
    if (order.rested === 0 || order.partner !== null) return 'spot/cannot-amend';
    const market = this.#parts.markets.get(order.market)!;
    if (market.isHalted) return 'market/halted';
    const filled = order.lots - order.open;
    if (!isPrice(price)) return 'spot/price-missing';
    if (!isCount(lots)) return 'spot/amount-missing';
    if (lots <= filled) {
      this.#end(order, 2, END.byOwner);
      return null;
    }
    if (BigInt(lots) * market.unitsPerLot > UNITS_MAX) return 'spot/above-maximum';
    if (!market.isNear(price, market.definition.limitBandPpm)) return 'spot/price-out-of-range';
    const refusal = valueRefusal(market, market.needed(0, price, lots));
    if (refusal !== null) return refusal;
    const open = lots - filled;
    if (price === order.price && open <= order.open) {
      if (open < order.open) {
        const need = market.needed(order.side, price, open);
        if (order.frozen > need) order.frozen = need;
        this.#touched.add(order);
      }
      Object.assign(order, { lots, open });
      return null;
    }
    if (order.timeInForce === 3 && this.#crosses(market, order.side, price)) return 'spot/would-take';
    const need = market.needed(order.side, price, open);
    if (this.#available(owner, market, order.side) + order.frozen < need)
      return 'wallet/insufficient-balance';
    this.#live = this.#live.filter((one) => one !== order);
    Object.assign(order, { price, lots, open, frozen: 0n });
    this.#execute(order, market, { limit: price, lots: open });
    return null;
  }

  /** undefined: the order may be a quote, whose number nobody was told. */
  cancel(owner: number, id: number): Refusal | undefined {
    const order = this.#live.find((one) => one.id === id && one.owner === owner && !one.isQuote);
    if (order === undefined) return owner < FIRST_USER ? undefined : 'spot/unknown-order';
    this.#cancel(order);
    return null;
  }

  /** How many it cancels; quotes count as well. */
  cancelAll({ owner, market }: CancelAll): number | undefined {
    const own = this.#live.filter(
      (order) => order.owner === owner && (market < 0 || order.market === market),
    );
    if (own.length > CANCELS_MAX) return undefined;
    // In the order of their slots, which ids carry: of a pair the first is the one that the owner cancels.
    own.sort((a, b) => (a.id % SLOTS) - (b.id % SLOTS));
    for (const order of own) if (this.#live.includes(order)) this.#cancel(order);
    return own.length;
  }

  #cancel(order: ModelOrder): void {
    const { partner } = order;
    this.#end(order, 2, END.byOwner);
    if (partner !== null) this.#end(partner, 2, END.partner);
  }

  /** How many quotes rest. */
  replaceQuotes({ owner, market: number, bids, asks }: ReplaceQuotes): Refusal | number {
    const market = this.#parts.markets.get(number);
    if (market === undefined) return 'market/unknown-pair';
    if (owner >= FIRST_USER) return 'spot/unknown-order';
    if (bids.length > 2 * QUOTES_MAX || asks.length > 2 * QUOTES_MAX) return 'request/invalid';
    const old = this.#live.filter(
      (order) => order.isQuote && order.owner === owner && order.market === number,
    );
    this.#live = this.#live.filter((order) => !old.includes(order));
    if (market.isHalted) return 0;
    let count = 0;
    for (const side of [0, 1]) {
      let budget = this.#available(owner, market, side);
      for (const quote of old) if (quote.side === side) budget += quote.frozen;
      const levels = side === 0 ? bids : asks;
      for (let i = 0; i + 1 < levels.length; i += 2) {
        const [price, lots] = [levels[i]!, levels[i + 1]!];
        const isWhole = isPrice(price) && isExact(lots) && BigInt(lots) * market.unitsPerLot <= UNITS_MAX;
        if (!isWhole || this.#crosses(market, side, price)) continue;
        const need = market.needed(side, price, lots);
        if (need > budget) break;
        budget -= need;
        const quote = this.#newOrder(
          { owner, market: number, side, timeInForce: 3, selfTrade: 1 },
          { price, lots, quoteAmount: 0, isQuote: true },
        );
        Object.assign(quote, { rested: ++this.#time, frozen: need });
        this.#live.push(quote);
        count++;
      }
    }
    return count;
  }

  onTick({ tick, prices }: Tick): void {
    for (const number of [...this.#parts.markets.keys()].sort((a, b) => a - b)) {
      const market = this.#parts.markets.get(number)!;
      if ((prices[number] ?? 0) > 0) this.#onIndex(number, market, tick);
    }
  }

  #onIndex(number: number, market: AuditedMarket, tick: number): void {
    const waiting = this.#live.filter(
      (order) => order.market === number && order.rested === 0 && order.reachedTick === 0,
    );
    for (const order of waiting) if (order.trailPpm > 0) this.#follow(order, market, market.index);
    const reached = waiting.filter(({ isAbove, trigger }) =>
      isAbove ? market.index >= market.indexOf(trigger) : market.index <= market.indexOf(trigger),
    );
    if (tick % TOLD_EVERY_TICKS === 0)
      for (const order of waiting)
        if (order.trailPpm > 0 && order.trigger !== order.told && !reached.includes(order))
          if (!this.#due.some((due) => due.isTrail && due.order === order))
            this.#due.push({ order, isTrail: true, tick, at: this.#parts.nextPlace() });
    for (const order of reached.sort((a, b) => a.accepted - b.accepted)) {
      order.reachedTick = tick;
      const at = this.#parts.nextPlace();
      (market.isHalted ? this.#held : this.#due).push({ order, isTrail: false, tick, at });
    }
  }

  /** The best price since acceptance, and the trigger at its distance. */
  #follow(order: ModelOrder, market: AuditedMarket, index: number): void {
    const isBetter = order.extreme === 0 || (order.isAbove ? index < order.extreme : index > order.extreme);
    if (!isBetter) return;
    order.extreme = index;
    order.trigger = market.trailed(index, order.trailPpm, order.isAbove);
  }

  /** A market's new status: what it holds goes to its place in the queue, before what waits of its tick. */
  setStatus(number: number, isHalted: boolean): void {
    if (isHalted) return;
    for (const due of this.#held) {
      if (due.order.market !== number) continue;
      const same = this.#due.filter(({ tick, order }) => tick === due.tick && order.market === number);
      this.#due.push({ ...due, at: Math.min(due.at, ...same.map(({ at }) => at)) });
    }
    const held = new Set(this.#held.map(({ order }) => order));
    this.#due.sort((a, b) => a.at - b.at || Number(held.has(b.order)) - Number(held.has(a.order)));
    this.#held = this.#held.filter(({ order }) => order.market !== number);
  }

  /** The turn of the next item. False: its market is halted, and it is held. */
  process(): boolean {
    const due = this.#due.shift()!;
    const { order, isTrail, tick } = due;
    const market = this.#parts.markets.get(order.market)!;
    if (isTrail) {
      order.told = order.trigger;
      this.#touched.add(order);
    } else if (market.isHalted) {
      this.#held.push(due);
      return false;
    } else this.#fire(order, market, tick);
    return true;
  }

  #fire(order: ModelOrder, market: AuditedMarket, tick: number): void {
    order.firedTick = tick;
    const { partner, price, side } = order;
    if (partner !== null) this.#end(partner, 2, END.partner);
    order.partner = null;
    if (price > 0 && !market.isNear(price, market.definition.limitBandPpm))
      return this.#end(order, 2, END.refused);
    this.#live = this.#live.filter((one) => one !== order);
    this.#leaveQueue(order);
    order.frozen = 0n;
    if (price > 0) return this.#execute(order, market, { limit: price, lots: order.lots });
    let { lots } = order;
    if (lots === 0) {
      const terms = this.#marketTerms({ ...order, timeInForce: 1 }, market);
      lots = typeof terms === 'string' ? 0 : terms.lots;
    }
    this.#execute(order, market, { limit: bandLimit(market, side, market.reference), lots });
  }

  /** Trades, then rests, is finished or cancelled. */
  // oxlint-disable-next-line complexity -- The life of an order read from the top, as the page tells it.
  #execute(order: ModelOrder, market: AuditedMarket, { limit, lots }: { limit: number; lots: number }): void {
    let left = lots;
    let met = 0;
    let end: number = END.none;
    const taken: ModelOrder[] = [];
    const partners: ModelOrder[] = [];
    for (const maker of this.#levels(market, 1 - order.side).flatMap(([, orders]) => orders)) {
      const isBeyond = order.side === 0 ? maker.price > limit : maker.price < limit;
      if (left === 0 || isBeyond) break;
      if (met === MEETS_MAX) {
        end = END.full;
        break;
      }
      met++;
      if (maker.owner === order.owner && order.selfTrade !== 0) {
        if (order.selfTrade !== 2) end = END.selfTrade;
        if (order.selfTrade !== 1) taken.push(maker);
        if (order.selfTrade !== 2) break;
        continue;
      }
      const traded = Math.min(left, maker.open);
      left -= traded;
      this.#trade(order, maker, traded);
      if (maker.partner !== null) partners.push(maker.partner);
    }
    for (const maker of taken) {
      if (maker.partner !== null) partners.push(maker.partner);
      this.#end(maker, 2, END.selfTrade);
    }
    order.open = left;
    const neverRests = order.price === 0 || order.timeInForce === 1 || order.timeInForce === 2;
    if (left === 0 && lots > 0) this.#end(order, 1, END.none);
    else if (end !== END.none) this.#end(order, 2, end);
    else if (neverRests) this.#end(order, 2, END.unfilled);
    else {
      order.rested = ++this.#time;
      order.frozen = market.needed(order.side, order.price, left);
      this.#live.push(order);
      this.#touched.add(order);
    }
    for (const partner of partners) if (this.#live.includes(partner)) this.#end(partner, 2, END.partner);
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
    taker.filledQuote += paid;
    maker.filledQuote += paid;
    maker.open -= lots;
    maker.frozen -= maker.side === 0 ? paid : BigInt(lots) * market.unitsPerLot;
    this.#touched.add(maker);
    if (maker.open === 0) this.#end(maker, 1, END.none);
  }

  #end(order: ModelOrder, status: number, end: number): void {
    Object.assign(order, { status, end, frozen: 0n });
    this.#live = this.#live.filter((one) => one !== order);
    this.#leaveQueue(order);
    // What is left of a pair is no pair.
    if (order.partner !== null && this.#live.includes(order.partner)) order.partner.partner = null;
    this.#touched.add(order);
  }

  #leaveQueue(order: ModelOrder): void {
    this.#due = this.#due.filter((due) => due.order !== order);
    this.#held = this.#held.filter((due) => due.order !== order);
  }

  #levels(market: AuditedMarket, side: number): Levels {
    const sign = side === 0 ? -1 : 1;
    const levels = new Map<number, ModelOrder[]>();
    for (const order of this.#live
      .filter((one) => one.market === market.definition.market && one.side === side && one.rested > 0)
      .sort((a, b) => sign * (a.price - b.price) || a.rested - b.rested))
      levels.set(order.price, [...(levels.get(order.price) ?? []), order]);
    return [...levels];
  }

  #crosses(market: AuditedMarket, side: number, price: number): boolean {
    const best = this.#levels(market, 1 - side)[0]?.[0];
    return best !== undefined && (side === 0 ? price >= best : price <= best);
  }

  #countOf(owner: number): number {
    return this.#live.filter((order) => order.owner === owner).length;
  }

  #available(owner: number, market: AuditedMarket, side: number): bigint {
    const { base, quote } = market.definition;
    return this.#parts.books.get(owner, EXCHANGE, side === 0 ? quote : base).available;
  }

  #newOrder(
    of: Pick<ModelOrder, 'owner' | 'market' | 'side' | 'timeInForce' | 'selfTrade'>,
    more: { price: number; lots: number; quoteAmount: number; isQuote?: boolean },
  ): ModelOrder {
    const { owner, market, side, timeInForce, selfTrade } = of;
    const { price, lots, quoteAmount, isQuote = false } = more;
    const trigger = { trigger: 0, told: 0, isAbove: false, trailPpm: 0, extreme: 0, kind: 0 };
    const firing = { reachedTick: 0, firedTick: 0, partner: null };
    const state = { open: lots, filledQuote: 0n, frozen: 0n, rested: 0, status: 0, end: END.none };
    const terms = { owner, market, side, timeInForce, selfTrade, price, lots, quoteAmount };
    const accepted = ++this.#time;
    return { id: 0, isQuote, isTotalTold: true, accepted, ...terms, ...trigger, ...firing, ...state };
  }

  /** What the command did has to be what was predicted. */
  endCommand(id: number, events: readonly CoreEvent[]): void {
    const { report } = this.#parts;
    const made = this.#made;
    if (made !== null) made.id = id;
    const last = new Map<number, Extract<CoreEvent, { type: 'order-changed' }>>();
    const trades: string[] = [];
    for (const event of events) {
      if (event.type === 'order-changed') {
        last.set(event.order, event);
        if (made?.partner?.id === 0 && event.partner === id) made.partner.id = event.order;
      } else if (event.type === 'traded') {
        const { market, price, lots, takerSide, taker, maker, makerOrder } = event;
        const isKnown = [...this.#touched].some((order) => order.id === makerOrder);
        trades.push([market, price, lots, takerSide, taker, maker, isKnown ? makerOrder : 'quote'].join('/'));
      }
    }
    if (trades.join() !== this.#trades.join())
      report(`the trades are ${trades.join()}, due were ${this.#trades.join()}`);
    const due = [...this.#touched].filter(({ isQuote }) => !isQuote);
    for (const order of due) {
      const event = last.get(order.id);
      last.delete(order.id);
      const told = event === undefined ? 'not told' : toldOf(event);
      if (told !== dueOf(order)) report(`order ${order.id} is ${told}, due is ${dueOf(order)}`);
    }
    for (const [order, event] of last) report(`order ${order} is ${toldOf(event)}, due is nothing`);
    this.#touched = new Set();
    this.#trades = [];
    this.#made = null;
  }
}

type Told = Pick<
  Extract<CoreEvent, { type: 'order-changed' }>,
  'owner' | 'market' | 'side' | 'price' | 'lots' | 'filledLots' | 'quoteAmount' | 'timeInForce'
> &
  Pick<
    Extract<CoreEvent, { type: 'order-changed' }>,
    'status' | 'end' | 'trigger' | 'trailPpm' | 'firedTick' | 'kind'
  > & { readonly filledQuote: number | bigint };

/** What is compared of an order, as text. */
function toldOf(order: Told): string {
  const { owner, market, side, price, lots, filledLots, filledQuote, quoteAmount } = order;
  const size = lots > 0 ? `${filledLots} of ${lots}` : `total ${quoteAmount}`;
  const terms = [owner, market, side, price, size, filledQuote, order.timeInForce].join('/');
  const state = [`${order.status}:${order.end}`, order.trigger, order.trailPpm, order.firedTick, order.kind];
  return `${terms}/${state.join('/')}`;
}

function dueOf(order: ModelOrder): string {
  const { lots, open, isTotalTold } = order;
  const quoteAmount = isTotalTold ? order.quoteAmount : 0;
  return toldOf({ ...order, side: order.side as Side, filledLots: lots - open, quoteAmount });
}

function marketShape({
  side,
  lots,
  quoteAmount,
  timeInForce,
}: Pick<PlaceOrder, 'side' | 'lots' | 'quoteAmount' | 'timeInForce'>): Refusal {
  if (timeInForce === 3) return 'spot/price-missing';
  if (lots > 0) return isExact(lots) ? null : 'spot/amount-missing';
  return side === 0 && isExact(quoteAmount) ? null : 'spot/amount-missing';
}

function limitShape({ price, lots }: PlaceOrder): Refusal {
  if (!isPrice(price)) return 'spot/price-missing';
  return isCount(lots) ? null : 'spot/amount-missing';
}

function valueRefusal(market: AuditedMarket, value: bigint): Refusal {
  const { minNotional, maxNotional } = market.definition;
  if (value > BigInt(maxNotional)) return 'spot/above-maximum';
  return value < BigInt(minNotional) ? 'spot/below-minimum' : null;
}

// oxlint-disable-next-line complexity -- The checks in the order of the page, each a line.
function waitingShape(command: PlaceConditional, market: AuditedMarket): Refusal {
  const { side, kind, trigger, trailPpm, price, lots, timeInForce } = command;
  const isKind = trailPpm === 0 ? kind === 1 || kind === 2 : kind === 0;
  if (!isKind || timeInForce === 2) return 'request/invalid';
  if (isFinite(lots) ? BigInt(Math.floor(lots)) * market.unitsPerLot > UNITS_MAX : lots > 0)
    return 'spot/above-maximum';
  const isDistance = Number.isInteger(trailPpm) && trailPpm >= TRAIL_MIN_PPM && trailPpm <= TRAIL_MAX_PPM;
  if (trailPpm === 0 ? !isPrice(trigger) : !isDistance || trigger !== 0 || price !== 0)
    return 'spot/trigger-missing';
  if (price === 0) return side === 0 && lots !== 0 ? 'spot/amount-missing' : marketShape(command);
  if (!isPrice(price)) return 'spot/price-missing';
  if (timeInForce === 3) return 'request/invalid';
  return isCount(lots) ? null : 'spot/amount-missing';
}

function triggerRefusal(
  { side, kind, trigger, trailPpm, price }: PlaceConditional,
  market: AuditedMarket,
): Refusal {
  if (market.index === 0) return 'market/no-price';
  if (trailPpm > 0) return null;
  const isAbove = (side === 0) === (kind === 1);
  const at = market.indexOf(trigger);
  if (isAbove ? market.index >= at : market.index <= at) return 'spot/would-trigger';
  return price === 0 || isNearTrigger(price, trigger, market) ? null : 'spot/price-out-of-range';
}

function ocoShape({ side, price, lots, trigger, stopPrice }: PlaceOco, market: AuditedMarket): Refusal {
  if (!isPrice(price)) return 'spot/price-missing';
  if (!isCount(lots)) return 'spot/amount-missing';
  if (BigInt(lots) * market.unitsPerLot > UNITS_MAX) return 'spot/above-maximum';
  if (!isPrice(trigger)) return 'spot/trigger-missing';
  const isStop = stopPrice === 0 ? side === 1 : isPrice(stopPrice);
  return isStop ? null : 'spot/price-missing';
}

/** Within the band of limit prices around a trigger. */
function isNearTrigger(price: number, trigger: number, market: AuditedMarket): boolean {
  const distance = (BigInt(trigger) * BigInt(market.definition.limitBandPpm)) / MILLION;
  const away = BigInt(price) - BigInt(trigger);
  return away <= distance && -away <= distance;
}

/** The worst price of a market order. */
function bandLimit(market: AuditedMarket, side: number, reference: number): number {
  const distance = Number((BigInt(reference) * BigInt(market.definition.marketBandPpm)) / MILLION);
  return side === 0 ? Math.min(PRICE_MAX, reference + distance) : Math.max(1, reference - distance);
}
