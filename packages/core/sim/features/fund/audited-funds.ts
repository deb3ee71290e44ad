/**
 * The auditor's own rules of funds: what is bought and backed, which NAV an order gets, when a
 * holding is charged, sold and liquidated, who is paid. All arithmetic is by BigInt, from the
 * definitions.
 */
import type {
  BuyFund,
  CancelFundLimit,
  DefineFundOffer,
  HoldingChanged,
  SellFund,
  SetFundLimit,
  Tick,
} from '../../../src/index.ts';
import { OwedSums } from '../../auditor/owed.ts';
import type { Audited, AuditedDue, Verdict } from '../../feature.ts';
import {
  acceptedOrder,
  coinsOf,
  costsAt,
  DAY,
  endsAtOnce,
  equityOf,
  highestEnd,
  interestAt,
  isOnMarket,
  least,
  MILLION,
  most,
  navAt,
  owedFor,
  sumOf,
  worthOf,
  type Audit,
} from './figures.ts';
import { isCount, isIn, isSound } from './terms.ts';

const [EXCHANGE, FUND] = [2, 5];
const TREASURY = [2, 0] as const;
const FEES = [3, 0] as const;
const RESERVE = [12, 0] as const;
const VEHICLE = [13, 0] as const;
const AGE_MAX = 5_000;
const PATIENCE = 5_000;
const HOLDINGS_MAX = 200;
const [INTEREST, LIQUIDATION, LIMIT, BUY, END] = [1, 2, 3, 4, 5];
const [BEYOND, TOO_LATE, TOO_SMALL] = [1, 2, 3];
const NO_ORDER = { orderedEnd: 0, orderedMs: 0, minNav: 0 };

interface Offered {
  offer: DefineFundOffer;
  nav: bigint;
  navMs: number;
}
interface Due {
  readonly holding: Audit;
  readonly at: number;
  readonly action: number;
  readonly tickMs: number;
  /** 0 for an order that no NAV came for in time. */
  readonly nav: bigint;
  /** The holding that a purchase becomes. */
  readonly filled?: Audit;
}
type Ending = { readonly status: number; readonly nav: bigint; readonly atMs: number };

export class AuditedFunds {
  readonly #audited: Audited;
  readonly #offered = new Map<number, Offered>();
  #open: Audit[] = [];
  #due: Due[] = [];
  readonly #told: string[] = [];
  #last = 0;

  constructor(audited: Audited) {
    this.#audited = audited;
  }

  define(offer: DefineFundOffer): Verdict {
    const { decimals, markets } = this.#audited;
    const { basket, quote, fund } = offer;
    if (!decimals.has(quote)) return 'wallet/unknown-asset';
    for (const { asset, market } of basket) {
      const definition = markets.get(market)?.definition;
      if (definition?.base !== asset || definition.quote !== quote) return 'market/unknown-pair';
    }
    if (basket.some(({ market }) => markets.get(market)!.closesMs > 0)) return 'market/delisting';
    if (!isSound(offer)) return 'request/invalid';
    const former = this.#offered.get(fund);
    if (former === undefined) this.#offered.set(fund, { offer, nav: 0n, navMs: 0 });
    else if (JSON.stringify([former.offer.quote, former.offer.basket]) !== JSON.stringify([quote, basket]))
      return 'fund/basket-fixed';
    else former.offer = offer;
    return null;
  }

