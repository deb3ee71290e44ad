/**
 * The auditor: follows an exchange by its commands, outcomes and events alone, with simple books of
 * its own, and reports every breach of the rules. It was written from the rules, not from the core,
 * and imports only types of it, and the order of its features.
 */
import type { RefusalName } from '@glasshouse/protocol';
import type { Command, CommandType, Outcome, Tick } from '../../src/index.ts';
import type { CoreEvent, OrderChanged, PositionChanged } from '../../src/index.ts';
import {
  FREE,
  type Audited,
  type AuditedDue,
  type AuditedFeature,
  type MarketEnd,
  type Rule,
  type Verdict,
} from '../feature.ts';
import { FEATURES } from '../../src/features.ts';
import * as features from '../features.ts';
import { Books } from './books.ts';
import { AuditedHolds } from './held-money.ts';
import { CountdownModel } from './countdown-model.ts';
import { changed, closing, opening, setTo } from './market-rules.ts';
import { areTiers, AuditedFees, AuditedMarket } from './markets.ts';
import { Orders } from './orders.ts';
import { OwedSums } from './owed.ts';
import { plainOrder } from './plain-orders.ts';
import { Positions } from './positions.ts';
import { Replacements } from './replacements.ts';
import { SpotModel } from './spot-model.ts';
import { SpotOrders } from './spot-orders.ts';
import type { AuditedView } from './view.ts';
import { WaitingModel } from './waiting-model.ts';

const FIRST_USER = 1000;
/** The treasury, the fees and the reserve of seconds contracts. */
const CAPITAL = [2, 3, 4];
/**
 * The features in the order in which the core asks them what a tick makes due: the order of its
 * list, which is all that the auditor takes from the core.
 */
const DUE_ORDER: readonly string[] = FEATURES.map(({ name }) => name);
/** A command with fewer events than this did not end because of their number. */
const BUSY_EVENTS_MIN = 300;

type AuditedBy<F> = F extends { readonly audit: (audited: Audited) => infer A } ? A : never;
type RulesOf<A> = A extends { readonly rules: infer R } ? R : never;
type KeysOf<T> = T extends unknown ? keyof T & string : never;
/** The commands whose rules are with their features. */
type FeatureCommand = KeysOf<RulesOf<AuditedBy<(typeof features)[keyof typeof features]>>>;

export class Auditor {
  readonly breaches: string[] = [];
  readonly #decimals = new Map<number, number>();
  readonly #markets = new Map<number, AuditedMarket>();
  readonly #owners = new Set<number>();
  readonly #fees = new AuditedFees();
  readonly #books: Books;
  readonly #orders: Orders;
  readonly #positions: Positions;
  readonly #spotOrders: SpotOrders;
  readonly #spot: SpotModel;
  readonly #waiting: WaitingModel;
  readonly #replacements: Replacements;
  readonly #countdowns: CountdownModel;
  readonly #features: readonly Pick<AuditedFeature<never>, 'see' | 'reserve' | 'needs'>[];
  readonly #dues: readonly AuditedDue[];
  readonly #allRules: Readonly<Record<string, Rule<Command>>>;
  /** Whether the model covers all of spot: no quote, whose id it does not know, was cancelled. */
  #isModelled = true;
  #places = 0;
  #seq = 0;
  #timeMs = 0;
  #tick = { tick: 0, tickMs: 0 };

