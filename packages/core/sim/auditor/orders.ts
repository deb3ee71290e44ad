/**
 * The auditor's own order books: lists that are searched from the front. It does not predict what
 * the core does with an order, but checks each event: that a trade was the best available for the
 * taker's price, correctly counted and paid; that crossing orders traded; that resting orders are
 * covered and ended ones hold nothing.
 */
import type { Command, ReplaceQuotes } from '../../src/index.ts';
import type { OrderChanged, Posting, Traded } from '../../src/index.ts';
import type { Books, Report } from './books.ts';
import type { AuditedHolds } from './held-money.ts';
import { IcebergTurns } from './iceberg-turns.ts';
import { floorDiv, MILLION, type AuditedFees, type AuditedMarket } from './markets.ts';

const EXCHANGE = 2;
const HOUSE_FEES = [3, 0] as const;
const FIRST_USER = 1000;

interface Order {
  /** 0 for a market maker's quote, which has no events. */
  readonly id: number;
  readonly owner: number;
  readonly market: number;
  readonly side: number;
  price: number;
  open: number;
  /** Lots that an iceberg shows at most; 0 for any other order. What an order shows now. */
  visible: number;
  shown: number;
  /** Time when it came to rest; 0 while it waits for its trigger. */
  rested: number;
  /** Trades since it came to rest. Each may have left less than one unit of its frozen units. */
  fills: number;
  partner: number;
  lots: number;
  filled: number;
  filledQuote: bigint;
  fee: bigint;
  /** Frozen units, for quotes. */
  frozen: bigint;
}

interface Parts {
  readonly books: Books;
  readonly held: AuditedHolds;
  readonly markets: ReadonlyMap<number, AuditedMarket>;
  readonly fees: AuditedFees;
  readonly report: Report;
}

export class Orders {
  readonly open = new Map<number, Order>();
  #quotes: Order[] = [];
  readonly #parts: Parts;
  /** Self-trade mode of each order. */
  readonly #selfTrade = new Map<number, number>();
  /** The fills of the current command's order so far. */
  readonly #takers = new Map<number, Order>();
  /** Quotes that trades of the current command have filled. */
  readonly #filledQuotes = new Set<number>();
  #command: Command | null = null;
  #time = 0;
  readonly #turns: IcebergTurns;
  #lastTrade = 0;

  constructor(parts: Parts) {
    this.#parts = parts;
    this.#turns = new IcebergTurns(parts.report, () => ++this.#time);
  }

  begin(command: Command): void {
    this.#command = command;
    this.#takers.clear();
    this.#filledQuotes.clear();
    if (command.type === 'replace-quotes') this.#replaceQuotes(command);
  }

  changed(event: OrderChanged): void {
    const { order: id, owner, market, side, price, lots, filledLots, status, partner } = event;
    const known = this.open.get(id) ?? this.#takers.get(id);
    const order: Order = known ?? this.#newOrder({ id, owner, market, side, price });
    this.#checkTold(event, order);
    const isAmended = this.#command?.type === 'amend-order' && this.#command.order === id;
    const isLess = price === order.price && lots <= order.lots;
    // The legs of an amended OCO always lose their place in the queue.
    const keepsPlace = this.#command?.type !== 'amend-oco' && (!isAmended || isLess);
    order.price = price;
    order.lots = lots;
    order.open = lots - filledLots;
    order.partner = partner;
    order.visible = event.visible;
    this.#place(event, order, keepsPlace);
    this.open.set(id, order);
    if (status !== 0) this.#end(event, order);
    // An exit has the mode of its entry, whoever's command has made it.
    if (event.entry > 0) this.#selfTrade.set(id, this.#selfTradeOf(event.entry));
    else this.#selfTradeOf(id);
  }