  /** Whether a fund of the market's coin can be bought, or is held. */
  needs(market: number, timeMs: number): boolean {
    return isOnMarket([...this.#offered.values()], market, { open: this.#open, timeMs });
  }

  buy(command: BuyFund, id: number, timeMs: number): Verdict {
    const { books, owners, held, report } = this.#audited;
    const { owner, maxNav } = command;
    if (!owners.has(owner)) return 'wallet/account-unknown';
    const offered = this.#offered.get(command.fund);
    if (offered === undefined) return 'fund/unknown-fund';
    const refusal = this.#termsRefusal(command, offered.offer, timeMs) ?? this.#noPrice(offered, timeMs);
    if (refusal !== null) return refusal;
    const { offer, nav } = offered;
    if (!(Number(nav) <= maxNav)) return 'fund/nav-moved';
    // A tenth above the NAV, cut to its last decimal.
    if (10n * (BigInt(maxNav) - nav) > nav) return 'fund/bound-too-high';
    if (!isCount(maxNav)) return 'fund/above-maximum';
    const { quote } = offer;
    const holding = acceptedOrder(command, offer, timeMs);
    const scale = this.#scale(quote);
    const most = costsAt(holding, BigInt(maxNav), scale);
    if (most === null) return 'fund/above-maximum';
    if (endsAtOnce(most, BigInt(maxNav), scale)) return 'fund/below-minimum';
    const paid = BigInt(most.margin) + BigInt(most.buyFee);
    if (books.get(owner, EXCHANGE, quote).available < paid) return 'wallet/insufficient-balance';
    const coins = coinsOf(offer, BigInt(command.units));
    if (coins.some(([asset, count]) => books.get(...TREASURY, asset).available < count))
      return 'fund/treasury-short';
    const cover = BigInt(most.cover);
    if (books.get(...RESERVE, quote).available < cover) return 'fund/reserve-short';
    if (held.closes('play', owner, { asset: quote, units: paid })) return 'wallet/held';
    books.expect([owner, EXCHANGE, quote], -paid);
    books.expect([owner, FUND, quote], 0n, paid);
    books.expect([...RESERVE, quote], -cover, cover);
    this.#moveCoins(coins, 1n);
    Object.assign(holding, most, { holding: ++this.#last });
    if (id !== holding.holding) report(`holding ${id} was bought, due was ${holding.holding}`);
    this.#open.push(holding);
    this.#tell(holding);
    return null;
  }

  #termsRefusal(command: BuyFund, offer: DefineFundOffer, timeMs: number): Verdict {
    const { owner, units, leverage, fund } = command;
    if (offer.endsMs !== 0 && offer.endsMs <= timeMs) return 'fund/closed';
    if (!isCount(units)) return 'fund/amount-missing';
    if (!isIn(leverage, 1, offer.maxLeverage)) return 'fund/leverage-not-offered';
    if (units < offer.minUnits) return 'fund/below-minimum';
    const out = this.#open.filter((holding) => holding.fund === fund);
    if (sumOf(out) + BigInt(units) > BigInt(offer.quota)) return 'fund/quota';
    const own = this.#open.filter((holding) => holding.owner === owner);
    const ofFund = sumOf(own.filter((holding) => holding.fund === fund)) + BigInt(units);
    if (offer.maxPerOwner !== 0 && ofFund > BigInt(offer.maxPerOwner)) return 'fund/owner-limit';
    return own.length < HOLDINGS_MAX ? null : 'fund/too-many-holdings';
  }

  #noPrice({ offer, nav, navMs }: Offered, timeMs: number): Verdict {
    const isHalted = offer.basket.some(({ market }) => this.#audited.markets.get(market)!.isHalted);
    if (isHalted) return 'market/halted';
    return nav === 0n || timeMs > navMs + AGE_MAX ? 'market/no-price' : null;
  }

  #scale(quote: number): bigint {
    return 10n ** BigInt(this.#audited.decimals.get(quote)!);
  }

  /** Into the vehicle, or back. */
  #moveCoins(coins: readonly (readonly [number, bigint])[], sign: bigint): void {
    const { books } = this.#audited;
    for (const [asset, count] of coins) {
      books.expect([...TREASURY, asset], -sign * count);
      books.expect([...VEHICLE, asset], sign * count);
    }
  }

  #find(owner: number, number: number): Audit | Exclude<Verdict, null> {
    if (!this.#audited.owners.has(owner)) return 'wallet/account-unknown';
    const holding = this.#open.find((one) => one.holding === number && one.owner === owner);
    if (holding === undefined) return 'fund/not-holding';
    if (holding.status === 0) return 'fund/waiting';
    return holding.orderedEnd !== 0 || this.#isEnding(holding) ? 'fund/closing' : holding;
  }

  /** Whether its end is queued. An order whose NAV is beyond its bound ends nothing. */
  #isEnding(holding: Audit): boolean {
    return this.#due.some(
      (due) =>
        due.holding === holding &&
        (due.action === LIQUIDATION ||
          due.action === LIMIT ||
          (due.action === END && due.nav > 0n && Number(due.nav) >= holding.minNav)),
    );
  }

