/**
 * PostgreSQL 15 or newer by DATABASE_URL: a pool, and a separate connection for the writer. Every
 * wait has a limit, because with the defaults a network partition would block the writer for ever.
 */
import { Kysely, PostgresDialect } from 'kysely';
import pg from 'pg';
import {
  assertCounts,
  type CountedWrite,
  DATABASE_CODES,
  DATABASE_LIMITS,
  type Database,
  type DatabaseLimits,
  DatabaseError,
  type FatalListener,
  type Parameter,
  type ProjectorSession,
  type QueryResult,
  type Session,
  type WriterSession,
} from './database.ts';
import { parseInt8 } from './int8.ts';
import { lateDialect } from './late-dialect.ts';
import { LateTables } from './late-tables.ts';
import { readersOf, type Schema } from './schema.ts';

const SERVER_VERSION_MIN = 150_000;
const POOL_CONNECTIONS_MAX = 8;
const CONNECT_MS_MAX = 5_000;
const READ_MS_MAX = 10_000;
const TRANSACTION_IDLE_MS_MAX = 10_000;
/** A longer commit fails, and with it the process: another one may already have taken over. */
const COMMIT_MS_MAX = 4_500;
/** Writes that take longer than this would let the lists fall behind for good. */
const PROJECTION_MS_MAX = 60_000;
const CLAIM_RETRY_MS = 250;
const REACH_RETRY_MS = 250;
export const WRITER_LOCK_ID = 7_270_002;

/**
 * Time-outs on the server's side, in milliseconds and seconds as PostgreSQL expects them. It
 * ignores them on unix sockets.
 */
const SERVER_SETTINGS =
  '-c synchronous_commit=on -c tcp_user_timeout=5000 -c tcp_keepalives_idle=2 -c tcp_keepalives_interval=1 -c tcp_keepalives_count=3';

/**
 * The projector's rows follow from the journal, so a crash may lose the last ones. Those that
 * somebody has acted on are on the disk with that act, because the log of the database has one
 * order.
 */
const PROJECTOR_SETTINGS = SERVER_SETTINGS.replace('synchronous_commit=on', 'synchronous_commit=off');

/** A call reads few rows. Where the planner expects many, starting workers would cost it 50 ms. */
const READER_SETTINGS = `${SERVER_SETTINGS} -c max_parallel_workers_per_gather=0`;

export interface PostgresOptions {
  readonly url: string;
  readonly onFatal: FatalListener;
  readonly limits?: DatabaseLimits;
}

function clientConfig(url: string, name: string, settings = SERVER_SETTINGS): pg.ClientConfig {
  return {
    connectionString: url,
    application_name: `glasshouse ${name}`,
    options: settings,
    keepAlive: true,
    keepAliveInitialDelayMillis: 2_000,
    connectionTimeoutMillis: CONNECT_MS_MAX,
    types: { getTypeParser: (oid: TypeId, format?: 'text' | 'binary') => parserOf(oid, format) },
  };
}

type TypeId = Parameters<typeof pg.types.getTypeParser>[0];

/** Only bigint differs from the driver's own parsers. */
function parserOf(oid: TypeId, format: 'text' | 'binary' = 'text'): (text: string) => unknown {
  if (oid === pg.types.builtins.INT8 && format === 'text') return parseInt8;
  return format === 'text' ? pg.types.getTypeParser(oid, 'text') : pg.types.getTypeParser(oid, 'binary');
}

export async function openPostgresDatabase(options: PostgresOptions): Promise<Database> {
  const pool = new pg.Pool({
    ...clientConfig(options.url, 'reader', READER_SETTINGS),
    max: POOL_CONNECTIONS_MAX,
    statement_timeout: READ_MS_MAX,
    query_timeout: READ_MS_MAX + 2_000,
    lock_timeout: READ_MS_MAX / 2,
    idle_in_transaction_session_timeout: TRANSACTION_IDLE_MS_MAX,
  });
  // The pool replaces a lost idle connection; a call that was using one gets the error itself.
  pool.on('error', () => {});
  // The pool listens only to idle connections. An unhandled error of one in use would end the
  // process.
  pool.on('connect', (client) => client.on('error', () => {}));
  try {
    await reachServer(pool, options.limits?.reachMs ?? 0);
  } catch (error) {
    await pool.end();
    throw error;
  }
  return assemble(pool, options);
}

/**
 * A server that was lost may be back in a second. A new process for each try would load everything
 * again.
 */
async function reachServer(pool: pg.Pool, reachMs: number): Promise<void> {
  const deadline = performance.now() + reachMs;
  for (;;) {
    try {
      await checkServer(pool);
      return;
    } catch (error) {
      if (!isAway(error) || performance.now() > deadline) throw error;
    }
    await new Promise((resolve) => setTimeout(resolve, REACH_RETRY_MS));
  }
}

/** Refused or reset connections, and SQLSTATEs of a server that starts (57P03) or stops. */
const AWAY: ReadonlySet<unknown> = new Set(['ECONNREFUSED', 'ECONNRESET', '57P01', '57P02', '57P03']);
const AWAY_TEXT = /^Connection terminated/;

function isAway(error: unknown): boolean {
  return (
    error instanceof Error && (('code' in error && AWAY.has(error.code)) || AWAY_TEXT.test(error.message))
  );
}

