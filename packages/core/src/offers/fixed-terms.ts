/**
 * Fixed terms: a principal is locked on its owner's own account for some days at a fixed daily
 * rate, and all interest is frozen in the house's reserve when it is bought. The features that are
 * made of it decide which states an order has and when its owner is paid.
 */
import { DAY_MS, fullDays, simpleInterest } from '@glasshouse/money';
import type { RefusalName } from '@glasshouse/protocol';
import { WALLET } from '../accounts.ts';
import { ByNumber } from '../by-number.ts';
import type { Finding, Hold, Kernel, Obligation } from '../feature.ts';
import { DOOR } from '../held-money.ts';
import type { Ledger } from '../ledger/ledger.ts';
import { isOfferSound, isOnSale, offerOf, type FixedTermOffer } from './fixed-term-offers.ts';
import { SoldUnits } from './sold-units.ts';

/** Orders that one owner can have open at a time. */
export const OPEN_ORDERS_MAX = 200;

/** An order, with the terms under which it was bought: the event that reports it. */
export interface FixedTermOrder<Type extends string = string> {
  readonly type: Type;
  readonly order: number;
  readonly owner: number;
  readonly offer: number;
  /** Its number among the orders of its offer. */
  readonly place: number;
  readonly asset: number;
  readonly amount: number;
  readonly dailyRatePpb: number;
  readonly days: number;
  /** Of the whole term. */
  readonly interest: number;
  readonly boughtMs: number;
  readonly dueMs: number;
  readonly status: number;
  /** When it was paid; 0 before. */
  readonly endedMs: number;
}

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

export type FixedTermFault =
  | 'unknown-offer'
  | 'not-on-sale'
  | 'terms-changed'
  | 'amount-missing'
  | 'below-minimum'
  | 'quota-exceeded'
  | 'owner-limit'
  | 'too-many-orders'
  | 'reserve-short';

export interface FixedTermParts<Type extends string> {
  /** The type of the events that report orders. */
  readonly event: Type;
  /** The customer's wallet where the principal is locked. */
  readonly wallet: number;
  /** The house account that pays the interest. */
  readonly reserve: number;
  /** Codes of the posting reasons. */
  readonly reasons: {
    readonly bought: number;
    readonly reserved: number;
    readonly returned: number;
    readonly interest: number;
  };
  readonly refusals: Readonly<Record<FixedTermFault, RefusalName>>;
  /** Whether the end of an order gives its part of the quota free. */
  readonly hasReturningQuota: boolean;
}

interface OfferCounts {
  /** How many orders it has had. */
  places: number;
  /** Interest set aside for its open orders. */
  reserved: number;
}

export class FixedTerms<Type extends string> {
  readonly offers = new Map<number, FixedTermOffer>();
  /** Orders that were not paid yet, by number. */
  readonly orders = new ByNumber<FixedTermOrder<Type>>();
  readonly sold = new SoldUnits();
  /** By offer. */
  readonly counts = new Map<number, OfferCounts>();
  /** Number of the last order. */
  count = 0;
  /** Numbers of open orders, in order of purchase. */
  readonly #byOwner = new Map<number, number[]>();
  readonly #kernel: Kernel;
  readonly #parts: FixedTermParts<Type>;

  constructor(kernel: Kernel, parts: FixedTermParts<Type>) {
    this.#kernel = kernel;
    this.#parts = parts;
  }

