/**
 * Keeps a second process out of an embedded database: two on one folder would both open and silently lose data.
 * An exclusive SQLite transaction on a file beside it, since that lock frees itself when the process is killed.
 */
import { DatabaseSync } from 'node:sqlite';
import { DATABASE_CODES, DatabaseError } from '../database.ts';

/** Answers the function that frees the lock. */
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
