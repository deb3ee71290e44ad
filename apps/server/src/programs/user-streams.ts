/**
 * The events of accounts for programs. Each has a number; the last ones of a user who listens are
 * kept, so that a program that lost its line gets what it missed.
 */
import type { ProgramEvent, ProgramEvents } from '../contract/program-events.ts';
import type { CommittedBatch } from '../pipeline/batch.ts';

/** What is sent of an event: `seq` rises by one with each event of the user. */
export interface NumberedEvent {
  readonly seq: number;
  readonly event: ProgramEvent['event'];
}

export type Listener = (event: NumberedEvent) => void;

/** Events of a user that are kept, and for how long after nobody listens any more. */
const KEPT_MAX = 2_000;
/** Of all users, some 100 MB. Beyond it each keeps the newer half. */
const KEPT_OF_ALL_MAX = 200_000;
const KEPT_MS = 600_000;
/** Users of whom events are kept. Beyond it whoever nobody listens to is forgotten first. */
const USERS_MAX = 10_000;

interface UserStream {
  readonly listeners: Set<Listener>;
  /** The newest last. */
  readonly kept: NumberedEvent[];
  lastSeq: number;
  /** When the last listener left; Infinity while there is one. */
  leftMs: number;
}

/** Where a program goes on: the events after `seq`, or null if not all of them are kept. */
export interface Resumed {
  readonly seq: number;
  readonly missed: readonly NumberedEvent[] | null;
}

export class UserStreams {
  readonly #sources: readonly ProgramEvents[];
  readonly #users = new Map<number, UserStream>();
  readonly #now: () => number;
  readonly #keptMax: number;
  #kept = 0;

  constructor(sources: readonly ProgramEvents[], now: () => number = Date.now, keptMax = KEPT_OF_ALL_MAX) {
    this.#sources = sources;
    this.#now = now;
    this.#keptMax = keptMax;
  }

  /** Loads what the events and orders of a user need in memory. */
  async ready(userId: number): Promise<void> {
    for (const { ready } of this.#sources) await ready?.(userId);
  }

  /**
   * From now on `listener` gets the user's events. `after`: the number of the last event that the
   * program has seen.
   */
  async listen(userId: number, listener: Listener, after: number | null): Promise<Resumed> {
    await this.ready(userId);
    const user = this.#userOf(userId);
    user.listeners.add(listener);
    user.leftMs = Infinity;
    const { lastSeq, kept } = user;
    if (after === null) return { seq: lastSeq, missed: [] };
    const first = kept[0]?.seq ?? lastSeq + 1;
    const isWhole = after >= first - 1 && after <= lastSeq;
    return { seq: lastSeq, missed: isWhole ? kept.filter(({ seq }) => seq > after) : null };
  }

  leave(userId: number, listener: Listener): void {
    const user = this.#users.get(userId);
    if (user === undefined) return;
    user.listeners.delete(listener);
    if (user.listeners.size === 0) user.leftMs = this.#now();
  }

  /** Called at each commit, before its answers go out. */
  publish(batch: CommittedBatch): void {
    if (this.#users.size === 0) return;
    const isHeard = (owner: number): boolean => this.#users.has(owner);
    const events = this.#sources.flatMap(({ of }) => of(batch, isHeard));
    for (const { owner, event } of events) {
      const user = this.#users.get(owner)!;
      const numbered = { seq: ++user.lastSeq, event };
      user.kept.push(numbered);
      this.#kept++;
      if (user.kept.length > 2 * KEPT_MAX) this.#drop(user, KEPT_MAX);
      for (const listener of user.listeners) listener(numbered);
    }
    if (this.#kept <= this.#keptMax) return;
    for (const user of this.#users.values()) this.#drop(user, Math.ceil(user.kept.length / 2));
  }

  #drop({ kept }: UserStream, count: number): void {
    kept.splice(0, count);
    this.#kept -= count;
  }

  /** Forgets users to whom nobody has listened for a while. Runs once a minute. */
  removeOld(): void {
    const sinceMs = this.#now() - KEPT_MS;
    for (const [userId, user] of this.#users) if (user.leftMs < sinceMs) this.#forget(userId, user);
  }

  #userOf(userId: number): UserStream {
    let user = this.#users.get(userId);
    if (user !== undefined) return user;
    if (this.#users.size >= USERS_MAX) this.#forgetOne();
    // Numbers go on from the time, so that those of an earlier life of the server are older.
    user = { listeners: new Set(), kept: [], lastSeq: this.#now() * 1_000, leftMs: Infinity };
    this.#users.set(userId, user);
    for (const { listened } of this.#sources) listened?.(userId, true);
    return user;
  }

  #forgetOne(): void {
    for (const [userId, user] of this.#users)
      if (user.listeners.size === 0) {
        this.#forget(userId, user);
        return;
      }
  }

  #forget(userId: number, user: UserStream): void {
    this.#drop(user, user.kept.length);
    this.#users.delete(userId);
    for (const { listened } of this.#sources) listened?.(userId, false);
  }
}
