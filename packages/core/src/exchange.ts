/**
 * The exchange as a pure state machine: apply(command) changes the state and emits events. It has
 * no clock, randomness, input or output, so the same commands in the same order give the same state
 * on any machine.
 *
 * It consists of the ledger, the sequence and a registry of features, none of which it knows by
 * name.
 */
import type { RefusalName } from '@glasshouse/protocol';
import { audit } from './audit.ts';
import type {
  AnyFeature,
  FeatureDefinition,
  FeatureEntry,
  FeatureObligations,
  Finding,
  Kernel,
  Outcome,
} from './contract/feature.ts';
import { DueQueue, type DueItem } from './due/due-queue.ts';
import { EventLog, type EventNames } from './events/event-log.ts';
import {
  CAPITAL,
  FEATURES,
  HOT,
  POSTING_REASONS,
  PREFETCHED,
  type Command,
  type EventVisitor,
  type Features,
} from './features.ts';
import { HeldMoney } from './ledger/held-money.ts';
import { Ledger } from './ledger/ledger.ts';
import { counted, made } from './contract/outcomes.ts';
import type {
  PlatformCommand,
  ProcessDue,
  QuotedTick,
  SetRules,
  Tick,
} from './contract/platform-commands.ts';
import type { QuotedBy } from './events/events.ts';
import { Registry, type Asset, type Market } from './registry.ts';
import { Rules } from './rules.ts';
import { readSnapshot, sectionOf, writeSnapshot } from './snapshot/snapshot.ts';
import type { ExchangeState } from './snapshot/snapshot-state.ts';
import { hashBytes } from './snapshot/state-hash.ts';
import * as EVENT_RECORDS from './events/event-records.ts';

const { POSTING_SIZE } = EVENT_RECORDS;
const SHA256_HEX = /^[0-9a-f]{64}$/;

/**
 * Largest `limit` of one `process-due`; a larger one is refused. The command also ends after the
 * item that brings its events to DUE_EVENTS_MAX.
 */
export const DUE_LIMIT_MAX = 1_000;
const DUE_EVENTS_MAX = 5_000;

type Handler = (command: Command, timeMs: number) => Outcome;

export interface Balance {
  readonly available: number;
  readonly frozen: number;
}
/** Commands with one time, as a journal record holds them. */
export interface CommandBatch {
  readonly firstSeq: number;
  readonly timeMs: number;
  readonly commands: readonly Command[];
  /**
   * The batch ends after the command that brings `eventCount` to this number. Unlimited if absent.
   */
  readonly eventsMax?: number;
}
export class Exchange implements ExchangeState {
  /** Sequence number and time of the last applied command. */
  seq = 0;
  timeMs = 0;
  lastTick = { tick: 0, tickMs: 0 };
  declare readonly rules: Rules;
  readonly registry = new Registry();
  readonly log = new EventLog();
  readonly ledger = new Ledger(this.log);
  declare readonly due: DueQueue;
  readonly featureList: readonly FeatureEntry[];
  readonly features: Features;
  declare private readonly hot: Features[typeof HOT];
  readonly #byCode: AnyFeature[] = [];
  readonly #handlers = new Map<string, Handler>();
  declare private readonly names: EventNames;

  /** `features`: others than FEATURES show what raised versions will do. */
  constructor(features: readonly FeatureDefinition[] = FEATURES) {
    this.rules = new Rules(features);
    this.due = new DueQueue(features.map(({ code }) => code));
    const kernel: Kernel = {
      ledger: this.ledger,
      registry: this.registry,
      log: this.log,
      rules: this.rules,
      due: this.due,
      heldMoney: new HeldMoney(this.ledger),
      capitalOwners: new Set(Object.values(CAPITAL)),
      isNeeded: (market, end) => this.featureList.some(({ feature }) => feature.needs(market, end)),
      onAccountOpened: [],
    };
    this.featureList = features.map(({ name, code, escrows, reserve, create }) => {
      const feature = create(kernel) as unknown as AnyFeature;
      return { name, code, escrows, reserve, feature, untouched: sectionOf(feature) };
    });
    for (const { code, feature } of this.featureList) {
      this.#byCode[code] = feature;
      for (const [type, apply] of Object.entries(feature.commands))
        this.#handlers.set(type, apply as Handler);
    }
    const entries = this.featureList.map(({ name, feature }) => [name, feature]);
    this.features = Object.fromEntries(entries) as Features;
    this.hot = this.features[HOT];
    this.names = {
      ownerOf: (block) => this.ledger.ownerOf(block),
      walletOf: (block) => this.ledger.walletOf(block),
      reasons: POSTING_REASONS,
      packed: this.hot.records,
    };
  }

  static restore(bytes: Uint8Array, features?: readonly FeatureDefinition[]): Exchange {
    const exchange = new Exchange(features);
    readSnapshot(exchange, bytes);
    return exchange;
  }

  /**
   * Applies the next command. A refused command changes only the sequence number. Throws when `seq`
   * is not the next one.
   */
  apply(seq: number, timeMs: number, command: Command): Outcome {
    if (seq !== this.seq + 1) throw new Error(`command ${seq} after ${this.seq}: the sequence has a gap`);
    if (timeMs < this.timeMs) throw new Error(`command ${seq} at ${timeMs} is older than ${this.timeMs}`);
    this.seq = seq;
    this.timeMs = timeMs;
    this.log.begin(seq, timeMs);
    return this.hot.applyHot(command, timeMs) ?? this.#applyOther(command, timeMs);
  }

