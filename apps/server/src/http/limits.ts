/**
 * Rate limits on operations that are expensive or worth guessing at. One table, so that an operator
 * can tune it. Guesses at what guards money or the back office are counted in the database, so that
 * a restart forgets none (D0019).
 */
import { hash } from 'node:crypto';
import type { Refusal } from '@glasshouse/protocol';
import { RateLimiterMemory, RateLimiterPostgres, type RateLimiterAbstract } from 'rate-limiter-flexible';
import type { Database, Parameter } from '../db/database.ts';

interface Limit {
  /** Calls within the window. */
  readonly points: number;
  /** The window in seconds. */
  readonly duration: number;
}

/**
 * Limits by network, or by area if a line says so. Generous enough for an office behind one
 * address; the limits per account stop guesses.
 */
export const IP_LIMITS = {
  'send-code': { points: 240, duration: 600 },
  'sign-in': { points: 600, duration: 600 },
  /** Sign-ins to the back office. Sign-ins to the site from the same network do not count. */
  'office-sign-in': { points: 600, duration: 600 },
  /** Chats that visitors and users of a network begin. */
  'chat-open': { points: 10, duration: 600 },
  /** Pictures that a visitor's network, or a user, looks at. */
  'chat-look': { points: 120, duration: 600 },
  /** Messages of visitors of a network. */
  'chat-message': { points: 300, duration: 600 },
  /**
   * The same for an area: neighbouring networks, of which one customer of a provider may have many.
   */
  'chat-open-of-area': { points: 50, duration: 600 },
  'chat-message-of-area': { points: 1_500, duration: 600 },
  /** Answers whether an article helped. */
  feedback: { points: 60, duration: 3600 },
} as const satisfies Record<string, Limit>;

/** Limits of all callers together. */
export const SHARED_LIMITS = {
  'feedback-of-all': { points: 5_000, duration: 3600 },
} as const satisfies Record<string, Limit>;

/** By account and the requesting network, so that strangers elsewhere cannot lock the owner out. */
export const ACCOUNT_LIMITS = {
  /** Codes for one address, for all purposes together. */
  'codes-hourly': { points: 20, duration: 3600 },
  /** Wrong passwords at the sign-in of one account; within a session also by session. */
  'wrong-sign-in': { points: 10, duration: 900 },
  /** By session: changes that need only the password as proof. */
  'password-confirmed': { points: 10, duration: 3600 },
  /** By user: changes of limits on oneself, and exclusions. */
  'self-limits': { points: 60, duration: 3600 },
  /** Messages and pictures of one chat. */
  'chat-words': { points: 60, duration: 300 },
  /** Failed sign-ins of an operator, by name and network. */
  'operator-sign-in': { points: 10, duration: 900 },
  /** Wrong codes of an operator after the right password, by name. */
  'wrong-operator-code': { points: 5, duration: 900 },
  /** Photos of documents, by user; pictures of chats, also by a visitor's network. */
  upload: { points: 40, duration: 3600 },
  /** Pictures that visitors of an area send. */
  'chat-picture-of-area': { points: 200, duration: 3600 },
  /** Wrong Google codes. */
  'wrong-google-code': { points: 10, duration: 900 },
  /** By e-mail address and neighbourhood: codes requested from where the owner never signed in. */
  'codes-for-neighbourhood': { points: 20, duration: 3600 },
  /** By e-mail address alone, likewise. */
  'codes-for-strangers': { points: 200, duration: 3600 },
  /**
   * By e-mail address, from anywhere: codes of six digits that nobody used. The next have twelve.
   */
  'short-codes': { points: 5, duration: 86_400 },
  /** How often an address is notified that codes requested by strangers are no longer sent. */
  'codes-ended-mail': { points: 1, duration: 3600 },
} as const satisfies Record<string, Limit>;

/**
 * Mails to addresses without an account. Each neighbourhood has its own, whatever the others do;
 * beyond them all share the rest.
 */
export const NEWCOMER_LIMITS = {
  'newcomers-of-neighbourhood': { points: 20, duration: 3600 },
  newcomers: { points: 1000, duration: 3600 },
  /** By user: codes for a new address of the account, whoever owns that address. */
  'email-change': { points: 20, duration: 3600 },
} as const satisfies Record<string, Limit>;

const NEVER_WIDENED: ReadonlySet<string> = new Set([
  'wrong-sign-in',
  'operator-sign-in',
  'wrong-operator-code',
  'chat-words',
  'password-confirmed',
  'self-limits',
  'upload',
  'chat-picture-of-area',
  'wrong-google-code',
  'codes-for-neighbourhood',
  'codes-for-strangers',
  'short-codes',
  'codes-ended-mail',
  'email-change',
]);

