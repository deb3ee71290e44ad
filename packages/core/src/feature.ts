/**
 * The contract between the exchange and its features. A feature declares here all that the
 * exchange, the journal, snapshots and the audit need to know of it; none of them knows its name.
 *
 * Each part is required: what a feature does not have it says by an empty list or function, so that
 * no part is forgotten. `features.ts` lists the features.
 */
import type { RefusalName } from '@glasshouse/protocol';
import type { DueItem, DueQueue } from './due-queue.ts';
import type { EventLog } from './event-log.ts';
import type { Shape, ValuesOf } from './fields.ts';
import type { JournalReader } from './journal/journal-reader.ts';
import type { JournalWriter } from './journal/journal-writer.ts';
import type { Ledger } from './ledger/ledger.ts';
import type { Registry } from './registry.ts';
import type { Rules } from './rules.ts';
import type { ByteReader, ByteWriter } from './byte-stream.ts';

/** Reads a command whose code is no longer written. */
export type FormerReader = (input: JournalReader) => object;

/**
 * How the journal holds a command: its code, then the fields of its shape in their order. Records
 * are kept for ever, so a code never changes its meaning. A command that gains a field gets a new
 * code, and the reader of the old one moves to `former`, where it fills in what was meant before.
 */
export interface CommandSpec<S extends Shape = Shape> {
  readonly code: number;
  readonly shape: S;
  readonly former?: Readonly<Record<number, FormerReader>>;
  /** A form of its own for what most commands are, under codes that `former` reads. */
  write?(this: void, out: JournalWriter, command: ValuesOf<S>): void;
}
export type CommandSpecs = Readonly<Record<string, CommandSpec>>;

/** Keeps the type of a shape. */
export const command = <S extends Shape>(spec: CommandSpec<S>): CommandSpec<S> => spec;

/** The commands that specs describe. */
export type CommandOf<Specs extends CommandSpecs> = {
  readonly [T in keyof Specs & string]: { readonly type: T } & ValuesOf<Specs[T]['shape']>;
}[keyof Specs & string];

/** What a command came to. `error` null means done. `id`: what it made; `count`: how many it did. */
export interface Outcome {
  readonly error: RefusalName | null;
  readonly id: number;
  readonly count: number;
}

/** What every feature is given. */
export interface Kernel {
  readonly ledger: Ledger;
  readonly registry: Registry;
  readonly log: EventLog;
  readonly rules: Rules;
  readonly due: DueQueue;
  /** Owners of the house's accounts. */
  readonly houseOwners: ReadonlySet<number>;
  /** Called with each owner whose accounts are opened. */
  readonly onAccountOpened: ((owner: number) => void)[];
}

/** A public price tick. prices[market] at the market's index decimals, 0 where there is none. */
export interface PricedTick {
  readonly tick: number;
  readonly tickMs: number;
  readonly prices: readonly number[];
}

/** An invariant, whether it holds, and the figures that show it. */
export interface Finding {
  readonly name: string;
  readonly ok: boolean;
  readonly figures: string;
}

/** Units that a feature holds on an account of the ledger. */
export interface Hold {
  readonly owner: number;
  readonly wallet: number;
  readonly asset: number;
  /** What a promise or an order has frozen; or what lies available in escrow. */
  readonly part: 'frozen' | 'escrow';
  readonly units: number;
}

export interface CoreFeature<C extends { readonly type: string }, Open> {
  /** Applies each command. A refused one changes nothing. */
  readonly commands: {
    readonly [T in C['type']]: (given: Extract<C, { readonly type: T }>, timeMs: number) => Outcome;
  };
  /** Queues what a tick makes due; the index prices are set. In the order of the features. */
  onTick(tick: PricedTick): void;
  /** After `onTick` of all features: what rules of former versions did at once. */
  afterTick(tick: PricedTick): void;
  /** Does an item of the queue. False: it has put the item aside, to queue it again later. */
  processDue(item: DueItem): boolean;
  /** A snapshot holds this item in the queue. */
  restoreDue(item: DueItem): void;
  /** Its rules may have another version now: by a command, or by a restore. */
  onRules(): void;
  /** Of the bytes that `save` writes; a change of them raises it. */
  readonly snapshotVersion: number;
  save(out: ByteWriter): void;
  /** Fills an empty feature from the bytes of any snapshot version up to the present one. */
  load(input: ByteReader, version: number): void;
  /** All that it holds of anybody's money: the audit compares the sums with the ledger. */
  holds(): Iterable<Hold>;
  /** Its own invariants, counted afresh. */
  findings(): Finding[];
  /** Its open objects, of one owner or of all, as the events that report them. */
  open(owner?: number): Iterable<Open>;
}

/** A feature whose commands and events are not known by type. */
export type AnyFeature = CoreFeature<{ readonly type: string }, unknown>;

/** A feature of an exchange, with what its definition says. */
export interface FeatureEntry {
  readonly name: string;
  readonly code: number;
  readonly escrows: readonly number[];
  readonly feature: AnyFeature;
}

export interface FeatureDefinition<
  Name extends string = string,
  Specs extends CommandSpecs = CommandSpecs,
  Reason extends string = string,
  House extends string = string,
  Feature = unknown,
> {
  readonly name: Name;
  /** In the journal and in snapshots; never given again. */
  readonly code: number;
  /** The newest version of its rules. */
  readonly newestRules: number;
  readonly commands: Specs;
  /** Why its postings move money, with their codes in the event log and the database. */
  readonly reasons: Readonly<Record<Reason, number>>;
  /** Its accounts of the house: owners below 100. */
  readonly house: Readonly<Record<House, number>>;
  /** Those of them that hold what is undecided: the audit compares them with `holds`. */
  readonly escrows: readonly number[];
  readonly create: (kernel: Kernel) => Feature;
}

/** Keeps the types of a definition, and holds it to the contract. */
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
