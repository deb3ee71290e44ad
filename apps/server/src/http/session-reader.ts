/** Who a session's token belongs to. */

export interface SessionIdentity {
  readonly userId: number;
  readonly sessionKey: string;
}

/** Who a token belongs to. Answers at once when the session is in memory. */
export interface SessionReader {
  find(token: string): SessionIdentity | null | Promise<SessionIdentity | null>;
}
