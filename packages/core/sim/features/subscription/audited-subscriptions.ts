/**
 * The auditor's own rules of subscriptions: who may subscribe, how a list is divided, who is paid.
 * Shares are compared as fractions of BigInt; the units that are left go to a sorted list.
 */
import type { RefusalName } from '@glasshouse/protocol';
import type {
  CancelSubscription,
  CoreEvent,
  DefineSubscription,
  Outcome,
  ProjectChanged,
  Subscribe,
  SubscriptionChanged,
  Tick,
} from '../../../src/index.ts';
import { OwedSums } from '../../auditor/owed.ts';
import type { Audited, AuditedDue, Verdict } from '../../feature.ts';
import { floorDiv, MILLION, type AuditedMarket } from '../../auditor/markets.ts';

const FIRM = 5 * 60 * 1000;
const [EXCHANGE, HOUSE] = [2, 0];
const [FEES, POOL, PROCEEDS] = [3, 14, 15];
const UNITS_MAX = 2 ** 53 - 1;
const [WARMING, OPEN, CLOSING, CLOSED, DISTRIBUTED, LISTED] = [0, 1, 2, 3, 4, 5];

interface Line {
  readonly subscription: number;
  readonly owner: number;
  revision: number;
  readonly project: number;
  amount: bigint;
  coins: bigint;
  cost: bigint;
  isRounded: number;
  status: number;
  readonly placedMs: number;
  endedMs: number;
}

interface AuditedProject {
  terms: DefineSubscription;
  readonly market: AuditedMarket;
  phase: number;
  /** How many of its four times have come. */
  times: number;
  lines: Line[];
  fee: bigint;
}

interface Work {
  readonly at: number;
  readonly work: () => void;
}

const isBetween = (value: number, least: number, most: number): boolean =>
  Number.isSafeInteger(value) && value >= least && value <= most;

export class AuditedSubscriptions {
  readonly #audited: Audited;
  readonly #projects = new Map<number, AuditedProject>();
  readonly #told: string[] = [];
  readonly #work: Work[] = [];
  #last = 0;

  constructor(audited: Audited) {
    this.#audited = audited;
  }

  define(command: DefineSubscription, timeMs: number): Verdict {
    const { markets, books } = this.#audited;
    const market = markets.get(command.market);
    if (market === undefined) return 'market/unknown-pair';
    if (market.closesMs > 0) return 'market/delisting';
    if (!isSound(command, timeMs) || this.#priced(command.forSale, { terms: command, market }) === 0n)
      return 'request/invalid';
    const known = this.#projects.get(command.project);
    if (known !== undefined && known.phase !== WARMING) return 'subscription/terms-fixed';
    if (known !== undefined && known.market !== market) return 'request/invalid';
    if (market.isOpening && market.index === 0) return 'subscription/pair-trading';
    const { base } = market.definition;
    const more = BigInt(command.forSale) - BigInt(known?.terms.forSale ?? 0);
    if (books.get(POOL, HOUSE, base).available < more) return 'subscription/pool-short';
    books.expect([POOL, HOUSE, base], -more, more);
    const isOpen = command.opensMs <= timeMs;
    const project: AuditedProject = {
      terms: command,
      market,
      phase: isOpen ? OPEN! : WARMING!,
      times: isOpen ? 1 : 0,
      lines: [],
      fee: 0n,
    };
    this.#projects.set(command.project, project);
    this.#tellProject(project);
    return null;
  }

  needs(market: number): boolean {
    return [...this.#projects.values()].some((one) => one.terms.market === market && one.phase !== LISTED);
  }

  /** Units of the quote coin for units of the new coin, rounded down. */
  #priced(coins: number | bigint, { terms, market }: Pick<AuditedProject, 'terms' | 'market'>): bigint {
    const [numerator, denominator] = this.#price(terms, market);
    return floorDiv(BigInt(coins) * numerator, denominator);
  }

  #price({ price }: DefineSubscription, { definition }: AuditedMarket): readonly [bigint, bigint] {
    const { decimals } = this.#audited;
    const { base, quote, priceDecimals } = definition;
    const perCoin = 10n ** BigInt(priceDecimals + decimals.get(base)!);
    return [BigInt(price) * 10n ** BigInt(decimals.get(quote)!), perCoin];
  }

