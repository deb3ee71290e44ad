/**
 * Maintenance: reading goes on, and nobody begins to move money, the platform's own accounts
 * included. What was begun goes on by its terms: orders can be cancelled, ticks settle contracts,
 * deposits are credited. It lasts until an operator ends it, and survives a restart; the announced
 * time ends nothing by itself, because only people know whether the work is done.
 */
import type { Operation, Refusal } from '@glasshouse/protocol';
import type { Database } from '../db/database.ts';
import type { Figure } from './figures.ts';
import type { Guard, Guarded } from '../http/guard.ts';
import type { Caller } from '../http/handler.ts';
import type { Log } from '../process/log.ts';
import { timeText } from '../values/times.ts';

export interface MaintenanceTable {
  since_ms: number;
  until_ms: number;
  operator: string;
}

declare module '../db/schema.ts' {
  interface Schema {
    maintenance: MaintenanceTable;
  }
}

export interface Closing {
  readonly sinceMs: number;
  /** When it is expected to end. */
  readonly untilMs: number;
  readonly operator: string;
}

type Listener = (closing: Closing | null) => void;

export class Maintenance {
  readonly #database: Database;
  readonly #listeners: Listener[] = [];
  #closing: Closing | null = null;

  constructor(database: Database) {
    this.#database = database;
  }

  static async open(database: Database): Promise<Maintenance> {
    const maintenance = new Maintenance(database);
    maintenance.#closing = await maintenance.read();
    return maintenance;
  }

  /** Null: the platform is open. */
  get closing(): Closing | null {
    return this.#closing;
  }

  /** As it is stored. */
  async read(): Promise<Closing | null> {
    const row = await this.#database.reads.selectFrom('maintenance').selectAll().executeTakeFirst();
    return row === undefined
      ? null
      : { sinceMs: row.since_ms, untilMs: row.until_ms, operator: row.operator };
  }

  /** Begins, or names another time while it is going on. */
  async begin({ untilMs, operator }: Omit<Closing, 'sinceMs'>, nowMs: number): Promise<Closing> {
    await this.#database.query(
      `insert into maintenance (since_ms, until_ms, operator) values ($1, $2, $3)
       on conflict (singleton) do update set until_ms = excluded.until_ms, operator = excluded.operator`,
      [nowMs, untilMs, operator],
    );
    const closing = (await this.read())!;
    this.#set(closing);
    return closing;
  }

  /** Null: there was none. */
  async end(): Promise<Closing | null> {
    const closing = await this.read();
    await this.#database.query('delete from maintenance');
    this.#set(null);
    return closing;
  }

  onChange(listener: Listener): void {
    this.#listeners.push(listener);
  }

  get figures(): readonly Figure[] {
    return [
      {
        name: 'maintenance',
        help: '1 during maintenance, else 0',
        kind: 'gauge',
        read: () => (this.#closing === null ? 0 : 1),
      },
    ];
  }

  #set(closing: Closing | null): void {
    this.#closing = closing;
    for (const listener of this.#listeners) listener(closing);
  }
}

/** After the announced time people look again this often. */
const LOOK_AGAIN_S = 60;

/** Asked before the guard of persons. A repeated key gets its old answer. */
export class MaintenanceGuard implements Guard {
  readonly #inner: Guard;
  readonly #maintenance: Maintenance;
  readonly #isRepeated: (caller: Pick<Caller, 'userId' | 'idempotency'>) => Promise<boolean>;

  constructor(
    inner: Guard,
    maintenance: Maintenance,
    isRepeated: (caller: Pick<Caller, 'userId' | 'idempotency'>) => Promise<boolean>,
  ) {
    this.#inner = inner;
    this.#maintenance = maintenance;
    this.#isRepeated = isRepeated;
  }

  run(guarded: Guarded, work: () => unknown): unknown {
    const refusal = this.#refusalOf(guarded.operation);
    // Without a key the call may know itself that it was done already. What it submits is refused.
    if (refusal === null || guarded.caller.idempotency === null) return this.#inner.run(guarded, work);
    return this.#isRepeated(guarded.caller).then((isRepeated) =>
      isRepeated ? this.#inner.run(guarded, work) : refusal,
    );
  }

  refusalNow(userId: number, operation: Operation): Refusal | null | Promise<Refusal | null> {
    return this.#refusalOf(operation) ?? this.#inner.refusalNow(userId, operation);
  }

  present(userId: number): void {
    this.#inner.present(userId);
  }

  /** Every operation moves money but the protection of one's own account. */
  #refusalOf(operation: Operation): Refusal | null {
    const { closing } = this.#maintenance;
    if (closing === null || operation === 'settings') return null;
    const { untilMs } = closing;
    const leftS = Math.ceil((untilMs - Date.now()) / 1000);
    return {
      error: 'request/maintenance',
      params: { until: timeText(untilMs) },
      retryAfterS: leftS > 0 ? leftS : LOOK_AGAIN_S,
    };
  }
}

/** The operator's commands. */
export function maintenanceCommands({
  maintenance,
  log,
}: {
  readonly maintenance: Maintenance;
  readonly log: Log;
}) {
  return {
    'maintenance/begin': async (input: Omit<Closing, 'sinceMs'>): Promise<Closing> => {
      const closing = await maintenance.begin(input, Date.now());
      log.warn({ ...closing }, 'maintenance was begun by an operator');
      return closing;
    },
    'maintenance/end': async ({ operator }: { readonly operator: string }): Promise<Closing | null> => {
      const closing = await maintenance.end();
      if (closing !== null) log.warn({ ...closing, operator }, 'maintenance was ended by an operator');
      return closing;
    },
    'maintenance/show': (_input: null) => maintenance.read(),
  };
}
