/**
 * The server's interface to a database, the same for both engines: embedded (PGlite) and
 * PostgreSQL. One writer commits batches over its own connection; everything else uses `kysely`,
 * `reads` and `query`.
 */
import type { Kysely } from 'kysely';
import type { ReadonlyKysely } from 'kysely/readonly';
import type { Schema } from './schema.ts';

export interface QueryResult<R> {
  readonly rows: readonly R[];
  readonly rowCount: number;
}

/**
 * The type of a parameter. Amounts are safe integers; bigint columns are read as numbers, see
 * int8.ts.
 */
export type Parameter = string | number | boolean | null | Uint8Array;

/** A batch's rows are text, its commands bytes. */
export type CommitParameter = string | number | Uint8Array | null;

/** One connection, which runs its calls in order. */
export interface Session {
  query<R>(text: string, params?: readonly Parameter[]): Promise<QueryResult<R>>;
  /** Runs several statements without parameters. */
  exec(sql: string): Promise<void>;
}

export interface WriterStatement {
  /** The statement's name: it is prepared at first use and kept. */
  readonly name: string;
  readonly text: string;
}

/**
 * The writer's connection. It has priority and never waits behind a slow read. Any error of
 * `commit` is final for this process.
 */
export interface WriterSession {
  /**
   * Makes this process the only writer. Throws with a clear message if another process holds the
   * database.
   */
  claim(): Promise<void>;
  commit<R>(statement: WriterStatement, params: readonly CommitParameter[]): Promise<QueryResult<R>>;
}

export interface Database extends Session {
  readonly kind: 'embedded' | 'postgres';
  /** The folder of the embedded database; null for PostgreSQL. */
  readonly dataDir: string | null;
  /** For features whose tables hold no money, and for the maintenance of projections. */
  readonly kysely: Kysely<Schema>;
  /** The same database, read-only. */
  readonly reads: ReadonlyKysely<Schema>;
  readonly writer: WriterSession;
  /**
   * Runs `work` on one connection without time limits: migrations, recovery, audits. Never call it
   * inside another session.
   */
  session<T>(work: (session: Session) => Promise<T>): Promise<T>;
  /** Waits for running calls. May be called more than once. */
  close(): Promise<void>;
}

/** Times in milliseconds, which tests shorten. */
export interface DatabaseLimits {
  /** How long a start waits for a PostgreSQL that cannot be reached, or starts itself. */
  readonly reachMs: number;
  /** How long a start waits until PostgreSQL notices that the last writer's connection is dead. */
  readonly claimMs: number;
  /** A longer transaction on the embedded one is rolled back: the writer waits behind it. */
  readonly transactionMs: number;
}
export const DATABASE_LIMITS: DatabaseLimits = {
  reachMs: 0,
  claimMs: 15_000,
  transactionMs: 5_000,
};

/** Called once, when the database can no longer be trusted: the process must end and recover. */
export type FatalListener = (error: Error) => void;

/** An error of the database. `code` is the SQLSTATE, or one of our own, which begin with GH. */
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
  /** More statements wait than the limit allows. */
  busy: 'GH002',
  /** The database has stopped and answers nothing more. */
  stopped: 'GH003',
  /** A transaction held the only connection too long and was rolled back. */
  transactionTooLong: 'GH004',
} as const;
