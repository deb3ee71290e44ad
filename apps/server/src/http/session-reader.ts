/** Finds the user of a session's token. */

export interface SessionIdentity {
  readonly userId: number;
  readonly sessionKey: string;
}

export interface SessionReader {
  /** Finds the user of a token, if the session is in memory. */
  known(token: string): SessionIdentity | null;
  /** Finds the user of a token. Returns at once if the session is in memory. */
  find(token: string): SessionIdentity | null | Promise<SessionIdentity | null>;
}
