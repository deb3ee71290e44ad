/** What features ask about the owner of an account, and how they notify owners. */
import type { Refusal } from '@glasshouse/protocol';
import type { MessageType } from '@glasshouse/protocol/notices/kinds';
import type { InBothLanguages } from '@glasshouse/texts';
import type { Database } from '../db/database.ts';
import type { Caller } from '../http/handler.ts';
import type { Fact, MessageLink } from './messages.ts';

/** The owner's proofs in a request that opens the account to something new. */
export interface Shown {
  readonly code: string;
  readonly fundPassword: string | undefined;
  readonly googleCode: string | undefined;
}

/** The credentials under which something was proven. */
export interface Proven {
  readonly credentialVersion: number;
}

export interface OwnerChange<T> {
  readonly event:
    | 'address-added'
    | 'address-changed'
    | 'whitelist-on'
    | 'whitelist-off'
    | 'api-key-made'
    | 'api-key-changed'
    | 'api-key-ended'
    | 'api-keys-ended';
  /** For the notice to the owner; asked for after the write. */
  readonly facts?: () => readonly Fact[];
  /** Null if the change needs no proof. */
  readonly proven: Proven | null;
  /**
   * Writes only in the given transaction. Null: there was nothing to change, so the owner is not
   * notified.
   */
  readonly write: (within: Pick<Database, 'kysely'>) => Promise<T | Refusal | null>;
}

/** The owner's proofs, and changes of where money can go and of who may act for the owner. */
export interface OwnerProof {
  readonly prove: (caller: Caller, shown: Shown) => Promise<Proven | Refusal>;
  /** Null if the fund password is right: for money that is locked, but keeps its owner. */
  readonly refuseFundPassword: (caller: Caller, given: string | undefined) => Promise<Refusal | null>;
  /**
   * Makes a change and notifies the owner and the guard. Refused if the credentials have changed
   * since the proof, or if the caller's session has ended.
   */
  readonly change: <T>(caller: Caller, change: OwnerChange<T>) => Promise<T | Refusal | null>;
  /**
   * Notifies the owner, in the transaction of what happened without a user: an end that was due, an
   * act of the platform.
   */
  readonly report: (
    userId: number,
    what: {
      readonly event: 'api-key-expired' | 'api-key-ended-by-platform';
      readonly facts: readonly Fact[];
    },
    within: Pick<Database, 'kysely'>,
  ) => Promise<void>;
}

/** Facts about an owner that decide what may leave. */
export interface OwnerFacts {
  readonly isVerified: boolean;
  readonly hasFundPassword: boolean;
  /** Withdrawals may go only to addresses of the address book. */
  readonly isBookOnly: boolean;
  /** 0 if the credentials are still those of the registration. */
  readonly credentialsChangedMs: number;
  /** Operators have frozen withdrawals, or the owner the account. */
  readonly isFrozen: boolean;
  /** Until when a change of credentials holds withdrawals; null if they are not held. */
  readonly heldUntilMs: number | null;
}

export interface OwnerMessage {
  /** The kind of notice on the site, and what its owner chose to have by mail. */
  readonly type: Exclude<MessageType, 'security' | 'identity' | 'support'>;
  /** One message is added per cause, even if it is reported again. */
  readonly cause: string;
  readonly title: InBothLanguages;
  readonly paragraphs: readonly InBothLanguages[];
  readonly facts: readonly Fact[];
  readonly link: MessageLink;
  /** Offers to freeze the account, and comes by mail whatever its owner chose. */
  readonly canFreeze: boolean;
}

export interface Owners {
  readonly facts: (userId: number, nowMs: number) => Promise<OwnerFacts>;
  /** When the caller's browser was first seen; for a program, when its session began. */
  readonly deviceSinceMs: (caller: Caller) => Promise<number>;
  /**
   * Notifies an owner on the site, and by mail if they chose that, in the transaction in which
   * `claim` returns true: until then never, and afterwards never again. Returns whether the owner
   * was notified now.
   */
  readonly notify: (
    userId: number,
    message: OwnerMessage,
    claim: (within: Pick<Database, 'kysely'>) => Promise<boolean>,
  ) => Promise<boolean>;
}
