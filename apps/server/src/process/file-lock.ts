/**
 * Locks what only one process may work on, such as an embedded database or a signer's record: two
 * would silently lose data. The lock is an exclusive SQLite transaction on a file, because the
 * system frees it when the process is killed.
 */
import { DatabaseSync } from 'node:sqlite';

/** Returns the function that frees the lock, or null if another process has it. */
export function lockFile(name: string): (() => void) | null {
  const file = new DatabaseSync(name);
  try {
    file.exec('pragma locking_mode = exclusive; begin exclusive');
  } catch (error) {
    file.close();
    if (isBusy(error)) return null;
    throw error;
  }
  return () => file.close();
}

/** SQLITE_BUSY. */
const BUSY = 5;

const isBusy = (error: unknown): boolean =>
  error instanceof Error && 'errcode' in error && error.errcode === BUSY;
