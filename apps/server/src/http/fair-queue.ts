/**
 * Starts work without a session in portions, one portion per turn of the event loop, round-robin by
 * key. The portion shrinks when turns take long, so that signed-in work, which does not queue, gets
 * the loop soon whatever strangers request.
 */

export interface FairQueueOptions<Job> {
  readonly run: (job: Job) => void;
  /** Called for jobs that waited too long. */
  readonly onLate: (job: Job) => void;
  readonly waitingMax: number;
  readonly waitMsMax: number;
  readonly now?: () => number;
  /** Schedules a callback in the next turn of the event loop. */
  readonly nextTurn?: (turn: () => void) => void;
}

/** After a longer turn of the loop fewer jobs start in the next one. */
export const TURN_MS_MAX = 20;
const QUOTA_FIRST = 32;
const QUOTA_MIN = 2;
const QUOTA_MAX = 256;
const QUOTA_STEP = 8;

interface Waiting<Job> {
  readonly job: Job;
  readonly sinceMs: number;
}

export class FairQueue<Key, Job> {
  readonly #options: FairQueueOptions<Job>;
  readonly #now: () => number;
  readonly #nextTurn: (turn: () => void) => void;
  /** In round-robin order of the keys. */
  readonly #byKey = new Map<Key, Waiting<Job>[]>();
  #waiting = 0;
  #quota = QUOTA_FIRST;
  #begun = 0;
  #isPlanned = false;
  #turnSinceMs = 0;

  constructor(options: FairQueueOptions<Job>) {
    this.#options = options;
    this.#now = options.now ?? (() => performance.now());
    this.#nextTurn = options.nextTurn ?? ((turn) => void setImmediate(turn));
  }

  get waiting(): number {
    return this.#waiting;
  }

  /** Jobs that may start in one turn. */
  get quota(): number {
    return this.#quota;
  }

  /** Runs the job now or later; returns false if too many wait. */
  push(key: Key, job: Job): boolean {
    if (this.#waiting === 0 && this.#begun < this.#quota) {
      this.#begun++;
      this.#plan();
      this.#options.run(job);
      return true;
    }
    if (this.#waiting >= this.#options.waitingMax) return false;
    const entry = { job, sinceMs: this.#now() };
    const same = this.#byKey.get(key);
    if (same === undefined) this.#byKey.set(key, [entry]);
    else same.push(entry);
    this.#waiting++;
    this.#plan();
    return true;
  }

  #plan(): void {
    if (this.#isPlanned) return;
    this.#isPlanned = true;
    this.#turnSinceMs = this.#now();
    this.#nextTurn(() => this.#turn());
  }

  #turn(): void {
    const tookMs = this.#now() - this.#turnSinceMs;
    this.#quota =
      tookMs > TURN_MS_MAX
        ? Math.max(QUOTA_MIN, this.#quota >> 1)
        : Math.min(QUOTA_MAX, this.#quota + QUOTA_STEP);
    this.#isPlanned = false;
    this.#begun = 0;
    if (this.#waiting === 0) return;
    // Comes first, so that the next turn's time includes the jobs started here.
    this.#plan();
    while (this.#begun < this.#quota && this.#waiting > 0) this.#beginNext();
  }

  #beginNext(): void {
    const next = this.#byKey.entries().next();
    if (next.done === true) return;
    const [key, jobs] = next.value;
    const entry = jobs.shift();
    // Moves the key to the end of the round, or removes it.
    this.#byKey.delete(key);
    if (jobs.length > 0) this.#byKey.set(key, jobs);
    if (entry === undefined) return;
    this.#waiting--;
    this.#begun++;
    if (this.#now() - entry.sinceMs > this.#options.waitMsMax) this.#options.onLate(entry.job);
    else this.#options.run(entry.job);
  }
}
