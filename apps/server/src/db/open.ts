/**
 * Opens the configured database and migrates it: PostgreSQL if there is a URL, otherwise the
 * embedded one. Data from before the first release is refused.
 */
import { DATABASE_LIMITS, type Database, type DatabaseLimits, type FatalListener } from './database.ts';
import { openEmbeddedDatabase } from './embedded/embedded-database.ts';
import { refuseEarlierData } from './first-release.ts';
import { migrate } from './migrate.ts';
import { openPostgresDatabase } from './postgres.ts';

export interface OpenOptions {
  readonly dataDir: string;
  readonly databaseUrl: string | undefined;
  /** Called once when the database can no longer be trusted; the process must end. */
  readonly onFatal: FatalListener;
  /** 'none' for read-only commands, which leave the tables as they are. */
  readonly migrations?: 'apply' | 'none';
  readonly limits?: DatabaseLimits;
  /** Called if a checkpoint or a vacuum of the embedded database fails. */
  readonly onUpkeepError?: (error: unknown) => void;
}

export async function openDatabase(options: OpenOptions): Promise<Database> {
  const { dataDir, databaseUrl, onFatal, limits = DATABASE_LIMITS, onUpkeepError } = options;
  const database =
    databaseUrl === undefined || databaseUrl === ''
      ? await openEmbeddedDatabase({ dataDir, onFatal, limits, onUpkeepError })
      : await openPostgresDatabase({ url: databaseUrl, onFatal, limits });
  try {
    await refuseEarlierData(database);
    if (options.migrations !== 'none') await migrate(database);
    return database;
  } catch (error) {
    await database.close();
    throw error;
  }
}
