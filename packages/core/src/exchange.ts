/**
 * The exchange as a pure state machine: apply(command) changes the state and says what happened. No clock, no randomness, no input
 * or output: the same commands in the same order give the same state, on any machine.
 */
import type { RefusalName } from '@glasshouse/protocol';
import { audit, type Finding } from './audit.ts';
import type { Command, Outcome, ProcessDue, SetRules, Tick } from './commands.ts';
import { DueQueue } from './due-queue.ts';
import type { EventNames } from './event-decoder.ts';
import { EventLog } from './event-log.ts';
import type { EventVisitor, OrderChanged, PositionChanged } from './events.ts';
import type { Fees } from './features/spot/fees.ts';
import { ReadAhead } from './features/spot/read-ahead.ts';
import { Spot } from './features/spot/spot.ts';
import { SecondsContract } from './features/seconds-contract/seconds-contract.ts';
import { Ledger } from './ledger/ledger.ts';
import { OrderPool } from './matching/order-pool.ts';
import { Registry, type Asset, type Market } from './registry.ts';
import { Rules } from './rules.ts';
import { readSnapshot, writeSnapshot } from './snapshot.ts';
import { SetUp } from './set-up.ts';
import { hashBytes } from './state-hash.ts';
import * as ACCOUNTS from './accounts.ts';
import * as COMMANDS from './commands.ts';
import * as DUE from './due-queue.ts';
import * as EVENT_RECORDS from './event-records.ts';
import * as SPOT_RECORD from './features/spot/order-record.ts';
import * as RECORD from './matching/order-record.ts';
import * as READ_AHEAD from './features/spot/read-ahead.ts';

const { WALLET } = ACCOUNTS;
const { IS_QUOTE } = SPOT_RECORD;
const { MARKET_STATUS } = COMMANDS;
const { REPORT_TRAIL } = DUE;
const { POSTING_SIZE } = EVENT_RECORDS;
const { FIELDS, FILLS_MAX, PLACE, SLOT_MASK } = RECORD;
const { GROUP } = READ_AHEAD;

/** Items of one `process-due`; a larger limit is refused. Once they have made so many events it ends as well, with the item that did. */
export const DUE_LIMIT_MAX = 1_000;
const DUE_EVENTS_MAX = 5_000;

