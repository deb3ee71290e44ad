/**
 * The contract between the server and its products: what each makes of the core's events and open
 * objects. `products.ts` lists them. Calls need a person and are put together in `features.ts`.
 */
import type { CoreEvent, Exchange } from '@glasshouse/core';
import type { Catalogue } from './catalogue.ts';
import type { Session } from './db/database.ts';
import type { Finding } from './pipeline/cross-checks.ts';
import type { Projection } from './pipeline/projection.ts';

/** A row of the account channel. A later row of the same id replaces an earlier one. */
export interface AccountRow<Row> {
  readonly id: number | string;
  readonly row: Row;
}

export interface Product<Row = unknown> {
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
}
