/**
 * Fixed terms: a principal is locked on its owner's own account for some days at a fixed daily
 * rate, and all interest is frozen in the house's reserve when it is bought. The features that are
 * made of it decide which states an order has and when its owner is paid.
 */
import * as MONEY from '@glasshouse/money';
import type { RefusalName } from '@glasshouse/protocol';
import * as ACCOUNTS from '../accounts.ts';
import type { Finding, Hold, Kernel, Obligation } from '../contract/feature.ts';
import * as HELD from '../ledger/held-money.ts';
import type { Ledger } from '../ledger/ledger.ts';
import { Deadlines } from './deadlines.ts';
import type { FixedTermDescription, FixedTermFault } from './fixed-term-description.ts';
import { isOfferSound, isOnSale, offerOf, type FixedTermOffer } from './fixed-term-offers.ts';
import { FixedTermOrders, type NewOrder } from './fixed-term-orders.ts';
import * as RECORD from './fixed-term-record.ts';
import type { FixedTermOrder } from './fixed-term-record.ts';
import { SoldUnits, type Sold } from './sold-units.ts';

const { DAY_MS, fullDays, MAX_UNITS, simpleInterest } = MONEY;
const { WALLET } = ACCOUNTS;
const { OUTFLOW } = HELD;
const { AT, COUNT, orderAt } = RECORD;

/** Orders that one owner can have open at a time. */
export const OPEN_ORDERS_MAX = 200;
/** What is due of an order at the end of its term: DueItem.action. */
export const END_TERM = 1;
/** The status of an order whose term is not over. */
const BOUGHT = 0;

/** What a purchase names. The rate and the days are those that the buyer has seen. */
export interface FixedTermPurchase {
  readonly owner: number;
  readonly offer: number;
  readonly amount: number;
  readonly dailyRatePpb: number;
  readonly days: number;
}

/** How an order ends. */
export type FixedTermEnd = Pick<FixedTermOrder, 'status' | 'endedMs'>;

/** An offer, and what became of it. */
interface OfferState {
  terms: FixedTermOffer;
  /** How many orders it has had. */
  places: number;
  /** Interest set aside for its open orders. */
  reserved: number;
  /** Principal of its open orders. */
  locked: number;
  readonly sold: Sold;
}

export class FixedTerms<Type extends string> {
  readonly offers = new Map<number, OfferState>();
  /** Orders that were not paid yet. */
  readonly orders = new FixedTermOrders();
  readonly sold = new SoldUnits();
  /** The ends of the terms that no tick has reached. */
  declare readonly deadlines: Deadlines;
  /** Number of the last order. */
  count = 0;
  declare private readonly kernel: Kernel;
  declare private readonly description: FixedTermDescription<Type>;
  /** The code of its event in the log. */
  declare private readonly event: number;
  /** An order, for a moment. */
  readonly #numbers = new Float64Array(COUNT);

  constructor(kernel: Kernel, description: FixedTermDescription<Type>) {
    this.kernel = kernel;
    this.description = description;
    this.deadlines = new Deadlines(kernel.due, description.code);
    const decode = (data: Float64Array, at: number): object => orderAt(description.event, data, at);
    this.event = kernel.log.define({ count: COUNT, decode });
  }

  /** The asset of an offer stays: what was sold of it is counted in the asset's units. */
  define(command: FixedTermOffer): RefusalName | null {
    const refusal = this.definitionRefusal(command);
    if (refusal === null) this.setOffer(offerOf(command));
    return refusal;
  }

  /** What `define` would answer. */
  definitionRefusal(offer: FixedTermOffer): RefusalName | null {
    if (this.kernel.registry.assets[offer.asset] === undefined) return 'wallet/unknown-asset';
    const known = this.offers.get(offer.offer)?.terms;
    const isOther = known !== undefined && known.asset !== offer.asset;
    return isOfferSound(offer) && !isOther ? null : 'request/invalid';
  }

