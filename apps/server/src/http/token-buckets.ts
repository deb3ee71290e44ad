/**
 * Token buckets by key. They answer at once, because they are asked before a request is accepted.
 * Limits of sign-ins and codes may wait, so rate-limiter-flexible keeps them (limits.ts).
 */

export interface BucketLimit {
  /** The bucket's capacity. */
  readonly burst: number;
  /** Tokens that return per second. */
  readonly perSecond: number;
}

interface Bucket {
  tokens: number;
  atMs: number;
}

/** Keys kept. Beyond it the oldest key starts again with a full bucket. */
const KEYS_MAX = 100_000;

export class TokenBuckets<Key> {
  readonly limit: BucketLimit;
  readonly #now: () => number;
  readonly #buckets = new Map<Key, Bucket>();

  constructor(limit: BucketLimit, now: () => number = () => performance.now()) {
    this.limit = limit;
    this.#now = now;
  }

  /**
   * Takes one token and returns what is left. Below zero nothing was taken, and the caller must
   * wait that many seconds.
   */
  take(key: Key): number {
    const bucket = this.#bucketOf(key);
    if (bucket.tokens < 1) return -Math.max(1, Math.ceil((1 - bucket.tokens) / this.limit.perSecond));
    bucket.tokens -= 1;
    return Math.floor(bucket.tokens);
  }

  /**
   * Takes tokens for a request that cost more than expected. Missing ones are owed, up to a whole
   * bucket.
   */
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