  #costOf(coins: bigint, { terms, market }: AuditedProject): bigint {
    const [numerator, denominator] = this.#price(terms, market);
    return floorDiv(coins * numerator, denominator);
  }

  subscribe(command: Subscribe, { id }: Outcome, timeMs: number): Verdict {
    const { owners, books, held, report } = this.#audited;
    const { owner, amount } = command;
    if (!owners.has(owner)) return 'wallet/account-unknown';
    const project = this.#projects.get(command.project);
    if (project === undefined) return 'subscription/unknown-project';
    const known = project.lines.find((line) => line.owner === owner);
    const refusal = shapeRefusal(project, { amount, before: known?.amount ?? 0n, timeMs });
    if (refusal !== null) return refusal;
    const asset = project.market.definition.quote;
    const units = BigInt(amount);
    if (books.get(owner, EXCHANGE, asset).available < units) return 'wallet/insufficient-balance';
    if (held.closes('exchange', owner, { asset, units })) return 'wallet/held';
    this.#freeze([owner, EXCHANGE, asset], units);
    const line = known ?? this.#newLine(command, timeMs);
    line.amount += units;
    if (known === undefined) project.lines.push(line);
    if (id !== line.subscription) report(`subscription ${id} was answered, due was ${line.subscription}`);
    this.#tell(line);
    this.#tellProject(project);
    return null;
  }

  /** What is paid in is on its way out until it is back or spent. */
  #freeze(account: readonly [number, number, number], units: bigint): void {
    const [owner, , asset] = account;
    this.#audited.books.expect(account, -units, units);
    this.#audited.held.leave(owner, asset, units);
  }

  #newLine({ owner, project }: Subscribe, placedMs: number): Line {
    const subscription = ++this.#last;
    const nothing = { revision: 0, amount: 0n, coins: 0n, cost: 0n, isRounded: 0, status: 0, endedMs: 0 };
    return { subscription, owner, project, placedMs, ...nothing };
  }

  cancel({ owner, subscription }: CancelSubscription, timeMs: number): Verdict {
    const { owners } = this.#audited;
    if (!owners.has(owner)) return 'wallet/account-unknown';
    for (const project of this.#projects.values()) {
      const line = project.lines.find((one) => one.subscription === subscription && one.owner === owner);
      if (line === undefined || project.phase >= DISTRIBUTED!) continue;
      if (project.phase !== OPEN || timeMs >= project.terms.closesMs) return 'subscription/closed';
      if (timeMs - line.placedMs >= FIRM) return 'subscription/firm';
      this.#freeze([owner, EXCHANGE, project.market.definition.quote], -line.amount);
      project.lines = project.lines.filter((one) => one !== line);
      this.#tell(Object.assign(line, { status: 3, endedMs: timeMs }));
      this.#tellProject(project);
      return null;
    }
    return 'subscription/unknown-subscription';
  }

  #onTick({ tickMs }: Tick): void {
    const byNumber = [...this.#projects.values()].sort((a, b) => a.terms.project - b.terms.project);
    for (const project of byNumber) {
      const { opensMs, closesMs, distributesMs, listsMs } = project.terms;
      const times = [opensMs, closesMs, distributesMs, listsMs];
      while (project.times < 4 && times[project.times]! <= tickMs)
        this.#come(project, ++project.times, tickMs);
    }
  }

  #come(project: AuditedProject, times: number, tickMs: number): void {
    if (times <= 2) {
      project.phase = times === 1 ? OPEN! : CLOSING!;
      this.#tellProject(project);
    }
    if (times === 2) this.#queueClose(project);
    if (times === 3) {
      if (project.lines.length > 0) this.#queue(() => this.#pay(project, tickMs));
      this.#queue(() => this.#finish(project));
    }
    if (times === 4) this.#queue(() => this.#list(project));
  }

  #queue(work: () => void): void {
    this.#work.push({ at: this.#audited.nextPlace(), work });
  }

  /** Lists of random sequences are short: one portion each. */
  #queueClose(project: AuditedProject): void {
    if (project.lines.length === 0) {
      this.#queue(() => this.#endClose(project));
      return;
    }
    const total = project.lines.reduce((sum, { amount }) => sum + amount, 0n);
    this.#queue(() => this.#share(project, total));
    this.#queue(() => this.#tellProject(project));
    this.#queue(() => {
      if (total > this.#raiseOf(project)) this.#award(project, total);
      this.#endClose(project);
    });
  }

  #raiseOf(project: AuditedProject): bigint {
    return this.#priced(project.terms.forSale, project);
  }

  #share(project: AuditedProject, total: bigint): void {
    const { forSale } = project.terms;
    const [numerator, denominator] = this.#price(project.terms, project.market);
    const isCovered = total <= this.#raiseOf(project);
    for (const line of project.lines) {
      line.coins = isCovered
        ? floorDiv(line.amount * denominator, numerator)
        : floorDiv(line.amount * BigInt(forSale), total);
      line.cost = this.#costOf(line.coins, project);
      line.status = 1;
      this.#tell(line);
    }
  }

  /** Sorts by the remainder, which none has of whom the amount would not pay a further unit. */
  #award(project: AuditedProject, total: bigint): void {
    const forSale = BigInt(project.terms.forSale);
    const remainderOf = ({ amount, coins }: Line): bigint => amount * forSale - coins * total;
    const ranked = project.lines
      .filter((line) => remainderOf(line) > 0n && this.#costOf(line.coins + 1n, project) <= line.amount)
      .sort((a, b) => Number(remainderOf(b) - remainderOf(a)) || a.subscription - b.subscription);
    const left = Number(project.lines.reduce((units, { coins }) => units - coins, forSale));
    const winners = ranked.slice(0, left).sort((a, b) => a.subscription - b.subscription);
    for (const line of winners) {
      line.coins += 1n;
      line.cost = this.#costOf(line.coins, project);
      line.isRounded = 1;
      this.#tell(line);
    }
  }

  #endClose(project: AuditedProject): void {
    project.phase = CLOSED!;
    this.#tellProject(project);
  }

  #pay(project: AuditedProject, tickMs: number): void {
    const { books } = this.#audited;
    const { base, quote } = project.market.definition;
    for (const line of project.lines) {
      books.expect([POOL, HOUSE, base], 0n, -line.coins);
      books.expect([line.owner, EXCHANGE, base], line.coins);
      books.expect([PROCEEDS, HOUSE, quote], line.cost);
      const own = [line.owner, EXCHANGE, quote] as const;
      this.#freeze(own, -line.amount);
      books.expect(own, -line.cost);
      this.#tell(Object.assign(line, { status: 2, endedMs: tickMs }));
    }
  }

  #finish(project: AuditedProject): void {
    const { books } = this.#audited;
    const { base, quote } = project.market.definition;
    const [sold, cost] = this.#soldOf(project);
    project.fee = floorDiv(cost * BigInt(project.terms.feePpm), MILLION);
    books.expect([PROCEEDS, HOUSE, quote], -project.fee);
    books.expect([FEES, HOUSE, quote], project.fee);
    const unsold = BigInt(project.terms.forSale) - sold;
    books.expect([POOL, HOUSE, base], unsold, -unsold);
    project.phase = DISTRIBUTED!;
    this.#tellProject(project);
  }

  #soldOf({ lines }: AuditedProject): readonly [bigint, bigint] {
    const sum = (units: (line: Line) => bigint): bigint => lines.reduce((all, line) => all + units(line), 0n);
    return [sum(({ coins }) => coins), sum(({ cost }) => cost)];
  }

  #list(project: AuditedProject): void {
    if (project.market.index === 0) project.market.isHalted = false;
    project.phase = LISTED!;
    this.#tellProject(project);
  }

  #tell(line: Line): void {
    const { subscription, owner, project, amount, coins, cost, isRounded, status } = line;
    const facts = [subscription, owner, ++line.revision, project, amount, coins, cost, isRounded, status];
    this.#told.push(['subscription', ...facts, line.placedMs, line.endedMs].join('/'));
  }

  #tellProject(project: AuditedProject): void {
    const { terms, phase, lines, fee } = project;
    const total = lines.reduce((sum, { amount }) => sum + amount, 0n);
    const [sold, cost] = phase >= CLOSED! ? this.#soldOf(project) : [0n, 0n];
    const facts = [...TERMS.map((field) => terms[field]), phase, lines.length, total, sold, cost, fee];
    this.#told.push(['project', ...facts].join('/'));
  }

  see(event: CoreEvent): void {
    if (event.type !== 'project-changed' && event.type !== 'subscription-changed') return;
    const told = event.type === 'project-changed' ? projectFacts(event) : subscriptionFacts(event);
    const due = this.#told.shift();
    if (told !== due) this.#audited.report(`${told} was reported, due was ${due}`);
  }

  /** Coins for all that is paid in, as if it closed now; of customers what is not paid out. */
  owed(): OwedSums {
    const sums = new OwedSums();
    for (const project of this.#projects.values()) {
      if (project.phase >= DISTRIBUTED!) continue;
      const { base, quote } = project.market.definition;
      const open = project.lines.filter(({ status }) => status !== 2);
      const given = project.lines.reduce((all, { status, coins }) => (status === 2 ? all + coins : all), 0n);
      const atMost = BigInt(project.terms.forSale) - given;
      sums.add(base, { customers: 0n, now: this.#owedNow(project, given), atMost });
      for (const { amount } of open) sums.add(quote, { customers: amount, now: 0n, atMost: 0n });
    }
    return sums;
  }

  #owedNow(project: AuditedProject, given: bigint): bigint {
    const { terms, market, lines, phase } = project;
    if (phase === CLOSED) return this.#soldOf(project)[0] - given;
    const total = lines.reduce((sum, { amount }) => sum + amount, 0n);
    const [numerator, denominator] = this.#price(terms, market);
    return total > this.#raiseOf(project) ? BigInt(terms.forSale) : floorDiv(total * denominator, numerator);
  }

  readonly due: AuditedDue = {
    onTick: (tick) => this.#onTick(tick),
    next: () => this.#work[0]?.at ?? Infinity,
    process: () => this.#work.shift()?.work(),
    countOf,
  };
}

