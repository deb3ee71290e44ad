/**
 * The interface of an attack: a requirement that the server must meet, and a run that returns its
 * measurement.
 */
import type { Target, TargetSettings } from './target.ts';

export interface Attack {
  readonly name: string;
  /** The measurement of version 0.1.0. */
  readonly inVersion010: string;
  readonly requirement: string;
  /** Whether CI runs it. It then judges by counts and states, never by the duration of calls. */
  readonly isInShort: boolean;
  readonly run: (options: AttackOptions) => Promise<Measured>;
}

export interface AttackOptions {
  /** The attacked checkout. */
  readonly checkout: string;
  readonly isShort: boolean;
  /** Starts a server with these settings, which the caller of `run` ends. */
  readonly start: (settings?: TargetSettings) => Promise<Target>;
}

export interface Measured {
  readonly figure: string;
  readonly isMet: boolean;
  /** Whether the machine lacks what the attack needs, so that nothing was measured. */
  readonly isSkipped?: boolean;
}
