/**
 * Remembers for a day why a session ended, to tell it whoever still has its token. In memory and
 * bounded: what is forgotten is told "Please login first", as is what never was.
 */
import type { SessionEnd } from '@glasshouse/protocol';

const KEPT_MS = 86_400_000;
/** The end of everybody's sessions at once pushes out older ones; some 10 MB. */
const KEPT_MAX = 50_000;

interface Ended {
  readonly why: SessionEnd;
  readonly atMs: number;
}

export class EndedSessions {
  readonly #max: number;
  /** By the key of the session, oldest first. */
  readonly #ended = new Map<string, Ended>();

  constructor(max = KEPT_MAX) {
    this.#max = max;
  }

  add(sessionKey: string, why: SessionEnd, nowMs: number): void {
    for (const [key, { atMs }] of this.#ended) {
      if (this.#ended.size < this.#max && nowMs - atMs <= KEPT_MS) break;
      this.#ended.delete(key);
    }
    this.#ended.set(sessionKey, { why, atMs: nowMs });
  }

  whyOf(sessionKey: string, nowMs: number): SessionEnd | null {
    const ended = this.#ended.get(sessionKey);
    return ended === undefined || nowMs - ended.atMs > KEPT_MS ? null : ended.why;
  }
}
