/**
 * The embedded database: PGlite in a worker thread, durable, locked against a second process, with
 * its own scheduled maintenance.
 */
import fs from 'node:fs';
import path from 'node:path';
import { MessageChannel } from 'node:worker_threads';
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
import { projectedDialect } from '../projected-dialect.ts';
import { ProjectedReads } from '../projected-reads.ts';
import { readersOf, type Schema } from '../schema.ts';
import { boundMessage } from './bound.ts';
import { EmbeddedConnection } from './connection.ts';
import { Gate, type Rank } from './gate.ts';
import { embeddedDialect } from './kysely-dialect.ts';
import { serveProjector } from './projector-session.ts';
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
  const projectedReads = new ProjectedReads();
  const dialect = projectedDialect(embeddedDialect(connection, gate, limits.transactionMs), projectedReads);
  const kysely = new Kysely<Schema>({ dialect });

  async function held<T>(rank: Rank, work: (session: Session) => Promise<T>): Promise<T> {
    await gate.acquire(rank);
    try {
      return await work(connection);
    } finally {
      gate.release();
    }
  }

  const query = async <R>(text: string, params?: readonly Parameter[]): Promise<QueryResult<R>> => {
    await projectedReads.before(text);
    return held('other', (session) => session.query<R>(text, params));
  };
  const writer: WriterSession = {
    // The lock on the folder already excludes every other process.
    claim: async () => {},
    commit: (write) => held('writer', () => connection.write(boundMessage(write))),
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
    projectedReads,
    projectorLink: () => {
      const { port1, port2 } = new MessageChannel();
      serveProjector(port1, {
        query: (text, params) => held('projector', (session) => session.query(text, params)),
        write: (work) => held('projector', () => connection.write(work)),
      });
      return { kind: 'embedded', port: port2 };
    },
    query,
    exec: (sql) => held('other', (session) => session.exec(sql)),
    session: async (work) => {
      await projectedReads.untilReached();
      return held('other', work);
    },
    close: () => (closing ??= close()),
  };
}
