/**
 * Kysely's connection to a database with projected rows: it takes a connection only when it sends
 * the first statement, so that nobody holds one while waiting for the projector.
 */
import type {
  CompiledQuery,
  DatabaseConnection,
  Dialect,
  Driver,
  QueryResult,
  TransactionSettings,
} from 'kysely';
import type { ProjectedReads } from './projected-reads.ts';

export function projectedDialect(dialect: Dialect, reads: ProjectedReads): Dialect {
  return {
    createAdapter: () => dialect.createAdapter(),
    createDriver: () => new ProjectedDriver(dialect.createDriver(), reads),
    createIntrospector: (kysely) => dialect.createIntrospector(kysely),
    createQueryCompiler: () => dialect.createQueryCompiler(),
  };
}

class ProjectedDriver implements Driver {
  readonly #driver: Driver;
  readonly #reads: ProjectedReads;
  constructor(driver: Driver, reads: ProjectedReads) {
    this.#driver = driver;
    this.#reads = reads;
  }

  init(): Promise<void> {
    return this.#driver.init();
  }

  async acquireConnection(): Promise<LateConnection> {
    return new LateConnection(this.#driver, this.#reads);
  }

  async beginTransaction(connection: LateConnection, settings: TransactionSettings): Promise<void> {
    await this.#driver.beginTransaction(await connection.begin(), settings);
  }
  async commitTransaction(connection: LateConnection): Promise<void> {
    await this.#driver.commitTransaction(await connection.taken());
  }
  async rollbackTransaction(connection: LateConnection): Promise<void> {
    await this.#driver.rollbackTransaction(await connection.taken());
  }
  async releaseConnection(connection: LateConnection): Promise<void> {
    await connection.release();
  }
  destroy(): Promise<void> {
    return this.#driver.destroy();
  }
}

class LateConnection implements DatabaseConnection {
  readonly #driver: Driver;
  readonly #reads: ProjectedReads;
  #connection: DatabaseConnection | null = null;
  #isTransaction = false;
  constructor(driver: Driver, reads: ProjectedReads) {
    this.#driver = driver;
    this.#reads = reads;
  }

  async executeQuery<R>(query: CompiledQuery): Promise<QueryResult<R>> {
    if (!this.#isTransaction) await this.#reads.before(query.sql);
    else if (this.#reads.concerns(query.sql))
      throw new Error(
        `a transaction holds its connection, for which the projector may wait: read projected rows before it begins (${query.sql.slice(0, 200)})`,
      );
    return (await this.taken()).executeQuery<R>(query);
  }

  // Kysely requires it; none of our queries streams.
  // oxlint-disable-next-line require-yield
  async *streamQuery(): AsyncIterableIterator<never> {
    throw new Error('rows are not streamed');
  }

  begin(): Promise<DatabaseConnection> {
    this.#isTransaction = true;
    return this.taken();
  }

  async taken(): Promise<DatabaseConnection> {
    return (this.#connection ??= await this.#driver.acquireConnection());
  }

  async release(): Promise<void> {
    if (this.#connection !== null) await this.#driver.releaseConnection(this.#connection);
  }
}
