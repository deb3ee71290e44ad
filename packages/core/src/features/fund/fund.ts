/**
 * Funds: baskets of coins, bought with or without a loan of the house.
 *
 * The NAV of a fund follows from the index prices of each tick. A purchase freezes what it costs at
 * most on the owner's fund account, and the coins of its units move from the treasury to the
 * vehicle account, so that each unit is backed. It is filled at the NAV of the first tick after its
 * acceptance, as is an end that its owner orders. A tick queues these orders, and the liquidations
 * and limit sales that its NAV reaches; `process-due` performs them at that NAV. No loss exceeds
 * the margin. A profit that the reserve cannot pay is paid from the coins that back it, so that
 * every end can be paid, whatever the NAV.
 */
import type { RefusalName } from '@glasshouse/protocol';
import {
  coverOf,
  DAY_MS,
  highestBoundOf,
  paymentOf,
  purchaseOf,
  type HoldingTerms,
  type Purchase,
} from '@glasshouse/protocol/fund/quote';
import { WALLET } from '../../accounts.ts';
import type { ByteReader, ByteWriter } from '../../encoding/byte-stream.ts';
import type { DueItem } from '../../due/due-queue.ts';
import type { CoreFeature, Finding, Hold, Kernel, MarketEnd } from '../../contract/feature.ts';
import type { Obligation, PricedTick } from '../../contract/feature.ts';
import { OUTFLOW } from '../../ledger/held-money.ts';
import { Deadlines } from '../../offers/deadlines.ts';
import { done, made } from '../../contract/outcomes.ts';
import { Bookings } from './bookings.ts';
import type { BuyFund, CancelFundLimit, ExitFund, FundCommand, SellFund, SetFundLimit } from './commands.ts';
import type { HoldingChanged } from './events.ts';
import { FundOffers, isOffered, type Fund } from './fund-offer.ts';
import {
  acceptedHolding,
  chargeInterest,
  decideFill,
  DUE_ACTION,
  endOf,
  endReasonOf,
  feeOfEnd,
  fillOf,
  HOLDING_STATUS,
  isCharged,
  isOrder,
  isWaiting,
  ORDER_REASON,
  reportedForm,
  setEnd,
  setNoOrder,
  type End,
  type Holding,
} from './holding.ts';
import { Holdings } from './holdings.ts';
import { backingOf, holdsOf, obligationsOf } from './promises.ts';
import { loadFunds, saveFunds } from './snapshot.ts';
import { Triggers } from './triggers.ts';
import { WaitingOrders } from './waiting-orders.ts';

/** `FeatureDefinition.code`. */
export const FUND_CODE = 7;
/** Open holdings of one owner. */
const HOLDINGS_MAX = 200;

/** What a tick has decided an order by. A NAV of 0: none came in time. */
interface Decision {
  readonly tickMs: number;
  readonly nav: number;
}

