/**
 * A month on the real matching engine, with a market maker, and what the watch reads of it. Only
 * the rows' place is another: they are in memory.
 */
import {
  DUE_LIMIT_MAX,
  Exchange,
  FIRST_USER,
  newestRules,
  SELF_TRADE,
  TIME_IN_FORCE,
  WALLET,
  type Command,
  type CoreEvent,
  type Side,
} from '@glasshouse/core';
import {
  linksBy,
  type AccountLink,
  type Movement,
  type MovementKind,
  type SignIn,
  type UserTrade,
} from '../../src/contract/watch-facts.ts';
import type { Finding } from '../../src/features/watch/findings.ts';
import { SOURCES, type Facts } from '../../src/features/watch/steps.ts';
import type { Chance } from '../chance.ts';

export const HOUR_MS = 3_600_000;
export const DAY_MS = 24 * HOUR_MS;
export const DAYS = 30;
export const USDT = 1_000_000;
export const BEGIN_MS = 20_000 * DAY_MS;
export const BUY = 0;
export const SELL = 1;

const MAKER = 100;
const [QUOTE, BASE] = [0, 1];
/** A lot is 0.0001 BTC, a tick a cent. */
const LOTS_OF_BTC = 10_000;
const CENTS = 100;
const RESTS_MS = 2 * HOUR_MS;
const LIMITS = [
  { name: 'daily-unverified', units: 1_000 * USDT },
  { name: 'large', units: 10_000 * USDT },
  { name: 'very-large', units: 25_000 * USDT },
  { name: 'daily-verified', units: 50_000 * USDT },
] as const;

interface Fill {
  readonly timeMs: number;
  readonly units: number;
}

export class MonthWorld {
  readonly chance: Chance;
  readonly #exchange = new Exchange();
  #timeMs = BEGIN_MS;
  /** In cents. */
  #index = 60_000 * CENTS;
  #resting: { readonly owner: number; readonly order: number; readonly untilMs: number }[] = [];
  readonly #scripts: { readonly timeMs: number; readonly run: () => void }[] = [];
  readonly #trades: UserTrade[] = [];
  readonly #tradesOf = new Map<number, UserTrade[]>();
  readonly #fills = new Map<number, Fill[]>();
  readonly #movements: Readonly<Record<MovementKind, Movement[]>> = { deposit: [], withdrawal: [] };
  readonly #signIns: SignIn[] = [];
  readonly #networks = new Map<number, string>();
  readonly #invites: AccountLink[] = [];
  readonly #marks = new Map<string, number>();
  #users = 0;
  /** By rule and subject: the accounts of each case. */
  readonly cases = new Map<string, { readonly rule: string; readonly accounts: Set<number> }>();

