/** Finds the operator of a session's token, and knows from where operators sign in. */
import type { OperatorRole } from '@glasshouse/protocol';

export interface OperatorIdentity {
  readonly name: string;
  readonly role: OperatorRole;
  readonly sessionKey: string;
  readonly endsMs: number;
}

export interface OperatorReader {
  /** `isIdle`: the page asks by itself, which does not keep the session alive. */
  find(token: string, how: { readonly isIdle: boolean }): OperatorIdentity | null;
}

/** The areas from which operators have signed in. */
export interface OfficePlaces {
  has(network: string): boolean;
}
