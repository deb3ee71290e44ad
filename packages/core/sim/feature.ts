/**
 * The contract between the simulation and a feature: what it draws, and what the auditor demands.
 */
import type { RefusalName } from '@glasshouse/protocol';
import type fc from 'fast-check';
import type { Command, CommandType, CoreEvent, Exchange, Outcome, Tick } from '../src/index.ts';
import type { Books, Report } from './auditor/books.ts';
import type { AuditedHolds } from './auditor/held-money.ts';
import type { AuditedMarket } from './auditor/markets.ts';
import type { OwedSums } from './auditor/owed.ts';

/** FREE: the auditor does not judge whether it was refused, only that a refusal changed nothing. */
export const FREE = Symbol('free');
export type Verdict = RefusalName | null | typeof FREE;

/** What the auditor shares with the rules of all features. */
export interface Audited {
  readonly books: Books;
  /** All markets, with their index prices. */
  readonly markets: ReadonlyMap<number, AuditedMarket>;
  /** Money that may not leave. */
  readonly held: AuditedHolds;
  /** Who has accounts. */
  readonly owners: Set<number>;
  /** Decimals of each asset. */
  readonly decimals: Map<number, number>;
  /** The accounts that hold the house's own money. */
  readonly capital: ReadonlySet<number>;
  /** The place of an item that a tick makes due, in the queue that all features share. */
  readonly nextPlace: () => number;
  /** Reports a breach of the command that is judged. */
  readonly report: Report;
}

/**
 * Judges the outcome of a command: returns the verdict that it should have. A rule also notes the
 * moves of money that the command should cause.
 */
export type Rule<C extends Command> = (command: C, outcome: Outcome, timeMs: number) => Verdict;

/** Commands of a feature, each with its rule. `see` is called with every event of every command. */
export interface AuditedFeature<C extends Command> {
  readonly rules: { readonly [T in C['type']]: Rule<Extract<C, { readonly type: T }>> };
  readonly see: (event: CoreEvent) => void;
  /** Whether it needs the price of a market that is to end. */
  readonly needs: (market: number, end: MarketEnd) => boolean;
  /** The house account that holds what the house may owe, and what that is. */
  readonly reserve: AuditedReserve | null;
  /** Null for a feature for which ticks make nothing due. */
  readonly due: AuditedDue | null;
}

/** When a market is to end, and now. */
export interface MarketEnd {
  readonly timeMs: number;
  readonly closesMs: number;
}

export interface AuditedReserve {
  readonly owner: number;
  /** What the public books have to show at the time of the last command. */
  readonly owed: (timeMs: number) => OwedSums;
}

/** The items of a feature in the due queue. */
export interface AuditedDue {
  /** Queues what a tick makes due, each item at its `nextPlace`. */
  readonly onTick: (tick: Tick) => void;
  /** The place of its next item; Infinity if it has none. */
  readonly next: () => number;
  /** Processes its next item and notes what that has to move. */
  readonly process: () => void;
  /** How many of its items these events report as processed. */
  readonly countOf: (events: readonly CoreEvent[]) => number;
}

/** A step of random sequences. */
export interface WeightedStep<C> {
  readonly weight: number;
  readonly arbitrary: fc.Arbitrary<C>;
}

/** For each state, the states that are possible after the command. */
export type Transitions<S extends string> = Readonly<Record<S, readonly S[]>>;

/** The transitions by command. A command that is not listed changes no state. */
export type TransitionTable<S extends string> = Readonly<Partial<Record<CommandType, Transitions<S>>>>;

/** The states of the objects that an event reports: the tables of docs/features. */
export interface StatesOf<Event, S extends string> {
  /** The name of such an object. */
  readonly of: string;
  idOf(event: Event): number;
  stateOf(event: Event): S;
  /** Each object begins as 'none'. */
  readonly transitions: TransitionTable<S | 'none'>;
}

/** Commands of random steps that depend on the run, such as the end of an object that exists. */
export type NamedSteps = {
  readonly [T in CommandType]?: (
    step: Extract<Command, { readonly type: T }>,
    exchange: Exchange,
    timeMs: number,
  ) => Extract<Command, { readonly type: T }>;
};
