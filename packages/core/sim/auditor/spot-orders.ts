/**
 * The auditor's model of spot trading: live orders, their trades in order, and their results, as
 * lists that are searched from the front. Written from docs/features/spot.md; it follows version 3
 * of the rules. Limits are repeated here on purpose, so that a changed constant of the core is
 * noticed.
 */
import type { RefusalName } from '@glasshouse/protocol';
import type { Side } from '../../src/index.ts';
import type { CoreEvent } from '../../src/index.ts';
import type { Books, Report } from './books.ts';
import type { AuditedMarket } from './markets.ts';
import { bandLimit, valueRefusal } from './spot-terms.ts';

const EXCHANGE = 2;
const MEETS_MAX = 500;
export const END = {
  none: 0,
  byOwner: 1,
  unfilled: 2,
  selfTrade: 3,
  partner: 4,
  refused: 5,
  full: 6,
} as const;

export interface ModelOrder {
  /** 0 until the outcome gives it, and for quotes. */
  id: number;
  readonly owner: number;
  readonly market: number;
  readonly side: number;
  readonly isQuote: boolean;
  readonly timeInForce: number;
  readonly selfTrade: number;
  readonly quoteAmount: number;
  readonly clientOrderId: string | null;
  isTotalTold: boolean;
  readonly accepted: number;
  price: number;
  lots: number;
  open: number;
  filledQuote: bigint;
  frozen: bigint;
  /** Time when it came to rest; 0 while it waits. */
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

export interface SpotParts {
  readonly books: Books;
  readonly markets: ReadonlyMap<number, AuditedMarket>;
  readonly report: Report;
  /** The next sequence number in the due queue, which contracts share. */
  readonly nextPlace: () => number;
}

/** `at` is its sequence number in the common due queue. */
type Due = {
  readonly order: ModelOrder;
  readonly isTrail: boolean;
  readonly tick: number;
  readonly at: number;
};
type Levels = readonly (readonly [price: number, orders: readonly ModelOrder[]])[];

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

  constructor(parts: SpotParts) {
    this.#parts = parts;
  }

  marketTerms(
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
    const reach = this.reach(
      order,
      market,
      lots > 0 ? { limit, lots } : { limit, total: BigInt(quoteAmount) },
    );
    if (reach.lots === 0) return reach.hasOwn ? 'spot/own-order' : 'spot/no-liquidity';
    if (timeInForce === 2 && !reach.isEnough) return 'spot/would-not-fill';
    const need = side === 0 ? reach.cost : BigInt(lots) * market.unitsPerLot;
    return { limit, lots: lots > 0 ? lots : reach.lots + (reach.isEnough ? 0 : 1), need };
  }

