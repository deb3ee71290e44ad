/** Messages between the main thread and the database's worker thread. */
import type { CommitParameter, Parameter, WriterStatement } from '../database.ts';

export interface WorkerOptions {
  readonly folder: string;
}

export interface WorkerRequest {
  readonly id: number;
  readonly work: Work;
}

export type Work =
  /** The writer's statement, prepared once under its name. */
  | {
      readonly kind: 'commit';
      readonly statement: WriterStatement;
      readonly params: readonly CommitParameter[];
    }
  /** One statement with parameters. */
  | { readonly kind: 'query'; readonly text: string; readonly params: readonly Parameter[] }
  /** Several statements without parameters. */
  | { readonly kind: 'exec'; readonly text: string }
  /** Shut down cleanly. */
  | { readonly kind: 'close' };

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
