/** What the main thread and the database's worker thread say to each other. */
import type { CommitParameter, Parameter, WriterStatement } from '../database.ts';

export interface WorkerOptions {
  readonly folder: string;
}

export interface WorkerRequest {
  readonly id: number;
  readonly work: Work;
}

export type Work =
  /** The writer's: prepared once under its name. */
  | {
      readonly kind: 'commit';
      readonly statement: WriterStatement;
      readonly params: readonly CommitParameter[];
    }
  /** One statement with parameters. */
  | { readonly kind: 'query'; readonly text: string; readonly params: readonly Parameter[] }
  /** Several without. */
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
  /** After this the database answers nothing more: PostgreSQL said FATAL or PANIC, or WebAssembly stopped. */
  readonly fatal: boolean;
}

/** Sent once, with id 0, when the database is open or could not be opened. */
export const READY_ID = 0;
