/** Finds the user of a session's token. */

export interface SessionIdentity {
  readonly userId: number;
  readonly sessionKey: string;
}

/** Finds the user of a token. Returns at once if the session is in memory. */
export interface SessionReader {
  find(token: string): SessionIdentity | null | Promise<SessionIdentity | null>;
}
