/**
 * Funds: baskets of coins, bought with or without a loan of the house.
 *
 * The NAV of a fund follows from the index prices of each tick. A purchase freezes the margin on
 * the owner's fund account, and the coins of the units move from the treasury to the vehicle
 * account, so that each unit is backed. A tick queues the liquidations and limit sales that its NAV
 * reaches, and `process-due` ends them at that NAV. No loss exceeds the margin.
 */
import { formatDecimal } from '@glasshouse/money';
import type { RefusalName } from '@glasshouse/protocol';
import {
  coinsOf,
  coverOf,
  DAY_MS,
  purchaseOf,
  valueOf,
  type HoldingTerms,
  type Purchase,
  type Settlement,
} from '@glasshouse/protocol/fund/quote';
import { WALLET } from '../../accounts.ts';
import type { ByteReader, ByteWriter } from '../../byte-stream.ts';
import type { DueItem } from '../../due-queue.ts';
import type { CoreFeature, Finding, Hold, Kernel, Obligation, PricedTick } from '../../feature.ts';
import { DOOR } from '../../held-money.ts';
import { Deadlines } from '../../offers/deadlines.ts';
import { done, made } from '../../outcomes.ts';
import { Bookings } from './bookings.ts';
import type { BuyFund, CancelFundLimit, ExitFund, FundCommand, SellFund, SetFundLimit } from './commands.ts';
import type { HoldingChanged } from './events.ts';
import { FundOffers, type Fund } from './fund-offer.ts';
import {
  boughtHolding,
  chargeInterest,
  DUE_ACTION,
  endOf,
  HOLDING_STATUS,
  isCharged,
  marginLeft,
  type Holding,
} from './holding.ts';
import { Holdings } from './holdings.ts';
import { FUND_HOUSE } from './reasons.ts';
import { loadFunds, saveFunds } from './snapshot.ts';
import { Triggers } from './triggers.ts';

/** `FeatureDefinition.code`. */
export const FUND_CODE = 7;
/** Open holdings of one owner. */
const HOLDINGS_MAX = 200;
/** Ends that wait for the reserve are tried again every two seconds, at most so many of them. */
const RETRY_MS = 2_000;
const RETRIES_MAX = 20;

/** An end that is decided. */
interface End {
  readonly status: number;
  readonly nav: number;
  readonly atMs: number;
}