  constructor() {
    const report = (breach: string): void => void this.breaches.push(`command ${this.#seq}: ${breach}`);
    this.#books = new Books(report);
    const nextPlace = (): number => ++this.#places;
    const held = new AuditedHolds(this.#books);
    const parts = { books: this.#books, held, markets: this.#markets, fees: this.#fees, report, nextPlace };
    this.#orders = new Orders(parts);
    this.#positions = new Positions(parts);
    this.#spotOrders = new SpotOrders(parts);
    const spot = { ...parts, orders: this.#spotOrders };
    this.#spot = new SpotModel(spot);
    this.#waiting = new WaitingModel(spot);
    this.#replacements = new Replacements({
      spot: this.#spot,
      report,
      unlessQuote: (verdict, error) => this.#unlessQuote(verdict, error),
      ofOwner: (owner, judge) => this.#ofOwner(owner, judge),
    });
    this.#countdowns = new CountdownModel({ ...parts, spot: this.#spot });
    const capital = new Set(CAPITAL);
    const known = { owners: this.#owners, decimals: this.#decimals, capital };
    const owned = { held, markets: this.#markets, ...known };
    const inOrder = Object.entries(features).sort(([a], [b]) => DUE_ORDER.indexOf(a) - DUE_ORDER.indexOf(b));
    const own = inOrder.map(([, { audit }]) => audit({ books: this.#books, ...owned, report, nextPlace }));
    this.#features = own;
    this.#dues = own.flatMap(({ due }): readonly AuditedDue[] => (due === null ? [] : [due]));
    for (const { reserve } of own) if (reserve !== null) capital.add(reserve.owner);
    this.#allRules = Object.assign({}, this.#rules, ...own.map(({ rules }) => rules));
  }

  /** Checks the next command with its outcome and its events. */
  observe(done: {
    readonly seq: number;
    readonly timeMs: number;
    readonly command: Command;
    readonly outcome: Outcome;
    readonly events: readonly CoreEvent[];
  }): void {
    const { seq, timeMs, command, outcome, events } = done;
    if (seq !== this.#seq + 1) this.breaches.push(`command ${seq} follows ${this.#seq}`);
    this.#seq = seq;
    this.#timeMs = timeMs;
    const verdict = this.#judge(command, outcome, timeMs);
    if (verdict !== FREE && verdict !== outcome.error)
      this.#breach(`${command.type} was answered ${outcome.error}, due was ${String(verdict)}`);
    if (outcome.error !== null && events.length > 0)
      this.#breach(`${command.type} was refused and did ${events.length} things`);
    if (outcome.error === null) this.#orders.begin(command);
    if (command.type === 'process-due' && outcome.error === null)
      this.#processDue(command.limit, outcome.count, events);
    if (this.#isModelled) this.#spotOrders.endCommand(outcome.id, events);
    for (const event of events) this.#see(event);
    if (this.#isModelled) this.#endModelled(events);
    this.#books.endCommand();
    this.#orders.endCommand();
    this.#positions.endCommand(
      events.filter((event): event is PositionChanged => event.type === 'position-changed'),
    );
    if ((command.type === 'place-order' || command.type === 'place-extended') && outcome.error === null) {
      const last = events.findLast(
        (event): event is OrderChanged => event.type === 'order-changed' && event.order === outcome.id,
      );
      if (last === undefined) this.#breach(`order ${outcome.id} was accepted and never told of`);
      else this.#orders.checkTaken(command, last);
    }
  }

  #endModelled(events: readonly CoreEvent[]): void {
    this.#replacements.endCommand(events);
    this.#countdowns.endCommand(events);
    this.#spotOrders.checkFrozen();
  }

  /** Compares the exchange with the auditor's books, account by account. */
  compare(view: AuditedView): void {
    const accounts = new Map(
      view.accounts.map(({ name, available, frozen }) => [name, `${available} + ${frozen}`]),
    );
    for (const [name, { available, frozen }] of this.#books.holdings) {
      const there = accounts.get(name) ?? '0 + 0';
      if (there !== `${available} + ${frozen}`)
        this.#breach(`${name} holds ${there}, due ${available} + ${frozen}`);
      accounts.delete(name);
    }
    for (const [name, there] of accounts)
      if (there !== '0 + 0') this.#breach(`${name} holds ${there}, due nothing`);
    this.compareOwed(view.obligations);
    const orders = new Map(view.orders.map(({ order, filledLots }) => [order, filledLots]));
    for (const [id, { filled }] of this.#orders.open) {
      if (orders.get(id) !== filled)
        this.#breach(`order ${id} is filled by ${orders.get(id)}, due ${filled}`);
      orders.delete(id);
    }
    for (const id of orders.keys()) this.#breach(`order ${id} is open, and should not be`);
    const positions = [...this.#positions.open.keys()].join();
    if (positions !== view.positions.join())
      this.#breach(`positions ${view.positions.join()} are open, due ${positions}`);
    for (const owner of this.#owners) {
      const { tier, volume, today } = view.feeStateOf(owner);
      const due = this.#fees.feeStateOf(owner);
      if (`${tier}/${volume}/${today}` !== due)
        this.#breach(`${owner} stands at ${tier}/${volume}/${today}, due ${due}`);
    }
  }

  /** Compares what the public books show as owed. */
  compareOwed(obligations: AuditedView['obligations']): void {
    for (const { reserve } of this.#features) {
      if (reserve === null) continue;
      const told = new OwedSums();
      const own = obligations.filter((one) => one.reserve === reserve.owner);
      for (const one of own.flatMap(({ list }) => list)) told.addTold(one);
      const due = reserve.owed(this.#timeMs).text();
      if (told.text() !== due) this.#breach(`${reserve.owner} owes ${told.text()}, due ${due}`);
    }
  }

  /**
   * Due items are processed in queue order. If fewer than the limit were processed, none is left,
   * unless there were many events.
   */
  #processDue(limit: number, count: number, events: readonly CoreEvent[]): void {
    const changed = events.filter(({ type }) => type === 'position-changed').length;
    const told = changed + this.#dues.reduce((sum, due) => sum + due.countOf(events), 0);
    if (told > count) this.#breach(`${told} items were reported as done, the outcome says ${count}`);
    const isBusy = events.length > BUSY_EVENTS_MIN;
    if (!this.#isModelled) {
      const isEmptied = count < limit && !isBusy;
      this.#positions.process(isEmptied ? Infinity : changed);
      for (const due of this.#dues) {
        let left = isEmptied ? Infinity : due.countOf(events);
        for (; left > 0 && due.next() < Infinity; left--) due.process();
      }
      return;
    }
    const most = isBusy ? count : limit;
    let done = 0;
    for (; done < most && this.#nextDue() < Infinity; done++) this.#processNext();
    if (done !== count) this.#breach(`${count} due items were done, due were ${done}`);
  }

  #nextDue(): number {
    const own = this.#dues.map((due) => due.next());
    return Math.min(this.#countdowns.nextDue, this.#waiting.nextDue, this.#positions.nextDue, ...own);
  }

  #processNext(): void {
    const next = this.#nextDue();
    if (next === this.#countdowns.nextDue) this.#countdowns.process();
    else if (next === this.#waiting.nextDue) this.#waiting.process(this.#timeMs);
    else if (next === this.#positions.nextDue) this.#positions.process(1);
    else this.#dues.find((due) => due.next() === next)!.process();
  }

  #breach(what: string): void {
    this.breaches.push(`command ${this.#seq}: ${what}`);
  }

  #see(event: CoreEvent): void {
    if (event.type === 'posting') {
      this.#books.post(event);
      if (event.reason === 'order-released') this.#orders.released(event);
    } else if (event.type === 'order-changed') this.#orders.changed(event);
    else if (event.type === 'traded') this.#orders.traded(event);
    for (const feature of this.#features) feature.see(event);
  }

  /** The expected outcome of a command. Applies the command to the auditor's own books. */
  #judge(command: Command, outcome: Outcome, timeMs: number): Verdict {
    const rule = this.#allRules[command.type];
    if (rule === undefined) throw new Error(`the auditor has no rule for ${command.type}`);
    return rule(command, outcome, timeMs);
  }

  #judgePlain(command: Extract<Command, { type: 'place-order' }>, outcome: Outcome): Verdict {
    if (!this.#owners.has(command.owner)) return 'wallet/account-unknown';
    const parts = { markets: this.#markets, books: this.#books };
    return plainOrder(parts, command, outcome);
  }

  /** Complete by type: a new command needs a rule, here or in the simulation of its feature. */
  readonly #rules: {
    readonly [T in Exclude<CommandType, FeatureCommand>]: Rule<Extract<Command, { readonly type: T }>>;
  } = {
    // Every feature begins with version 1, and there is no other yet.
    'set-rules': () => 'request/invalid',
    'process-due': ({ limit }, { error, count }) => {
      if (!Number.isInteger(limit) || limit < 1 || limit > 1000) return 'request/invalid';
      if (error === null && count > limit) this.#breach(`${count} due items were done instead of ${limit}`);
      return null;
    },
    'define-market': (command, { error }) => {
      if (error === null) this.#markets.set(command.market, new AuditedMarket(command, this.#decimals));
      return FREE;
    },
    'define-seconds-contract': (command) => {
      const market = this.#markets.get(command.market);
      if (market === undefined) return 'market/unknown-pair';
      market.contract = command;
      return null;
    },
    'define-fee-tiers': (command) => {
      const { asset, tiers } = command;
      if (!this.#decimals.has(asset)) return 'wallet/unknown-asset';
      if (!areTiers(tiers) || !this.#fees.isOf(asset)) return 'request/invalid';
      this.#fees.define(command);
      return null;
    },
    'set-referrer': (command) => {
      const { owner, referrer, sharePpm } = command;
      if (!this.#owners.has(owner) || !this.#owners.has(referrer) || owner === referrer)
        return 'wallet/account-unknown';
      const isShare = Number.isInteger(sharePpm) && sharePpm >= 0 && sharePpm <= 1_000_000;
      if (!isShare || this.#fees.referrerOf(owner) !== undefined) return 'request/invalid';
      this.#fees.refer(command);
      return null;
    },
    'change-market': (command) => changed(this.#markets.get(command.market), command),
    'delist-market': ({ market, closesMs }, _outcome, timeMs) =>
      closing(this.#markets.get(market), { closesMs, timeMs }, (known) =>
        this.#isNeeded(known, { timeMs, closesMs }),
      ),
    'open-market': ({ market, opensMs }, _outcome, timeMs) =>
      opening(this.#markets.get(market), { opensMs, timeMs }, (known) =>
        this.#isNeeded(known, { timeMs, closesMs: timeMs }),
      ),
    'set-market-status': (command) => {
      const refusal = setTo(this.#markets.get(command.market), command);
      if (refusal === null) this.#waiting.setStatus(command.market, command.status === 1);
      return refusal;
    },
    'place-order': (command, outcome, timeMs) =>
      this.#isModelled
        ? this.#ofOwner(command.owner, () => this.#spot.place(command, timeMs))
        : this.#judgePlain(command, outcome),
    'place-conditional': (command, _outcome, timeMs) =>
      this.#ifModelled(() =>
        this.#ofOwner(command.owner, () => this.#waiting.placeConditional(command, timeMs)),
      ),
    'place-extended': (command, _outcome, timeMs) =>
      this.#ifModelled(() => this.#ofOwner(command.owner, () => this.#spot.placeExtended(command, timeMs))),
    'amend-conditional': (command, { error }, timeMs) =>
      this.#ifModelled(() => this.#unlessQuote(this.#waiting.amendConditional(command, timeMs), error)),
    'amend-oco': (command, { error }, timeMs) =>
      this.#ifModelled(() => this.#unlessQuote(this.#waiting.amendOco(command, timeMs), error)),
    'place-oco': (command, _outcome, timeMs) =>
      this.#ifModelled(() => this.#ofOwner(command.owner, () => this.#waiting.placeOco(command, timeMs))),
    'place-order-list': (command, _outcome, timeMs) =>
      this.#ifModelled(() => this.#ofOwner(command.owner, () => this.#waiting.placeList(command, timeMs))),
    'amend-order': (command, { error }, timeMs) =>
      this.#ifModelled(() => this.#unlessQuote(this.#spot.amend(command, timeMs), error)),
    'cancel-order': ({ owner, order }, { error }) => {
      if (this.#isModelled) return this.#unlessQuote(this.#spot.cancel(owner, order), error);
      const known = this.#orders.open.get(order);
      if (known?.owner === owner)
        return this.#markets.get(known.market)!.takesCancels ? null : 'market/halted';
      // A market maker's quotes can be cancelled too, but their ids are never published.
      return owner < FIRST_USER ? FREE : 'spot/unknown-order';
    },
    'cancel-named': (command, { error }) =>
      this.#ifModelled(() =>
        this.#unlessQuote(this.#spot.cancel(command.owner, this.#spot.named(command)), error),
      ),
    'replace-order': (command, outcome, timeMs) =>
      this.#ifModelled(() => this.#replacements.judge(command, outcome, timeMs)),
    'cancel-all': (command, { count }) => {
      const due = this.#isModelled ? this.#spot.cancelAll(command) : undefined;
      if (due === undefined) this.#isModelled = false;
      else if (due !== count) this.#breach(`${count} orders were cancelled, due were ${due}`);
      return null;
    },
    'cancel-prefixed': (command, { count }) =>
      this.#ifModelled(() => {
        const due = this.#spot.cancelPrefixed(command);
        if (typeof due !== 'number') return due;
        if (due !== count) this.#breach(`${count} orders were cancelled, due were ${due}`);
        return null;
      }),
    'cancel-after': (command, _outcome, timeMs) =>
      this.#ofOwner(command.owner, () => this.#countdowns.set(command, timeMs)),
    'replace-quotes': (command, { count }) =>
      this.#ifModelled(() => {
        if (!this.#owners.has(command.owner)) return 'wallet/account-unknown';
        const due = this.#spot.replaceQuotes(command);
        if (typeof due !== 'number') return due;
        if (due !== count) this.#breach(`${count} quotes rest, due were ${due}`);
        return null;
      }),
    'open-position': (command, _outcome, timeMs) =>
      this.#owners.has(command.owner) ? this.#positions.accept(command, timeMs) : 'wallet/account-unknown',
    tick: (command) => this.#onTick(command),
    'quoted-tick': ({ rules, quotesHash, ...tick }) =>
      rules >= 1 && /^[0-9a-f]{64}$/.test(quotesHash)
        ? this.#onTick({ ...tick, type: 'tick' })
        : 'request/invalid',
  };

  #onTick(command: Tick): Verdict {
    const { tick, tickMs, prices } = command;
    const isNext = Number.isSafeInteger(tick) && tick > this.#tick.tick && tickMs % 1000 === 0;
    if (
      !isNext ||
      tickMs <= this.#tick.tickMs ||
      prices.some((price) => !Number.isSafeInteger(price) || price < 0)
    )
      return 'request/invalid';
    this.#tick = { tick, tickMs };
    this.#fees.onTick(command);
    for (const [number, market] of this.#markets) {
      const price = prices[number] ?? 0;
      if (price > 0) Object.assign(market, { index: price, indexMs: tickMs });
    }
    this.#positions.onTick(command);
    if (this.#isModelled) this.#countdowns.onTick(command);
    if (this.#isModelled) this.#waiting.onTick(command);
    // Without the model nobody predicts the cancels, but the end is known.
    else for (const market of this.#markets.values()) if (!market.endAt(tickMs)) market.openAt(tickMs);
    for (const due of this.#dues) due.onTick(command);
    return null;
  }

  #isNeeded(market: AuditedMarket, end: MarketEnd): boolean {
    const { market: number } = market.definition;
    return (
      this.#fees.isPricedBy(market, this.#markets.values()) ||
      this.#positions.needs(number, end.closesMs) ||
      this.#features.some((feature) => feature.needs(number, end))
    );
  }

  #ifModelled(judge: () => Verdict): Verdict {
    return this.#isModelled ? judge() : FREE;
  }

  #ofOwner(owner: number, judge: () => Verdict): Verdict {
    return this.#owners.has(owner) ? judge() : 'wallet/account-unknown';
  }

  /**
   * The model does not know the ids of quotes. Once one was cancelled by id, it stops predicting.
   */
  #unlessQuote(verdict: RefusalName | null | undefined, error: RefusalName | null): Verdict {
    if (verdict !== undefined) return verdict;
    if (error === null) this.#isModelled = false;
    return FREE;
  }
}