export class Funds implements CoreFeature<FundCommand, HoldingChanged> {
  readonly offers: FundOffers;
  readonly holdings = new Holdings();
  readonly #kernel: Kernel;
  readonly #bookings: Bookings;
  readonly #interestDue: Deadlines;
  readonly #triggers: Triggers;
  readonly #orders = new WaitingOrders();
  /** Holdings whose end is decided and in the due queue. */
  readonly #ending = new Set<number>();
  readonly snapshotVersion = 1;
  readonly commands: CoreFeature<FundCommand, HoldingChanged>['commands'] = {
    'define-fund-offer': (command) => made(this.offers.define(command), command.fund),
    'buy-fund': (command, timeMs) => made(this.#buy(command, timeMs), this.holdings.last),
    'sell-fund': (command, timeMs) => done(this.#orderEnd(command, timeMs, HOLDING_STATUS.sold)),
    'set-fund-limit': (command, timeMs) => done(this.#setLimit(command, timeMs)),
    'cancel-fund-limit': (command) => done(this.#cancelLimit(command)),
    'exit-fund': (command, timeMs) => done(this.#orderEnd(command, timeMs, HOLDING_STATUS.exited)),
  };

  constructor(kernel: Kernel) {
    this.#kernel = kernel;
    this.offers = new FundOffers(kernel.registry);
    this.#bookings = new Bookings(kernel.ledger);
    this.#interestDue = new Deadlines(kernel.due, FUND_CODE);
    this.#triggers = new Triggers((holding) =>
      this.#ending.has(holding) ? undefined : this.holdings.of(holding),
    );
  }

  /** Why a purchase would be refused now. */
  refusalOf(command: BuyFund, timeMs: number): RefusalName | null {
    const costs = this.#costsOf(command, timeMs);
    return typeof costs === 'string' ? costs : null;
  }

  /**
   * What a purchase costs at `maxNav`; a lower NAV costs no more. Checks in this order: account,
   * fund, its end, units, leverage, minimum, quotas, number of holdings, price, NAV, bound, amount,
   * balance, treasury, reserve, held money.
   */
  #costsOf(command: BuyFund, timeMs: number): RefusalName | Purchase {
    const { ledger, heldMoney } = this.#kernel;
    const { owner, units, maxNav } = command;
    if (!ledger.isOpen(owner)) return 'wallet/account-unknown';
    const fund = this.offers.of(command.fund);
    if (fund === undefined) return 'fund/unknown-fund';
    const refusal = this.#termsRefusal(command, fund, timeMs) ?? this.offers.priceRefusal(fund, timeMs);
    if (refusal !== null) return refusal;
    const { offer, nav } = fund;
    if (!(nav <= maxNav)) return 'fund/nav-moved';
    if (maxNav > highestBoundOf(nav)) return 'fund/bound-too-high';
    const atBound = this.#costsAtBound(command, fund);
    if (atBound === null) return 'fund/above-maximum';
    if (atBound.liquidationNav >= maxNav) return 'fund/below-minimum';
    const { payment, notional } = atBound;
    const from = ledger.find(owner, WALLET.exchange, offer.quote);
    if (ledger.available(from) < payment) return 'wallet/insufficient-balance';
    if (!this.#bookings.hasCoins(offer, units)) return 'fund/treasury-short';
    const cover = coverOf(notional, offer.coverPpm);
    if (cover < 0 || this.#bookings.free(offer.quote) < cover) return 'fund/reserve-short';
    if (heldMoney.refuses(OUTFLOW.play, owner, { asset: offer.quote, units: payment })) return 'wallet/held';
    return atBound;
  }

  #buy(command: BuyFund, timeMs: number): RefusalName | null {
    const atBound = this.#costsOf(command, timeMs);
    if (typeof atBound === 'string') return atBound;
    const { offer } = this.offers.of(command.fund)!;
    const number = this.holdings.last + 1;
    const holding = acceptedHolding(command, offer, { holding: number, atBound, ms: timeMs });
    this.#bookings.secure(holding, offer);
    this.file(holding);
    this.#report(holding);
    return null;
  }

  #termsRefusal(command: BuyFund, { offer }: Fund, timeMs: number): RefusalName | null {
    const { owner, units, leverage } = command;
    if (!isOffered(offer, timeMs)) return 'fund/closed';
    if (!isAmount(units)) return 'fund/amount-missing';
    if (!isAmount(leverage) || leverage > offer.maxLeverage) return 'fund/leverage-not-offered';
    if (units < offer.minUnits) return 'fund/below-minimum';
    const exceeded = this.holdings.sold.of(offer.fund).exceeded(owner, units, offer);
    if (exceeded !== null) return exceeded === 'quota' ? 'fund/quota' : 'fund/owner-limit';
    return this.holdings.countOf(owner) >= HOLDINGS_MAX ? 'fund/too-many-holdings' : null;
  }

  #costsAtBound({ units, leverage, maxNav: nav }: BuyFund, { offer }: Fund): Purchase | null {
    if (!isAmount(nav)) return null;
    const quoteDecimals = this.offers.decimalsOf(offer.quote);
    return purchaseOf({ ...offer, quoteDecimals }, { units, leverage, nav });
  }

  #termsOf(holding: Holding): HoldingTerms {
    return { ...holding, quoteDecimals: this.offers.decimalsOf(holding.quote) };
  }

  /** Indexes an open holding without postings, on acceptance and on restore. */
  file(holding: Holding): void {
    this.holdings.file(holding);
    if (isOrder(holding)) this.#orders.add(holding);
    this.#begin(holding);
  }

  /** A holding whose purchase is decided can be reached and charged, also before its turn. */
  #begin(holding: Holding): void {
    if (holding.buyNav === 0) return;
    this.#triggers.set(holding);
    this.#setInterestDue(holding);
  }

