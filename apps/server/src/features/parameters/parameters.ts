/**
 * Parameters that operators set while the platform runs. Until one is set, the configuration's
 * value is in force. The rate of contracts is a term of the core (`contract-rate.ts`).
 */
import type { Operation } from '@glasshouse/protocol';
import type { Operators } from '../../contract/ports.ts';
import type { Database } from '../../db/database.ts';
import { operationsIn } from '../../values/operation-list.ts';
import {
  DEFAULTS,
  KEPT,
  KEPT_PARAMETERS,
  type ConfiguredParameter,
  type KeptParameter,
} from './kept-parameters.ts';

export interface ParameterVersion {
  readonly version: number;
  readonly name: string;
  readonly value: string;
  readonly operator: string;
  readonly timeMs: number;
}

const LENGTH_MAX = 300;
const LISTED_MAX = 200;

export class Parameters {
  readonly #database: Database;
  /** Adds to the log of operators. */
  readonly #note: Operators['record'];
  readonly #defaults: Readonly<Record<KeptParameter, string>>;
  readonly #set = new Map<string, string>();
  /** The list of operations as it was read last. */
  #identity: { readonly text: string; readonly operations: ReadonlySet<Operation> } = {
    text: '',
    operations: new Set(),
  };

  constructor(
    { database, note }: { readonly database: Database; readonly note: Operators['record'] },
    configured: Readonly<Record<ConfiguredParameter, string>>,
  ) {
    this.#database = database;
    this.#note = note;
    this.#defaults = { ...DEFAULTS, ...configured };
  }

  async load(): Promise<void> {
    const rows = await this.#database.reads
      .selectFrom('parameters')
      .distinctOn('name')
      .select(['name', 'value'])
      .orderBy('name')
      .orderBy('version', 'desc')
      .execute();
    // A value that an earlier version took, and this one does not, is not in force.
    for (const { name, value } of rows)
      if (!Object.hasOwn(KEPT, name) || this.problemOf(name, value) === null) this.#set.set(name, value);
  }

  /** The value of the last version; undefined if none was set. */
  lastSet(name: string): string | undefined {
    return this.#set.get(name);
  }

  get(name: KeptParameter): string {
    return this.#set.get(name) ?? this.#defaults[name];
  }

  needsIdentity(operation: Operation): boolean {
    const text = this.get('identity_required_for');
    if (this.#identity.text !== text) this.#identity = { text, operations: new Set(operationsIn(text)) };
    return this.#identity.operations.has(operation);
  }

  /** What is wrong with a value; null if it can be set. */
  problemOf(name: string, value: string): string | null {
    const check = KEPT[name as KeptParameter] as (typeof KEPT)[KeptParameter] | undefined;
    if (check === undefined || !Object.hasOwn(KEPT, name))
      return `${name} is none of ${KEPT_PARAMETERS.join(', ')}`;
    if (value.length > LENGTH_MAX) return `a value has at most ${LENGTH_MAX} characters`;
    const expected = check(value);
    return expected === null ? null : `${name} takes ${expected}`;
  }

  /** Adds a version, first to the log of operators. The caller has checked the value. */
  async record(name: string, value: string, operator: string): Promise<number> {
    await this.#note({ operator, act: 'machine/set-parameter', subject: name, detail: value });
    const { version } = await this.#database.kysely
      .insertInto('parameters')
      .values({ name, value, operator, time_ms: Date.now() })
      .returning('version')
      .executeTakeFirstOrThrow();
    this.#set.set(name, value);
    return version;
  }

  /** Newest first. */
  async history(): Promise<readonly ParameterVersion[]> {
    const rows = await this.#database.reads
      .selectFrom('parameters')
      .selectAll()
      .orderBy('version', 'desc')
      .limit(LISTED_MAX)
      .execute();
    return rows.map(({ version, name, value, operator, time_ms: timeMs }) => ({
      version,
      name,
      value,
      operator,
      timeMs,
    }));
  }
}
