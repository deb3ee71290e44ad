/** Finds the user of a session's token. */
import type { SessionEnd } from '@glasshouse/protocol';

export interface SessionIdentity {
  readonly userId: number;
  readonly sessionKey: string;
}

export interface SessionReader {
  /** Finds the user of a token, if the session is in memory. */
  known(token: string): SessionIdentity | null;
  /** The session of a key that `known` has returned before; null if it is not in memory now. */
  again(sessionKey: string): SessionIdentity | null;
  /** Finds the user of a token. Returns at once if the session is in memory. */
  find(token: string): SessionIdentity | null | Promise<SessionIdentity | null>;
  /** Why the session of a token ended; null: it has not, or that is not known any more. */
  whyEnded(token: string): SessionEnd | null;
}