  /** The asset of an offer stays: what was sold of it is counted in the asset's units. */
  define(command: FixedTermOffer): RefusalName | null {
    if (this.#kernel.registry.assets[command.asset] === undefined) return 'wallet/unknown-asset';
    const known = this.offers.get(command.offer);
    if (!isOfferSound(command) || (known !== undefined && known.asset !== command.asset))
      return 'request/invalid';
    this.offers.set(command.offer, offerOf(command));
    return null;
  }

  /**
   * Checks in this order: account, offer, sale, terms, amount, minimum, quota, limit of the owner,
   * number of open orders, balance, reserve, held money.
   */
  refusalOf(purchase: FixedTermPurchase, timeMs: number): RefusalName | null {
    const { owner, amount } = purchase;
    const { ledger, heldMoney } = this.#kernel;
    const { refusals, reserve } = this.#parts;
    if (!ledger.isOpen(owner)) return 'wallet/account-unknown';
    const offer = this.offers.get(purchase.offer);
    if (offer === undefined) return refusals['unknown-offer'];
    const fault = termsFault(offer, purchase, timeMs) ?? this.#limitFault(offer, purchase);
    if (fault !== null) return refusals[fault];
    const { asset, dailyRatePpb, days } = offer;
    if (unitsAt(ledger, ledger.find(owner, WALLET.exchange, asset)) < amount)
      return 'wallet/insufficient-balance';
    const interest = simpleInterest(amount, dailyRatePpb, days);
    const free = unitsAt(ledger, ledger.find(reserve, WALLET.house, asset));
    if (interest < 0 || free < interest) return refusals['reserve-short'];
    return heldMoney.refuses(DOOR.exchange, owner, { asset, units: amount }) ? 'wallet/held' : null;
  }

  /** Buys what `refusalOf` does not refuse. */
  buy(purchase: FixedTermPurchase, timeMs: number): RefusalName | FixedTermOrder<Type> {
    const refusal = this.refusalOf(purchase, timeMs);
    if (refusal !== null) return refusal;
    const { owner, amount } = purchase;
    const { offer, asset, dailyRatePpb, days } = this.offers.get(purchase.offer)!;
    const order: FixedTermOrder<Type> = {
      type: this.#parts.event,
      order: ++this.count,
      owner,
      offer,
      place: ++this.countsOf(offer).places,
      asset,
      amount,
      dailyRatePpb,
      days,
      interest: simpleInterest(amount, dailyRatePpb, days),
      boughtMs: timeMs,
      dueMs: timeMs + days * DAY_MS,
      status: 0,
      endedMs: 0,
    };
    this.sold.count(order, amount);
    this.file(order);
    this.#lock(order);
    return order;
  }

  /** Whether an offer can be bought at a time, if there is enough of it. */
  isOnSale(offer: number, timeMs: number): boolean {
    const known = this.offers.get(offer);
    return known !== undefined && isOnSale(known, timeMs);
  }

  #limitFault(offer: FixedTermOffer, purchase: FixedTermPurchase): FixedTermFault | null {
    const exceeded = this.sold.exceeded(purchase, purchase.amount, offer);
    if (exceeded !== null) return exceeded === 'quota' ? 'quota-exceeded' : 'owner-limit';
    const open = this.#byOwner.get(purchase.owner)?.length ?? 0;
    return open >= OPEN_ORDERS_MAX ? 'too-many-orders' : null;
  }

