/** What an attack is: a bar that the server must hold, and a run that says what it measured. */
import type { Target, TargetSettings } from './target.ts';

export interface Attack {
  readonly name: string;
  /** What version 0.1.0 did. */
  readonly before: string;
  readonly bar: string;
  /** Whether CI runs it: it then judges by counts and states, never by how long calls took. */
  readonly isInShort: boolean;
  readonly run: (options: AttackOptions) => Promise<Measured>;
}

export interface AttackOptions {
  /** The checkout that is attacked. */
  readonly checkout: string;
  readonly isShort: boolean;
  /** A server with these settings; the caller of `run` ends it. */
  readonly start: (settings?: TargetSettings) => Promise<Target>;
}

export interface Measured {
  readonly figure: string;
  readonly isHeld: boolean;
  /** What the attack needs is not on this machine: nothing was measured. */
  readonly isSkipped?: boolean;
}
