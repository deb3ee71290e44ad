/**
 * What features are given at the start of the server: its services, and the ports by which one
 * feature uses another. Features take what they need from here, and know no other feature.
 */
import type { Exchange } from '@glasshouse/core';
import type { ActName, CallName, Operation, Refusal } from '@glasshouse/protocol';
import type { PhotoSide } from '@glasshouse/protocol/kyc';
import type { ClaimParameter } from '@glasshouse/protocol/parameters/claims';
import type { RecordCounts } from '@glasshouse/protocol/wallet';
import type { Config } from '../config.ts';
import type { Database } from '../db/database.ts';
import type { ListPage, ListRequest } from '../db/lists.ts';
import type { Guard } from '../http/guard.ts';
import type { Caller, Language, Note } from '../http/handler.ts';
import type { ActHandlers, Doer } from './operator-acts.ts';
import type { RateLimits } from '../http/limits.ts';
import type { OperatorReader } from '../http/operator-reader.ts';
import type { SessionReader } from '../http/session-reader.ts';
import type { MailReader } from '../mail/mail-layout.ts';
import type { Mail } from '../mail/mail.ts';
import type { Pipeline } from '../pipeline/pipeline.ts';
import type { Log } from '../process/log.ts';
import type { KeyedMutex } from '../http/keyed-mutex.ts';
import type { Secrets } from '../process/secrets.ts';
import type { StreamHub } from '../ws/hub.ts';
import type { ApiKeys, UserKeys } from './api-keys.ts';
import type { BrandInForce } from './brand.ts';
import type { DepositChains, Networks } from './chain-parts.ts';
import type { RunningMarket } from './market.ts';
import type { AddMessage, Within } from './messages.ts';
import type { ThresholdName } from './withdrawal-thresholds.ts';
import type { OwnerMessage, OwnerProof, Owners } from './owners.ts';
import type { DocumentFacts, MovementFacts, SignInFacts, TradeFacts } from './watch-facts.ts';
import type { Exposure, ProductServices, Stake, Notifications } from './product.ts';

/** The services that operating commands have without a running server, too. */
export interface RestingServices {
  readonly config: Config;
  readonly database: Database;
  readonly log: Log;
  readonly mail: Mail;
  readonly brand: BrandInForce;
  readonly secrets: Secrets;
  readonly limits: RateLimits;
  /** Apart from users' passwords: strangers who log in to the site keep no operator waiting. */
  readonly operatorPasswords: PasswordHasher;
}

/** The services of a running server. */
export interface Services extends RestingServices, ProductServices {
  /** For features that need more than a `Sequencer`. */
  readonly pipeline: Pipeline<Exchange>;
  readonly hub: StreamHub;
  readonly market: RunningMarket;
  /** A public tick by its number, or null. */
  readonly readTick: RunningMarket['readTick'];
  readonly chains: DepositChains;
  /** With what operators have listed and set. */
  readonly networks: Networks;
  /** The site's address for users, for links in mails. */
  readonly siteUrl: string;
  /**
   * Serialises work that must not run twice at once for one owner, whatever the device; by user id.
   */
  readonly ownerWork: KeyedMutex;
  /** Serialises acts that define terms of the core anew from those in force, by what they are. */
  readonly termsWork: KeyedMutex;
  /** The products' notifications to owners, by feature. */
  readonly notifications: ReadonlyMap<string, Notifications>;
  /** How many rows an owner's lists of records have, of all products. */
  readonly recordCounts: (owner: number) => Promise<RecordCounts>;
  /** What an owner has lost, and may lose, in all products. */
  readonly exposureOf: (owner: number, sinceMs: number) => Promise<Exposure>;
  /** The stake of a request; null if it has none that can be read. */
  readonly stakeOf: (call: CallName, input: unknown) => Stake | null;
  /** Whether the caller repeats a request that will only be answered again, not executed. */
  readonly isRepeated: (caller: Pick<Caller, 'userId' | 'idempotency'>) => Promise<boolean>;
}

