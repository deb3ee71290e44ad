/**
 * The exchange as a pure state machine: apply(command) changes the state and says what happened. No clock, no randomness, no input
 * or output: the same commands in the same order give the same state, on any machine.
 */
import type { RefusalName } from '@glasshouse/protocol';
import { audit, type Finding } from './audit.ts';
import type { Command, DefineAsset, DefineMarket, Issue, Outcome, Tick, Transfer } from './commands.ts';
import type { EventNames } from './event-decoder.ts';
import { EventLog } from './event-log.ts';
import type { EventVisitor, OrderChanged, PositionChanged } from './events.ts';
import type { Fees } from './features/spot/fees.ts';
import { ReadAhead } from './features/spot/read-ahead.ts';
import { Spot } from './features/spot/spot.ts';
import { SecondsContract } from './features/seconds-contract/seconds-contract.ts';
import { Ledger } from './ledger/ledger.ts';
import { OrderPool } from './matching/order-pool.ts';
import { Market, Registry, type Asset } from './registry.ts';
import { Rules } from './rules.ts';
import { readSnapshot, writeSnapshot } from './snapshot.ts';
import { hashBytes } from './state-hash.ts';
import * as ACCOUNTS from './accounts.ts';
import * as EVENT_RECORDS from './event-records.ts';
import * as EVENTS from './events.ts';
import * as SPOT_RECORD from './features/spot/order-record.ts';
import * as RECORD from './matching/order-record.ts';
import * as READ_AHEAD from './features/spot/read-ahead.ts';

const { HOUSE, OWNER_MAX, WALLET } = ACCOUNTS;
const { ASSETS_MAX } = EVENT_RECORDS;
const { REASON } = EVENTS;
const { IS_QUOTE } = SPOT_RECORD;
const { FIELDS, PLACE, SLOT_MASK } = RECORD;
const { GROUP } = READ_AHEAD;

/** Markets are numbered from 0 to this, assets to ASSETS_MAX. */
const MARKETS_MAX = 1024;

type SetUp = Extract<
  Command,
  {
    type: 'open-account' | 'issue' | 'set-referrer' | 'set-market-status' | 'set-rules' | `define-${string}`;
  }
>;

export interface Balance {
  readonly available: number;
  readonly frozen: number;
}
/** Commands of one moment, as a journal's record holds them. */
export interface CommandBatch {
  readonly firstSeq: number;
  readonly timeMs: number;
  readonly commands: readonly Command[];
}
export interface LastTick {
  readonly tick: number;
  readonly tickMs: number;
}

export class Exchange {
  /** Sequence number and time of the last applied command. */
  seq = 0;
  timeMs = 0;
  lastTick: LastTick = { tick: 0, tickMs: 0 };
  /** With fewer orders than this, 5 MB of them, the caches hold enough, and reading ahead costs more than it gives. */
  readAheadFrom = 2 ** 16;
  readonly rules = new Rules();
  readonly registry = new Registry();
  readonly log = new EventLog();
  readonly ledger = new Ledger(this.log);
  readonly pool = new OrderPool();
  readonly spot = new Spot({ ledger: this.ledger, registry: this.registry, log: this.log, pool: this.pool });
  readonly secondsContract = new SecondsContract({
    ledger: this.ledger,
    registry: this.registry,
    log: this.log,
  });

  readonly #readAhead = new ReadAhead({ pool: this.pool, registry: this.registry });

