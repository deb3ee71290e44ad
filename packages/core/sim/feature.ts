/**
 * The contract between the simulation and a feature: what it draws, and what the auditor demands.
 */
import type { RefusalName } from '@glasshouse/protocol';
import type fc from 'fast-check';
import type { Command, CoreEvent, Outcome } from '../src/index.ts';
import type { Books, Report } from './auditor/books.ts';

/** FREE: the auditor does not judge whether it was refused, only that a refusal changed nothing. */
export const FREE = Symbol('free');
export type Verdict = RefusalName | null | typeof FREE;

/** What the auditor shares with the rules of all features. */
export interface Audited {
  readonly books: Books;
  /** Who has accounts. */
  readonly owners: Set<number>;
  /** Decimals of each asset. */
  readonly decimals: Map<number, number>;
  /** Reports a breach of the command that is judged. */
  readonly report: Report;
}

/** What the answer to a command has to be. A rule also notes what the command has to move. */
export type Rule<C extends Command> = (command: C, outcome: Outcome, timeMs: number) => Verdict;

/** Commands of a feature, each with its rule. `see` is called with every event of every command. */
export interface AuditedFeature<C extends Command> {
  readonly rules: { readonly [T in C['type']]: Rule<Extract<C, { readonly type: T }>> };
  readonly see: (event: CoreEvent) => void;
}

/** A command of random sequences. All weights together are about 130. */
export interface WeightedStep<C extends Command> {
  readonly weight: number;
  readonly arbitrary: fc.Arbitrary<C>;
}
