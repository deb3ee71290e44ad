/**
 * The server's interface to a database, the same for both engines: embedded (PGlite) and
 * PostgreSQL. One writer commits batches over its own connection, and one projector writes the rows
 * that follow from them, in a thread of its own; everything else uses `kysely`, `reads` and
 * `query`.
 */
import type { Kysely } from 'kysely';
import type { ReadonlyKysely } from 'kysely/readonly';
import type { MessagePort } from 'node:worker_threads';
import type { LateTables } from './late-tables.ts';
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

/** Rows are text, commands bytes. */
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

/** A statement of several parts, each of which must write so many rows, or it is an error. */
export interface CountedWrite {
  readonly statement: WriterStatement;
  readonly params: readonly CommitParameter[];
  /** What it must return as n0, n1 and so on. */
  readonly counts: readonly number[];
}

/** Throws if a part has written another number of rows than were sent. */
export function assertCounts(
  { statement, counts }: Pick<CountedWrite, 'statement' | 'counts'>,
  written: Readonly<Record<string, number>> | undefined,
): void {
  const wrong = counts.findIndex((count, i) => written?.[`n${i}`] !== count);
  if (wrong >= 0)
    throw new Error(
      `${statement.name}: part ${wrong} wrote ${written?.[`n${wrong}`]} rows instead of ${counts[wrong]}`,
    );
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
  /** Resolves when it is on the disk. */
  commit(write: CountedWrite): Promise<void>;
}

/** The projector's connection, in its thread. Any error of `write` is final for this process. */
export interface ProjectorSession extends Session {
  /**
   * Resolves when others see it. It may not be on the disk yet: what is written follows from the
   * journal, and is written again after a crash.
   */
  write(write: CountedWrite): Promise<void>;
  close(): Promise<void>;
}

/** With which the projector's thread opens its connection. */
export type ProjectorLink =
  | { readonly kind: 'postgres'; readonly url: string }
  | { readonly kind: 'embedded'; readonly port: MessagePort };

export interface Database extends Session {
  readonly kind: 'embedded' | 'postgres';
  /** The folder of the embedded database; null for PostgreSQL. */
  readonly dataDir: string | null;
  /** For features whose tables hold no money, and for the maintenance of projections. */
  readonly kysely: Kysely<Schema>;
  /** The same database, read-only. */
  readonly reads: ReadonlyKysely<Schema>;
  readonly writer: WriterSession;
  /** What statements that read projected rows wait for. All calls here do; see `LateTables`. */
  readonly projectedTables: LateTables;
  /** Once. */
  projectorLink(): ProjectorLink;
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
