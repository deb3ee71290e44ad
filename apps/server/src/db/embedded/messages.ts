/** What the main thread and the database's worker thread say to each other. */
import type { Parameter } from '../database.ts';

export interface WorkerOptions {
  readonly folder: string;
}

export interface WorkerRequest {
  readonly id: number;
  /** 'query': one statement with parameters. 'exec': several without. 'close': shut down cleanly. */
  readonly kind: 'query' | 'exec' | 'close';
  readonly text: string;
  readonly params: readonly Parameter[];
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
  /** After this the database answers nothing more: PostgreSQL said FATAL or PANIC, or WebAssembly stopped. */
  readonly fatal: boolean;
}

/** Sent once, with id 0, when the database is open or could not be opened. */
export const READY_ID = 0;
