/**
 * The embedded database: PGlite in a worker thread, durable, locked against a second process, with
 * its own scheduled maintenance.
 */
import fs from 'node:fs';
import path from 'node:path';
import { Kysely } from 'kysely';
import { lockFile } from '../../process/file-lock.ts';
import { DATABASE_CODES, DATABASE_LIMITS, DatabaseError } from '../database.ts';
import type {
  Database,
  DatabaseLimits,
  FatalListener,
  Parameter,
  QueryResult,
  Session,
  WriterSession,
} from '../database.ts';
import { readersOf, type Schema } from '../schema.ts';
import { EmbeddedConnection } from './connection.ts';
import { Gate, type Rank } from './gate.ts';
import { embeddedDialect } from './kysely-dialect.ts';
import { scheduleUpkeep } from './upkeep.ts';

export interface EmbeddedOptions {
  /** The parent folder: the cluster is `<dataDir>/database`, with its lock beside it. */
  readonly dataDir: string;
  readonly onFatal: FatalListener;
  readonly limits?: DatabaseLimits;
  /** Default: nobody, since commands have ended before the first one. */
  readonly onUpkeepError?: ((error: unknown) => void) | undefined;
}

export async function openEmbeddedDatabase(options: EmbeddedOptions): Promise<Database> {
  fs.mkdirSync(options.dataDir, { recursive: true, mode: 0o700 });
  const folder = path.resolve(options.dataDir, 'database');
  const unlock = lockFile(`${folder}.lock`);
  if (unlock === null)
    throw new DatabaseError(
      DATABASE_CODES.locked,
      `the database in ${folder} is in use by another process; stop it first, or give this one another DATA_DIR`,
    );
  try {
    const connection = await EmbeddedConnection.open({ folder }, options.onFatal);
    return assemble(connection, options, unlock);
  } catch (error) {
    unlock();
    throw error;
  }
}

function assemble(
  connection: EmbeddedConnection,
  { dataDir, limits = DATABASE_LIMITS, onUpkeepError = () => undefined }: EmbeddedOptions,
  unlock: () => void,
): Database {
  const gate = new Gate();
  const dialect = embeddedDialect(connection, gate, limits.transactionMs);
  const kysely = new Kysely<Schema>({ dialect });

  async function held<T>(rank: Rank, work: (session: Session) => Promise<T>): Promise<T> {
    await gate.acquire(rank);
    try {
      return await work(connection);
    } finally {
      gate.release();
    }
  }

  const query = <R>(text: string, params?: readonly Parameter[]): Promise<QueryResult<R>> =>
    held('other', (session) => session.query<R>(text, params));
  const writer: WriterSession = {
    // The lock on the folder already excludes every other process.
    claim: async () => {},
    commit: (statement, params) => held('writer', () => connection.commit(statement, params)),
  };
  const stopUpkeep = scheduleUpkeep(
    { query, exec: (sql) => held('other', (session) => session.exec(sql)) },
    { onError: onUpkeepError },
  );

  let closing: Promise<void> | null = null;
  const close = async (): Promise<void> => {
    stopUpkeep();
    await held('other', () => connection.close());
    unlock();
  };

  return {
    kind: 'embedded',
    dataDir,
    kysely,
    reads: readersOf(kysely),
    writer,
    query,
    exec: (sql) => held('other', (session) => session.exec(sql)),
    session: (work) => held('other', work),
    close: () => (closing ??= close()),
  };
}