  /** How much the order could trade now, and its cost, level by level. */
  // oxlint-disable-next-line complexity -- Follows the order of the feature page.
  reach(
    order: ModelOrder,
    market: AuditedMarket,
    wanted: { readonly limit: number; readonly lots?: number; readonly total?: bigint },
  ): { lots: number; cost: bigint; isEnough: boolean; hasOwn: boolean } {
    let [lots, cost, met] = [0, 0n, 0];
    let hasOwn = false;
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
        if (isOwn && !isStopped) hasOwn = true;
        if (isOwn && order.selfTrade !== 2) isStopped = true;
        if (isStopped) break;
        met++;
        if (!isOwn) here += resting.open;
      }
      here = Math.min(here, bound);
      lots += here;
      cost += market.needed(0, price, here);
      if (here === bound) return { lots, cost, isEnough: true, hasOwn };
      if (isStopped) break;
    }
    return { lots, cost, isEnough: false, hasOwn };
  }

  /** Trades, then rests, finishes or cancels. */
  // oxlint-disable-next-line complexity -- Follows the order of the feature page.
  execute(order: ModelOrder, market: AuditedMarket, { limit, lots }: { limit: number; lots: number }): void {
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
      this.end(maker, 2, END.selfTrade);
    }
    order.open = left;
    const neverRests = order.price === 0 || order.timeInForce === 1 || order.timeInForce === 2;
    if (left === 0 && lots > 0) this.end(order, 1, END.none);
    else if (end !== END.none) this.end(order, 2, end);
    else if (neverRests) this.end(order, 2, END.unfilled);
    else {
      order.rested = ++this.time;
      order.frozen = market.needed(order.side, order.price, left);
      this.live.push(order);
      this.touched.add(order);
    }
    for (const partner of partners) if (this.live.includes(partner)) this.end(partner, 2, END.partner);
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
    this.touched.add(maker);
    if (maker.open === 0) this.end(maker, 1, END.none);
  }

  end(order: ModelOrder, status: number, end: number): void {
    Object.assign(order, { status, end, frozen: 0n });
    this.live = this.live.filter((one) => one !== order);
    this.leaveQueue(order);
    // The remaining leg is no longer a pair.
    if (order.partner !== null && this.live.includes(order.partner)) order.partner.partner = null;
    this.touched.add(order);
  }

  leaveQueue(order: ModelOrder): void {
    this.due = this.due.filter((due) => due.order !== order);
    this.held = this.held.filter((due) => due.order !== order);
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

  available(owner: number, market: AuditedMarket, side: number): bigint {
    const { base, quote } = market.definition;
    return this.#parts.books.get(owner, EXCHANGE, side === 0 ? quote : base).available;
  }

  newOrder(
    of: Pick<ModelOrder, 'owner' | 'market' | 'side' | 'timeInForce' | 'selfTrade' | 'clientOrderId'>,
    more: { price: number; lots: number; quoteAmount: number; isQuote?: boolean },
  ): ModelOrder {
    const { owner, market, side, timeInForce, selfTrade, clientOrderId } = of;
    const { price, lots, quoteAmount, isQuote = false } = more;
    const trigger = { trigger: 0, told: 0, isAbove: false, trailPpm: 0, extreme: 0, kind: 0 };
    const firing = { reachedTick: 0, firedTick: 0, partner: null };
    const state = { open: lots, filledQuote: 0n, frozen: 0n, rested: 0, status: 0, end: END.none };
    const terms = { owner, market, side, timeInForce, selfTrade, clientOrderId, price, lots, quoteAmount };
    const accepted = ++this.time;
    return { id: 0, isQuote, isTotalTold: true, accepted, ...terms, ...trigger, ...firing, ...state };
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
    this.made = null;
  }
}

type Told = Pick<
  Extract<CoreEvent, { type: 'order-changed' }>,
  'owner' | 'market' | 'side' | 'price' | 'lots' | 'filledLots' | 'quoteAmount' | 'timeInForce'
> &
  Pick<
    Extract<CoreEvent, { type: 'order-changed' }>,
    'status' | 'end' | 'trigger' | 'trailPpm' | 'firedTick' | 'kind' | 'clientOrderId'
  > & { readonly filledQuote: number | bigint };

/** The compared fields of an order, as text. */
function toldOf(order: Told): string {
  const { owner, market, side, price, lots, filledLots, filledQuote, quoteAmount } = order;
  const size = lots > 0 ? `${filledLots} of ${lots}` : `total ${quoteAmount}`;
  const terms = [owner, market, side, price, size, filledQuote, order.timeInForce].join('/');
  const state = [
    `${order.status}:${order.end}`,
    order.trigger,
    order.trailPpm,
    order.firedTick,
    order.kind,
  ].concat(order.clientOrderId ?? '-');
  return `${terms}/${state.join('/')}`;
}

function dueOf(order: ModelOrder): string {
  const { lots, open, isTotalTold } = order;
  const quoteAmount = isTotalTold ? order.quoteAmount : 0;
  return toldOf({ ...order, side: order.side as Side, filledLots: lots - open, quoteAmount });
}
