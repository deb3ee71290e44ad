/**
 * What the server asks of a database, the same for both engines: the embedded one (PGlite) and PostgreSQL.
 * One writer commits batches on a way of its own; everything else goes through `kysely`, `reads` and `query`.
 */
import type { Kysely } from 'kysely';
import type { ReadonlyKysely } from 'kysely/readonly';
import type { Schema } from './schema.ts';

export interface QueryResult<R> {
  readonly rows: readonly R[];
  readonly rowCount: number;
}

/** What may stand for a parameter. Amounts are safe integers; bigint columns come back as numbers, see int8.ts. */
export type Parameter = string | number | boolean | null | Uint8Array;

/** A batch's rows come as text, its commands as bytes. */
export type CommitParameter = string | number | Uint8Array | null;

/** One connection, in the order of its calls. */
export interface Session {
  query<R>(text: string, params?: readonly Parameter[]): Promise<QueryResult<R>>;
  /** Several statements without parameters. */
  exec(sql: string): Promise<void>;
}

export interface WriterStatement {
  /** Names the statement, which is prepared at its first use and kept. */
  readonly name: string;
  readonly text: string;
}

/** The way of the one writer: before all others, never behind a slow read. Any error of `commit` is final for this process. */
export interface WriterSession {
  /** Makes this process the only writer. Throws with a clear message when another one holds the database. */
  claim(): Promise<void>;
  commit<R>(statement: WriterStatement, params: readonly CommitParameter[]): Promise<QueryResult<R>>;
}

export interface Database extends Session {
  readonly kind: 'embedded' | 'postgres';
  /** The folder of the embedded database; null for PostgreSQL. */
  readonly dataDir: string | null;
  /** For features whose tables hold no money, and for projections' maintenance. */
  readonly kysely: Kysely<Schema>;
  /** The same database for readers: it has no way to write. */
  readonly reads: ReadonlyKysely<Schema>;
  readonly writer: WriterSession;
  /** Runs `work` on one connection without time limits: migrations, recovery, audits. Never from inside another session. */
  session<T>(work: (session: Session) => Promise<T>): Promise<T>;
  /** Waits for what is under way. More than once is fine. */
  close(): Promise<void>;
}

/** Told once, when the database can no longer be trusted: the process has to end and recover. */
export type FatalListener = (error: Error) => void;

/** An error the database answered with. `code` is the SQLSTATE, or one of our own beginning with GH. */
export class DatabaseError extends Error {
  readonly code: string;
  readonly detail: string | undefined;
  constructor(code: string, message: string, detail?: string) {
    super(message);
    this.name = 'DatabaseError';
    this.code = code;
    this.detail = detail;
  }
}

export const DATABASE_CODES = {
  /** Another process holds the database. */
  locked: 'GH001',
  /** More statements wait than the named limit allows. */
  busy: 'GH002',
  /** The database has stopped; nothing more will be answered. */
  stopped: 'GH003',
  /** A transaction held the only connection for too long and was rolled back. */
  transactionTooLong: 'GH004',
} as const;
