/**
 * Parameters that operators set while the platform runs. Until one is set, the configuration's
 * value is in force. The rate of contracts is a term of the core (`contract-rate.ts`).
 */
import { parseDecimal } from '@glasshouse/money';
import {
  CLAIM_DROPPED,
  CLAIM_PARAMETERS,
  CLAIM_SHOWN,
  WITHDRAWAL_CLAIM,
  type ClaimParameter,
} from '@glasshouse/protocol/parameters/claims';
import { isChatAddress, OWN_CHAT } from '../../values/chat-address.ts';
import type { Database } from '../../db/database.ts';
import { hoursIn } from '../../values/opening-hours.ts';

const HOURS_MAX = 720;

const shownOrDropped = (value: string): string | null =>
  value === CLAIM_SHOWN || value === CLAIM_DROPPED ? null : `'${CLAIM_SHOWN}' or '${CLAIM_DROPPED}'`;

/** The claims of the marketing (R1.6), shown until an operator drops them. */
const CLAIMS = Object.fromEntries(CLAIM_PARAMETERS.map((name) => [name, shownOrDropped])) as Record<
  (typeof CLAIM_PARAMETERS)[number],
  typeof shownOrDropped
>;
const LIMIT_DECIMALS = 6;
/** Beyond it nothing is limited: a typing error. */
const LIMIT_MAX_UNITS = 1e9 * 10 ** LIMIT_DECIMALS;
/** Of all withdrawals that a user requests in any 24 hours. */
function dailyLimit(value: string): string | null {
  const units = parseDecimal(value, LIMIT_DECIMALS);
  return typeof units === 'number' && units <= LIMIT_MAX_UNITS
    ? null
    : `an amount of USDT from 0 to 1000000000, with at most ${LIMIT_DECIMALS} decimals`;
}

type OwnDefault = ClaimParameter | 'daily_limit_unverified' | 'daily_limit_verified';
/** Of those that no setting of the configuration has. */
const DEFAULTS: Readonly<Record<OwnDefault, string>> = {
  daily_limit_unverified: '2000',
  daily_limit_verified: '50000',
  claim_deposit_time: CLAIM_SHOWN,
  claim_confirmations: CLAIM_SHOWN,
  claim_market_cap: CLAIM_SHOWN,
  claim_no_early_transfer: CLAIM_SHOWN,
  [WITHDRAWAL_CLAIM]: '24',
};

/** Those that are kept here. */
const KEPT = {
  customer_service_url: (value: string) =>
    isChatAddress(value) ? null : `${OWN_CHAT}, an https address, or nothing`,
  customer_service_email: (value: string) =>
    value === '' || /^[^\s@]+@[^\s@]+\.[^\s@]+$/.test(value) ? null : 'an e-mail address, or nothing',
  support_hours: (value: string) =>
    value === '' || hoursIn(value) !== null
      ? null
      : "hours of one day in UTC such as 'Mon-Fri 08:00-20:00', or nothing for always",
  daily_limit_unverified: dailyLimit,
  daily_limit_verified: dailyLimit,
  ...CLAIMS,
  [WITHDRAWAL_CLAIM]: (value: string) =>
    value === CLAIM_DROPPED || (/^[1-9]\d{0,2}$/.test(value) && Number(value) <= HOURS_MAX)
      ? null
      : `whole hours from 1 to ${HOURS_MAX}, or '${CLAIM_DROPPED}'`,
} as const satisfies Record<string, (value: string) => string | null>;

export type KeptParameter = keyof typeof KEPT;
export const KEPT_PARAMETERS = Object.keys(KEPT) as readonly KeptParameter[];

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
  readonly #defaults: Readonly<Record<KeptParameter, string>>;
  readonly #set = new Map<string, string>();

  constructor(database: Database, configured: Readonly<Record<Exclude<KeptParameter, OwnDefault>, string>>) {
    this.#database = database;
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

  /** What is wrong with a value; null if it can be set. */
  problemOf(name: string, value: string): string | null {
    const check = KEPT[name as KeptParameter] as (typeof KEPT)[KeptParameter] | undefined;
    if (check === undefined || !Object.hasOwn(KEPT, name))
      return `${name} is none of ${KEPT_PARAMETERS.join(', ')}`;
    if (value.length > LENGTH_MAX) return `a value has at most ${LENGTH_MAX} characters`;
    const expected = check(value);
    return expected === null ? null : `${name} takes ${expected}`;
  }

  /** Adds a version. The caller has checked the value. */
  async record(name: string, value: string, operator: string): Promise<number> {
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