  #lock({ owner, asset, amount, interest, order: reference }: FixedTermOrder): void {
    const { ledger } = this.#kernel;
    const { wallet, reserve, reasons } = this.#parts;
    const from = ledger.account(owner, WALLET.exchange, asset);
    const to = ledger.account(owner, wallet, asset);
    ledger.moveFrozen({ from, to, units: amount, reason: reasons.bought, reference });
    if (interest === 0) return;
    const account = ledger.account(reserve, WALLET.house, asset);
    ledger.freeze({ account, units: interest, reason: reasons.reserved, reference });
  }

  /** Files the open order that a snapshot holds. */
  restore(fields: Omit<FixedTermOrder, 'type'>): void {
    this.file({ type: this.#parts.event, ...fields });
  }

  /** Indexes an open order without postings, on purchase and on restore. */
  file(order: FixedTermOrder<Type>): void {
    this.orders.set(order.order, order);
    const own = this.#byOwner.get(order.owner);
    if (own === undefined) this.#byOwner.set(order.owner, [order.order]);
    else own.push(order.order);
    this.countsOf(order.offer).reserved += order.interest;
  }

  countsOf(offer: number): OfferCounts {
    let counts = this.counts.get(offer);
    if (counts === undefined) this.counts.set(offer, (counts = { places: 0, reserved: 0 }));
    return counts;
  }

  /** Changes the state of an open order. */
  setStatus(order: FixedTermOrder<Type>, status: number): FixedTermOrder<Type> {
    const changed = { ...order, status };
    this.orders.set(order.order, changed);
    return changed;
  }

  /** Returns the principal to the exchange account, and pays the interest. */
  pay(order: FixedTermOrder<Type>, end: FixedTermEnd): FixedTermOrder<Type> {
    const { ledger } = this.#kernel;
    const { asset, owner, interest, order: reference } = order;
    const { reserve, reasons } = this.#parts;
    this.#return(order);
    const from = ledger.account(reserve, WALLET.house, asset);
    const to = ledger.account(owner, WALLET.exchange, asset);
    if (interest > 0) ledger.payFrozen({ from, to, units: interest, reason: reasons.interest, reference });
    return this.#end(order, end);
  }

  /** Returns the principal; the interest stays with the house. `reason` is that of its release. */
  giveUp(
    order: FixedTermOrder<Type>,
    { reason, ...end }: FixedTermEnd & { readonly reason: number },
  ): FixedTermOrder<Type> {
    const { ledger } = this.#kernel;
    const { asset, interest, order: reference } = order;
    const { reserve } = this.#parts;
    this.#return(order);
    const account = ledger.account(reserve, WALLET.house, asset);
    if (interest > 0) ledger.release({ account, units: interest, reason, reference });
    return this.#end(order, end);
  }

  #return({ owner, asset, amount, order: reference }: FixedTermOrder): void {
    const { ledger } = this.#kernel;
    const { wallet, reasons } = this.#parts;
    const from = ledger.account(owner, wallet, asset);
    const to = ledger.account(owner, WALLET.exchange, asset);
    ledger.payFrozen({ from, to, units: amount, reason: reasons.returned, reference });
  }

  #end(order: FixedTermOrder<Type>, end: FixedTermEnd): FixedTermOrder<Type> {
    this.orders.delete(order.order);
    const own = this.#byOwner.get(order.owner)!;
    own.splice(own.indexOf(order.order), 1);
    if (own.length === 0) this.#byOwner.delete(order.owner);
    this.countsOf(order.offer).reserved -= order.interest;
    if (this.#parts.hasReturningQuota) this.sold.count(order, -order.amount);
    return { ...order, ...end };
  }

  /** Open orders of one owner or of all, in order of purchase. */
  *open(owner?: number): Iterable<FixedTermOrder<Type>> {
    if (owner === undefined) yield* this.orders.values();
    else for (const order of this.#byOwner.get(owner) ?? []) yield this.orders.get(order)!;
  }

  *holds(): Iterable<Hold> {
    const { wallet, reserve } = this.#parts;
    for (const { owner, asset, amount, interest } of this.orders.values()) {
      yield { owner, wallet, asset, part: 'frozen', units: amount };
      yield { owner: reserve, wallet: WALLET.house, asset, part: 'frozen', units: interest };
    }
  }

  /** Now is the interest of the full days so far, which only orders that last to their end get. */
  obligations(timeMs: number): Obligation[] {
    const sums = new Map<number, { -readonly [K in keyof Obligation]: Obligation[K] }>();
    for (const { asset, amount, dailyRatePpb, days, interest, boughtMs } of this.orders.values()) {
      const sum = sums.get(asset) ?? { asset, count: 0, customers: 0, owedNow: 0, owedAtMost: 0 };
      sums.set(asset, sum);
      sum.count++;
      sum.customers += amount;
      sum.owedNow += simpleInterest(amount, dailyRatePpb, fullDays({ fromMs: boughtMs, days }, timeMs));
      sum.owedAtMost += interest;
    }
    return [...sums.values()];
  }

  /** Interest follows from the terms of every open order, and what is sold covers the orders. */
  findings(name: string): Finding[] {
    const open = new Map<number, number>();
    let wrong = 0;
    for (const { offer, amount, dailyRatePpb, days, interest } of this.orders.values()) {
      open.set(offer, (open.get(offer) ?? 0) + amount);
      if (interest !== simpleInterest(amount, dailyRatePpb, days)) wrong++;
    }
    const isCounted = (offer: number): boolean => {
      const [sold, units] = [this.sold.totalOf(offer), open.get(offer) ?? 0];
      return this.#parts.hasReturningQuota ? sold === units : sold >= units;
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
