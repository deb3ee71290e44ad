/**
 * What a feature with rows of money gives besides (`feature.ts`): rows
 * of the account channel, checks of the audit, and the risk that users' own limits apply to. What
 * has no effect on money may be left out.
 */
import type { CoreEvent, Exchange } from '@glasshouse/core';
import type { AccountRows, AddedRows, CallName, RecordCountsOf } from '@glasshouse/protocol';
import type { Database, Session } from '../db/database.ts';
import type { PlacedEvent } from '../pipeline/batch.ts';
import type { Finding } from '../pipeline/cross-checks.ts';
import type { Catalogue } from './catalogue.ts';
import type { Arrival, ChainExchange, Networks } from './chain-parts.ts';
import type { Offers } from './offer.ts';
import type { OwnerMessage } from './owners.ts';
import type { Sequencer } from './sequencer.ts';
import type { TextsOfOffers } from './offer-texts.ts';

/** Of all services (`ports.ts`), those that a product gets before it opens. */
export interface ProductServices {
  readonly database: Database;
  readonly catalogue: Catalogue;
  readonly sequencer: Sequencer;
  readonly offerTexts: TextsOfOffers;
}

export type ChangesParts = Pick<ProductServices, 'database' | 'catalogue' | 'offerTexts'>;

export interface Notification {
  /** The command that changed it last. */
  readonly seq: number;
  readonly owner: number;
  /** Null if the owner was there when it happened. */
  readonly message: OwnerMessage | null;
}

/** Which changes a product notifies owners of, read from its tables. */
export interface Notifications {
  /**
   * Reads the changes of users' rows after one command and up to another, in the order of commands.
   */
  readonly read: (
    parts: ChangesParts,
    range: { readonly afterSeq: number; readonly untilSeq: number; readonly limit: number },
  ) => Promise<readonly Notification[]>;
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
  /** The stake and whatever is lost with it, such as the fee. */
  readonly loss: number;
  /** The request's field that holds it. */
  readonly field: string;
}

type NamesOf<Feature extends string> = Extract<CallName, `${Feature}/${string}`>;

/** How a product can lose its user's money. */
export interface Risk<Feature extends string> {
  readonly exposure: (
    parts: Pick<ProductServices, 'database' | 'catalogue' | 'sequencer'>,
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

export type CountParts = Pick<ProductServices, 'database' | 'catalogue'>;

export interface Product<Feature extends Name, Row = AccountRows[Feature]> {
  /** The position among the products: in the audit and where accounts are printed. */
  readonly rank: number;
  /** The row of the owner's account channel that an event changes, or null. */
  readonly changedRow: (catalogue: Catalogue, event: CoreEvent, changedMs: number) => AccountRow<Row> | null;
  /** The rows that an event adds to the account channels of the owners that `isHeard` accepts. */
  readonly addedRows?: (
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
  /** What operators define and customers take (D0037). */
  readonly offers?: Offers;
  /** How it takes what arrives on chains; one product does. */
  readonly deposits?: {
    readonly networks: (parts: Pick<ProductServices, 'database' | 'catalogue'>) => Promise<Networks>;
    readonly exchange: (
      parts: Pick<ProductServices, 'database' | 'catalogue' | 'sequencer'> & { readonly networks: Networks },
    ) => ChainExchange;
    readonly rowOf: (networks: Networks, arrival: Arrival) => AccountRow<Row>;
  };
  /** Null if nothing can be lost, and for trades, which exchange one coin for another. */
  readonly risk: Risk<Feature> | null;
  /**
   * How many rows its lists of records have, from totals that are kept (D0024): at least those in
   * which `reasons.ts` of its protocol folder has records shown.
   */
  readonly recordCounts: (parts: CountParts, owner: number) => Promise<RecordCountsOf<Feature>>;
  /** The changes that owners are notified of. */
  readonly notifications?: Notifications;
}

/** Any product. */
export type AnyProduct = Product<Name, unknown>;
