/** What features ask about the owner of an account, and how they tell them something. */
import type { Refusal } from '@glasshouse/protocol';
import type { MessageType } from '@glasshouse/protocol/notices/kinds';
import type { InBothLanguages } from '@glasshouse/texts';
import type { Database } from '../db/database.ts';
import type { Caller } from '../http/handler.ts';
import type { Fact, MessageLink } from './messages.ts';

/** The owner's proofs in a request that may give money a new destination. */
export interface Shown {
  readonly code: string;
  readonly fundPassword: string | undefined;
  readonly googleCode: string | undefined;
}

/** The credentials under which something was proven. */
export interface Proven {
  readonly credentialVersion: number;
}

export interface DestinationChange<T> {
  readonly event: 'address-added' | 'whitelist-on' | 'whitelist-off';
  /** As its owner is told it. */
  readonly address?: string;
  /** Null if the change needs no proof. */
  readonly proven: Proven | null;
  /** Writes only in the given transaction. Null: there was nothing to change, and none is told. */
  readonly write: (within: Pick<Database, 'kysely'>) => Promise<T | Refusal | null>;
}

/** The owner's proofs and changes of where money can go. */
export interface OwnerProof {
  readonly prove: (caller: Caller, shown: Shown) => Promise<Proven | Refusal>;
  /** Null if the fund password is right: for money that is locked, but keeps its owner. */
  readonly refuseFundPassword: (caller: Caller, given: string | undefined) => Promise<Refusal | null>;
  /**
   * Makes a change and tells the owner and the guard. Refused if the credentials have changed since
   * the proof, or if the caller's session has ended.
   */
  readonly change: <T>(caller: Caller, change: DestinationChange<T>) => Promise<T | Refusal | null>;
}

/** Facts about an owner that decide what may leave. */
export interface OwnerFacts {
  readonly isVerified: boolean;
  readonly hasFundPassword: boolean;
  /** Withdrawals go to the address book alone. */
  readonly isBookOnly: boolean;
  /** 0: the credentials are those of the registration. */
  readonly credentialsChangedMs: number;
  /** A change of credentials holds withdrawals until then; null if none does now. */
  readonly heldUntilMs: number | null;
}

export interface OwnerMessage {
  /** The kind of notice on the site, and what its owner chose to have by mail. */
  readonly type: Exclude<MessageType, 'security' | 'identity' | 'support'>;
  /** One message per cause, however often it is told. */
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
  /** Since when the caller's browser is known; of a program, since when its session is open. */
  readonly deviceSinceMs: (caller: Caller) => Promise<number>;
  /**
   * Tells an owner on the site, and by mail as they chose, in the transaction in which `claim`
   * returns true. Until then nothing is told, and afterwards never again. Returns whether it was
   * told now.
   */
  readonly tell: (
    userId: number,
    message: OwnerMessage,
    claim: (within: Pick<Database, 'kysely'>) => Promise<boolean>,
  ) => Promise<boolean>;
}
