/** Messages between the main thread and the database's worker thread. */
import type { Parameter, QueryResult, WriterStatement } from '../database.ts';

export interface WorkerOptions {
  readonly folder: string;
}

export interface WorkerRequest {
  readonly id: number;
  readonly work: Work;
}

export type Work =
  /** A statement of the projector, prepared once under its name. */
  | BoundStatement
  | TakenCommits
  /** One statement with parameters. */
  | { readonly kind: 'query'; readonly text: string; readonly params: readonly Parameter[] }
  /** Several statements without parameters. */
  | { readonly kind: 'exec'; readonly text: string }
  /** Shut down cleanly. */
  | { readonly kind: 'close' };

export interface BoundStatement {
  readonly kind: 'bound';
  readonly statement: WriterStatement;
  /** Its parameters, as `boundMessage` writes them. The memory goes to the receiver. */
  readonly bound: Uint8Array<ArrayBuffer>;
  /** See `CountedWrite`. */
  readonly counts: readonly number[];
}

/** Commits of the log, for one transaction, and the number of the last. */
export interface TakenCommits {
  readonly kind: 'take-over';
  readonly writes: readonly BoundStatement[];
  readonly last: number;
  readonly isSynced: boolean;
}

/** From the projector's thread, which has no other way to the database. */
export interface ProjectorRequest {
  readonly id: number;
  readonly work: BoundStatement | Extract<Work, { kind: 'query' }>;
}
export interface ProjectorAnswer {
  readonly id: number;
  readonly result: QueryResult<unknown> | null;
  readonly error: string | null;
}

export interface WorkerAnswer {
  readonly id: number;
  readonly rows: readonly unknown[];
  readonly rowCount: number;
  readonly error: WorkerError | null;
}

export interface WorkerError {
  readonly code: string;
  readonly message: string;
  readonly detail: string | undefined;
  /**
   * The database answers nothing more: PostgreSQL reported FATAL or PANIC, or WebAssembly stopped.
   */
  readonly fatal: boolean;
}

/** The id of the first message, which says whether the database was opened. */
export const READY_ID = 0;