  constructor(chance: Chance) {
    this.chance = chance;
    for (const command of newestRules()) this.#do(command);
    this.#do({ type: 'define-asset', asset: QUOTE, code: 'USDT', decimals: 6 });
    this.#do({ type: 'define-asset', asset: BASE, code: 'BTC', decimals: 8 });
    this.#do({
      type: 'define-market',
      market: 0,
      base: BASE,
      quote: QUOTE,
      priceDecimals: 2,
      lotDecimals: 4,
      indexDecimals: 2,
      makerFeePpm: 800,
      takerFeePpm: 1_000,
      minNotional: USDT,
      maxNotional: 1_000_000 * USDT,
      limitBandPpm: 500_000,
      marketBandPpm: 100_000,
      maxOpenOrders: 200,
    });
    this.#fund(MAKER, 100_000_000);
  }

  /** A user with money, a network and a browser of their own unless it is said. */
  user(network?: string, device?: string): number {
    const owner = FIRST_USER + this.#users++;
    this.#fund(owner, 200_000);
    this.#networks.set(owner, network ?? `network ${owner}`);
    const id = this.#signIns.length + 1;
    this.#signIns.push({ id, user: owner, timeMs: BEGIN_MS + id, device: device ?? `device ${owner}` });
    return owner;
  }

  invite(a: number, b: number): void {
    this.#invites.push({ a: Math.min(a, b), b: Math.max(a, b), by: 'invite' });
  }

  /** At some time of the month, in days from its beginning. */
  at(day: number, run: () => void): void {
    this.#scripts.push({ timeMs: BEGIN_MS + Math.floor(day * DAY_MS), run });
  }

  /** Whole USDT from `low` to `high`, small ones more often, as sums of money are. */
  sum(low: number, high: number): number {
    const share = this.chance.below(1_000) / 1_000;
    return Math.round(low * (high / low) ** share);
  }

  /** Waits in the book for some hours, between the maker's quotes. `off`: cents from the index. */
  // oxlint-disable-next-line max-params -- Read as a sentence in tests.
  rest(owner: number, side: Side, usdt: number, off = 1 + this.chance.below(2_400)): void {
    const price = this.#index + (side === BUY ? -off : off);
    const order = this.#try(this.#order(owner, side, price, usdt));
    if (order !== null) this.#resting.push({ owner, order, untilMs: this.#timeMs + RESTS_MS });
  }

  /** Offers below all others, where nobody else can be met; false: there is no room. */
  offerBest(owner: number, usdt: number): boolean {
    const { bestBid, bestAsk } = this.#exchange.registry.markets[0]!.book;
    if (bestAsk - bestBid < 2) return false;
    this.rest(owner, SELL, usdt, bestAsk - 1 - this.#index);
    return true;
  }

  /** Takes what the book has. */
  take(owner: number, side: Side, usdt: number): void {
    const worst = Math.floor(this.#index * (side === BUY ? 1.01 : 0.99));
    this.#try({ ...this.#order(owner, side, worst, usdt), timeInForce: TIME_IN_FORCE.IOC });
  }

  move(kind: MovementKind, owner: number, usdt: number): void {
    const own = this.#movements[kind];
    const move = { kind, id: own.length + 1, owner, timeMs: this.#timeMs, amount: `${usdt} USDT` };
    own.push({ ...move, value: Math.round(usdt * USDT) });
  }

  /** Plays the month, and lets the watch look once a day. */
  async play(): Promise<void> {
    this.#scripts.sort((a, b) => a.timeMs - b.timeMs);
    let next = 0;
    for (let hour = 1; hour <= DAYS * 24; hour++) {
      this.#tick(BEGIN_MS + (hour - 1) * HOUR_MS);
      const endMs = BEGIN_MS + hour * HOUR_MS;
      for (; (this.#scripts[next]?.timeMs ?? endMs) < endMs; next++) {
        const { timeMs, run } = this.#scripts[next]!;
        this.#timeMs = timeMs;
        run();
      }
      if (hour % 24 === 0) await this.#look();
    }
  }

  get counts() {
    const fills = [...this.#fills.values()].reduce((sum, { length }) => sum + length, 0);
    return { trades: this.#trades.length, fills };
  }

  // oxlint-disable-next-line max-params -- Read as a sentence in tests.
  #order(owner: number, side: Side, price: number, usdt: number) {
    const lots = Math.max(1, Math.round((usdt * CENTS * LOTS_OF_BTC) / this.#index));
    return {
      type: 'place-order',
      owner,
      market: 0,
      side,
      price,
      lots,
      quoteAmount: 0,
      timeInForce: TIME_IN_FORCE.GTC as number,
      selfTrade: SELF_TRADE.cancelNewest,
      clientOrderId: null,
    } as const;
  }

  #tick(timeMs: number): void {
    this.#timeMs = timeMs;
    for (const { owner, order } of this.#resting.filter(({ untilMs }) => untilMs <= timeMs))
      this.#try({ type: 'cancel-order', owner, order });
    this.#resting = this.#resting.filter(({ untilMs }) => untilMs > timeMs);
    this.#index = Math.max(1, Math.round(this.#index * (1 + (this.chance.below(101) - 50) / 10_000)));
    const tick = this.#exchange.lastTick.tick + 1;
    this.#do({ type: 'tick', tick, tickMs: timeMs, prices: [this.#index] });
    while (this.#exchange.dueCount > 0) this.#do({ type: 'process-due', limit: DUE_LIMIT_MAX });
    const quotes = (sign: 1 | -1) =>
      [5, 10, 20, 40].flatMap((points) => [
        Math.round(this.#index * (1 + (sign * points) / 10_000)),
        5 * LOTS_OF_BTC * points,
      ]);
    this.#do({ type: 'replace-quotes', owner: MAKER, market: 0, bids: quotes(-1), asks: quotes(1) });
  }

  #fund(owner: number, usdt: number): void {
    this.#do({ type: 'open-account', owner });
    for (const [asset, amount] of [
      [QUOTE, usdt * USDT],
      [BASE, Math.floor(usdt / 60_000) * 10 ** 8],
    ] as const)
      this.#do({ type: 'issue', owner, wallet: WALLET.exchange, asset, amount, reason: 'play-money' });
  }

  #do(command: Command): void {
    const { error } = this.#apply(command);
    if (error !== null) throw new Error(`${error}: ${JSON.stringify(command)}`);
  }

  /** The number of what was made; null if it was refused, as for want of money. */
  #try(command: Command): number | null {
    const { error, id } = this.#apply(command);
    return error === null ? id : null;
  }

  #apply(command: Command) {
    const outcome = this.#exchange.apply(this.#exchange.seq + 1, this.#timeMs, command);
    this.#exchange.drainEvents((event) => this.#record(event));
    return outcome;
  }

  #record(event: CoreEvent): void {
    if (event.type !== 'traded') return;
    const { trade, taker, maker, takerSide, market, lots, quoteUnits } = event;
    const timeMs = this.#timeMs;
    const owners = [...new Set([taker, maker])].filter((owner) => owner >= FIRST_USER);
    for (const owner of owners) push(this.#fills, owner, { timeMs, units: quoteUnits });
    if (owners.length < 2) return;
    const [buyer, seller] = takerSide === BUY ? [taker, maker] : [maker, taker];
    const found = { trade, timeMs, market, quote: QUOTE, buyer, seller, lots, quoteUnits };
    this.#trades.push(found);
    for (const owner of owners) push(this.#tradesOf, owner, found);
  }

  async #look(): Promise<void> {
    for (const [source, takeStep] of Object.entries(SOURCES))
      for (;;) {
        const step = await takeStep(this.#facts, this.#marks.get(source) ?? 0);
        if (step === null) break;
        this.#marks.set(source, step.mark);
        for (const finding of step.findings) this.#keep(finding);
      }
  }

  #keep({ rule, subject, accounts }: Finding): void {
    const key = `${rule} ${subject}`;
    const found = this.cases.get(key) ?? { rule, accounts: new Set<number>() };
    for (const account of accounts) found.accounts.add(account);
    this.cases.set(key, found);
  }

  readonly #facts: Facts = {
    tradeFacts: {
      newTrades: async (after, limit) => {
        const from = this.#trades.findIndex(({ trade }) => trade > after);
        return from < 0 ? [] : this.#trades.slice(from, from + limit);
      },
      tradesOf: async (owners, { sinceMs, untilMs, ofEach }) => {
        const found = owners.flatMap((owner) =>
          (this.#tradesOf.get(owner) ?? []).filter(isIn({ sinceMs, untilMs })).slice(-ofEach),
        );
        return [...new Set(found)].toSorted((a, b) => a.trade - b.trade);
      },
      turnoversOf: async (owner, window) => {
        const fills = (this.#fills.get(owner) ?? []).filter(isIn(window));
        const units = fills.reduce((sum, fill) => sum + BigInt(fill.units), 0n);
        return [{ market: 0, quote: QUOTE, units }];
      },
      pairName: () => 'BTC/USDT',
    },
    movementFacts: {
      newMovements: async (kind, after, limit) => this.#movements[kind].slice(after, after + limit),
      movementsOf: async (owner, window) =>
        Object.values(this.#movements).flatMap((moves) =>
          moves.filter((move) => move.owner === owner).filter(isIn(window)),
        ),
      limits: () => LIMITS,
      valueOf: (_asset, units) => units,
      linksAmong: async () => [],
    },
    signInFacts: {
      newSignIns: async (after, limit) => this.#signIns.slice(after, after + limit),
      usersOfDevice: async (device, window) =>
        this.#signIns.filter((each) => each.device === device).filter(isIn(window)),
      linksAmong: async (users) => {
        const own = this.#signIns.filter(({ user }) => users.includes(user));
        return [
          ...linksBy(
            'network',
            users.map((user) => ({ user, value: this.#networks.get(user) ?? '' })),
          ),
          ...linksBy(
            'device',
            own.map(({ user, device }) => ({ user, value: device ?? '' })),
          ),
          ...this.#invites.filter(({ a, b }) => users.includes(a) && users.includes(b)),
        ];
      },
    },
    documentFacts: { newDocuments: async () => [], linksAmong: async () => [] },
  };
}

const isIn =
  ({ sinceMs, untilMs }: { readonly sinceMs: number; readonly untilMs: number }) =>
  ({ timeMs }: { readonly timeMs: number }): boolean =>
    timeMs >= sinceMs && timeMs <= untilMs;

function push<T>(lists: Map<number, T[]>, key: number, value: T): void {
  const list = lists.get(key);
  if (list === undefined) lists.set(key, [value]);
  else list.push(value);
}

export const PUBLISHED = LIMITS.map(({ units }) => units / USDT);
