/**
 * How much each key may still do: tokens that come back with time. Answers at once, since it is asked before a request is taken on; the
 * limits of sign-ins and codes, which may wait, are those of rate-limiter-flexible (limits.ts).
 */

export interface BucketLimit {
  /** What may be done at once. */
  readonly burst: number;
  /** What comes back in a second. */
  readonly perSecond: number;
}

interface Bucket {
  tokens: number;
  atMs: number;
}

/** Keys that are remembered; beyond it the one that began longest ago starts anew with a full bucket. */
const KEYS_MAX = 100_000;

export class TokenBuckets<Key> {
  readonly limit: BucketLimit;
  readonly #now: () => number;
  readonly #buckets = new Map<Key, Bucket>();

  constructor(limit: BucketLimit, now: () => number = () => performance.now()) {
    this.limit = limit;
    this.#now = now;
  }

  /** What is left after taking one token; below zero, nothing was taken and that many seconds have to pass. */
  take(key: Key): number {
    const bucket = this.#bucketOf(key);
    if (bucket.tokens < 1) return -Math.max(1, Math.ceil((1 - bucket.tokens) / this.limit.perSecond));
    bucket.tokens -= 1;
    return Math.floor(bucket.tokens);
  }

  /** Takes tokens for what has cost more than was asked for; what is not there is owed, up to a whole bucket. */
  spend(key: Key, tokens: number): void {
    const bucket = this.#bucketOf(key);
    bucket.tokens = Math.max(-this.limit.burst, bucket.tokens - tokens);
  }

  #bucketOf(key: Key): Bucket {
    const { burst, perSecond } = this.limit;
    const nowMs = this.#now();
    let bucket = this.#buckets.get(key);
    if (bucket === undefined) {
      bucket = { tokens: burst, atMs: nowMs };
      this.#makeRoom();
      this.#buckets.set(key, bucket);
    }
    bucket.tokens = Math.min(burst, bucket.tokens + ((nowMs - bucket.atMs) / 1000) * perSecond);
    bucket.atMs = nowMs;
    return bucket;
  }

  #makeRoom(): void {
    if (this.#buckets.size < KEYS_MAX) return;
    for (const [key] of this.#buckets) {
      this.#buckets.delete(key);
      return;
    }
  }
}