/**
 * Counted in the database: guesses at passwords and codes, and the mails that bring codes to guess
 * at. Tries of a mailed code, of fund passwords and of an account's authenticator have tables of
 * their own.
 */
const KEPT: ReadonlySet<string> = new Set([
  'wrong-sign-in',
  'operator-sign-in',
  'wrong-operator-code',
  'wrong-google-code',
  'codes-hourly',
  'codes-for-neighbourhood',
  'codes-for-strangers',
  'short-codes',
]);
const KEPT_TABLE = 'counted_guesses';

const ALL_LIMITS = { ...IP_LIMITS, ...SHARED_LIMITS, ...ACCOUNT_LIMITS, ...NEWCOMER_LIMITS };
export type LimitName = keyof typeof ALL_LIMITS;

interface Store {
  /** Where guesses are counted. */
  readonly database: Pick<Database, 'query'>;
  /**
   * Multiplies limits that depend on how many people share an address; limits of guesses at one
   * account stay.
   */
  readonly factor?: number;
}

export class RateLimits {
  readonly #limiters = new Map<LimitName, RateLimiterAbstract>();
  readonly #database: Store['database'];

  constructor({ database, factor = 1 }: Store) {
    this.#database = database;
    for (const [name, limit] of Object.entries(ALL_LIMITS)) {
      const points = NEVER_WIDENED.has(name) ? limit.points : limit.points * factor;
      const options = { points, duration: limit.duration, keyPrefix: name };
      const limiter = KEPT.has(name) ? keptLimiter(database, options) : new RateLimiterMemory(options);
      this.#limiters.set(name as LimitName, limiter);
    }
  }

  /**
   * Takes one point; false if none is left. Guesses take theirs before they are checked, so that
   * concurrent ones count too, and so does one after which the process ends.
   */
  async take(name: LimitName, key: string): Promise<boolean> {
    try {
      await this.#limiters.get(name)?.consume(keyOf(name, key), 1);
      return true;
    } catch (rejected) {
      if (rejected instanceof Error) throw rejected;
      return false;
    }
  }

  /** Whether a point is left, without taking it. */
  async has(name: LimitName, key: string): Promise<boolean> {
    const state = await this.#limiters.get(name)?.get(keyOf(name, key));
    return state === null || state === undefined || state.remainingPoints > 0;
  }

  /** The refusal of one who has no point left, with the time until points return. */
  async tooMany(name: LimitName, key: string): Promise<Refusal> {
    const state = await this.#limiters.get(name)?.get(keyOf(name, key));
    const waitMs = state?.msBeforeNext ?? 0;
    return { error: 'request/too-many', retryAfterS: Math.max(1, Math.ceil(waitMs / 1000)) };
  }

  /** Returns a point, because the attempt was correct or was no guess; never one too many. */
  async giveBack(name: LimitName, key: string): Promise<void> {
    const limiter = this.#limiters.get(name);
    const state = (await limiter?.get(keyOf(name, key))) ?? null;
    if (state !== null && state.consumedPoints > 0) await limiter?.reward(keyOf(name, key), 1);
  }

  async forget(name: LimitName, key: string): Promise<void> {
    await this.#limiters.get(name)?.delete(keyOf(name, key));
  }

  /** Removes counts whose time is over. Runs once a minute. */
  async removeOld(): Promise<void> {
    await this.#database.query(`delete from ${KEPT_TABLE} where expire < $1`, [Date.now()]);
  }
}

/** Whom a stored limit counts for, such as an address of mail, is stored as a hash. */
const keyOf = (name: LimitName, key: string): string =>
  KEPT.has(name) ? hash('sha256', key, 'base64url') : key;

interface KeptLimit extends Limit {
  readonly keyPrefix: string;
}

function keptLimiter(database: Pick<Database, 'query'>, limit: KeptLimit): RateLimiterAbstract {
  const query = ({ text, values }: { readonly text: string; readonly values: readonly Parameter[] }) =>
    database.query(text, values);
  return new RateLimiterPostgres({
    ...limit,
    storeClient: { query },
    storeType: 'client',
    tableName: KEPT_TABLE,
    tableCreated: true,
    clearExpiredByTimeout: false,
    // Whoever goes on guessing beyond the limit costs no statement.
    inMemoryBlockOnConsumed: limit.points + 1,
  });
}
