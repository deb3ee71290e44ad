/**
 * The contract between the exchange and its features. A feature declares everything that the
 * exchange, the journal, snapshots and the audit need; none of them knows its name.
 *
 * Every part is required. A feature without one declares an empty list or function, so that none is
 * forgotten. `features.ts` lists the features.
 */
import type { RefusalName } from '@glasshouse/protocol';
import type { DueItem, DueQueue } from '../due/due-queue.ts';
import type { EventLog } from '../events/event-log.ts';
import type { Shape, ValuesOf } from '../encoding/fields.ts';
import type { HeldMoney } from '../ledger/held-money.ts';
import type { JournalReader } from '../encoding/journal-reader.ts';
import type { JournalWriter } from '../encoding/journal-writer.ts';
import type { Ledger } from '../ledger/ledger.ts';
import type { Registry } from '../registry.ts';
import type { Rules } from '../rules.ts';
import type { ByteReader, ByteWriter } from '../encoding/byte-stream.ts';

/** Reads a command by another code than that of its shape. */
export type CodeReader = (input: JournalReader) => object;

/**
 * How the journal stores a command: its code, then the fields of its shape in order. Records are
 * permanent, so a code never changes its meaning. A command that gains a field gets a new code; the
 * reader of the old code moves to `others` and fills in the earlier meaning.
 */
export interface CommandSpec<S extends Shape = Shape> {
  readonly code: number;
  readonly shape: S;
  /** Readers of its other codes: compact forms, and those that are no longer written. */
  readonly others?: Readonly<Record<number, CodeReader>>;
  /** Writes the frequent cases in compact forms, under codes that `others` reads. */
  write?(this: void, out: JournalWriter, command: ValuesOf<S>): void;
}
export type CommandSpecs = Readonly<Record<string, CommandSpec>>;

/** Preserves the type of a shape. */
export const command = <S extends Shape>(spec: CommandSpec<S>): CommandSpec<S> => spec;

/** The command types that specs describe. */
export type CommandOf<Specs extends CommandSpecs> = {
  readonly [T in keyof Specs & string]: { readonly type: T } & ValuesOf<Specs[T]['shape']>;
}[keyof Specs & string];

/**
 * The result of a command. A null `error` means done. `id` is what it created, `count` how many it
 * affected.
 */
export interface Outcome {
  readonly error: RefusalName | null;
  readonly id: number;
  readonly count: number;
}

/** The services that every feature receives. */
export interface Kernel {
  readonly ledger: Ledger;
  readonly registry: Registry;
  readonly log: EventLog;
  readonly rules: Rules;
  readonly due: DueQueue;
  /** Money that is held. A command that moves money out by an outflow asks it first. */
  readonly heldMoney: HeldMoney;
  /** Owners of the house accounts. */
  /**
   * The owners of the house accounts that hold the house's own money: treasury, fees and reserves.
   */
  readonly capitalOwners: ReadonlySet<number>;
  /** Whether any feature needs the price of a market from the time on at which it ends. */
  readonly isNeeded: (market: number, end: MarketEnd) => boolean;
  /** Called with each owner whose accounts are opened. */
  readonly onAccountOpened: ((owner: number) => void)[];
}

/** When a market is to end, and now. */
export interface MarketEnd {
  readonly timeMs: number;
  readonly closesMs: number;
}

/**
 * A public price tick: prices[market] at the market's index decimals, 0 where there is no price.
 */
export interface PricedTick {
  readonly tick: number;
  readonly tickMs: number;
  readonly prices: readonly number[];
}

/** An invariant, whether it holds, and its figures. */
export interface Finding {
  readonly name: string;
  readonly ok: boolean;
  readonly figures: string;
}

/** Units that a feature holds on a ledger account. */
export interface Hold {
  readonly owner: number;
  readonly wallet: number;
  readonly asset: number;
  /** Units frozen by an order or a promise, or available units of an escrow account. */
  readonly part: 'frozen' | 'escrow';
  readonly units: number;
}