  end({ owner, holding: number, minNav }: Omit<SellFund, 'type'>, status: number, atMs: number): Verdict {
    const holding = this.#find(owner, number);
    if (typeof holding !== 'object') return holding;
    const offered = this.#offered.get(holding.fund)!;
    const refusal = this.#noPrice(offered, atMs);
    if (refusal !== null) return refusal;
    if (!(Number(offered.nav) >= minNav)) return 'fund/nav-moved';
    this.#change(holding, { orderedEnd: status, orderedMs: atMs, minNav, reason: 0 });
    return null;
  }

  setLimit({ owner, holding: number, limitNav }: SetFundLimit, timeMs: number): Verdict {
    const holding = this.#find(owner, number);
    if (typeof holding !== 'object') return holding;
    if (!isCount(limitNav)) return 'fund/price-missing';
    const offered = this.#offered.get(holding.fund)!;
    const refusal = this.#noPrice(offered, timeMs);
    if (refusal !== null) return refusal;
    if (Number(offered.nav) >= limitNav) return 'fund/price-reached';
    this.#change(holding, { limitNav });
    return null;
  }

  cancelLimit({ owner, holding: number }: CancelFundLimit): Verdict {
    const holding = this.#find(owner, number);
    if (typeof holding !== 'object') return holding;
    if (holding.limitNav === 0) return 'fund/no-limit';
    this.#change(holding, { limitNav: 0 });
    return null;
  }

