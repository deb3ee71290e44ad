/** Opens what the configuration names for commands that only look: never migrates, never makes a database that is not there. */
import fs from 'node:fs';
import path from 'node:path';
import { readConfig } from '../config.ts';
import type { Database, Session } from '../db/database.ts';
import { openDatabase } from '../db/open.ts';

/** What a command's exit code says. */
export const EXIT = { ok: 0, breach: 1, cannotLook: 2 } as const;

export interface Installation {
  readonly dataDir: string;
  readonly databaseUrl: string | undefined;
}

export function readInstallation(env: Readonly<Record<string, string | undefined>>): Installation {
  const { dataDir, databaseUrl } = readConfig(env);
  return { dataDir, databaseUrl: databaseUrl ?? undefined };
}

export async function openInstallation(installation: Installation): Promise<Database> {
  const { dataDir, databaseUrl } = installation;
  if (databaseUrl === undefined && !fs.existsSync(path.join(dataDir, 'database'))) {
    throw new Error(`there is no database in ${path.resolve(dataDir)}; set DATA_DIR or DATABASE_URL`);
  }
  return openDatabase({
    dataDir,
    databaseUrl,
    migrations: 'none',
    onFatal: (error) => {
      process.stderr.write(`the database failed: ${error.message}\n`);
      process.exit(EXIT.cannotLook);
    },
  });
}

/** One unchanging view of all tables, also while a server writes to them. */
export function frozenView<T>(database: Database, work: (session: Session) => Promise<T>): Promise<T> {
  return database.session(async (session) => {
    await session.exec('begin transaction isolation level repeatable read read only');
    try {
      return await work(session);
    } finally {
      await session.exec('rollback');
    }
  });
}

/** Runs a command's main function and turns what it throws into a message and an exit code. */
export async function runCommand(main: () => Promise<number>): Promise<void> {
  try {
    process.exitCode = await main();
  } catch (error) {
    process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
    process.exitCode = EXIT.cannotLook;
  }
}
