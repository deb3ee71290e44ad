/**
 * Locks an embedded database against a second process: two on one folder would both open it and
 * silently lose data. The lock is an exclusive SQLite transaction on a file beside it, because the
 * system frees it when the process is killed.
 */
import { DatabaseSync } from 'node:sqlite';
import { DATABASE_CODES, DatabaseError } from '../database.ts';

/** Returns the function that frees the lock. */
export function lockFolder(folder: string): () => void {
  const file = new DatabaseSync(`${folder}.lock`);
  try {
    file.exec('pragma locking_mode = exclusive; begin exclusive');
  } catch (error) {
    file.close();
    throw new DatabaseError(
      DATABASE_CODES.locked,
      `the database in ${folder} is in use by another process; stop it first, or give this one another DATA_DIR`,
      error instanceof Error ? error.message : String(error),
    );
  }
  return () => file.close();
}
