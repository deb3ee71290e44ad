/**
 * Kysely on a database with late tables: it takes a connection only when it sends
 * the first statement, so that nobody holds one while waiting for rows.
 */
import type {
  CompiledQuery,
  DatabaseConnection,
  Dialect,
  Driver,
  QueryResult,
  TransactionSettings,
} from 'kysely';
import type { LateTables } from './late-tables.ts';

export function lateDialect(dialect: Dialect, tables: LateTables): Dialect {
  return {
    createAdapter: () => dialect.createAdapter(),
    createDriver: () => new LateDriver(dialect.createDriver(), tables),
    createIntrospector: (kysely) => dialect.createIntrospector(kysely),
    createQueryCompiler: () => dialect.createQueryCompiler(),
  };
}

class LateDriver implements Driver {
  readonly #driver: Driver;
  readonly #tables: LateTables;
  constructor(driver: Driver, tables: LateTables) {
    this.#driver = driver;
    this.#tables = tables;
  }

  init(): Promise<void> {
    return this.#driver.init();
  }

  async acquireConnection(): Promise<LateConnection> {
    return new LateConnection(this.#driver, this.#tables);
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
  readonly #tables: LateTables;
  #connection: DatabaseConnection | null = null;
  #isTransaction = false;
  constructor(driver: Driver, tables: LateTables) {
    this.#driver = driver;
    this.#tables = tables;
  }

  async executeQuery<R>(query: CompiledQuery): Promise<QueryResult<R>> {
    if (!this.#isTransaction) await this.#tables.before(query.sql);
    else if (this.#tables.areNamedIn(query.sql))
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