export class Funds implements CoreFeature<FundCommand, HoldingChanged> {
  readonly offers: FundOffers;
  readonly holdings = new Holdings();
  /** Holdings whose end is due and waits for the reserve, in the order of their trials. */
  readonly short = new Set<number>();
  readonly #kernel: Kernel;
  readonly #bookings: Bookings;
  readonly #interestDue: Deadlines;
  readonly #triggers: Triggers;
  /** Holdings whose end is in the due queue. */
  readonly #ending = new Set<number>();
  readonly snapshotVersion = 1;
  readonly commands: CoreFeature<FundCommand, HoldingChanged>['commands'] = {
    'define-fund-offer': (command) => made(this.offers.define(command), command.fund),
    'buy-fund': (command, timeMs) => made(this.#buy(command, timeMs), this.holdings.last),
    'sell-fund': (command, timeMs) => done(this.#end(command, timeMs, HOLDING_STATUS.sold)),
    'set-fund-limit': (command, timeMs) => done(this.#setLimit(command, timeMs)),
    'cancel-fund-limit': (command) => done(this.#cancelLimit(command)),
    'exit-fund': (command, timeMs) => done(this.#end(command, timeMs, HOLDING_STATUS.exited)),
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

  /**
   * Checks in this order: account, fund, its end, units, leverage, minimum, quotas, number of
   * holdings, price, NAV, amount, balance, treasury, reserve, held money.
   */
  #buy(command: BuyFund, timeMs: number): RefusalName | null {
    const { ledger, heldMoney } = this.#kernel;
    const { owner, units, maxNav } = command;
    if (!ledger.isOpen(owner)) return 'wallet/account-unknown';
    const fund = this.offers.of(command.fund);
    if (fund === undefined) return 'fund/unknown-fund';
    const refusal = this.#termsRefusal(command, fund, timeMs) ?? this.offers.priceRefusal(fund, timeMs);
    if (refusal !== null) return refusal;
    const { offer, nav } = fund;
    if (!(nav <= maxNav)) return 'fund/nav-moved';
    const purchase = this.#purchaseOf(command, fund);
    if (purchase === null) return 'fund/above-maximum';
    if (purchase.liquidationNav >= nav) return 'fund/below-minimum';
    const { payment: paid, notional } = purchase;
    const from = ledger.find(owner, WALLET.exchange, offer.quote);
    if (ledger.available(from) < paid) return 'wallet/insufficient-balance';
    if (!this.#bookings.hasCoins(offer, units)) return 'fund/treasury-short';
    const cover = coverOf(notional, offer.coverPpm);
    if (cover < 0 || this.#bookings.free(offer.quote) < cover) return 'fund/reserve-short';
    if (heldMoney.refuses(DOOR.play, owner, { asset: offer.quote, units: paid })) return 'wallet/held';
    const number = this.holdings.last + 1;
    const holding = boughtHolding(command, fund, { holding: number, purchase, cover, ms: timeMs });
    this.#bookings.buy(holding, offer);
    this.file(holding);
    this.#report(holding);
    return null;
  }

  #termsRefusal(command: BuyFund, { offer }: Fund, timeMs: number): RefusalName | null {
    const { owner, units, leverage } = command;
    if (offer.endsMs > 0 && timeMs >= offer.endsMs) return 'fund/closed';
    if (!isAmount(units)) return 'fund/amount-missing';
    if (!isAmount(leverage) || leverage > offer.maxLeverage) return 'fund/leverage-not-offered';
    if (units < offer.minUnits) return 'fund/below-minimum';
    const exceeded = this.holdings.sold.exceeded({ offer: offer.fund, owner }, units, offer);
    if (exceeded !== null) return exceeded === 'quota' ? 'fund/quota' : 'fund/owner-limit';
    return this.holdings.countOf(owner) >= HOLDINGS_MAX ? 'fund/too-many-holdings' : null;
  }

  #purchaseOf({ units, leverage }: BuyFund, { offer, nav }: Fund): Purchase | null {
    const quoteDecimals = this.offers.decimalsOf(offer.quote);
    return purchaseOf({ ...offer, quoteDecimals }, { units, leverage, nav });
  }

  #termsOf(holding: Holding): HoldingTerms {
    return { ...holding, quoteDecimals: this.offers.decimalsOf(holding.quote) };
  }

  /** Indexes an open holding without postings, on purchase and on restore. */
  file(holding: Holding): void {
    this.holdings.file(holding);
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

  /** Finds an owner's holding that is open and not yet decided. */
  #find(owner: number, number: number): Holding | RefusalName {
    if (!this.#kernel.ledger.isOpen(owner)) return 'wallet/account-unknown';
    const holding = this.holdings.of(number);
    if (holding?.owner !== owner) return 'fund/not-holding';
    return this.#ending.has(number) ? 'fund/closing' : holding;
  }

  /** Checks in this order: account, holding, price, NAV, reserve. */
  #end({ owner, holding: number, minNav }: SellFund | ExitFund, atMs: number, status: number) {
    const holding = this.#find(owner, number);
    if (typeof holding === 'string') return holding;
    const fund = this.offers.of(holding.fund)!;
    const refusal = this.offers.priceRefusal(fund, atMs);
    if (refusal !== null) return refusal;
    if (!(fund.nav >= minNav)) return 'fund/nav-moved';
    return this.#close(holding, { status, nav: fund.nav, atMs }) ? null : 'fund/reserve-short';
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
    this.#arm(holding);
    this.#report(holding);
  }

  /** Lets a holding be reached, also one that waited for the reserve. */
  #arm(holding: Holding): void {
    holding.shortAction = 0;
    this.short.delete(holding.holding);
    this.#triggers.set(holding);
  }

  onTick(tick: PricedTick): void {
    this.#interestDue.onTick(tick);
    this.offers.onTick(tick);
    if (tick.tickMs % RETRY_MS === 0) this.#retry();
    for (const { offer, nav } of this.offers.all())
      if (nav > 0)
        for (const { holding, action } of this.#triggers.reachedBy(offer.fund, nav)) {
          this.#ending.add(holding);
          this.#kernel.due.add(dueItem({ market: offer.fund, id: holding, action, price: nav }, tick));
        }
  }

  /** Lets what waits for the reserve be reached again, the longest waiting first. */
  #retry(): void {
    for (const number of [...this.short].slice(0, RETRIES_MAX)) {
      const holding = this.holdings.of(number)!;
      this.#arm(holding);
      this.#report(holding);
    }
  }

  afterTick(): void {}

  processDue({ id, action, tickMs, price: nav }: DueItem): boolean {
    const holding = this.holdings.of(id)!;
    if (action === DUE_ACTION.interest) {
      this.#charge(holding, tickMs);
      return true;
    }
    this.#ending.delete(id);
    const isSale = action === DUE_ACTION.sellAtLimit;
    const status = isSale ? HOLDING_STATUS.sold : HOLDING_STATUS.liquidated;
    if (!this.#close(holding, { status, nav, atMs: tickMs })) {
      holding.shortAction = action;
      this.short.add(id);
      this.#report(holding);
    }
    return true;
  }

  #charge(holding: Holding, atMs: number): void {
    this.#bookings.chargeInterest(holding, chargeInterest(holding, this.#termsOf(holding), atMs));
    this.#triggers.set(holding);
    this.#setInterestDue(holding);
    this.#report(holding);
  }

  restoreDue(item: DueItem): void {
    if (item.action === DUE_ACTION.interest) return this.#interestDue.restoreDue(item);
    this.#ending.add(item.id);
    this.#kernel.due.add(item);
  }

  onRules(): void {}

  /** Returns false, with nothing changed, if the reserve cannot pay the profit. */
  #close(holding: Holding, { status, nav, atMs }: End): boolean {
    const { offer } = this.offers.of(holding.fund)!;
    const isExit = status === HOLDING_STATUS.exited;
    const feePpm = feeOfEnd(holding, status);
    const end = endOf(holding, this.#termsOf(holding), { nav, atMs, feePpm });
    if (end.profit > this.#bookings.free(holding.quote) + holding.cover) return false;
    const feeReason = isExit ? 'fund-exit-fee' : 'fund-sell-fee';
    this.#bookings.close(holding, offer, { ...end, feeReason });
    this.#interestDue.remove(holding.holding);
    this.holdings.remove(holding);
    this.short.delete(holding.holding);
    chargeInterest(holding, this.#termsOf(holding), atMs);
    this.#setEnd(holding, end, { status, nav, atMs });
    this.#report(holding);
    return true;
  }

  #setEnd(holding: Holding, { fee, payout }: Settlement, { status, nav, atMs }: End): void {
    holding.status = status;
    holding.shortAction = 0;
    holding.closeNav = nav;
    holding.closedMs = atMs;
    holding.closeFee = fee;
    holding.payout = payout;
  }

  save(out: ByteWriter): void {
    saveFunds(this, out);
  }

  load(input: ByteReader): void {
    loadFunds(this, input);
  }

  *holds(): Iterable<Hold> {
    const { fundReserve, fundVehicle } = FUND_HOUSE;
    for (const holding of this.holdings.all()) {
      const { owner, quote: asset, cover, units } = holding;
      yield { owner, wallet: WALLET.fund, asset, part: 'frozen', units: marginLeft(holding) };
      yield { owner: fundReserve, wallet: WALLET.house, asset, part: 'frozen', units: cover };
      for (const { asset: coin, quantity } of this.offers.of(holding.fund)!.offer.basket)
        yield {
          owner: fundVehicle,
          wallet: WALLET.house,
          asset: coin,
          part: 'escrow',
          units: coinsOf(units, quantity),
        };
    }
  }

  /** Now is what holdings would win at the last NAV; at most is what the reserve has frozen. */
  obligations(): Obligation[] {
    const sums = new Map<number, { -readonly [K in keyof Obligation]: Obligation[K] }>();
    for (const holding of this.holdings.all()) {
      const { quote: asset, units, notional, cover } = holding;
      const sum = sums.get(asset) ?? { asset, count: 0, customers: 0, owedNow: 0, owedAtMost: 0 };
      sums.set(asset, sum);
      const { nav } = this.offers.of(holding.fund)!;
      sum.count++;
      sum.customers += marginLeft(holding);
      sum.owedNow += Math.max(0, valueOf(units, nav, this.offers.decimalsOf(asset)) - notional);
      sum.owedAtMost += cover;
    }
    return [...sums.values()];
  }

  /** The vehicle holds the coins of all units of a fund, and of each holding rounded up. */
  findings(): Finding[] {
    const { ledger, registry } = this.#kernel;
    const needed = new Map<number, bigint>();
    for (const { offer } of this.offers.all())
      for (const { asset, quantity } of offer.basket) {
        const units = this.holdings.sold.totalOf(offer.fund);
        const coins = (BigInt(units) * BigInt(quantity)) / 100_000_000n;
        needed.set(asset, (needed.get(asset) ?? 0n) + coins);
      }
    return [...needed].map(([asset, coins]) => {
      const { code, decimals } = registry.assets[asset]!;
      const account = ledger.find(FUND_HOUSE.fundVehicle, WALLET.house, asset);
      const held = account < 0 ? 0 : ledger.available(account);
      return {
        name: `${code}: the vehicle of the funds backs every unit`,
        ok: BigInt(held) >= coins,
        figures: `${formatDecimal(held, decimals)} held, ${formatDecimal(Number(coins), decimals)} needed`,
      };
    });
  }

  *open(owner?: number): Iterable<HoldingChanged> {
    for (const holding of this.holdings.all(owner)) yield eventOf(holding);
  }
}

const isAmount = (value: number): boolean => Number.isSafeInteger(value) && value > 0;

const eventOf = (holding: Holding): HoldingChanged => ({ type: 'holding-changed', ...holding });

/** A liquidation costs no fee. */
function feeOfEnd({ sellFeePpm, exitFeePpm }: Holding, status: number): number {
  if (status === HOLDING_STATUS.liquidated) return 0;
  return status === HOLDING_STATUS.sold ? sellFeePpm : exitFeePpm;
}

function dueItem(
  item: Pick<DueItem, 'market' | 'id' | 'action' | 'price'>,
  { tick, tickMs }: PricedTick,
): DueItem {
  return { feature: FUND_CODE, tick, tickMs, ...item };
}