  #change(holding: Audit, change: Partial<Audit>): void {
    Object.assign(holding, change);
    this.#tell(holding);
  }

  #charge(holding: Audit, atMs: number): void {
    const { days, interest } = interestAt(holding, atMs);
    const margin = BigInt(holding.margin);
    const paid = least(interest, margin) - least(BigInt(holding.interest), margin);
    const { books } = this.#audited;
    books.expect([holding.owner, FUND, holding.quote], 0n, -paid);
    books.expect([...FEES, holding.quote], paid);
    Object.assign(holding, { days, interest: Number(interest) });
    holding.liquidationNav = highestEnd(holding, this.#scale(holding.quote));
    this.#tell(holding);
  }

  /**
   * Whoever holds gets the equity less a fee, and never less than nothing: in the quote coin what
   * margin and reserve have, the rest in coins. The house takes what it can of interest and fee.
   */
  #close(holding: Audit, { status, nav, atMs }: Ending): void {
    const { books } = this.#audited;
    const { owner, quote, units } = holding;
    const { days, interest } = interestAt(holding, atMs);
    const worth = worthOf(BigInt(units), nav, this.#scale(quote));
    const profit = worth - BigInt(holding.notional);
    const cover = BigInt(holding.cover);
    const reserve = books.availableNext(...RESERVE, quote) + cover;
    const margin = BigInt(holding.margin);
    const equity = most(0n, equityOf(holding, nav, this.#scale(quote), interest));
    const ppm = status === 3 ? 0 : status === 2 ? holding.sellFeePpm : holding.exitFeePpm;
    const fee = least((worth * BigInt(ppm)) / MILLION, equity);
    const frozen = margin - least(BigInt(holding.interest), margin);
    const lost = least(most(0n, -profit), margin - least(interest, margin));
    const gained = least(most(0n, profit), reserve);
    // What the house is still owed at the end: interest first, then the fee.
    const charged = least(interest, margin) - least(BigInt(holding.interest), margin);
    const beyond = least(most(0n, interest - margin), most(0n, profit));
    const cash = frozen - lost + gained;
    const taken = least(charged + beyond + fee, cash);
    const inCoins = equity - fee - (cash - taken);
    books.expect([owner, FUND, quote], 0n, -frozen);
    books.expect([owner, EXCHANGE, quote], cash - taken);
    books.expect([...RESERVE, quote], cover + lost - gained, -cover);
    books.expect([...FEES, quote], taken);
    for (const [asset, coins] of coinsOf(this.#offered.get(holding.fund)!.offer, BigInt(units))) {
      const paid = inCoins === 0n ? 0n : (coins * inCoins + worth - 1n) / worth;
      books.expect([owner, EXCHANGE, asset], paid);
      books.expect([...VEHICLE, asset], -coins);
      books.expect([...TREASURY, asset], coins - paid);
    }
    this.#open = this.#open.filter((one) => one !== holding);
    this.#due = this.#due.filter((due) => due.holding !== holding);
    Object.assign(holding, { days, interest: Number(interest) });
    holding.liquidationNav = highestEnd(holding, this.#scale(holding.quote));
    const end = { closeNav: Number(nav), closedMs: atMs, closeFee: Number(fee) };
    const paid = { payout: Number(equity - fee), paidInCoins: Number(inCoins) };
    this.#change(holding, { ...NO_ORDER, reason: 0, ...end, ...paid, status });
  }

  /** What was secured pays the fee, and what is over comes back: all of it if it is not filled. */
  #finishPurchase({ holding, filled, nav, tickMs }: Due): void {
    const { owner, quote, maxNav, fund, units } = holding;
    const { books } = this.#audited;
    const secured = BigInt(holding.margin) + BigInt(holding.buyFee);
    const kept = filled === undefined ? 0n : BigInt(filled.margin);
    const fee = filled === undefined ? 0n : BigInt(filled.buyFee);
    const cover = BigInt(holding.cover) - BigInt(filled?.cover ?? 0);
    books.expect([owner, FUND, quote], 0n, kept - secured);
    books.expect([owner, EXCHANGE, quote], secured - kept - fee);
    books.expect([...FEES, quote], fee);
    books.expect([...RESERVE, quote], cover, -cover);
    if (filled !== undefined) {
      this.#open[this.#open.indexOf(holding)] = filled;
      filled.revision = holding.revision;
      return this.#change(filled, { status: 1 });
    }
    this.#moveCoins(coinsOf(this.#offered.get(fund)!.offer, BigInt(units)), -1n);
    this.#open = this.#open.filter((one) => one !== holding);
    const reason = nav === 0n ? TOO_LATE : Number(nav) > maxNav ? BEYOND : TOO_SMALL;
    const end = { status: 5, reason, closeNav: Number(nav), closedMs: tickMs };
    this.#change(holding, { ...end, payout: Number(secured) });
  }

  #finishEnd(holding: Audit, nav: bigint, atMs: number): void {
    const isBeyond = Number(nav) < holding.minNav;
    const status = holding.orderedEnd;
    if (nav > 0n && !isBeyond) return this.#close(holding, { status, nav, atMs });
    this.#change(holding, { ...NO_ORDER, reason: nav === 0n ? TOO_LATE : BEYOND });
  }

  #onTick({ tickMs, prices }: Tick): void {
    const waits = (holding: Audit): boolean =>
      this.#due.some((due) => due.holding === holding && due.action === INTEREST);
    const dueMs = ({ boughtMs, days }: Audit): number => boughtMs + days * DAY + DAY;
    const charged = this.#begun().filter((one) => {
      const isCharged = one.notional > one.margin && one.lendingDailyPpb > 0;
      return isCharged && dueMs(one) <= tickMs && !waits(one);
    });
    charged.sort((a, b) => dueMs(a) - dueMs(b) || a.holding - b.holding);
    for (const holding of charged) this.#queue(holding, { action: INTEREST, tickMs, nav: 0n });
    for (const offered of this.#offered.values())
      Object.assign(offered, { nav: navAt(offered.offer, prices, this.#audited), navMs: tickMs });
    const funds = [...this.#offered.entries()].sort(([a], [b]) => a - b);
    for (const [fund, { nav }] of funds) {
      if (nav > 0n) this.#reach(fund, nav, tickMs);
      this.#decide(fund, nav, tickMs);
    }
  }

  /** Holdings that are bought, in the books or by a tick alone. */
  #begun(): Audit[] {
    const decided = this.#due.flatMap(({ filled }) => filled ?? []);
    return [...this.#open.filter(({ status }) => status === 1), ...decided];
  }

  /** Orders get the first NAV after their acceptance; none that comes later than five seconds. */
  #decide(fund: number, nav: bigint, tickMs: number): void {
    const orders = this.#open.filter((one) => {
      const isOrder = one.fund === fund && (one.status === 0 || one.orderedEnd !== 0);
      return isOrder && !this.#due.some((due) => due.holding === one && due.action !== INTEREST);
    });
    orders.sort((a, b) => b.status - a.status || a.holding - b.holding);
    for (const holding of orders) {
      const isPurchase = holding.status === 0;
      const passed = tickMs - (isPurchase ? holding.acceptedMs : holding.orderedMs);
      if (passed <= 0 || (nav === 0n && passed <= PATIENCE)) continue;
      const item = { action: isPurchase ? BUY : END, tickMs, nav: passed > PATIENCE ? 0n : nav };
      const filled = isPurchase ? this.#filled(holding, item) : null;
      this.#queue(holding, filled === null ? item : { ...item, filled });
    }
  }

  #filled(holding: Audit, { nav, tickMs }: { readonly nav: bigint; readonly tickMs: number }): Audit | null {
    if (nav === 0n || Number(nav) > holding.maxNav) return null;
    const scale = this.#scale(holding.quote);
    const filled = costsAt(holding, nav, scale);
    if (filled === null || endsAtOnce(filled, nav, scale)) return null;
    const liquidationNav = highestEnd(filled, scale);
    return Object.assign(filled, { buyNav: Number(nav), boughtMs: tickMs, liquidationNav });
  }

  #reach(fund: number, nav: bigint, tickMs: number): void {
    const free = this.#begun().filter((one) => one.fund === fund && !this.#isEnding(one));
    const fallen = free.filter(
      (one) =>
        one.notional > one.margin && equityOf(one, nav, this.#scale(one.quote)) <= BigInt(one.maintenance),
    );
    fallen.sort((a, b) => b.liquidationNav - a.liquidationNav || a.holding - b.holding);
    for (const holding of fallen) this.#queue(holding, { action: LIQUIDATION, tickMs, nav });
    const risen = free.filter((one) => one.limitNav > 0 && nav >= BigInt(one.limitNav));
    risen.sort((a, b) => a.limitNav - b.limitNav || a.holding - b.holding);
    for (const holding of risen)
      if (!fallen.includes(holding)) this.#queue(holding, { action: LIMIT, tickMs, nav });
  }

  #queue(holding: Audit, item: Omit<Due, 'holding' | 'at'>): void {
    this.#due.push({ holding, at: this.#audited.nextPlace(), ...item });
  }

  #process(): void {
    const due = this.#due.shift()!;
    const { holding, action, tickMs, nav } = due;
    if (action === INTEREST) return this.#charge(holding, tickMs);
    if (action === BUY) return this.#finishPurchase(due);
    if (action === END) return this.#finishEnd(holding, nav, tickMs);
    this.#close(holding, { status: action === LIMIT ? 2 : 3, nav, atMs: tickMs });
  }

  #tell(holding: Audit): void {
    holding.revision++;
    this.#told.push(Object.values(holding).join('/'));
  }

  told({ type: _type, ...holding }: HoldingChanged): void {
    const told = Object.values(holding).join('/');
    const due = this.#told.shift();
    if (told !== due) this.#audited.report(`holding ${told} was reported, due was ${due}`);
  }

  owed(): OwedSums {
    const sums = new OwedSums();
    for (const holding of this.#open) {
      const { nav } = this.#offered.get(holding.fund)!;
      sums.add(holding.quote, owedFor(holding, nav, this.#scale(holding.quote)));
    }
    return sums;
  }

  readonly due: AuditedDue = {
    onTick: (tick) => this.#onTick(tick),
    next: () => this.#due[0]?.at ?? Infinity,
    process: () => this.#process(),
    countOf: (events) => events.filter(({ type }) => type === 'holding-changed').length,
  };
}
