/**
 * The contract between the server and its products. A product's `product.ts` declares all of it,
 * and `registered-products.ts` lists it in one line: calls, tables that commits write, rows of the
 * account channel, checks of the audit, seeds, and the risk that users' own limits apply to.
 */
import type { CoreEvent, Exchange } from '@glasshouse/core';
import type { AccountRows, AddedRows, CallName, RecordCountsOf, Refusal } from '@glasshouse/protocol';
import type { PublicTick } from '@glasshouse/protocol/market';
import type { RecordCounts } from '@glasshouse/protocol/wallet';
import type { MessageType } from '@glasshouse/protocol/notices/kinds';
import type { InBothLanguages } from '@glasshouse/texts';
import type { Catalogue } from './catalogue.ts';
import type { Arrival, ChainExchange, DepositChains } from './chain-parts.ts';
import type { Config } from './config.ts';
import type { Database, Session } from './db/database.ts';
import type { Caller, FeatureHandlers } from './http/handler.ts';
import type { Log } from './log.ts';
import type { Fact, MessageLink } from './messages.ts';
import type { KeyedMutex } from './mutex.ts';
import type { Offers } from './offers/offer.ts';
import type { TextsOfOffers } from './offers/offer-texts.ts';
import type { OperatingTable } from './operating/socket.ts';
import type { PlacedEvent } from './pipeline/batch.ts';
import type { Finding } from './pipeline/cross-checks.ts';
import type { Projection } from './pipeline/projection.ts';
import type { Secrets } from './secrets.ts';
import type { Seed } from './seed.ts';
import type { Sequencer } from './sequencer.ts';

/** Dependencies of products, given at the start of the server. */
export interface ProductParts {
  readonly database: Database;
  readonly catalogue: Catalogue;
  readonly sequencer: Sequencer;
  /** A public tick by its number, or null. */
  readonly readTick: (tick: number) => Promise<PublicTick | null>;
  readonly ownerProof: OwnerProof;
  readonly owners: Owners;
  /** What must not run twice at once for one owner, whatever the device; by user id. */
  readonly ownerWork: KeyedMutex;
  readonly log: Log;
  readonly chains: DepositChains;
  readonly secrets: Pick<Secrets, 'mac'>;
  readonly offerTexts: TextsOfOffers;
  /** How many rows an owner's lists of records have, of all products. */
  readonly recordCounts: (owner: number) => Promise<RecordCounts>;
}

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

export type ChangesParts = Pick<ProductParts, 'database' | 'catalogue' | 'offerTexts'>;

export interface ToldChange {
  /** The command that changed it last. */
  readonly seq: number;
  readonly owner: number;
  /** Null: its owner has seen it happen. */
  readonly message: OwnerMessage | null;
}

/** What a product tells its owners of, from its tables. */
export interface ToldChanges {
  /** Of users, after one command and up to another, in the order of commands. */
  readonly read: (
    parts: ChangesParts,
    range: { readonly afterSeq: number; readonly untilSeq: number; readonly limit: number },
  ) => Promise<readonly ToldChange[]>;
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

/** A row of the account channel. A later row of the same id replaces an earlier one. */
export interface AccountRow<Row> {
  readonly id: number | string;
  readonly row: Row;
}

/** In units of USDT, as users' own limits are. */
export interface Exposure {
  /** Losses since a given time, net of gains; at least zero. */
  readonly lost: number;
  /** Amounts that may still be lost. */
  readonly atRisk: number;
}

export interface Stake {
  /** In units of USDT. */
  readonly units: number;
  /** With what else is lost with it, such as its fee. */
  readonly loss: number;
  /** The request's field that holds it. */
  readonly field: string;
}

type NamesOf<Feature extends string> = Extract<CallName, `${Feature}/${string}`>;

/** How a product can lose its user's money. */
export interface Risk<Feature extends string> {
  readonly exposure: (
    parts: Pick<ProductParts, 'database' | 'catalogue' | 'sequencer'>,
    owner: number,
    sinceMs: number,
  ) => Promise<Exposure>;
  /** The stake of a request, by call; null if it has none that can be read. */
  readonly stakes: {
    readonly [Name in NamesOf<Feature>]?: (catalogue: Catalogue, input: unknown) => Stake | null;
  };
}

type Name = keyof AccountRows;

/** Rows that an event adds for owners; none where the feature has no such rows. */
type Added<Feature extends string> = readonly (readonly [
  owner: number,
  row: Feature extends keyof AddedRows ? AddedRows[Feature] : never,
])[];

export type CountParts = Pick<ProductParts, 'database' | 'catalogue'>;

export interface Product<Feature extends Name, Row = AccountRows[Feature]> {
  /** The position among the products: in commits, in the audit and where accounts are printed. */
  readonly rank: number;
  readonly handlers: (parts: ProductParts) => FeatureHandlers<Feature>;
  /** The tables that commits write, in the order of writing. */
  readonly projections: readonly Projection[];
  /** The row of the owner's account channel that an event changes, or null. */
  readonly changedRow: (catalogue: Catalogue, event: CoreEvent, changedMs: number) => AccountRow<Row> | null;
  /** The rows that an event adds to the account channels of the owners that `isHeard` accepts. */
  readonly addedRows: (
    catalogue: Catalogue,
    placed: PlacedEvent,
    isHeard: (owner: number) => boolean,
  ) => Added<Feature>;
  /** The initial rows of an account channel. */
  readonly openRows: (catalogue: Catalogue, owner: number) => Iterable<AccountRow<Row>>;
  /** Compares its tables with the exchange, for the audit. */
  readonly crossChecks: (session: Session, exchange: Exchange) => Promise<readonly Finding[]>;
  /**
   * An owner's open items, one per line, and the name for all of them: for `npx glasshouse state`.
   */
  readonly openName: string;
  readonly openLines: (catalogue: Catalogue, owner: number) => readonly string[];
  /** The product's seeds on a new platform, in this order. */
  readonly seeds: (mode: Config['mode']) => readonly Seed[];
  /** What operators define and customers take (D0037); null for a product without offers. */
  readonly offers: Offers | null;
  /** How it takes what arrives on chains; one product does. */
  readonly deposits: {
    readonly exchange: (parts: Pick<ProductParts, 'database' | 'catalogue' | 'sequencer'>) => ChainExchange;
    readonly rowOf: (arrival: Arrival) => AccountRow<Row>;
  } | null;
  /** Null if nothing can be lost, and for trades, which exchange one coin for another. */
  readonly risk: Risk<Feature> | null;
  /**
   * How many rows its lists of records have, from totals that are kept (D0024): at least those in
   * which `reasons.ts` of its protocol folder has records shown.
   */
  readonly recordCounts: (parts: CountParts, owner: number) => Promise<RecordCountsOf<Feature>>;
  /** What its owners are told by messages; null if nothing is. */
  readonly toldChanges: ToldChanges | null;
  /** Removes expired data, once a minute; null if there is none. */
  readonly keepUp: ((parts: ProductParts) => Promise<void>) | null;
  /** The product's operating commands on a running server, by 'feature/verb-noun'. */
  readonly operatingCommands: (parts: ProductParts) => OperatingTable;
}

/** Any product. */
export type AnyProduct = Product<Name, unknown>;