  #applyOther(command: Command, timeMs: number): Outcome {
    const handler = this.#handlers.get(command.type);
    if (handler !== undefined) return handler(command, timeMs);
    return this.#applyOwn(command as PlatformCommand);
  }

  #applyOwn(command: PlatformCommand): Outcome {
    switch (command.type) {
      case 'tick':
        return made(this.#tick(command, null), command.tick);
      case 'quoted-tick':
        return made(this.#quotedTick(command), command.tick);
      case 'process-due':
        return counted(this.#processDue(command));
      case 'set-rules':
        return made(this.#setRules(command), command.version);
    }
  }

  /**
   * Applies a batch in order. The result equals `apply` for each command, and is faster when there
   * are many orders. Returns the outcomes of the applied commands: all, unless `eventsMax` ended
   * the batch.
   */
  applyAll(batch: CommandBatch): Outcome[] {
    const { firstSeq, timeMs, commands, eventsMax = Infinity } = batch;
    const weightMax = eventsMax * POSTING_SIZE;
    const outcomes: Outcome[] = [];
    for (let from = 0; from < commands.length; from += PREFETCHED) {
      const to = Math.min(from + PREFETCHED, commands.length);
      if (commands.length > 1) this.hot.prefetch(commands, from, to);
      for (let i = from; i < to; i++) {
        outcomes.push(this.apply(firstSeq + i, timeMs, commands[i]!));
        if (this.log.weight >= weightMax) return outcomes;
      }
    }
    return outcomes;
  }

  /** Number of items that wait for `process-due`, as `DueQueue` counts them. */
  get dueCount(): number {
    return this.due.count;
  }

  /**
   * Upper bound of the events since the last drain. A trade counts with the most events it can
   * have.
   */
  get eventCount(): number {
    return Math.ceil(this.log.weight / POSTING_SIZE);
  }

  #setRules(command: SetRules): RefusalName | null {
    const refusal = this.rules.set(command);
    for (const { feature } of this.featureList) feature.onRules();
    return refusal;
  }

  /** Processes at least one item, however many events it causes. */
  #processDue({ limit }: ProcessDue): RefusalName | number {
    if (!Number.isInteger(limit) || limit < 1 || limit > DUE_LIMIT_MAX) return 'request/invalid';
    const weightMax = this.log.weight + DUE_EVENTS_MAX * POSTING_SIZE;
    let count = 0;
    while (count < limit && this.log.weight < weightMax) {
      const item = this.due.take();
      if (item === undefined) break;
      this.#byCode[item.feature]!.processDue(item);
      count++;
    }
    return count;
  }

  /** Lets the feature of an item queue it again, during a restore. */
  restoreDue(item: DueItem): void {
    this.#byCode[item.feature]!.restoreDue(item);
  }

  #quotedTick({ rules, quotesHash, ...tick }: QuotedTick): RefusalName | null {
    if (!(rules > 0) || !SHA256_HEX.test(quotesHash)) return 'request/invalid';
    return this.#tick(tick, { rules, quotesHash });
  }

  #tick({ tick, tickMs, prices }: Omit<Tick, 'type'>, quoted: QuotedBy | null): RefusalName | null {
    const isNext =
      Number.isSafeInteger(tick) &&
      tick > this.lastTick.tick &&
      tickMs % 1000 === 0 &&
      tickMs > this.lastTick.tickMs;
    if (!isNext || prices.some((price) => !Number.isSafeInteger(price) || price < 0))
      return 'request/invalid';
    this.lastTick = { tick, tickMs };
    this.log.emit({ type: 'ticked', tick, tickMs, prices: [...prices], quoted });
    for (const market of this.markets) {
      const price = prices[market.definition.market] ?? 0;
      if (price !== 0) market.setIndex(price, tickMs);
    }
    const priced = { tick, tickMs, prices };
    for (const { feature } of this.featureList) feature.onTick(priced);
    return null;
  }

  /** Visits the events since the last drain in order, and clears them. */
  drainEvents(visit: EventVisitor): void {
    this.log.drain(this.names, visit as (event: object, seq: number, timeMs: number) => void);
  }

  /**
   * Digest of all postings since the last drain. A replay compares it to detect a change in what it
   * pays.
   */
  postingsDigest(): Uint8Array {
    return this.log.postingsDigest(this.names.packed).finish();
  }

  /** Hash of the whole state. */
  hash(): string {
    return hashBytes(this.snapshot());
  }

  snapshot(): Uint8Array {
    return writeSnapshot(this);
  }

  /** Every invariant of R10.2, R10.3 and R11.2, with its figures. */
  audit(): Finding[] {
    return audit(this);
  }

  /** What each feature with a reserve keeps for customers and may owe, now. */
  obligations(): FeatureObligations[] {
    return this.featureList.flatMap(({ name, reserve, feature }) =>
      reserve === null ? [] : [{ feature: name, reserve, list: feature.obligations(this.timeMs) }],
    );
  }

  balance(owner: number, wallet: number, asset: number): Balance {
    const account = this.ledger.find(owner, wallet, asset);
    return account < 0
      ? { available: 0, frozen: 0 }
      : { available: this.ledger.available(account), frozen: this.ledger.frozen(account) };
  }

  /** Markets by number. */
  get markets(): readonly Market[] {
    return this.registry.defined();
  }

  get assets(): readonly Asset[] {
    return this.registry.definedAssets();
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
}