type OtherCommand = Extract<
  Command,
  {
    type:
      | 'open-account'
      | 'issue'
      | 'set-referrer'
      | 'set-market-status'
      | 'set-rules'
      | 'process-due'
      | `define-${string}`;
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
  /** Ends after the command that brings `eventCount` to this; none where it is absent. */
  readonly eventsMax?: number;
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
  readonly due = new DueQueue();
  readonly spot = new Spot({
    ledger: this.ledger,
    registry: this.registry,
    log: this.log,
    pool: this.pool,
    rules: this.rules,
    due: this.due,
  });
  readonly secondsContract = new SecondsContract({
    ledger: this.ledger,
    registry: this.registry,
    log: this.log,
    rules: this.rules,
    due: this.due,
  });

  readonly setUp = new SetUp({
    ledger: this.ledger,
    registry: this.registry,
    pool: this.pool,
    fees: this.fees,
    rules: this.rules,
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
        return this.setUp.owned(command.owner)
          ? counted(this.spot.quotes.replace(command, timeMs))
          : UNKNOWN_ACCOUNT;
      case 'open-position':
        return this.setUp.owned(command.owner)
          ? ended(this.secondsContract.open(command, timeMs), this.secondsContract.positionCount)
          : UNKNOWN_ACCOUNT;
      case 'transfer':
        return this.setUp.owned(command.owner) ? ended(this.setUp.transfer(command), 0) : UNKNOWN_ACCOUNT;
      case 'tick':
        return ended(this.#tick(command), command.tick);
      default:
        return this.#applyOther(command);
    }
  }

  /**
   * Applies commands that come at the same time, one after the other: as `apply` for each of them, and faster where there are many orders.
   * Answers the outcomes of those that were applied: all, unless `eventsMax` ended it earlier.
   */
  applyAll(batch: CommandBatch): Outcome[] {
    const { firstSeq, timeMs, commands, eventsMax = Infinity } = batch;
    const weightMax = eventsMax * POSTING_SIZE;
    const outcomes: Outcome[] = [];
    for (let from = 0; from < commands.length; from += GROUP) {
      const to = Math.min(from + GROUP, commands.length);
      if (commands.length > 1 && this.pool.highWater >= this.readAheadFrom)
        this.#readAhead.read(commands, from, to);
      for (let i = from; i < to; i++) {
        outcomes.push(this.apply(firstSeq + i, timeMs, commands[i]!));
        if (this.log.weight >= weightMax) return outcomes;
      }
    }
    return outcomes;
  }

  /** What is rare, or is about many orders at once: set-up, rules, what is due. */
  #applyOther(command: OtherCommand): Outcome {
    switch (command.type) {
      case 'open-account':
        return ended(this.setUp.openAccount(command.owner), command.owner);
      case 'issue':
        return ended(this.setUp.issue(command), 0);
      case 'define-asset':
        return ended(this.setUp.defineAsset(command), command.asset);
      case 'define-market':
        return ended(this.setUp.defineMarket(command), command.market);
      case 'define-seconds-contract':
        return ended(this.secondsContract.define(command), command.market);
      case 'define-fee-tiers':
        return ended(this.fees.define(command), 0);
      case 'set-referrer':
        return ended(this.fees.setReferrer(command), command.owner);
      case 'process-due':
        return counted(this.#processDue(command));
      case 'set-rules':
        return ended(this.#setRules(command), command.version);
      case 'set-market-status':
        return ended(this.spot.setStatus(command), command.market);
    }
  }

  /** What waits for `process-due`. */
  get dueCount(): number {
    return this.due.count;
  }

  /** Events since the last drain, or a few more: those of a trade count as the most they can be. */
  get eventCount(): number {
    return Math.ceil(this.log.weight / POSTING_SIZE);
  }

  #setRules(command: SetRules): RefusalName | null {
    const refusal = this.rules.set(command);
    this.followRules();
    return refusal;
  }

  /** Hands on what the hot code keeps by itself; after a restore as well. */
  followRules(): void {
    if (this.rules.boundsCommands) this.pool.fillsMax = FILLS_MAX;
    this.pool.retiresSlots = this.rules.keepsIdsUnique;
  }

  /** At least one item, whatever it causes. */
  #processDue({ limit }: ProcessDue): RefusalName | number {
    if (!Number.isInteger(limit) || limit < 1 || limit > DUE_LIMIT_MAX) return 'request/invalid';
    const weightMax = this.log.weight + DUE_EVENTS_MAX * POSTING_SIZE;
    let count = 0;
    while (count < limit && this.log.weight < weightMax) {
      const item = this.due.take();
      if (item === undefined) break;
      if (item.order === 0) this.secondsContract.process(item);
      else if (item.action === REPORT_TRAIL) this.spot.conditionals.tellTrail(item.order);
      else if (this.registry.markets[item.market]!.status === MARKET_STATUS.trading)
        this.spot.conditionals.fireDue(item.order, item.tick);
      else {
        this.due.hold(item);
        continue;
      }
      count++;
    }
    return count;
  }

  get fees(): Fees {
    return this.spot.execution.fees;
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
    // In the queue contracts come before stops; by the first rules stops fired first.
    const isQueued = this.rules.queuesContracts;
    if (isQueued) this.secondsContract.onTick({ tick, timeMs: tickMs, prices });
    for (const market of this.markets)
      if ((prices[market.definition.market] ?? 0) !== 0) this.spot.conditionals.onTick(market, tick);
    if (!isQueued) this.secondsContract.onTick({ tick, timeMs: tickMs, prices });
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
    return [...this.secondsContract.positionsOf(owner)]
      .reverse()
      .map((position) => ({ type: 'position-changed', ...position }));
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