  /** Sets the terms of an offer, on its definition and on a restore. */
  setOffer(terms: FixedTermOffer): void {
    const { offer } = terms;
    const known = this.offers.get(offer);
    if (known !== undefined) known.terms = terms;
    else this.offers.set(offer, { terms, places: 0, reserved: 0, locked: 0, sold: this.sold.of(offer) });
  }

  /**
   * Checks in this order: account, offer, sale, terms, amount, minimum, quota, limit of the owner,
   * number of open orders, balance, reserve, held money.
   */
  refusalOf(purchase: FixedTermPurchase, timeMs: number): RefusalName | null {
    return this.#refusal(purchase, this.offers.get(purchase.offer), timeMs);
  }

  #refusal(purchase: FixedTermPurchase, offer: OfferState | undefined, timeMs: number): RefusalName | null {
    const { owner, amount } = purchase;
    const { ledger, heldMoney } = this.kernel;
    const { refusals, reserve } = this.description;
    if (!ledger.isOpen(owner)) return 'wallet/account-unknown';
    if (offer === undefined) return refusals['unknown-offer'];
    const fault = termsFault(offer.terms, purchase, timeMs) ?? this.#limitFault(offer, purchase);
    if (fault !== null) return refusals[fault];
    const { asset, dailyRatePpb, days } = offer.terms;
    if (unitsAt(ledger, ledger.find(owner, WALLET.exchange, asset)) < amount)
      return 'wallet/insufficient-balance';
    const interest = simpleInterest(amount, dailyRatePpb, days);
    const free = unitsAt(ledger, ledger.find(reserve, WALLET.house, asset));
    if (interest < 0 || free < interest) return refusals['reserve-short'];
    return heldMoney.refuses(OUTFLOW.exchange, owner, { asset, units: amount }) ? 'wallet/held' : null;
  }

  #limitFault({ terms, sold }: OfferState, { owner, amount }: FixedTermPurchase): FixedTermFault | null {
    // What never comes free again grows with the turnover, which nothing else bounds.
    if (sold.total > MAX_UNITS - amount) return 'quota-exceeded';
    const exceeded = sold.exceeded(owner, amount, terms);
    if (exceeded !== null) return exceeded === 'quota' ? 'quota-exceeded' : 'owner-limit';
    return this.orders.countOf(owner) >= OPEN_ORDERS_MAX ? 'too-many-orders' : null;
  }

  /** Buys what `refusalOf` does not refuse. Returns the order's number. */
  buy(purchase: FixedTermPurchase, timeMs: number): RefusalName | number {
    const offer = this.offers.get(purchase.offer);
    const refusal = this.#refusal(purchase, offer, timeMs);
    if (offer === undefined || refusal !== null) return refusal!;
    const { owner, amount } = purchase;
    const { asset, dailyRatePpb, days } = offer.terms;
    const order = {
      order: ++this.count,
      owner,
      offer: purchase.offer,
      place: ++offer.places,
      asset,
      amount,
      dailyRatePpb,
      days,
      interest: simpleInterest(amount, dailyRatePpb, days),
      boughtMs: timeMs,
    };
    offer.sold.count(owner, amount);
    this.#lock(order);
    this.#report(this.#file(order, offer, BOUGHT), 0);
    return this.count;
  }

  /** Whether an offer can be bought at a time, if there is enough of it. */
  isOnSale(offer: number, timeMs: number): boolean {
    const known = this.offers.get(offer);
    return known !== undefined && isOnSale(known.terms, timeMs);
  }

  #lock({ owner, asset, amount, interest, order: reference }: NewOrder): void {
    const { ledger } = this.kernel;
    const { wallet, reserve, reasons } = this.description;
    const from = ledger.account(owner, WALLET.exchange, asset);
    const to = ledger.account(owner, wallet, asset);
    ledger.moveFrozen({ from, to, units: amount, reason: reasons.bought, reference });
    if (interest === 0) return;
    const account = ledger.account(reserve, WALLET.house, asset);
    ledger.freeze({ account, units: interest, reason: reasons.reserved, reference });
  }

  /** Files the open order that a snapshot holds. */
  restore(numbers: Float64Array): void {
    const order = orderAt(this.description.event, numbers, 0);
    this.#file(order, this.offers.get(order.offer)!, order.status);
  }

  #file(order: NewOrder, offer: OfferState, status: number): number {
    offer.reserved += order.interest;
    offer.locked += order.amount;
    const dueMs = order.boughtMs + order.days * DAY_MS;
    if (status === BOUGHT) this.deadlines.set({ id: order.order, action: END_TERM, dueMs });
    return this.orders.add(order, status);
  }

  /** Reports an order as it now is. `endedMs` is 0 while it is open. */
  #report(slot: number, endedMs: number): void {
    const { log } = this.kernel;
    const at = log.reserveNumbers(this.event, COUNT);
    const { data } = log;
    this.orders.write(slot, data, at);
    data[at + AT.endedMs] = endedMs;
  }

  /** An open order, or undefined. */
  find(order: number): FixedTermOrder<Type> | undefined {
    const slot = this.orders.slotOf(order);
    return slot === 0 ? undefined : this.#orderIn(slot);
  }

  #orderIn(slot: number): FixedTermOrder<Type> {
    this.orders.write(slot, this.#numbers, 0);
    return orderAt(this.description.event, this.#numbers, 0);
  }

  /** Changes the state of an open order. */
  setStatus(order: number, status: number): void {
    const slot = this.#slotOf(order);
    this.orders.setStatus(slot, status);
    this.#report(slot, 0);
  }

  /** Returns the principal to the exchange account, and pays the interest. */
  pay(order: number, end: FixedTermEnd): void {
    const { ledger } = this.kernel;
    const { reserve, reasons } = this.description;
    const { orders } = this;
    const slot = this.#slotOf(order);
    const asset = orders.assetOf(slot);
    const units = orders.interestOf(slot);
    this.#return(slot, order);
    const from = ledger.account(reserve, WALLET.house, asset);
    const to = ledger.account(orders.ownerOf(slot), WALLET.exchange, asset);
    if (units > 0) ledger.payFrozen({ from, to, units, reason: reasons.interest, reference: order });
    this.#end(slot, end);
  }

  /** Returns the principal; the interest stays with the house. `reason` is that of its release. */
  giveUp(order: number, { reason, ...end }: FixedTermEnd & { readonly reason: number }): void {
    const { ledger } = this.kernel;
    const slot = this.#slotOf(order);
    const units = this.orders.interestOf(slot);
    this.deadlines.remove(order);
    this.#return(slot, order);
    const account = ledger.account(this.description.reserve, WALLET.house, this.orders.assetOf(slot));
    if (units > 0) ledger.release({ account, units, reason, reference: order });
    this.#end(slot, end);
  }

  #slotOf(order: number): number {
    const slot = this.orders.slotOf(order);
    if (slot === 0) throw new Error(`order ${order} of fixed terms is not open`);
    return slot;
  }

  #return(slot: number, reference: number): void {
    const { ledger } = this.kernel;
    const { wallet, reasons } = this.description;
    const asset = this.orders.assetOf(slot);
    const owner = this.orders.ownerOf(slot);
    const from = ledger.account(owner, wallet, asset);
    const to = ledger.account(owner, WALLET.exchange, asset);
    const units = this.orders.amountOf(slot);
    ledger.payFrozen({ from, to, units, reason: reasons.returned, reference });
  }

  #end(slot: number, { status, endedMs }: FixedTermEnd): void {
    const { orders } = this;
    const offer = this.offers.get(orders.offerOf(slot))!;
    orders.setStatus(slot, status);
    this.#report(slot, endedMs);
    offer.reserved -= orders.interestOf(slot);
    offer.locked -= orders.amountOf(slot);
    if (this.description.hasReturningQuota) offer.sold.count(orders.ownerOf(slot), -orders.amountOf(slot));
    orders.remove(slot);
  }

  /** Open orders of one owner or of all, in order of purchase. */
  *open(owner?: number): Iterable<FixedTermOrder<Type>> {
    for (const slot of this.orders.slots(owner)) yield this.#orderIn(slot);
  }

  *holds(): Iterable<Hold> {
    const { wallet, reserve } = this.description;
    for (const { owner, asset, amount, interest } of this.open()) {
      yield { owner, wallet, asset, part: 'frozen', units: amount };
      yield { owner: reserve, wallet: WALLET.house, asset, part: 'frozen', units: interest };
    }
  }

  /** Now is the interest of the full days so far, which only orders that last to their end get. */
  obligations(timeMs: number): Obligation[] {
    const sums = new Map<number, { -readonly [K in keyof Obligation]: Obligation[K] }>();
    for (const { asset, amount, dailyRatePpb, days, interest, boughtMs } of this.open()) {
      const sum = sums.get(asset) ?? { asset, count: 0, customers: 0, owedNow: 0, owedAtMost: 0 };
      sums.set(asset, sum);
      sum.count++;
      sum.customers += amount;
      sum.owedNow += simpleInterest(amount, dailyRatePpb, fullDays({ fromMs: boughtMs, days }, timeMs));
      sum.owedAtMost += interest;
    }
    return [...sums.values()];
  }

  /**
   * Interest follows from the terms of every open order, what is sold covers the orders, and what
   * an offer says it has set aside is their interest.
   */
  findings(): Finding[] {
    const { name } = this.description;
    const open = new Map<number, number>();
    const setAside = new Map<number, number>();
    let wrong = 0;
    for (const { offer, amount, dailyRatePpb, days, interest } of this.open()) {
      open.set(offer, (open.get(offer) ?? 0) + amount);
      setAside.set(offer, (setAside.get(offer) ?? 0) + interest);
      if (interest !== simpleInterest(amount, dailyRatePpb, days)) wrong++;
    }
    const misstated = [...this.offers]
      .filter(
        ([offer, { reserved, locked }]) =>
          reserved !== (setAside.get(offer) ?? 0) || locked !== (open.get(offer) ?? 0),
      )
      .map(([offer]) => offer);
    const isCounted = (offer: number): boolean => {
      const [sold, units] = [this.sold.totalOf(offer), open.get(offer) ?? 0];
      return this.description.hasReturningQuota ? sold === units : sold >= units;
    };
    const miscounted = [...this.offers.keys()].filter((offer) => !isCounted(offer));
    return [
      {
        name: `${name}: the interest set aside follows from the terms of every open order`,
        ok: wrong === 0,
        figures: `${this.orders.size} orders, ${wrong} wrong`,
      },
      {
        name: `${name}: what is sold of each offer is what was bought`,
        ok: miscounted.length === 0,
        figures: `${this.offers.size} offers, miscounted: ${miscounted.join(', ') || 'none'}`,
      },
      {
        name: `${name}: what each offer says is set aside is the interest of its open orders`,
        ok: misstated.length === 0,
        figures: `${this.offers.size} offers, misstated: ${misstated.join(', ') || 'none'}`,
      },
    ];
  }
}

/** Available units of an account that `find` has found or not. */
const unitsAt = (ledger: Ledger, account: number): number => (account < 0 ? 0 : ledger.available(account));

function termsFault(
  offer: FixedTermOffer,
  { amount, dailyRatePpb, days }: FixedTermPurchase,
  timeMs: number,
): FixedTermFault | null {
  if (!isOnSale(offer, timeMs)) return 'not-on-sale';
  if (dailyRatePpb !== offer.dailyRatePpb || days !== offer.days) return 'terms-changed';
  if (!Number.isSafeInteger(amount) || amount <= 0) return 'amount-missing';
  return amount < offer.minAmount ? 'below-minimum' : null;
}