/** Ranks, ends and lists report a project once; shares and payments a list of short length. */
function countOf(events: readonly CoreEvent[]): number {
  const lists = new Set<string>();
  let projects = 0;
  for (const event of events) {
    if (event.type === 'project-changed') projects++;
    if (event.type === 'subscription-changed' && event.isRounded === 0 && event.status === 1)
      lists.add(`shared ${event.project}`);
    if (event.type === 'subscription-changed' && event.status === 2) lists.add(`paid ${event.project}`);
  }
  return projects + lists.size;
}

const TERMS = [
  'project',
  'market',
  'price',
  'supply',
  'forSale',
  'minAmount',
  'maxPerOwner',
  'opensMs',
  'closesMs',
  'distributesMs',
  'listsMs',
  'feePpm',
] as const;

function projectFacts(event: ProjectChanged): string {
  const { phase, subscribers, total, sold, cost, fee } = event;
  const terms = TERMS.map((field) => event[field]);
  return ['project', ...terms, phase, subscribers, total, sold, cost, fee].join('/');
}

function subscriptionFacts(event: SubscriptionChanged): string {
  const { subscription, owner, project, amount, coins, cost, isRounded, status } = event;
  const facts = [subscription, owner, event.revision, project, amount, coins, cost, isRounded, status];
  return ['subscription', ...facts, event.placedMs, event.endedMs].join('/');
}

