/**
 * Parameters that operators set while the platform runs. Until one is set, the configuration's
 * value is in force. The rate of contracts is a term of the core (`contract-rate.ts`).
 */
import type { Operation } from '@glasshouse/protocol';
import { PARAMETER_LENGTH_MAX, type ParameterVersion } from '@glasshouse/protocol/parameters/office';
import type { Selectable } from 'kysely';
import type { Doer } from '../../contract/operator-acts.ts';
import type { Database } from '../../db/database.ts';
import { operationsIn } from '../../values/operation-list.ts';
import {
  definitionOf,
  KEPT_PARAMETERS,
  type ConfiguredParameter,
  type KeptParameter,
} from './kept-parameters.ts';
import type { ParametersTable } from './tables.ts';

const LISTED_MAX = 200;
const VERSIONS_MAX = 50;

export class Parameters {
  readonly #database: Database;
  readonly #configured: Readonly<Record<ConfiguredParameter, string>>;
  readonly #set = new Map<string, ParameterVersion>();
  /** The version of each that is set. */
  readonly #versions = new Map<string, number>();
  /** The list of operations as it was read last. */
  #identity: { readonly text: string; readonly operations: ReadonlySet<Operation> } = {
    text: '',
    operations: new Set(),
  };

  constructor(database: Database, configured: Readonly<Record<ConfiguredParameter, string>>) {
    this.#database = database;
    this.#configured = configured;
  }

  async load(): Promise<void> {
    const rows = await this.#database.reads
      .selectFrom('parameters')
      .distinctOn('name')
      .selectAll()
      .orderBy('name')
      .orderBy('version', 'desc')
      .execute();
    // A value that an earlier version took, and this one does not, is not in force.
    for (const row of rows) if (definitionOf(row.name)?.isValid(row.value) !== false) this.#keep(row);
  }

  /** The value of the last version; undefined if none was set. */
  lastSet(name: string): string | undefined {
    return this.#set.get(name)?.value;
  }

  /** The last version; null if none was set. */
  lastVersion(name: string): ParameterVersion | null {
    return this.#set.get(name) ?? null;
  }

  /** In force until one is set. */
  standardOf(name: KeptParameter): string {
    return definitionOf(name)?.standard ?? this.#configured[name as ConfiguredParameter];
  }

  get(name: KeptParameter): string {
    return this.lastSet(name) ?? this.standardOf(name);
  }

  needsIdentity(operation: Operation): boolean {
    const text = this.get('identity_required_for');
    if (this.#identity.text !== text) this.#identity = { text, operations: new Set(operationsIn(text)) };
    return this.#identity.operations.has(operation);
  }

  /** What is wrong with a value, such as 'at most 300 characters'; null if it can be set. */
  problemOf(name: string, value: string): string | null {
    const definition = definitionOf(name);
    if (definition === undefined) return `one of ${KEPT_PARAMETERS.join(', ')}`;
    if (value.length > PARAMETER_LENGTH_MAX) return `at most ${PARAMETER_LENGTH_MAX} characters`;
    return definition.isValid(value) ? null : definition.takes;
  }

  /** Adds a version. The caller has checked the value, and its act is in the log of operators. */
  async record(name: string, value: string, { operator, second, reason }: Doer): Promise<number> {
    const row = await this.#database.kysely
      .insertInto('parameters')
      .values({ name, value, operator, second, reason, time_ms: Date.now() })
      .returningAll()
      .executeTakeFirstOrThrow();
    this.#keep(row);
    return row.version;
  }

  /** Of two that are set at once the later version stays, whichever answer comes first. */
  #keep(row: Selectable<ParametersTable>): void {
    if (row.version <= (this.#versions.get(row.name) ?? 0)) return;
    this.#versions.set(row.name, row.version);
    this.#set.set(row.name, versionOf(row));
  }

  /** Of all parameters, newest first. */
  history(): Promise<readonly Selectable<ParametersTable>[]> {
    return this.#database.reads
      .selectFrom('parameters')
      .selectAll()
      .orderBy('version', 'desc')
      .limit(LISTED_MAX)
      .execute();
  }

  /** Of one, newest first. */
  async versionsOf(name: string): Promise<readonly ParameterVersion[]> {
    const rows = await this.#database.reads
      .selectFrom('parameters')
      .selectAll()
      .where('name', '=', name)
      .orderBy('version', 'desc')
      .limit(VERSIONS_MAX)
      .execute();
    return rows.map(versionOf);
  }
}

const versionOf = ({
  value,
  time_ms: time,
  operator,
  second,
  reason,
}: Selectable<ParametersTable>): ParameterVersion => ({ value, time, operator, second, reason });