async function checkServer(pool: pg.Pool): Promise<void> {
  const { rows } = await pool.query<{ version: string; fsync: string; recovery: boolean }>(
    `select current_setting('server_version_num') as version, current_setting('fsync') as fsync, pg_is_in_recovery() as recovery`,
  );
  const server = rows[0];
  if (server === undefined || Number(server.version) < SERVER_VERSION_MIN) {
    throw new Error(
      `DATABASE_URL: PostgreSQL 15 or newer is needed, this one is ${server?.version ?? 'unknown'}`,
    );
  }
  if (server.fsync !== 'on')
    throw new Error(
      'DATABASE_URL: the server runs with fsync off; what it acknowledges would not be durable',
    );
  if (server.recovery) throw new Error('DATABASE_URL: the server is a read-only standby');
}

function assemble(pool: pg.Pool, options: PostgresOptions): Database {
  const projectedTables = new LateTables();
  const dialect = lateDialect(new PostgresDialect({ pool }), projectedTables);
  const kysely = new Kysely<Schema>({ dialect });
  const writer = new PostgresWriter(options);
  let closing: Promise<void> | null = null;
  const close = async (): Promise<void> => {
    await writer.close();
    // Kysely ends the pool only if it has used it.
    await pool.end();
  };
  return {
    kind: 'postgres',
    dataDir: null,
    kysely,
    reads: readersOf(kysely),
    writer,
    projectedTables,
    projectorLink: () => ({ kind: 'postgres', url: options.url }),
    query: async (text, params) => {
      await projectedTables.before(text);
      return run(pool, text, params);
    },
    exec: async (sql) => {
      await projectedTables.before(sql);
      await pool.query(sql);
    },
    session: async (work) => {
      await projectedTables.untilReached();
      return withOwnClient(options.url, work);
    },
    close: () => (closing ??= close()),
  };
}

async function run<R>(
  target: pg.Pool | pg.Client,
  text: string,
  params: readonly Parameter[] = [],
): Promise<QueryResult<R>> {
  const result = await target.query<R & pg.QueryResultRow>(text, [...params]);
  return { rows: result.rows, rowCount: result.rowCount ?? 0 };
}

async function withOwnClient<T>(url: string, work: (session: Session) => Promise<T>): Promise<T> {
  const client = new pg.Client(clientConfig(url, 'session'));
  client.on('error', () => {});
  await client.connect();
  try {
    return await work(sessionOf(client));
  } finally {
    await client.end();
  }
}

function sessionOf(client: pg.Client): Session {
  return {
    query: (text, params) => run(client, text, params),
    exec: async (sql) => void (await client.query(sql)),
  };
}

/** The projector's connection, for its thread. */
export async function openPostgresProjector(url: string): Promise<ProjectorSession> {
  const client = new pg.Client({
    ...clientConfig(url, 'projector', PROJECTOR_SETTINGS),
    statement_timeout: PROJECTION_MS_MAX,
    query_timeout: PROJECTION_MS_MAX,
    lock_timeout: PROJECTION_MS_MAX,
  });
  await client.connect();
  return {
    ...sessionOf(client),
    write: (write) => writeCounted(client, write),
    close: () => client.end(),
  };
}

async function writeCounted(client: pg.Client, write: CountedWrite): Promise<void> {
  const { rows } = await client.query<Record<string, number>>({
    ...write.statement,
    values: [...write.params],
  });
  assertCounts(write, rows[0]);
}

class PostgresWriter implements WriterSession {
  readonly #options: PostgresOptions;
  #client: pg.Client | null = null;
  #isClosing = false;
  constructor(options: PostgresOptions) {
    this.#options = options;
  }

  async claim(): Promise<void> {
    if (this.#client !== null) return;
    const client = new pg.Client({
      ...clientConfig(this.#options.url, 'writer'),
      statement_timeout: COMMIT_MS_MAX,
      query_timeout: COMMIT_MS_MAX,
      lock_timeout: COMMIT_MS_MAX,
    });
    client.on('error', (error) => this.#lost(error));
    client.on('end', () => this.#lost(new Error('the connection ended')));
    await client.connect();
    await waitForLock(client, this.#options.limits?.claimMs ?? DATABASE_LIMITS.claimMs);
    this.#client = client;
  }

  async commit(write: CountedWrite): Promise<void> {
    if (this.#client === null)
      throw new DatabaseError(DATABASE_CODES.stopped, 'this process is not the writer');
    await writeCounted(this.#client, write);
  }

  async close(): Promise<void> {
    this.#isClosing = true;
    await this.#client?.end();
  }

  #lost(error: Error): void {
    if (this.#isClosing || this.#client === null) return;
    this.#client = null;
    this.#options.onFatal(
      new DatabaseError(DATABASE_CODES.stopped, `the writer lost its database connection: ${error.message}`),
    );
  }
}

/**
 * The lock is held until the connection ends, so a killed writer frees it. The journal's primary
 * key protects even without this lock.
 */
async function waitForLock(client: pg.Client, claimMs: number): Promise<void> {
  const deadline = performance.now() + claimMs;
  for (;;) {
    const { rows } = await client.query<{ held: boolean }>('select pg_try_advisory_lock($1) as held', [
      WRITER_LOCK_ID,
    ]);
    if (rows[0]?.held === true) return;
    if (performance.now() > deadline) {
      await client.end();
      throw new DatabaseError(
        DATABASE_CODES.locked,
        'another server is writing to this database; stop it first',
      );
    }
    await new Promise((resolve) => setTimeout(resolve, CLAIM_RETRY_MS));
  }
}
