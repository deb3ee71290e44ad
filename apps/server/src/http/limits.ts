/** How often one address on the network may do what is costly or tempting to guess. One table, so that an operator can tune it. */
import { RateLimiterMemory } from 'rate-limiter-flexible';

interface Limit {
  /** Calls within the window. */
  readonly points: number;
  /** The window in seconds. */
  readonly duration: number;
}

/** By IP. Generous enough for an office behind one address; guesses are held off by the limits per account. */
export const IP_LIMITS = {
  'send-code': { points: 240, duration: 600 },
  'sign-in': { points: 600, duration: 600 },
} as const satisfies Record<string, Limit>;

/** By account and the place on the network that asks, so that strangers elsewhere cannot shut the owner out. */
export const ACCOUNT_LIMITS = {
  /** Codes for one address, all purposes together. */
  'codes-hourly': { points: 20, duration: 3600 },
  /** Wrong passwords at the door of one account; inside also by session. */
  'wrong-sign-in': { points: 10, duration: 900 },
  /** Photos of documents, by user. */
  upload: { points: 40, duration: 3600 },
  /** Wrong Google codes. */
  'wrong-google-code': { points: 10, duration: 900 },
  /**
   * By e-mail address and neighbourhood: codes that are asked for from where its owner never signed
   * in.
   */
  'codes-for-neighbourhood': { points: 20, duration: 3600 },
  /** By e-mail address alone, likewise. */
  'codes-for-strangers': { points: 200, duration: 3600 },
  /** How often an address is told that no more codes go out to strangers. */
  'codes-ended-mail': { points: 1, duration: 3600 },
} as const satisfies Record<string, Limit>;

const NEVER_WIDENED: ReadonlySet<string> = new Set([
  'wrong-sign-in',
  'upload',
  'wrong-google-code',
  'codes-for-neighbourhood',
  'codes-for-strangers',
  'codes-ended-mail',
]);

type LimitName = keyof typeof IP_LIMITS | keyof typeof ACCOUNT_LIMITS;

export class RateLimits {
  private readonly limiters = new Map<LimitName, RateLimiterMemory>();

  /** `factor` widens what depends on who shares an address; guesses at one account are never widened. */
  constructor(factor = 1) {
    for (const [name, limit] of Object.entries({ ...IP_LIMITS, ...ACCOUNT_LIMITS })) {
      const points = NEVER_WIDENED.has(name) ? limit.points : limit.points * factor;
      const { duration } = limit;
      this.limiters.set(name as LimitName, new RateLimiterMemory({ points, duration, keyPrefix: name }));
    }
  }

  /** Takes one point; false when none is left. What is guessed takes it before it is looked at: tries sent at once count like others. */
  async take(name: LimitName, key: string): Promise<boolean> {
    try {
      await this.limiters.get(name)?.consume(key, 1);
      return true;
    } catch (rejected) {
      if (rejected instanceof Error) throw rejected;
      return false;
    }
  }

  /** Whether a point is left, without taking it. */
  async has(name: LimitName, key: string): Promise<boolean> {
    const state = await this.limiters.get(name)?.get(key);
    return state === null || state === undefined || state.remainingPoints > 0;
  }

  /** What was no guess, or a right one, does not count. */
  async giveBack(name: LimitName, key: string): Promise<void> {
    await this.limiters.get(name)?.reward(key, 1);
  }

  async forget(name: LimitName, key: string): Promise<void> {
    await this.limiters.get(name)?.delete(key);
  }
}
