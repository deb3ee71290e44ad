/**
 * Subscriptions: new coins are sold at one price to everybody who pays in before the close. If all
 * have paid in more than the coins cost, everybody gets the same share. What is for sale is frozen
 * in the pool from the definition on, and what is paid in stays frozen on its owner's exchange
 * account until the distribution.
 */
import type { RefusalName } from '@glasshouse/protocol';
import { MAX_UNITS } from '@glasshouse/money';
import { coinsFor, FIRM_AFTER_MS, raiseOf } from '@glasshouse/protocol/subscription/quote';
import { WALLET } from '../../accounts.ts';
import type { ByteReader, ByteWriter } from '../../encoding/byte-stream.ts';
import type { DueItem } from '../../due/due-queue.ts';
import type { CoreFeature, Finding, Hold, Kernel, Obligation, PricedTick } from '../../contract/feature.ts';
import { OUTFLOW } from '../../ledger/held-money.ts';
import { done, made } from '../../contract/outcomes.ts';
import { MARKET_STATUS } from '../../registry.ts';
import { act, closingActions, distributionActions, DUE } from './allocation.ts';
import type { CancelSubscription, DefineSubscription, Subscribe, SubscriptionCommand } from './commands.ts';
import { PHASE, SUBSCRIPTION_STATUS, type ProjectChanged, type SubscriptionChanged } from './events.ts';
import { subscriptionFindings } from './findings.ts';
import {
  areTermsSound,
  changedEvent,
  isDistributed,
  Project,
  projectEvent,
  SUBSCRIBERS_MAX,
  subscriptionEvent,
  termsOf,
  unitPriceOf,
  type Subscription,
  type Terms,
} from './project.ts';
import { SUBSCRIPTION_HOUSE, SUBSCRIPTION_REASON } from './reasons.ts';
import { loadSubscriptions, saveSubscriptions } from './snapshot.ts';

export const SUBSCRIPTION = 'subscription';
/** `FeatureDefinition.code`. */
export const SUBSCRIPTION_CODE = 8;

type Open = ProjectChanged | SubscriptionChanged;

export class Subscriptions implements CoreFeature<SubscriptionCommand, Open> {
  /** By number, in the order of their definition. */
  readonly projects = new Map<number, Project>();
  readonly #kernel: Kernel;
  /** The earliest time that a project waits for. */
  #nextMs = Infinity;
  /** Number of the last subscription. */
  count = 0;
  readonly snapshotVersion = 1;
  readonly commands: CoreFeature<SubscriptionCommand, Open>['commands'] = {
    'define-subscription': (command, timeMs) => made(this.#define(command, timeMs), command.project),
    subscribe: (command, timeMs) => {
      const result = this.#subscribe(command, timeMs);
      return typeof result === 'string' ? done(result) : made(null, result.subscription);
    },
    'cancel-subscription': (command, timeMs) => done(this.#cancel(command, timeMs)),
  };

  constructor(kernel: Kernel) {
    this.#kernel = kernel;
  }

  /** A project whose opening has passed opens at once. */
  #define(command: DefineSubscription, timeMs: number): RefusalName | null {
    const refusal = this.definitionRefusal(command, timeMs);
    if (refusal !== null) return refusal;
    const terms = termsOf(command);
    const { registry, log } = this.#kernel;
    const market = registry.markets[terms.market]!;
    this.#fillPool(terms);
    const project = new Project(terms, { market, price: unitPriceOf(terms, market, registry)! });
    this.projects.set(terms.project, project);
    if (terms.opensMs <= timeMs) openNow(project);
    this.#setNext();
    log.emit(projectEvent(project));
    return null;
  }

  /**
   * What a definition at this time would be answered. Checks in this order: pair and its end,
   * numbers and times, phase, the pair's state, the pool.
   */
  definitionRefusal(command: DefineSubscription, timeMs: number): RefusalName | null {
    const terms = termsOf(command);
    const { registry } = this.#kernel;
    const market = registry.markets[terms.market];
    if (market === undefined) return 'market/unknown-pair';
    if (market.isClosing) return 'market/delisting';
    const price = areTermsSound(terms, timeMs) ? unitPriceOf(terms, market, registry) : null;
    if (price === null) return 'request/invalid';
    const known = this.projects.get(terms.project);
    if (known !== undefined && known.phase !== PHASE.warmingUp) return 'subscription/terms-fixed';
    if (known !== undefined && known.market !== market) return 'request/invalid';
    const isOpening = market.status === MARKET_STATUS.trading || market.opensMs !== 0;
    if (isOpening && market.indexPrice === 0) return 'subscription/pair-trading';
    return this.#hasPool(terms) ? null : 'subscription/pool-short';
  }

  /** Whether the pool has what a definition adds to what is frozen for its project. */
  #hasPool({ market, forSale, project }: Terms): boolean {
    const { ledger, registry } = this.#kernel;
    const { base } = registry.markets[market]!;
    const found = ledger.find(SUBSCRIPTION_HOUSE.subscriptionPool, WALLET.house, base);
    const pooled = this.projects.get(project)?.pooled ?? 0;
    return (found < 0 ? 0 : ledger.available(found)) >= forSale - pooled;
  }

