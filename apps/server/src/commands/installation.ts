/**
 * Opens the configured installation for the operating commands: never migrates, never creates a
 * missing database. What only a command without a running server needs is loaded then: beside one,
 * a command answers in a third of the time.
 */
import fs from 'node:fs';
import path from 'node:path';
import { readConfig } from '../config.ts';
import type { Database, Parameter, QueryResult, Session } from '../db/database.ts';
import type { RestingCommands, ServerCommands } from '../composition/operating-commands.ts';
import { connectToServer, type RunningServer } from '../operating/socket.ts';
import { EXIT } from './outcome.ts';

const PROGRESS_EVERY_MS = 1_000;

/**
 * Either a running server on the embedded database, which takes requests, or the database itself.
 */
export type Installation =
  | { readonly server: RunningServer<ServerCommands>; readonly database: null }
  | { readonly server: null; readonly database: Database };

export async function withInstallation<T>(work: (installation: Installation) => Promise<T>): Promise<T> {
  const { dataDir, databaseUrl } = readConfig(process.env);
  const server = databaseUrl === null ? await connectToServer<ServerCommands>(dataDir) : null;
  if (server !== null) {
    try {
      return await work({ server, database: null });
    } finally {
      server.close();
    }
  }
  const database = await openInstalled(dataDir, databaseUrl ?? undefined);
  try {
    return await work({ server: null, database });
  } finally {
    await database.close();
  }
}

/**
 * Runs `work` on the tables: in one snapshot of them, or, beside a running server, on the live
 * tables.
 */
export function withSession<T>(work: (session: Session) => Promise<T>): Promise<T> {
  return withInstallation(({ server, database }) =>
    server === null ? frozenView(database, work) : work(sessionOf(server)),
  );
}

/**
 * Each query sees the tables as they are then, and blocks the server's commits only for its own
 * duration.
 */
function sessionOf(server: RunningServer<ServerCommands>): Session {
  return {
    query: async <R>(text: string, params: readonly Parameter[] = []) =>
      (await server.ask('pipeline/query', { text, params })) as QueryResult<R>,
    exec: () => Promise.reject(new Error('a running server is only looked at')),
  };
}

/**
 * Performs a feature's command: by the server that runs on DATA_DIR, so that it knows at once,
 * otherwise on the database.
 */
export async function perform<Name extends keyof RestingCommands>(
  command: Name,
  input: Parameters<RestingCommands[Name]>[0],
): Promise<Awaited<ReturnType<RestingCommands[Name]>>> {
  const config = readConfig(process.env);
  const server = await connectToServer<RestingCommands>(config.dataDir);
  if (server !== null) {
    try {
      return await server.ask(command, input);
    } finally {
      server.close();
    }
  }
  const database = await openInstalled(config.dataDir, config.databaseUrl ?? undefined);
  try {
    await demandNoServer(database);
    const { commandAtRest } = await import('../composition/operating-commands.ts');
    const { createLog } = await import('../process/log.ts');
    const log = createLog(config.logLevel, { isReadable: config.mode === 'demo' });
    const { run, mail, brand } = commandAtRest(command, { config, database, log });
    await brand.load();
    const answer = await (run as (given: typeof input) => ReturnType<RestingCommands[Name]>)(input);
    await mail.deliver();
    await mail.stop();
    return answer as Awaited<typeof answer>;
  } finally {
    await database.close();
  }
}

const LOCK_HELD = `
  select exists (
    select from pg_locks
    where locktype = 'advisory' and granted and objid = $1
      and database = (select oid from pg_database where datname = current_database())
  ) as held`;

/**
 * A server that holds the writer's lock of this database would not hear of the command: what it
 * keeps in memory, such as who is disabled, would stay as it was.
 */
async function demandNoServer(database: Database): Promise<void> {
  const { WRITER_LOCK_ID } = await import('../db/postgres.ts');
  const { rows } = await database.query<{ held: boolean }>(LOCK_HELD, [WRITER_LOCK_ID]);
  if (rows[0]?.held === true)
    throw new Error('a server runs on this database, but not on this DATA_DIR: name the one of the server');
}

async function openInstalled(dataDir: string, databaseUrl: string | undefined): Promise<Database> {
  if (databaseUrl === undefined && !fs.existsSync(path.join(dataDir, 'database'))) {
    throw new Error(`there is no database in ${path.resolve(dataDir)}; set DATA_DIR or DATABASE_URL`);
  }
  const { openDatabase } = await import('../db/open.ts');
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

/** Runs `work` in one snapshot of all tables, even while a server writes to them. */
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

/** Reports the progress of a replay on standard error, at most once a second. */
export function progressTo(lastSeq: number): (exchange: unknown, position: { readonly seq: number }) => void {
  let shownMs = performance.now();
  return (_exchange, { seq }) => {
    if (performance.now() - shownMs < PROGRESS_EVERY_MS) return;
    shownMs = performance.now();
    process.stderr.write(`command ${seq} of ${lastSeq}\n`);
  };
}

/** The last command of the journal; 0 if it is empty. */
export async function lastSeqOf(session: Session): Promise<number> {
  const { rows } = await session.query<{ last: number | null }>(
    'select greatest((select max(last_seq) from journal), (select max(seq) from snapshots)) as last',
  );
  return rows[0]?.last ?? 0;
}