function isSound(terms: DefineSubscription, timeMs: number): boolean {
  const { opensMs, closesMs, distributesMs, listsMs } = terms;
  const times = [opensMs, closesMs, distributesMs, listsMs];
  return (
    isBetween(terms.project, 1, 1_000) &&
    isBetween(terms.price, 1, UNITS_MAX) &&
    isBetween(terms.supply, 1, UNITS_MAX) &&
    isBetween(terms.forSale, 1, terms.supply) &&
    isBetween(terms.maxPerOwner, 1, UNITS_MAX) &&
    isBetween(terms.minAmount, 1, terms.maxPerOwner) &&
    isBetween(terms.feePpm, 0, 100_000) &&
    times.every((time, i) => isBetween(time, times[i - 1] ?? 0, UNITS_MAX)) &&
    opensMs < closesMs &&
    timeMs < closesMs
  );
}

function shapeRefusal(
  { phase, terms }: AuditedProject,
  { amount, before, timeMs }: { readonly amount: number; readonly before: bigint; readonly timeMs: number },
): RefusalName | null {
  if (phase !== OPEN || timeMs >= terms.closesMs) return 'subscription/not-open';
  if (!isBetween(amount, 1, UNITS_MAX)) return 'subscription/amount-missing';
  const all = before + BigInt(amount);
  if (all < BigInt(terms.minAmount)) return 'subscription/below-minimum';
  return all > BigInt(terms.maxPerOwner) ? 'subscription/above-maximum' : null;
}