/** What features give to each other: each port by one feature. */
export interface GivenPorts {
  /** Given by the feature identity. */
  readonly people: People;
  readonly sessions: SessionReader;
  readonly guard: Guard;
  readonly ownerProof: OwnerProof;
  readonly owners: Owners;
  /** Given by the feature kyc (identity verification). */
  readonly kyc: KycPort;
  readonly notices: Notices;
  readonly operators: Operators;
  readonly parameters: ParametersPort;
  readonly wallet: WalletPort;
  readonly funding: FundingPort;
  /** Given by the feature api-keys. */
  readonly apiKeys: ApiKeys;
  readonly userKeys: UserKeys;
  readonly tradeFacts: TradeFacts;
  readonly movementFacts: MovementFacts;
  readonly signInFacts: SignInFacts;
  readonly documentFacts: DocumentFacts;
}

export type Ports = Services & GivenPorts;

export interface People {
  /** Must be called when something changes that the guard knows of a user. */
  readonly changed: (userId: number) => void;
  /** The user; null if there is none with this id. */
  readonly find: (userId: number) => Promise<Person | null>;
  /** The readers of these users' mail, by user. */
  readonly readersOf: (userIds: readonly number[]) => Promise<ReadonlyMap<number, MailReader>>;
  readonly isFrozen: (userId: number) => Promise<boolean>;
  /** An address by which the user freezes the account. */
  readonly freezeUrl: (userId: number) => string;
  /** Freezes an account as its owner could, on an operator's word. */
  readonly freeze: (userId: number) => Promise<'frozen' | 'was-frozen' | Refusal>;
  /** What an operator may see of a user. Null: there is no such user. */
  readonly profile: (userId: number) => Promise<Profile | null>;
  readonly sessionState: (caller: Caller, sessionId: string) => Promise<'current' | 'open' | 'ended'>;
  /** Logins before a time, newest first. */
  readonly loginsBefore: (
    userId: number,
    before: { readonly timeMs: number; readonly limit: number },
  ) => Promise<EarlierLogin[]>;
  /** Hours of the waits that accounts have. */
  readonly hours: Readonly<Record<'credentials' | 'email' | 'unfreeze' | 'limit' | 'fundPassword', number>>;
}

export interface Person {
  readonly userId: number;
  readonly email: string;
  /** The recipient of the person's mail. */
  readonly reader: MailReader;
}

export interface Profile {
  readonly maskedEmail: string;
  readonly kycState: number;
  readonly sinceTime: number;
  readonly hasGoogle: boolean;
  readonly isFrozen: boolean;
  readonly heldUntil: number | null;
}

export interface EarlierLogin {
  readonly time: number;
  readonly ip: string;
  readonly device: string;
}

export interface KycPort {
  /** 0 not authenticated, 1 reviewing, 2 verified, 3 rejected. */
  readonly stateOf: (userId: number) => Promise<number>;
  /** Of several users, in their order. */
  readonly statesOf: (userIds: readonly number[]) => Promise<readonly number[]>;
  /** The part of the person's identity documents that user/info shows. */
  readonly personOf: (userId: number) => Promise<KycPerson>;
}

export interface KycPerson {
  readonly auth: number;
  readonly name: string;
  /** With its middle hidden. */
  readonly idCard: string;
  /** The sides of the document whose photos are stored. */
  readonly photos: readonly PhotoSide[];
  readonly remark: string;
}

export interface Notices {
  readonly add: AddMessage;
  /** Whether a user wants messages of this kind by mail, too. */
  readonly isMailed: (
    userId: number,
    kind: OwnerMessage['type'] | 'identity' | 'support',
  ) => Promise<boolean>;
  /** The notice that every new user gets, once. */
  readonly welcome: (userId: number) => Promise<unknown>;
  readonly notifyOwner: Owners['notify'];
}

/** Hashes passwords, with equal work for names that do not exist; `user` is whose turn it uses. */
export interface PasswordHasher {
  readonly hashLogin: (password: string, user: string) => Promise<string>;
  readonly verifyLogin: (kept: string | undefined, password: string, user: string) => Promise<boolean>;
}