  /** Freezes or releases the difference. */
  #fillPool({ market, forSale, project: reference }: Terms): void {
    const { ledger, registry } = this.#kernel;
    const { base } = registry.markets[market]!;
    const { subscriptionPool: pool } = SUBSCRIPTION_HOUSE;
    const pooled = this.projects.get(reference)?.pooled ?? 0;
    const account = ledger.account(pool, WALLET.house, base);
    const change = { account, reason: SUBSCRIPTION_REASON['subscription-pooled'], reference };
    if (forSale > pooled) ledger.freeze({ ...change, units: forSale - pooled });
    if (forSale < pooled) ledger.release({ ...change, units: pooled - forSale });
  }

  /** Of what is paid into an open project: what can still be cancelled. */
  cancellable(number: number, timeMs: number): number {
    const project = this.projects.get(number);
    if (project === undefined || !isOpenAt(project, timeMs)) return 0;
    let units = 0;
    for (const { placedMs, amount } of project.subscriptions.values())
      if (timeMs < placedMs + FIRM_AFTER_MS) units += amount;
    return units;
  }

  #setNext(): void {
    this.#nextMs = Infinity;
    for (const { nextMs } of this.projects.values()) this.#nextMs = Math.min(this.#nextMs, nextMs);
  }

  /**
   * Checks in this order: account, project, phase and time, amount, minimum, maximum, room of the
   * project, balance, held money. Minimum and maximum are those of all that the owner pays in. What
   * is paid in is on its way out until it comes back: held money counts it no longer.
   */
  refusalOf(command: Subscribe, timeMs: number): RefusalName | null {
    const { ledger, heldMoney } = this.#kernel;
    const { owner, amount } = command;
    if (!ledger.isOpen(owner)) return 'wallet/account-unknown';
    const project = this.projects.get(command.project);
    if (project === undefined) return 'subscription/unknown-project';
    if (!isOpenAt(project, timeMs)) return 'subscription/not-open';
    const known = project.subscriptions.get(owner);
    const refusal = amountRefusal(project, amount, known?.amount ?? 0) ?? roomRefusal(project, amount, known);
    if (refusal !== null) return refusal;
    const { quote: asset } = project.market;
    const account = ledger.find(owner, WALLET.exchange, asset);
    if (ledger.available(account) < amount) return 'wallet/insufficient-balance';
    return heldMoney.refuses(OUTFLOW.exchange, owner, { asset, units: amount }) ? 'wallet/held' : null;
  }

  #subscribe(command: Subscribe, timeMs: number): RefusalName | Subscription {
    const refusal = this.refusalOf(command, timeMs);
    if (refusal !== null) return refusal;
    const { ledger, heldMoney, log } = this.#kernel;
    const { owner, amount } = command;
    const project = this.projects.get(command.project)!;
    const { quote: asset } = project.market;
    const account = ledger.find(owner, WALLET.exchange, asset);
    const known = project.subscriptions.get(owner);
    const subscription = known ?? this.#begin(command, timeMs);
    subscription.amount += amount;
    if (known === undefined) this.file(project, subscription);
    project.total += amount;
    project.subscribers = project.subscriptions.size;
    const reason = SUBSCRIPTION_REASON['subscription-frozen'];
    ledger.freeze({ account, units: amount, reason, reference: subscription.subscription });
    heldMoney.leave(owner, asset, amount);
    log.emit(changedEvent(subscription));
    log.emit(projectEvent(project));
    return subscription;
  }

  #begin({ owner, project }: Subscribe, placedMs: number): Subscription {
    return {
      subscription: ++this.count,
      owner,
      revision: 0,
      project,
      amount: 0,
      coins: 0,
      cost: 0,
      isRounded: 0,
      status: SUBSCRIPTION_STATUS.open,
      placedMs,
      endedMs: 0,
      remainder: 0,
    };
  }

  /** Checks in this order: account, subscription, phase and time, how long ago it was placed. */
  #cancel({ owner, subscription }: CancelSubscription, timeMs: number): RefusalName | null {
    const { ledger, heldMoney, log } = this.#kernel;
    if (!ledger.isOpen(owner)) return 'wallet/account-unknown';
    const project = this.#projectOf(owner, subscription);
    const known = project?.subscriptions.get(owner);
    if (project === undefined || known === undefined) return 'subscription/unknown-subscription';
    if (!isOpenAt(project, timeMs)) return 'subscription/closed';
    if (timeMs >= known.placedMs + FIRM_AFTER_MS) return 'subscription/firm';
    const { quote: asset } = project.market;
    const account = ledger.account(owner, WALLET.exchange, asset);
    const reason = SUBSCRIPTION_REASON['subscription-cancelled'];
    ledger.release({ account, units: known.amount, reason, reference: subscription });
    heldMoney.leave(owner, asset, -known.amount);
    project.subscriptions.delete(owner);
    project.total -= known.amount;
    project.subscribers = project.subscriptions.size;
    known.status = SUBSCRIPTION_STATUS.cancelled;
    known.endedMs = timeMs;
    log.emit(changedEvent(known));
    log.emit(projectEvent(project));
    return null;
  }

  #projectOf(owner: number, subscription: number): Project | undefined {
    for (const project of this.projects.values())
      if (project.subscriptions.get(owner)?.subscription === subscription) return project;
    return undefined;
  }

  restoreProject(terms: Terms): Project {
    const { registry } = this.#kernel;
    const market = registry.markets[terms.market]!;
    const project = new Project(terms, { market, price: unitPriceOf(terms, market, registry)! });
    this.projects.set(terms.project, project);
    return project;
  }

  file(project: Project, subscription: Subscription): void {
    project.subscriptions.set(subscription.owner, subscription);
  }

  /** The tick itself opens a project and fixes its list; all that takes time is queued. */
  onTick(tick: PricedTick): void {
    if (tick.tickMs < this.#nextMs) return;
    for (const project of this.#byNumber())
      while (project.nextMs <= tick.tickMs) {
        const actions = this.#reach(project);
        for (const action of actions) this.#queue(project, action, tick);
      }
    this.#setNext();
  }

  #byNumber(): Project[] {
    return [...this.projects.values()].sort((a, b) => a.terms.project - b.terms.project);
  }

  /** Reaches the next time of a project. Returns what has to be done. */
  #reach(project: Project): number[] {
    const lines = project.subscriptions.size;
    const { reached } = project;
    if (reached === 2 || reached === 3) project.reached++;
    if (reached === 2) return distributionActions(lines);
    if (reached === 3) return [DUE.list];
    if (reached === 0) openNow(project);
    else fixList(project);
    this.#kernel.log.emit(projectEvent(project));
    return reached === 0 ? [] : closingActions(lines);
  }

  #queue({ terms }: Project, action: number, { tick, tickMs }: PricedTick): void {
    const item = { feature: SUBSCRIPTION_CODE, market: 0, id: terms.project, price: 0 };
    this.#kernel.due.add({ ...item, tick, tickMs, action });
  }

  processDue(item: DueItem): void {
    act(this.#kernel, this.projects.get(item.id)!, item);
  }

  /** What ticks have reached is part of a project's state. */
  restoreDue(item: DueItem): void {
    this.#kernel.due.add(item);
  }

  onRules(): void {}

  save(out: ByteWriter): void {
    saveSubscriptions(this, out);
  }

  load(input: ByteReader): void {
    loadSubscriptions(this, input);
    for (const { market, subscriptions } of this.projects.values())
      for (const line of subscriptions.values())
        if (!isDistributed(line)) this.#kernel.heldMoney.leave(line.owner, market.quote, line.amount);
    this.#setNext();
  }

  *holds(): Iterable<Hold> {
    const { subscriptionPool, subscriptionProceeds } = SUBSCRIPTION_HOUSE;
    const wallet = WALLET.house;
    for (const project of this.projects.values()) {
      const { base, quote } = project.market;
      yield { owner: subscriptionPool, wallet, asset: base, part: 'frozen', units: project.pooled };
      let proceeds = project.phase >= PHASE.distributed ? project.cost - project.fee : 0;
      for (const line of project.subscriptions.values()) {
        if (isDistributed(line)) proceeds += line.cost;
        else {
          const { owner, amount: units } = line;
          yield { owner, wallet: WALLET.exchange, asset: quote, part: 'frozen', units };
        }
      }
      yield { owner: subscriptionProceeds, wallet, asset: quote, part: 'escrow', units: proceeds };
    }
  }

  /** Now is what would be allocated at a close with what is paid in. */
  obligations(): Obligation[] {
    const sums = new Map<number, { -readonly [K in keyof Obligation]: Obligation[K] }>();
    const sumOf = (asset: number) => {
      const sum = sums.get(asset) ?? { asset, count: 0, customers: 0, owedNow: 0, owedAtMost: 0 };
      sums.set(asset, sum);
      return sum;
    };
    for (const project of this.projects.values()) {
      if (project.phase >= PHASE.distributed) continue;
      const coin = sumOf(project.market.base);
      coin.count++;
      coin.owedNow += owedNow(project);
      coin.owedAtMost += project.pooled;
      const paid = sumOf(project.market.quote);
      for (const line of project.subscriptions.values()) {
        if (isDistributed(line)) continue;
        paid.count++;
        paid.customers += line.amount;
      }
    }
    return [...sums.values()];
  }

  /** Until its coin is listed. */
  needs(number: number): boolean {
    const market = this.#kernel.registry.markets[number];
    return [...this.projects.values()].some(
      (project) => project.market === market && project.phase !== PHASE.listed,
    );
  }

  findings(): Finding[] {
    return subscriptionFindings(this.projects.values());
  }

  /** All projects as they were reported last, in the order of their definition. */
  *reportedProjects(): Iterable<ProjectChanged> {
    for (const project of this.projects.values()) yield projectEvent(project);
  }

  /** Of all owners also the projects. */
  *open(owner?: number): Iterable<Open> {
    if (owner === undefined) yield* this.reportedProjects();
    for (const line of this.#linesOf(owner)) if (!isDistributed(line)) yield subscriptionEvent(line);
  }

  *#linesOf(owner: number | undefined): Iterable<Subscription> {
    for (const { subscriptions } of this.projects.values()) {
      if (owner === undefined) yield* subscriptions.values();
      const own = owner === undefined ? undefined : subscriptions.get(owner);
      if (own !== undefined) yield own;
    }
  }
}