  #setInterestDue(holding: Holding): void {
    if (!isCharged(holding)) return;
    const dueMs = holding.boughtMs + (holding.days + 1) * DAY_MS;
    this.#interestDue.set({ id: holding.holding, action: DUE_ACTION.interest, dueMs });
  }

  #report(holding: Holding): void {
    holding.revision++;
    this.#kernel.log.emit(eventOf(holding));
  }

  /** Finds an owner's holding that is bought and whose end is neither decided nor ordered. */
  #find(owner: number, number: number): Holding | RefusalName {
    if (!this.#kernel.ledger.isOpen(owner)) return 'wallet/account-unknown';
    const holding = this.holdings.of(number);
    if (holding?.owner !== owner) return 'fund/not-holding';
    if (isWaiting(holding)) return 'fund/waiting';
    return holding.orderedEnd !== 0 || this.#ending.has(number) ? 'fund/closing' : holding;
  }

  /** Checks in this order: account, holding, price, NAV. */
  #orderEnd({ owner, holding: number, minNav }: SellFund | ExitFund, timeMs: number, status: number) {
    const holding = this.#find(owner, number);
    if (typeof holding === 'string') return holding;
    const fund = this.offers.of(holding.fund)!;
    const refusal = this.offers.priceRefusal(fund, timeMs);
    if (refusal !== null) return refusal;
    if (!(fund.nav >= minNav)) return 'fund/nav-moved';
    holding.orderedEnd = status;
    holding.orderedMs = timeMs;
    holding.minNav = minNav;
    holding.reason = ORDER_REASON.none;
    this.#orders.add(holding);
    this.#report(holding);
    return null;
  }

  /** Checks in this order: account, holding, limit, price. */
  #setLimit({ owner, holding: number, limitNav }: SetFundLimit, timeMs: number): RefusalName | null {
    const holding = this.#find(owner, number);
    if (typeof holding === 'string') return holding;
    if (!isAmount(limitNav)) return 'fund/price-missing';
    const fund = this.offers.of(holding.fund)!;
    const refusal = this.offers.priceRefusal(fund, timeMs);
    if (refusal !== null) return refusal;
    if (fund.nav >= limitNav) return 'fund/price-reached';
    this.#changeLimit(holding, limitNav);
    return null;
  }

  #cancelLimit({ owner, holding: number }: CancelFundLimit): RefusalName | null {
    const holding = this.#find(owner, number);
    if (typeof holding === 'string') return holding;
    if (holding.limitNav === 0) return 'fund/no-limit';
    this.#changeLimit(holding, 0);
    return null;
  }

  #changeLimit(holding: Holding, limitNav: number): void {
    holding.limitNav = limitNav;
    this.#triggers.set(holding);
    this.#report(holding);
  }

  /** Of each fund in this order: liquidations, limit sales, ordered ends, purchases. */
  onTick(tick: PricedTick): void {
    this.#interestDue.onTick(tick);
    this.offers.onTick(tick);
    for (const fund of this.offers.all()) {
      if (fund.nav > 0) this.#queueReached(fund, tick);
      for (const { holding, nav } of this.#orders.takeDecided(fund, tick)) {
        const action = isWaiting(holding) ? DUE_ACTION.buy : DUE_ACTION.end;
        if (action === DUE_ACTION.buy) this.#decidePurchase(holding, nav, tick);
        else if (endReasonOf(holding, nav) === ORDER_REASON.none) this.#ending.add(holding.holding);
        const { fund: market, holding: id } = holding;
        this.#kernel.due.add(dueItem({ market, id, action, price: nav }, tick));
      }
    }
  }

  /** What the NAV ends by itself needs no order. */
  #queueReached({ offer, nav }: Fund, tick: PricedTick): void {
    for (const { holding: id, action } of this.#triggers.reachedBy(offer.fund, nav)) {
      this.#ending.add(id);
      this.#orders.remove(this.holdings.of(id)!);
      this.#kernel.due.add(dueItem({ market: offer.fund, id, action, price: nav }, tick));
    }
  }

  #decidePurchase(holding: Holding, nav: number, { tickMs }: PricedTick): void {
    const fill = fillOf(holding, this.offers.decimalsOf(holding.quote), nav);
    if (typeof fill === 'number') return;
    decideFill(holding, fill, { nav, tickMs });
    this.#begin(holding);
  }

  processDue({ id, action, tickMs, price: nav }: DueItem): void {
    const holding = this.holdings.of(id)!;
    if (action === DUE_ACTION.interest) this.#charge(holding, tickMs);
    else if (action === DUE_ACTION.buy) this.#finishPurchase(holding, { tickMs, nav });
    else if (action === DUE_ACTION.end) this.#finishEnd(holding, { tickMs, nav });
    else this.#finishReached(holding, action, { tickMs, nav });
  }

  #finishReached(holding: Holding, action: number, { tickMs, nav }: Decision): void {
    const isSale = action === DUE_ACTION.sellAtLimit;
    const status = isSale ? HOLDING_STATUS.sold : HOLDING_STATUS.liquidated;
    this.#close(holding, { status, nav, atMs: tickMs });
  }

  /** A missed order leaves the end that a later tick may have decided. */
  #finishEnd(holding: Holding, { tickMs, nav }: Decision): void {
    const reason = endReasonOf(holding, nav);
    if (reason === ORDER_REASON.none)
      return this.#close(holding, { status: holding.orderedEnd, nav, atMs: tickMs });
    setNoOrder(holding, reason);
    this.#report(holding);
  }

  #finishPurchase(holding: Holding, { tickMs, nav }: Decision): void {
    const quoteDecimals = this.offers.decimalsOf(holding.quote);
    const { offer } = this.offers.of(holding.fund)!;
    if (holding.buyNav > 0) {
      this.#bookings.fill(holding, reportedForm(holding, quoteDecimals));
      holding.status = HOLDING_STATUS.holding;
    } else {
      this.#bookings.cancel(holding, offer);
      this.holdings.remove(holding);
      holding.reason = fillOf(holding, quoteDecimals, nav) as number;
      const payout = holding.margin + holding.buyFee;
      const end = { status: HOLDING_STATUS.notFilled, nav, atMs: tickMs };
      setEnd(holding, { fee: 0, payout, inCoins: 0 }, end);
    }
    this.#report(holding);
  }

  #charge(holding: Holding, atMs: number): void {
    this.#bookings.chargeInterest(holding, chargeInterest(holding, this.#termsOf(holding), atMs));
    this.#triggers.set(holding);
    this.#setInterestDue(holding);
    this.#report(holding);
  }

  restoreDue(item: DueItem): void {
    const { id, action, price } = item;
    if (action === DUE_ACTION.interest) return this.#interestDue.restoreDue(item);
    const holding = this.holdings.of(id)!;
    this.#orders.remove(holding);
    const isEnd = action === DUE_ACTION.end && endReasonOf(holding, price) === ORDER_REASON.none;
    const isReached = action === DUE_ACTION.liquidate || action === DUE_ACTION.sellAtLimit;
    if (isEnd || isReached) this.#ending.add(id);
    this.#kernel.due.add(item);
  }

  onRules(): void {}

  #close(holding: Holding, { status, nav, atMs }: End): void {
    const { offer } = this.offers.of(holding.fund)!;
    const isExit = status === HOLDING_STATUS.exited;
    const feePpm = feeOfEnd(holding, status);
    const settlement = endOf(holding, this.#termsOf(holding), { nav, atMs, feePpm });
    const payment = paymentOf(settlement, this.#bookings.free(holding.quote) + holding.cover);
    const feeReason = isExit ? 'fund-exit-fee' : 'fund-sell-fee';
    this.#bookings.close(holding, offer, { settlement, payment, feeReason });
    this.#ending.delete(holding.holding);
    this.#interestDue.remove(holding.holding);
    this.holdings.remove(holding);
    chargeInterest(holding, this.#termsOf(holding), atMs);
    setEnd(holding, { ...settlement, inCoins: payment.inCoins }, { status, nav, atMs });
    this.#report(holding);
  }

  save(out: ByteWriter): void {
    saveFunds(this, out);
  }

  load(input: ByteReader): void {
    loadFunds(this, input);
  }

  holds(): Iterable<Hold> {
    return holdsOf(this.#reported(), this.offers);
  }

  obligations(): Obligation[] {
    return obligationsOf(this.#reported(), this.offers);
  }

  /** A fund that is offered or held is worth what its coins are. */
  needs(market: number, { timeMs }: MarketEnd): boolean {
    return this.offers
      .all()
      .filter(({ offer }) => offer.basket.some((part) => part.market === market))
      .some(({ offer }) => isOffered(offer, timeMs) || this.holdings.isHeld(offer.fund));
  }

  findings(): Finding[] {
    return [...backingOf(this, this.#kernel)];
  }

  /** As they were last reported, and as the ledger has them. */
  *#reported(owner?: number): Iterable<Holding> {
    for (const holding of this.holdings.all(owner))
      yield reportedForm(holding, this.offers.decimalsOf(holding.quote));
  }

  *open(owner?: number): Iterable<HoldingChanged> {
    for (const holding of this.#reported(owner)) yield eventOf(holding);
  }
}

const isAmount = (value: number): boolean => Number.isSafeInteger(value) && value > 0;

const eventOf = (holding: Holding): HoldingChanged => ({ type: 'holding-changed', ...holding });

function dueItem(
  item: Pick<DueItem, 'market' | 'id' | 'action' | 'price'>,
  { tick, tickMs }: PricedTick,
): DueItem {
  return { feature: FUND_CODE, tick, tickMs, ...item };
}