  /** An order that waits is in no queue; one that keeps its place shows no more than is open. */
  #place({ trigger, firedTick }: OrderChanged, order: Order, keepsPlace: boolean): void {
    const isWaiting = trigger > 0 && firedTick === 0;
    if (isWaiting) order.rested = 0;
    else if (order.rested === 0 || !keepsPlace) {
      order.rested = ++this.#time;
      order.fills = 0;
      order.shown = order.visible || order.open;
    }
    order.shown = Math.min(order.visible > 0 ? order.shown : order.open, order.open);
  }

  /** Checks that an order keeps its identity and that its figures match its trades. */
  #checkTold(
    { order: id, owner, market, side, filledLots, filledQuote, fee }: OrderChanged,
    order: Order,
  ): void {
    const { report } = this.#parts;
    if (order.owner !== owner || order.market !== market || order.side !== side)
      report(`order ${id} has become another one`);
    const told = `${filledLots} for ${filledQuote} with fee ${fee}`;
    const traded = `${order.filled} for ${order.filledQuote} with fee ${order.fee}`;
    if (told !== traded) report(`order ${id} says ${told}; its trades say ${traded}`);
  }

  /**
   * A quote that met its owner's own order leaves without an event. All its frozen units return. Of
   * several that have frozen as much it is the one that an order meets first. If none has, or where
   * the order takes lots from both, the first one that has more has lost some of its lots.
   */
  released({ owner, asset, available, reference }: Posting): void {
    // The last fill of a quote releases what rounding has left.
    if (reference === 0 || this.open.has(reference) || this.#filledQuotes.has(reference)) return;
    const { markets: known } = this.#parts;
    const named = this.#command !== null && 'market' in this.#command ? this.#command.market : -1;
    const markets = known.has(named) ? [named] : [...known.keys()];
    const met = markets.flatMap((market) => [0, 1].flatMap((side) => this.#resting(market, side)));
    const all = met.filter((quote) => {
      const { base, quote: paid } = known.get(quote.market)!.definition;
      return quote.id === 0 && quote.owner === owner && (quote.side === 0 ? paid : base) === asset;
    });
    // What fires is an open order: it meets the quotes of its market's other side.
    const facing = all.filter(({ market, side }) =>
      [...this.open.values()]

        .some((order) => order.owner === owner && order.market === market && order.side !== side),
    );
    const own = facing.length > 0 && !known.has(named) ? facing : all;
    const units = BigInt(available);
    const takesLots = this.#command !== null && 'selfTrade' in this.#command && this.#command.selfTrade === 4;
    const [first] = own;
    const isFirstLess = takesLots && first !== undefined && first.frozen > units;
    const gone = isFirstLess ? undefined : own.find((quote) => quote.frozen === units);
    this.#quotes = this.#quotes.filter((quote) => quote !== gone);
    const less = own.find((quote) => quote.frozen > units);
    if (gone === undefined && less !== undefined) this.#lose(less, units);
  }

  /** Takes the lots from a quote whose release is this many units. */
  #lose(quote: Order, units: bigint): void {
    const market = this.#parts.markets.get(quote.market)!;
    quote.frozen -= units;
    let [fewest, most] = [0, quote.open];
    while (fewest < most) {
      const lots = Math.ceil((fewest + most) / 2);
      if (market.needed(quote.side, quote.price, lots) <= quote.frozen) fewest = lots;
      else most = lots - 1;
    }
    quote.open = fewest;
    quote.shown = fewest;
  }

  #newOrder(of: Pick<Order, 'id' | 'owner' | 'market' | 'side' | 'price'>): Order {
    const nothing = {
      open: 0,
      visible: 0,
      shown: 0,
      rested: 0,
      fills: 0,
      partner: 0,
      lots: 0,
      filled: 0,
      frozen: 0n,
    };
    return { ...of, ...nothing, filledQuote: 0n, fee: 0n };
  }

  #end({ order: id, status, lots, filledLots }: OrderChanged, order: Order): void {
    const { report, books } = this.#parts;
    this.open.delete(id);
    const frozen = books.frozenFor.get(id) ?? 0n;
    if (frozen !== 0n) report(`order ${id} has ended and still holds ${frozen}`);
    books.frozenFor.delete(id);
    if (status === 1 && lots > 0 && filledLots !== lots)
      report(`order ${id} is finished at ${filledLots} of ${lots}`);
    if (status === 2 && lots > 0 && filledLots >= lots)
      report(`order ${id} is cancelled although it is filled`);
    order.rested = 0;
  }

  traded(event: Traded): void {
    const { report, markets } = this.#parts;
    const { trade, price, lots, takerSide, taker, maker, makerOrder, takerOrder } = event;
    const market = markets.get(event.market);
    if (market === undefined) return report(`trade ${trade} on no market`);
    if (trade !== ++this.#lastTrade) report(`trade ${trade} follows ${this.#lastTrade - 1}`);
    this.#turns.begin(takerOrder);
    this.#checkMaker(event, market);
    const paid = market.paid(price, lots);
    if (BigInt(event.quoteUnits) !== paid)
      report(`trade ${trade} is worth ${event.quoteUnits} instead of ${paid}`);
    this.#settle(event, market, paid);
    const takerAs = this.open.get(takerOrder) ?? this.#takers.get(takerOrder);
    const takers =
      takerAs ??
      this.#newOrder({ id: takerOrder, owner: taker, market: event.market, side: takerSide, price: 0 });
    this.#takers.set(takerOrder, takers);
    this.#fill(takers, lots, paid, BigInt(event.takerFee));
    const resting = this.open.get(makerOrder);
    if (resting !== undefined) {
      resting.fills++;
      resting.open -= lots;
      this.#turns.take(resting, lots);
      this.#fill(resting, lots, paid, BigInt(event.makerFee));
    }
    if (maker === taker && this.#selfTradeOf(takerOrder) !== 0)
      report(`trade ${trade} is one of ${taker} with itself`);
    market.lastPrice = price;
  }

  // oxlint-disable-next-line max-params -- Two amounts and their trade.
  #fill(order: Order, lots: number, paid: bigint, fee: bigint): void {
    order.filled += lots;
    order.filledQuote += paid;
    order.fee += fee;
  }

  /** The maker must be the best on its side: by price, then by the time it came to rest. */
  #checkMaker(event: Traded, market: AuditedMarket): void {
    const { report } = this.#parts;
    const { trade, price, lots, takerSide, taker, maker, makerOrder, takerOrder } = event;
    const side = 1 - takerSide;
    const mayMeetOwn = this.#selfTradeOf(takerOrder) === 0;
    const best = this.#resting(event.market, side).find(
      (order) => order.id !== takerOrder && (mayMeetOwn || order.owner !== taker),
    );
    if (best === undefined) return report(`trade ${trade} with ${makerOrder}, where nothing rests`);
    const isBest = best.id === makerOrder || (best.id === 0 && best.owner === maker);
    if (!isBest || best.price !== price)
      report(
        `trade ${trade} at ${price} with order ${makerOrder}; the best is ${best.id} of ${best.owner} at ${best.price}`,
      );
    const most = this.#turns.mostOf(best);
    if (lots > most) report(`trade ${trade} of ${lots} lots with an order of ${most}`);
    this.#checkLimit(event, market);
    if (best.id !== 0 || !isBest) return;
    best.open -= lots;
    best.shown -= lots;
    best.frozen -= side === 0 ? market.paid(price, lots) : BigInt(lots) * market.unitsPerLot;
    if (best.open > 0) return;
    this.#filledQuotes.add(makerOrder);
    this.#quotes = this.#quotes.filter((quote) => quote !== best);
  }

  /** No trade beyond the taker's limit; without one, none beyond the market's band. */
  #checkLimit({ trade, price, takerSide, takerOrder }: Traded, market: AuditedMarket): void {
    const { report } = this.#parts;
    const limit = this.#limitOf(takerOrder);
    if (limit > 0 && (takerSide === 0 ? price > limit : price < limit))
      report(`trade ${trade} at ${price} beyond the taker's ${limit}`);
    // A better price than the band's is allowed.
    const isWorse = takerSide === 0 ? price > market.reference : price < market.reference;
    if (limit === 0 && isWorse && market.index > 0 && !market.isNear(price, market.definition.marketBandPpm))
      report(`trade ${trade} at ${price} beyond the band around ${market.reference}`);
  }

  /** Best first. */
  #resting(market: number, side: number): Order[] {
    const here = (order: Order): boolean =>
      order.market === market && order.side === side && order.rested > 0;
    const sign = side === 0 ? -1 : 1;
    return [...this.open.values(), ...this.#quotes]
      .filter((order) => here(order) && order.open > 0)
      .sort((a, b) => sign * (a.price - b.price) || a.rested - b.rested);
  }

  /** Checks who pays whom, to the unit. */
  #settle(event: Traded, market: AuditedMarket, paid: bigint): void {
    const { books, fees, report } = this.#parts;
    const { trade, lots, takerSide, taker, maker, makerOrder } = event;
    const { base, quote } = market.definition;
    const units = BigInt(lots) * market.unitsPerLot;
    const [given, got] = takerSide === 0 ? [quote, base] : [base, quote];
    const [givenUnits, gotUnits] = takerSide === 0 ? [paid, units] : [units, paid];
    const takerFee = fees.fee(taker, market, { units: gotUnits, isTaker: true });
    const makerFee = fees.fee(maker, market, { units: givenUnits, isTaker: false });
    if (BigInt(event.takerFee) !== takerFee || BigInt(event.makerFee) !== makerFee)
      report(
        `trade ${trade} has fees ${event.takerFee} and ${event.makerFee} instead of ${takerFee} and ${makerFee}`,
      );
    books.expect([taker, EXCHANGE, given], -givenUnits);
    books.expect([taker, EXCHANGE, got], gotUnits - takerFee);
    books.expect([maker, EXCHANGE, given], givenUnits - makerFee);
    books.expect([maker, EXCHANGE, got], 0n, -gotUnits);
    if (this.open.has(makerOrder)) books.freeze(makerOrder, -gotUnits);
    for (const [owner, asset, fee] of [
      [taker, got, takerFee],
      [maker, given, makerFee],
    ] as const) {
      const referral = fees.referrerOf(owner);
      const share = referral === undefined ? 0n : floorDiv(fee * BigInt(referral.sharePpm), MILLION);
      books.expect([...HOUSE_FEES, asset], fee - share);
      if (referral !== undefined) books.expect([referral.referrer, EXCHANGE, asset], share);
      fees.count(owner, { market, paid }, this.#parts.markets.values());
    }
  }

  #selfTradeOf(id: number): number {
    const command = this.#command;
    const known = this.#selfTrade.get(id);
    if (known !== undefined) return known;
    const rule = command !== null && 'selfTrade' in command ? command.selfTrade : 0;
    this.#selfTrade.set(id, rule);
    return rule;
  }

  #limitOf(id: number): number {
    const command = this.#command;
    const isPlaced = command?.type === 'place-order' || command?.type === 'place-extended';
    if (isPlaced) return command.price;
    if (command?.type === 'amend-order' && command.order === id) return command.price;
    return this.open.get(id)?.price ?? 0;
  }

  /**
   * Quotes that are not whole ticks and lots, would trade, or are not covered are skipped. The
   * first one that is not covered ends them.
   */
  #replaceQuotes(command: ReplaceQuotes): void {
    const { books, markets } = this.#parts;
    const market = markets.get(command.market);
    if (market === undefined || command.owner >= FIRST_USER) return;
    const isOld = (quote: Order): boolean => quote.owner === command.owner && quote.market === command.market;
    const old = this.#quotes.filter(isOld);
    this.#quotes = this.#quotes.filter((quote) => !isOld(quote));
    if (market.isHalted) return;
    for (const side of [0, 1]) {
      const asset = side === 0 ? market.definition.quote : market.definition.base;
      const back = old.reduce((sum, quote) => (quote.side === side ? sum + quote.frozen : sum), 0n);
      let budget = books.get(command.owner, EXCHANGE, asset).available + back;
      const levels = side === 0 ? command.bids : command.asks;
      for (let i = 0; i + 1 < levels.length; i += 2) {
        const [price, lots] = [levels[i]!, levels[i + 1]!];
        if (!this.#isQuotable(market, { side, price, lots })) continue;
        const frozen = market.needed(side, price, lots);
        if (frozen > budget) break;
        budget -= frozen;
        const order = this.#newOrder({ id: 0, owner: command.owner, market: command.market, side, price });
        this.#quotes.push({ ...order, open: lots, shown: lots, lots, rested: ++this.#time, frozen });
      }
    }
  }

  #isQuotable(
    market: AuditedMarket,
    { side, price, lots }: { side: number; price: number; lots: number },
  ): boolean {
    const isWhole =
      Number.isSafeInteger(price) && price > 0 && price < 2 ** 30 && Number.isSafeInteger(lots) && lots > 0;
    if (!isWhole || BigInt(lots) * market.unitsPerLot > 2n ** 53n) return false;
    const [best] = this.#resting(market.definition.market, 1 - side);
    return best === undefined || (side === 0 ? price < best.price : price > best.price);
  }

  endCommand(): void {
    this.#turns.end();
    for (const [number, market] of this.#parts.markets) this.#checkBook(number, market);
    this.#checkFrozen();
  }

  /**
   * No orders may cross after a command, and the remainder of a taking order must have had no
   * match.
   */
  #checkBook(number: number, market: AuditedMarket): void {
    const { report } = this.#parts;
    const [bid] = this.#resting(number, 0);
    const [ask] = this.#resting(number, 1);
    if (bid !== undefined && ask !== undefined && bid.price >= ask.price)
      report(`market ${number} is crossed: ${bid.price} and ${ask.price}`);
    for (const order of this.open.values()) {
      if (order.market !== number) continue;
      if (order.open <= 0 && order.lots > 0) report(`order ${order.id} rests with nothing open`);
      if (order.rested === 0 || order.partner !== 0) continue;
      const frozen = this.#parts.books.frozenFor.get(order.id) ?? 0n;
      const need = market.needed(order.side, order.price, order.open);
      if (frozen < need || frozen > need + BigInt(order.fills + 1))
        report(`order ${order.id} holds ${frozen} for ${need}`);
    }
  }

  /**
   * The frozen units of an exchange wallet equal what its orders, quotes and what is on its
   * way out hold.
   */
  #checkFrozen(): void {
    const { books, held: holds, markets, report } = this.#parts;
    const held = new Map<string, bigint>();
    const hold = (order: Order, units: bigint): void => {
      const { base, quote } = markets.get(order.market)!.definition;
      const name = `${order.owner}/${EXCHANGE}/${order.side === 0 ? quote : base}`;
      held.set(name, (held.get(name) ?? 0n) + units);
    };
    for (const order of this.open.values()) hold(order, books.frozenFor.get(order.id) ?? 0n);
    for (const quote of this.#quotes) hold(quote, quote.frozen);
    for (const [account, units] of holds.leaving) {
      const name = account.replace('/', `/${EXCHANGE}/`);
      held.set(name, (held.get(name) ?? 0n) + units);
    }
    for (const [name, { frozen }] of books.holdings)
      if (name.split('/')[1] === String(EXCHANGE) && frozen !== (held.get(name) ?? 0n))
        report(`${name} has ${frozen} frozen, its causes hold ${held.get(name) ?? 0n}`);
  }

  /** Checks after a plain order that it obeyed its time in force. `own` trades do not count. */
  checkTaken(
    command: Extract<Command, { type: 'place-order' | 'place-extended' }>,
    last: OrderChanged,
  ): void {
    const { report } = this.#parts;
    const { side, price, timeInForce, lots } = command;
    if (timeInForce === 3 && this.#takers.has(last.order))
      report(`order ${last.order} is post-only and took`);
    if (timeInForce === 2 && lots > 0 && last.filledLots !== lots)
      report(`order ${last.order} is all or nothing and took part`);
    if ((timeInForce === 1 || timeInForce === 2 || price === 0) && last.status === 0)
      report(`order ${last.order} rests, and was to take at once or end`);
    if (price === 0 || last.end !== 2) return;
    const left = this.#resting(command.market, 1 - side).find((order) => order.owner !== command.owner);
    if (left !== undefined && (side === 0 ? left.price <= price : left.price >= price))
      report(`order ${last.order} ended unfilled at ${price}, where ${left.price} rests`);
  }
}