function openNow(project: Project): void {
  project.reached = 1;
  project.phase = PHASE.open;
}

function fixList(project: Project): void {
  project.reached = 2;
  project.phase = PHASE.closing;
}

/** Nobody gets in after the closing time, even if its tick is late. */
const isOpenAt = ({ phase, terms }: Project, timeMs: number): boolean =>
  phase === PHASE.open && timeMs < terms.closesMs;

function amountRefusal({ terms }: Project, amount: number, before: number): RefusalName | null {
  if (!Number.isSafeInteger(amount) || amount <= 0) return 'subscription/amount-missing';
  if (before + amount < terms.minAmount) return 'subscription/below-minimum';
  return before + amount > terms.maxPerOwner ? 'subscription/above-maximum' : null;
}

function roomRefusal(
  { subscriptions, total }: Project,
  amount: number,
  known: Subscription | undefined,
): RefusalName | null {
  const isFull = known === undefined && subscriptions.size >= SUBSCRIBERS_MAX;
  return isFull || total + amount > MAX_UNITS ? 'subscription/project-full' : null;
}

function owedNow({ phase, sold, given, total, terms, price }: Project): number {
  if (phase === PHASE.closed) return sold - given;
  return total <= raiseOf(terms.forSale, price) ? coinsFor(total, price) : terms.forSale;
}
