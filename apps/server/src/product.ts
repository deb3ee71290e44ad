/**
 * The contract between the server and its products. A product's `product.ts` declares all of it,
 * and `registered-products.ts` lists it in one line: the calls, the tables that commits write, the
 * rows of the account channel, the checks of the audit, the seeds, the risk that limits on oneself
 * are measured against.
 */
import type { Command, CoreEvent, Exchange } from '@glasshouse/core';
import type { AccountRows, CallName, Refusal } from '@glasshouse/protocol';
import type { PublicTick } from '@glasshouse/protocol/market';
import type { Catalogue } from './catalogue.ts';
import type { Config } from './config.ts';
import type { Database, Session } from './db/database.ts';
import type { Caller, FeatureHandlers } from './http/handler.ts';
import type { OperatingTable } from './operating/socket.ts';
import type { Finding } from './pipeline/cross-checks.ts';
import type { Projection } from './pipeline/projection.ts';
import type { Sequencer } from './sequencer.ts';

/** What products are given at the start of the server. */
export interface ProductParts {
  readonly database: Database;
  readonly catalogue: Catalogue;
  readonly sequencer: Sequencer;
  /** A public tick by its number; null when there is none. */
  readonly readTick: (tick: number) => Promise<PublicTick | null>;
  readonly ownerProof: OwnerProof;
}

/** What an owner sends along when money may find a new way out. */
export interface Shown {
  readonly code: string;
  readonly fundPassword: string | undefined;
  readonly googleCode: string | undefined;
}

export interface OwnerProof {
  /** Null when everything shown is right. */
  readonly refuseProof: (caller: Caller, shown: Shown) => Promise<Refusal | null>;
  /** Reports a change of what protects the owner's money: to the owner, and to the guard. */
  readonly onChanged: (
    userId: number,
    event: 'address-added' | 'whitelist-on' | 'whitelist-off',
    address?: string,
  ) => Promise<void>;
}

/** A row of the account channel. A later row of the same id replaces an earlier one. */
export interface AccountRow<Row> {
  readonly id: number | string;
  readonly row: Row;
}

/** A command that a start of the server sends unless it is done already, by this start or one before. */
export interface Seed {
  readonly command: Command;
  readonly isDone: (exchange: Exchange) => boolean;
}

/** In units of USDT, which limits on oneself are in. */
export interface Exposure {
  /** What was lost since a moment, gains counted; not below zero. */
  readonly lost: number;
  /** What may still be lost. */
  readonly atRisk: number;
}

export interface Stake {
  /** In units of USDT. */
  readonly units: number;
  /** The field of the request that says it. */
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
  /** The stake of a request, by call; null where it names none that can be read. */
  readonly stakes: {
    readonly [Name in NamesOf<Feature>]?: (catalogue: Catalogue, input: unknown) => Stake | null;
  };
}

type Name = keyof AccountRows;

export interface Product<Feature extends Name, Row = AccountRows[Feature]> {
  /** Its place among the products, in commits, in the audit and where accounts are printed. */
  readonly rank: number;
  readonly handlers: (parts: ProductParts) => FeatureHandlers<Feature>;
  /** The tables that commits write, in the order in which they are written. */
  readonly projections: readonly Projection[];
  /** The row of its owner's account channel that an event changes; null where it changes none. */
  readonly changedRow: (catalogue: Catalogue, event: CoreEvent, changedMs: number) => AccountRow<Row> | null;
  /** The rows that an account channel begins with. */
  readonly openRows: (catalogue: Catalogue, owner: number) => Iterable<AccountRow<Row>>;
  /** Compares its tables with the exchange, for the audit. */
  readonly crossChecks: (session: Session, exchange: Exchange) => Promise<readonly Finding[]>;
  /** What an owner has open, a line for each, and what they are together: for `npm run state`. */
  readonly openName: string;
  readonly openLines: (catalogue: Catalogue, owner: number) => readonly string[];
  /** What the product starts with on a new platform, in this order. */
  readonly seeds: (mode: Config['mode']) => readonly Seed[];
  /** Null where nothing can be lost, and for trades, which change one coin for another. */
  readonly risk: Risk<Feature> | null;
  /** Removes what has run out, once a minute; null where nothing does. */
  readonly keepUp: ((parts: ProductParts) => Promise<void>) | null;
  /** What an operator may ask of the product on a running server, by 'feature/verb-noun'. */
  readonly operatingCommands: (parts: ProductParts) => OperatingTable;
}

/** A product where it does not matter which. */
export type AnyProduct = Product<Name, unknown>;