export interface Operators {
  readonly sessions: OperatorReader;
  /** Adds to the log of operators. */
  readonly note: Note;
  /** As `note`; what this session has looked at already is not noted again. */
  readonly look: Note;
  /** What was done about a user, newest first, in words for that user. */
  readonly actsOn: (
    userId: number,
    request: ListRequest,
    language: Language,
  ) => Promise<ListPage<{ readonly id: number; readonly time: number; readonly what: string }>>;
  /** Makes the handler of an act of operators. */
  readonly act: ActHandlers;
  /**
   * Adds an act that its feature has done at its time to the acts, and to its user's own history,
   * once for its `key`.
   */
  readonly carriedOut: (act: CarriedOutAct, within: Within) => Promise<void>;
  /** Adds what somebody does at the machine; resolves when it is on disk, before it is done. */
  readonly record: (act: OperatorAct) => Promise<unknown>;
  /** The newest acts whose names begin so, newest first. */
  readonly recorded: (
    prefix: string,
    limit: number,
  ) => Promise<readonly (OperatorAct & { readonly timeMs: number })[]>;
  readonly onSessionEnd: (
    listener: (ended: { readonly sessionKey: string; readonly name: string }) => void,
  ) => void;
  /** The name of an operator that customers read; null without one. */
  readonly shownNameOf: (name: string) => Promise<string | null>;
  /** Operators who may sign in and answer customers. */
  readonly answering: () => Promise<readonly string[]>;
}

/** An act that two people began and that was to be done later. */
export interface CarriedOutAct {
  readonly call: ActName;
  readonly input: object;
  readonly userId: number;
  /** As of `ActPlan`. */
  readonly subject: string;
  readonly told: Readonly<Record<Language, string>>;
  readonly by: Doer;
  readonly key: string;
  readonly timeMs: number;
}

/** An entry of the log of operators. */
export interface OperatorAct {
  readonly operator: string;
  /** A stable name, such as 'desk/get-email'. */
  readonly act: string;
  /** The object of the act, such as 'user 1001'; may be empty. */
  readonly subject: string;
  /**
   * More about the act; for a sign-in the IP address. Never a secret, a message, or an address of a
   * customer.
   */
  readonly detail: string;
}

export interface ParametersPort {
  readonly get: (name: ParameterName) => string;
  /** Whether an operation needs a verified identity now. */
  readonly needsIdentity: (operation: Operation) => boolean;
  /** The value of the last version; undefined if none was set. */
  readonly lastSet: (name: string) => string | undefined;
  /** Adds a version of a value that its feature has checked, by an act that is in the log. */
  readonly record: (name: string, value: string, by: Doer) => Promise<number>;
}

export type ParameterName =
  | 'customer_service_url'
  | 'customer_service_email'
  | 'support_hours'
  | 'daily_limit_unverified'
  | 'daily_limit_verified'
  | 'second_factor_reset_hours'
  | ThresholdName
  | ClaimParameter;

export interface WalletPort {
  /** Opens the user's ledger accounts if they are missing: at registration and at every login. */
  readonly openAccounts: (userId: number) => Promise<void>;
  /** The newest postings of an owner, of all accounts. */
  readonly lastPostings: (
    owner: number,
    options: { readonly limit: number; readonly language: Language },
  ) => Promise<LastPosting[]>;
  /** How long a new withdrawal address waits. */
  readonly addressHours: number;
}

export interface FundingPort {
  /**
   * Users who have a withdrawal to this address, at most `limit`, and those of the transaction with
   * this hash.
   */
  readonly ownersOf: (
    find: string,
    limit: number,
  ) => Promise<{ readonly byAddress: readonly number[]; readonly byTransaction: readonly number[] }>;
}

export interface LastPosting {
  readonly time: number;
  readonly reason: string;
  readonly asset: string;
  readonly amount: string;
}
