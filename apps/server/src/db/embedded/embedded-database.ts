/**
 * The embedded database: PGlite in a worker thread, durable, locked against a second process, with
 * its own scheduled maintenance. Commits are synced in a log of their own, which PGlite takes over
 * behind them; `journal` and `idempotency` are therefore late tables here.
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
import { lateDialect } from '../late-dialect.ts';
import { LateTables } from '../late-tables.ts';
import { readersOf, type Schema } from '../schema.ts';
import { CommitLog, commitLogFolder } from './commit-log.ts';
import { EmbeddedConnection } from './connection.ts';
import { Gate, type Rank } from './gate.ts';
import { embeddedDialect } from './kysely-dialect.ts';
import { serveProjector } from './projector-session.ts';
import { TakeOver, takeOver } from './take-over.ts';
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
  let connection: EmbeddedConnection | null = null;
  try {
    connection = await EmbeddedConnection.open({ folder }, options.onFatal);
    const opened = connection;
    const { rows } = await opened.query<{ taken: number }>('select taken from commit_log');
    const taken = rows[0]?.taken ?? 0;
    const log = await CommitLog.open(commitLogFolder(options.dataDir), {
      taken,
      takeOver: (commits) => takeOver(opened, commits, { isSynced: true }),
    });
    return assemble({ connection: opened, log, unlock }, options);
  } catch (error) {
    // It may have ended already.
    await connection?.close().catch(() => {});
    unlock();
    throw error;
  }
}

interface Opened {
  readonly connection: EmbeddedConnection;
  readonly log: CommitLog;
  readonly unlock: () => void;
}

/** The tables that commits write. */
const COMMITTED = ['journal', 'idempotency'];

function assemble(
  { connection, log, unlock }: Opened,
  { dataDir, onFatal, limits = DATABASE_LIMITS, onUpkeepError = () => undefined }: EmbeddedOptions,
): Database {
  const gate = new Gate();
  const taking = new TakeOver({ log, connection, held: (work) => held('writer', work), onFatal });
  const committedTables = new LateTables();
  committedTables.follow(COMMITTED, () => taking.reached());
  const projectedTables = new LateTables();
  const dialect = lateDialect(embeddedDialect(connection, gate, limits.transactionMs), projectedTables);
  const kysely = new Kysely<Schema>({ dialect });

  async function held<T>(rank: Rank, work: (session: Session) => Promise<T>): Promise<T> {
    await gate.acquire(rank);
    try {
      return await work(connection);
    } finally {
      gate.release();
    }
  }

  const untilWritten = async (text: string): Promise<void> => {
    await projectedTables.before(text);
    await committedTables.before(text);
  };
  const query = async <R>(text: string, params?: readonly Parameter[]): Promise<QueryResult<R>> => {
    await untilWritten(text);
    return held('other', (session) => session.query<R>(text, params));
  };
  const writer: WriterSession = {
    // The lock on the folder already excludes every other process.
    claim: async () => {},
    commit: (write) => taking.commit(write),
  };
  const execNow = (sql: string): Promise<void> => held('other', (session) => session.exec(sql));
  const stopUpkeep = scheduleUpkeep(
    { query, exec: execNow },
    { checkpoint: () => taking.checkpoint(() => execNow('checkpoint')), onError: onUpkeepError },
  );

  let closing: Promise<void> | null = null;
  const close = async (): Promise<void> => {
    stopUpkeep();
    await taking.reached()?.catch(() => {});
    await held('other', () => connection.close());
    await log.close();
    unlock();
  };

  return {
    kind: 'embedded',
    dataDir,
    kysely,
    reads: readersOf(kysely),
    writer,
    projectedTables,
    projectorLink: () =>
      serveProjector({
        query: (text, params) => held('projector', (session) => session.query(text, params)),
        write: (work) => held('projector', () => connection.write(work)),
      }),
    query,
    exec: async (sql) => {
      await untilWritten(sql);
      await execNow(sql);
    },
    session: async (work) => {
      await projectedTables.untilReached();
      await committedTables.untilReached();
      return held('other', work);
    },
    close: () => (closing ??= close()),
  };
}