  readonly #names: EventNames = {
    ownerOf: (block) => this.ledger.ownerOf(block),
    walletOf: (block) => this.ledger.walletOf(block),
    marketAt: (index) => {
      const { definition, unitsPerLot } = this.registry.markets[index]!;
      return { base: definition.base, quote: definition.quote, unitsPerLot };
    },
    referrerOf: (owner) => this.fees.referrerOf(owner),
  };

  static restore(bytes: Uint8Array): Exchange {
    const exchange = new Exchange();
    readSnapshot(exchange, bytes);
    return exchange;
  }

  /** Applies the next command. A refused command changes nothing but the sequence. Throws when `seq` is not the next one. */
  apply(seq: number, timeMs: number, command: Command): Outcome {
    if (seq !== this.seq + 1) throw new Error(`command ${seq} after ${this.seq}: the sequence has a gap`);
    if (timeMs < this.timeMs) throw new Error(`command ${seq} at ${timeMs} is older than ${this.timeMs}`);
    this.seq = seq;
    this.timeMs = timeMs;
    this.log.begin(seq, timeMs);
    switch (command.type) {
      case 'place-order':
        return ended(this.spot.placeOrder(command, timeMs), this.spot.lastOrder);
      case 'cancel-order':
        return done(this.spot.cancelOrder(command));
      case 'cancel-all':
        return { error: null, id: 0, count: this.spot.cancelAll(command) };
      case 'place-conditional':
        return ended(this.spot.conditionals.place(command, timeMs), this.spot.conditionals.lastOrder);
      case 'place-oco':
        return ended(this.spot.conditionals.placeOco(command, timeMs), this.spot.conditionals.lastOrder);
      case 'amend-order':
        return ended(this.spot.amendments.amend(command), command.order);
      case 'replace-quotes':
        return this.#owned(command.owner)
          ? counted(this.spot.quotes.replace(command, timeMs))
          : UNKNOWN_ACCOUNT;
      case 'open-position':
        return this.#owned(command.owner)
          ? ended(this.secondsContract.open(command, timeMs), this.secondsContract.positionCount)
          : UNKNOWN_ACCOUNT;
      case 'transfer':
        return this.#owned(command.owner) ? ended(this.#transfer(command), 0) : UNKNOWN_ACCOUNT;
      case 'tick':
        return ended(this.#tick(command), command.tick);
      default:
        return this.#set(command);
    }
  }

  /** Applies commands that come at the same time, one after the other: as `apply` for each of them, and faster where there are many orders. */
  applyAll(batch: CommandBatch): Outcome[] {
    const { firstSeq, timeMs, commands } = batch;
    const outcomes: Outcome[] = [];
    for (let from = 0; from < commands.length; from += GROUP) {
      const to = Math.min(from + GROUP, commands.length);
      if (commands.length > 1 && this.pool.highWater >= this.readAheadFrom)
        this.#readAhead.read(commands, from, to);
      for (let i = from; i < to; i++) outcomes.push(this.apply(firstSeq + i, timeMs, commands[i]!));
    }
    return outcomes;
  }

  /** What is set up: accounts, assets, markets, products. */
  #set(command: SetUp): Outcome {
    switch (command.type) {
      case 'open-account':
        return ended(this.#openAccount(command.owner), command.owner);
      case 'issue':
        return ended(this.#issue(command), 0);
      case 'define-asset':
        return ended(this.#defineAsset(command), command.asset);
      case 'define-market':
        return ended(this.#defineMarket(command), command.market);
      case 'define-seconds-contract':
        return ended(this.secondsContract.define(command), command.market);
      case 'define-fee-tiers':
        return ended(this.fees.define(command), 0);
      case 'set-referrer':
        return ended(this.fees.setReferrer(command), command.owner);
      case 'set-rules':
        return ended(this.rules.set(command), command.version);
      case 'set-market-status':
        return ended(this.spot.setStatus(command), command.market);
    }
  }

  get fees(): Fees {
    return this.spot.execution.fees;
  }

  #owned(owner: number): boolean {
    return this.ledger.find(owner, WALLET.exchange, 0) >= 0;
  }

  #openAccount(owner: number): RefusalName | null {
    if (!Number.isSafeInteger(owner) || owner < 1 || owner > OWNER_MAX) return 'wallet/account-unknown';
    this.ledger.account(owner, WALLET.contract, 0);
    this.ledger.account(owner, WALLET.exchange, 0);
    this.fees.fit(this.ledger.blockOf(owner, WALLET.exchange));
    return null;
  }

  #issue(command: Issue): RefusalName | null {
    const { owner, wallet, asset, amount, reason } = command;
    if (this.registry.assets[asset] === undefined) return 'wallet/unknown-asset';
    const isHouse =
      wallet === WALLET.house && owner !== HOUSE.external && Object.values<number>(HOUSE).includes(owner);
    if (!isHouse && !(isUserWallet(wallet) && this.#owned(owner))) return 'wallet/account-unknown';
    if (!Number.isSafeInteger(amount) || amount <= 0) return 'wallet/amount-missing';
    return this.ledger.issue(this.ledger.account(owner, wallet, asset), asset, { amount, reason })
      ? null
      : 'wallet/limit-reached';
  }

  #transfer(command: Transfer): RefusalName | null {
    const { owner, from, to, asset, amount } = command;
    if (this.registry.assets[asset] === undefined) return 'wallet/unknown-asset';
    if (!isUserWallet(from) || !isUserWallet(to) || from === to) return 'wallet/account-unknown';
    if (!Number.isSafeInteger(amount) || amount <= 0) return 'wallet/amount-missing';
    const source = this.ledger.find(owner, from, asset);
    if (source < 0 || this.ledger.available(source) < amount) return 'wallet/insufficient-balance';
    this.ledger.post(source, -amount, 0, REASON.transfer, 0);
    this.ledger.post(this.ledger.account(owner, to, asset), amount, 0, REASON.transfer, 0);
    return null;
  }

  #defineAsset(command: DefineAsset): RefusalName | null {
    const { asset, code, decimals } = command;
    if (
      !Number.isInteger(asset) ||
      asset < 0 ||
      asset >= ASSETS_MAX ||
      !Number.isInteger(decimals) ||
      decimals < 0 ||
      decimals > 12
    )
      return 'request/invalid';
    const before = this.registry.assets[asset];
    // Amounts already kept are in the old unit: an asset never changes its decimals.
    if (before !== undefined && before.decimals !== decimals) return 'request/invalid';
    this.ledger.fitAssets(asset + 1);
    this.registry.assets[asset] = { asset, code, decimals };
    return null;
  }

  #defineMarket(command: DefineMarket): RefusalName | null {
    const { market, base, quote } = command;
    const baseAsset = this.registry.assets[base];
    const quoteAsset = this.registry.assets[quote];
    if (baseAsset === undefined || quoteAsset === undefined || base === quote) return 'wallet/unknown-asset';
    const isShaped =
      Number.isInteger(market) &&
      market >= 0 &&
      market < MARKETS_MAX &&
      command.lotDecimals <= baseAsset.decimals &&
      command.indexDecimals >= command.priceDecimals;
    if (!isShaped || this.registry.markets[market] !== undefined) return 'request/invalid';
    const decimals = { base: baseAsset.decimals, quote: quoteAsset.decimals };
    const defined = new Market(command, decimals, this.pool);
    this.registry.markets[market] = defined;
    this.fees.price(defined);
    return null;
  }

  #tick(command: Tick): RefusalName | null {
    const { tick, tickMs, prices } = command;
    const isNext =
      Number.isSafeInteger(tick) &&
      tick > this.lastTick.tick &&
      tickMs % 1000 === 0 &&
      tickMs > this.lastTick.tickMs;
    if (!isNext || prices.some((price) => !Number.isSafeInteger(price) || price < 0))
      return 'request/invalid';
    this.lastTick = { tick, tickMs };
    this.log.tick(tick, tickMs, prices);
    this.fees.onTick(tickMs);
    for (const market of this.markets) {
      const price = prices[market.definition.market] ?? 0;
      if (price !== 0) market.setIndex(price, tickMs);
    }
    for (const market of this.markets)
      if ((prices[market.definition.market] ?? 0) !== 0) this.spot.conditionals.onTick(market, tick);
    this.secondsContract.onTick({ tick, timeMs: tickMs, prices });
    return null;
  }

  /** Visits the events since the last drain, in order, and forgets them. */
  drainEvents(visit: EventVisitor): void {
    this.log.drain(this.#names, visit);
  }

  /** A hash of the whole state. */
  hash(): string {
    return hashBytes(this.snapshot());
  }

  snapshot(): Uint8Array {
    return writeSnapshot(this);
  }

  /** Every invariant of DESIGN §4, with its figures. */
  audit(): Finding[] {
    return audit(this);
  }

  balance(owner: number, wallet: number, asset: number): Balance {
    const account = this.ledger.find(owner, wallet, asset);
    return account < 0
      ? { available: 0, frozen: 0 }
      : { available: this.ledger.available(account), frozen: this.ledger.frozen(account) };
  }

  /** Markets in the order of their numbers. */
  get markets(): readonly Market[] {
    return this.registry.markets.filter((market) => market !== undefined);
  }

  get assets(): readonly Asset[] {
    return this.registry.assets.filter((asset) => asset !== undefined);
  }

  /** Best levels of a market, best first: [price, lots]. */
  depth(
    market: number,
    levels: number,
  ): { bids: [number, number][]; asks: [number, number][]; version: number } {
    const book = this.registry.markets[market]?.book;
    if (book === undefined) return { bids: [], asks: [], version: 0 };
    return { bids: book.depth(0, levels), asks: book.depth(1, levels), version: book.version };
  }

  /** Open orders of an owner, newest first. A market maker's quotes are left out. */
  openOrders(owner: number): OrderChanged[] {
    const { orders } = this.spot.execution;
    return orders
      .slotsOf(this.ledger.blockOf(owner, WALLET.exchange))
      .filter((slot) => (this.pool.fields[(slot & SLOT_MASK) * FIELDS + PLACE]! & IS_QUOTE) === 0)
      .map((slot) => orders.describe(slot))
      .sort((a, b) => b.placedMs - a.placedMs || b.order - a.order);
  }

  /** Positions of an owner that are not settled, newest first. */
  openPositions(owner: number): PositionChanged[] {
    if (this.secondsContract.openCount(owner) === 0) return [];
    const positions: PositionChanged[] = [];
    for (const position of this.secondsContract.positions.values()) {
      if (position.owner === owner) positions.unshift({ type: 'position-changed', ...position });
    }
    return positions;
  }

  forEachAccount(
    visit: (account: {
      owner: number;
      wallet: number;
      asset: number;
      available: number;
      frozen: number;
    }) => void,
  ): void {
    this.ledger.forEach(visit);
  }

  forEachOpenOrder(visit: (order: OrderChanged, isQuote: boolean) => void): void {
    for (let slot = 1; slot < this.pool.highWater; slot++) {
      const place = this.pool.fields[(slot & SLOT_MASK) * FIELDS + PLACE]!;
      if (place !== -1) visit(this.spot.execution.orders.describe(slot), (place & IS_QUOTE) !== 0);
    }
  }

  forEachOpenPosition(visit: (position: PositionChanged) => void): void {
    for (const position of this.secondsContract.positions.values())
      visit({ type: 'position-changed', ...position });
  }
}

/** Most commands answer no more than that they are done: one frozen outcome for all of them. */
const DONE: Outcome = Object.freeze({ error: null, id: 0, count: 0 });
const UNKNOWN_ACCOUNT: Outcome = { error: 'wallet/account-unknown', id: 0, count: 0 };

function isUserWallet(wallet: number): boolean {
  return (
    wallet === WALLET.contract ||
    wallet === WALLET.exchange ||
    wallet === WALLET.finance ||
    wallet === WALLET.mining ||
    wallet === WALLET.fund
  );
}

function done(error: RefusalName | null): Outcome {
  return error === null ? DONE : { error, id: 0, count: 0 };
}

function ended(error: RefusalName | null, id: number): Outcome {
  return { error, id: error === null ? id : 0, count: 0 };
}

function counted(result: RefusalName | number): Outcome {
  return typeof result === 'number'
    ? { error: null, id: 0, count: result }
    : { error: result, id: 0, count: 0 };
}
