/**
 * Remembers the signed texts of requests for as long as their time lets them be sent again, so that
 * a request somebody has seen cannot be repeated. The text and not the signature, which can be
 * spelled in several ways; those of reads too, because a signature does not say what is asked with
 * it.
 */
import { hash } from 'node:crypto';
import type { Refusal } from '@glasshouse/protocol';

/** Longer than a signed request is accepted: the widest recvWindow, and a clock that is ahead. */
const KEPT_MS = 62_000;
/** Of all keys together, some 40 MB. At the limit the oldest half is let go early. */
const KEPT_MAX = 1_000_000;

export class RepeatedRequests {
  #recent = new Set<number>();
  #older = new Set<number>();
  #sinceMs = 0;

  /** The refusal of a request whose signed text was seen before; null for a new one. */
  take(keyId: string, payload: string, nowMs: number): Refusal | null {
    if (nowMs - this.#sinceMs > KEPT_MS || this.#recent.size >= KEPT_MAX) this.#turn(nowMs);
    const seen = shortOf(`${keyId} ${payload}`);
    if (this.#recent.has(seen) || this.#older.has(seen)) return { error: 'request/repeated' };
    this.#recent.add(seen);
    return null;
  }

  #turn(nowMs: number): void {
    this.#older = this.#recent;
    this.#recent = new Set();
    this.#sinceMs = nowMs;
  }
}

/** 52 bits: with a million remembered, one in 4e9 new ones is taken for one of them. */
const shortOf = (text: string): number => Number.parseInt(hash('sha256', text).slice(0, 13), 16);