/** What a feature holds and may owe in one asset, in units. */
export interface Obligation {
  readonly asset: number;
  /** The number of open items. */
  readonly count: number;
  /** Customers' own units that it keeps, frozen or in escrow. */
  readonly customers: number;
  /** The units that the house would have to add if everything ended now. */
  readonly owedNow: number;
  /** The most units that the house may have to add: as many are frozen in the feature's reserve. */
  readonly owedAtMost: number;
  /**
   * What it owes beyond that in coins which it holds for its customers, and what those are worth.
   */
  readonly inCoins?: { readonly now: number; readonly held: number };
}

/** The owner of a feature's reserve, and what the feature may owe by asset. */
export interface FeatureObligations {
  readonly feature: string;
  readonly reserve: number;
  readonly list: readonly Obligation[];
}

export interface CoreFeature<C extends { readonly type: string }, Open> {
  /** Applies each command. A refused command changes nothing. */
  readonly commands: {
    readonly [T in C['type']]: (given: Extract<C, { readonly type: T }>, timeMs: number) => Outcome;
  };
  /**
   * Queues what a tick makes due. The index prices are already set. Called in the order of the
   * features.
   */
  onTick(tick: PricedTick): void;
  /** Processes an item of the queue. */
  processDue(item: DueItem): void;
  /** Queues an item of a snapshot again. Called for each in order, after all `load`. */
  restoreDue(item: DueItem): void;
  /** Called when the version of the rules may have changed, by a command or a restore. */
  onRules(): void;
  /** Version of the bytes that `save` writes; any change of their layout raises it. */
  readonly snapshotVersion: number;
  save(out: ByteWriter): void;
  /** Fills an empty feature from the bytes of any snapshot version up to the current one. */
  load(input: ByteReader, version: number): void;
  /** All units that the feature holds. The audit compares their sums with the ledger. */
  holds(): Iterable<Hold>;
  /**
   * The units that the feature keeps for customers and may owe them, per asset, at a time: for the
   * public books. Empty for a feature without open items.
   */
  obligations(timeMs: number): Obligation[];
  /**
   * Whether the feature, by what it has promised or still offers, needs the price of a market from
   * the time on at which that is to end. Such a market is not delisted. Once notice was given the
   * feature promises nothing that would need it.
   */
  needs(market: number, end: MarketEnd): boolean;
  /** The feature's own invariants, recomputed. */
  findings(): Finding[];
  /** Its open objects, of one owner or of all, as the events that report them. */
  open(owner?: number): Iterable<Open>;
}

/** A feature with unknown types of commands and events. */
export type AnyFeature = CoreFeature<{ readonly type: string }, unknown>;

/** A feature of an exchange, with the metadata of its definition. */
export interface FeatureEntry {
  readonly name: string;
  readonly code: number;
  readonly escrows: readonly number[];
  readonly reserve: number | null;
  readonly feature: AnyFeature;
  /** The bytes that `save` wrote when the feature was new. */
  readonly untouched: Uint8Array;
}

export interface FeatureDefinition<
  Name extends string = string,
  Specs extends CommandSpecs = CommandSpecs,
  Reason extends string = string,
  House extends string = string,
  Feature = unknown,
> {
  readonly name: Name;
  /** The feature's number in the journal and in snapshots; never reused. */
  readonly code: number;
  /** The newest version of its rules. */
  readonly newestRules: number;
  readonly commands: Specs;
  /** The reasons of its postings, with their codes in the event log and the database. */
  readonly reasons: Readonly<Record<Reason, number>>;
  /** Its house accounts: owners below 100. */
  readonly house: Readonly<Record<House, number>>;
  /** Its escrow accounts, which the audit compares with `holds`. */
  readonly escrows: readonly number[];
  /** The house account that holds what the house may owe; null for a feature without promises. */
  readonly reserve: number | null;
  readonly create: (kernel: Kernel) => Feature;
}

/** Checks a definition against the contract and preserves its types. */
export function defineFeature<
  const Name extends string,
  Specs extends CommandSpecs,
  Reason extends string,
  House extends string,
  Feature extends CoreFeature<CommandOf<Specs>, unknown>,
>(
  definition: FeatureDefinition<Name, Specs, Reason, House, Feature>,
): FeatureDefinition<Name, Specs, Reason, House, Feature> {
  return definition;
}
