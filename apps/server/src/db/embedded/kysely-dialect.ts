/**
 * Kysely on the embedded database's one connection. A query holds it while it runs, a transaction
 * for its whole length, within a limit.
 */
import {
  type CompiledQuery,
  type DatabaseConnection,
  type Dialect,
  type Driver,
  PostgresAdapter,
  PostgresIntrospector,
  PostgresQueryCompiler,
  type QueryResult as KyselyResult,
} from 'kysely';
import { DATABASE_CODES, DatabaseError, type Parameter, type Session } from '../database.ts';
import type { Gate } from './gate.ts';

/** A transaction longer than `transactionMs` is rolled back. */
export function embeddedDialect(session: Session, gate: Gate, transactionMs: number): Dialect {
  return {
    createAdapter: () => new PostgresAdapter(),
    createDriver: () => new EmbeddedDriver(session, gate, transactionMs),
    createIntrospector: (kysely) => new PostgresIntrospector(kysely),
    createQueryCompiler: () => new PostgresQueryCompiler(),
  };
}

class EmbeddedDriver implements Driver {
  readonly #session: Session;
  readonly #gate: Gate;
  readonly #transactionMs: number;
  constructor(session: Session, gate: Gate, transactionMs: number) {
    this.#session = session;
    this.#gate = gate;
    this.#transactionMs = transactionMs;
  }

  async init(): Promise<void> {}

  async acquireConnection(): Promise<HeldConnection> {
    await this.#gate.acquire('other');
    return new HeldConnection(this.#session, this.#gate, this.#transactionMs);
  }

  async beginTransaction(connection: HeldConnection): Promise<void> {
    await connection.begin();
  }
  async commitTransaction(connection: HeldConnection): Promise<void> {
    await connection.run('commit', []);
  }
  async rollbackTransaction(connection: HeldConnection): Promise<void> {
    await connection.rollback();
  }
  async releaseConnection(connection: HeldConnection): Promise<void> {
    connection.release();
  }
  async destroy(): Promise<void> {}
}

class HeldConnection implements DatabaseConnection {
  readonly #session: Session;
  readonly #gate: Gate;
  readonly #transactionMs: number;
  #timer: NodeJS.Timeout | undefined;
  #state: 'held' | 'expired' | 'released' = 'held';
  constructor(session: Session, gate: Gate, transactionMs: number) {
    this.#session = session;
    this.#gate = gate;
    this.#transactionMs = transactionMs;
  }

  async executeQuery<R>(query: CompiledQuery): Promise<KyselyResult<R>> {
    const { rows, rowCount } = await this.run(query.sql, query.parameters as readonly Parameter[]);
    return { rows: [...rows] as R[], numAffectedRows: BigInt(rowCount) };
  }

  // Kysely requires it; none of our queries streams.
  // oxlint-disable-next-line require-yield
  async *streamQuery(): AsyncIterableIterator<never> {
    throw new Error('the embedded database does not stream rows');
  }

  async run(
    text: string,
    params: readonly Parameter[],
  ): Promise<{ rows: readonly unknown[]; rowCount: number }> {
    if (this.#state !== 'held') {
      throw new DatabaseError(
        DATABASE_CODES.transactionTooLong,
        `a transaction was rolled back after ${this.#transactionMs} ms`,
      );
    }
    return this.#session.query(text, params);
  }

  async begin(): Promise<void> {
    await this.run('begin', []);
    this.#timer = setTimeout(() => void this.#expire(), this.#transactionMs);
  }

  async rollback(): Promise<void> {
    if (this.#state === 'held') await this.run('rollback', []);
  }

  release(): void {
    clearTimeout(this.#timer);
    if (this.#state === 'held') this.#gate.release();
    this.#state = 'released';
  }

  async #expire(): Promise<void> {
    if (this.#state !== 'held') return;
    this.#state = 'expired';
    try {
      await this.#session.query('rollback');
    } finally {
      this.#gate.release();
    }
  }
}
