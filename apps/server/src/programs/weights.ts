/**
 * What programs may ask for: a weight a minute for each network, and orders in ten seconds and a
 * day for each user. Who goes on beyond the weight is refused without being heard for a while (HTTP
 * 418), each time twice as long.
 */
import type { Refusal } from '@glasshouse/protocol';
import type { UsedLimit } from '@glasshouse/protocol/programs';

export const PROGRAM_LIMITS = {
  /** Of all requests from one network, in a minute. */
  weightOfMinute: 6_000,
  ordersOf10s: 500,
  ordersOfDay: 200_000,
} as const;
export type ProgramLimits = Readonly<Record<keyof typeof PROGRAM_LIMITS, number>>;

/** The limits in force, by RATE_LIMIT_FACTOR. */
export function programLimits(factor: number): ProgramLimits {
  const { weightOfMinute, ordersOf10s, ordersOfDay } = PROGRAM_LIMITS;
  return {
    weightOfMinute: weightOfMinute * factor,
    ordersOf10s: ordersOf10s * factor,
    ordersOfDay: ordersOfDay * factor,
  };
}

const MINUTE_MS = 60_000;
const ORDERS_MS = 10_000;
const DAY_MS = 86_400_000;
/** Requests beyond the weight after which a network is banned. */
const DEFIED_MAX = 100;
const BAN_MS = 120_000;
const BAN_MAX_MS = 3 * DAY_MS;
/** Networks and users that are remembered. Beyond it the oldest are forgotten. */
const KEPT_MAX = 100_000;

interface Network {
  minute: number;
  used: number;
  defied: number;
  bans: number;
  bannedUntilMs: number;
}

interface Orders {
  tenth: number;
  inTen: number;
  day: number;
  inDay: number;
}

export interface OrderCounts {
  readonly inTen: number;
  readonly inDay: number;
}

export class Weights {
  readonly #networks = new Map<string, Network>();
  readonly #orders = new Map<number, Orders>();
  /** The limits in force. */
  readonly limits: ProgramLimits;
  readonly #now: () => number;

  constructor({ factor, now = Date.now }: { readonly factor: number; readonly now?: () => number }) {
    this.limits = programLimits(factor);
    this.#now = now;
  }

  /** Counts a request; the refusal if it is beyond the limit. */
  take(network: string, weight: number): Refusal | null {
    const nowMs = this.#now();
    const one = this.#networkOf(network, nowMs);
    if (one.bannedUntilMs > nowMs) return tooMany(one.bannedUntilMs - nowMs, true);
    one.used += weight;
    if (one.used <= this.limits.weightOfMinute) return null;
    if (++one.defied > DEFIED_MAX) {
      one.defied = 0;
      const banMs = Math.min(BAN_MS * 2 ** one.bans++, BAN_MAX_MS);
      one.bannedUntilMs = nowMs + banMs;
      return tooMany(banMs, true);
    }
    return tooMany((one.minute + 1) * MINUTE_MS - nowMs, false);
  }

  /** The weight that a network has used in this minute. */
  usedBy(network: string): number {
    return this.#networkOf(network, this.#now()).used;
  }

  /** Counts new orders of a user; the refusal if they are beyond the limit. */
  takeOrders(userId: number, count: number): Refusal | null {
    const one = this.#ordersOf(userId);
    const { ordersOf10s, ordersOfDay } = this.limits;
    if (one.inTen + count > ordersOf10s) return tooManyOrders((one.tenth + 1) * ORDERS_MS - this.#now());
    if (one.inDay + count > ordersOfDay) return tooManyOrders((one.day + 1) * DAY_MS - this.#now());
    one.inTen += count;
    one.inDay += count;
    return null;
  }

  ordersOf(userId: number): OrderCounts {
    return this.#ordersOf(userId);
  }

  /** The order limits, and how much of each a user has used. */
  orderLimitsOf(userId: number): UsedLimit[] {
    const { inTen, inDay } = this.#ordersOf(userId);
    const { ordersOf10s, ordersOfDay } = this.limits;
    const rateLimitType = 'ORDERS';
    return [
      { rateLimitType, interval: 'SECOND', intervalNum: 10, limit: ordersOf10s, count: inTen },
      { rateLimitType, interval: 'DAY', intervalNum: 1, limit: ordersOfDay, count: inDay },
    ];
  }

  #networkOf(network: string, nowMs: number): Network {
    const minute = Math.floor(nowMs / MINUTE_MS);
    let one = this.#networks.get(network);
    if (one === undefined) {
      forgetOldest(this.#networks);
      one = { minute, used: 0, defied: 0, bans: 0, bannedUntilMs: 0 };
      this.#networks.set(network, one);
    }
    if (one.minute !== minute) {
      // A minute within the limit forgives one ban; those of a ban itself do not count.
      const wasHeard = one.bannedUntilMs <= one.minute * MINUTE_MS;
      if (wasHeard && one.used <= this.limits.weightOfMinute) one.bans = Math.max(0, one.bans - 1);
      one.minute = minute;
      one.used = 0;
      one.defied = 0;
    }
    return one;
  }

  #ordersOf(userId: number): Orders {
    const nowMs = this.#now();
    const tenth = Math.floor(nowMs / ORDERS_MS);
    const day = Math.floor(nowMs / DAY_MS);
    let one = this.#orders.get(userId);
    if (one === undefined) {
      forgetOldest(this.#orders);
      one = { tenth, inTen: 0, day, inDay: 0 };
      this.#orders.set(userId, one);
    }
    if (one.tenth !== tenth) {
      one.tenth = tenth;
      one.inTen = 0;
    }
    if (one.day !== day) {
      one.day = day;
      one.inDay = 0;
    }
    return one;
  }
}

function forgetOldest(kept: Map<unknown, unknown>): void {
  if (kept.size < KEPT_MAX) return;
  const [oldest] = kept.keys();
  kept.delete(oldest);
}

const tooMany = (waitMs: number, isBanned: boolean): Refusal => ({
  error: isBanned ? 'request/banned' : 'request/too-many',
  retryAfterS: Math.max(1, Math.ceil(waitMs / 1000)),
});

const tooManyOrders = (waitMs: number): Refusal => ({
  error: 'request/too-many-orders',
  retryAfterS: Math.max(1, Math.ceil(waitMs / 1000)),
});
