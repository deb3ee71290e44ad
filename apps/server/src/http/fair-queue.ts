/**
 * Lets work without a session begin in turns of the event loop: so many at a time, one key after the other. How many follows from how long
 * the turns take, so that signed-in work, which does not queue, finds the loop free soon whatever strangers ask for.
 */

export interface FairQueueOptions<Job> {
  readonly run: (job: Job) => void;
  /** Told of jobs that waited too long. */
  readonly onLate: (job: Job) => void;
  readonly waitingMax: number;
  readonly waitMsMax: number;
  readonly now?: () => number;
  /** Calls back in the next turn of the event loop. */
  readonly nextTurn?: (turn: () => void) => void;
}

/** A turn of the loop that takes longer than this is long: fewer jobs begin in the next. */
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
  /** In the order in which the keys have their turn. */
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

  /** Jobs that may begin in one turn. */
  get quota(): number {
    return this.#quota;
  }

  /** Runs the job now or later; false when too many wait. */
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
    // First, so that the next turn's time includes what begins here.
    this.#plan();
    while (this.#begun < this.#quota && this.#waiting > 0) this.#beginNext();
  }

  #beginNext(): void {
    const next = this.#byKey.entries().next();
    if (next.done === true) return;
    const [key, jobs] = next.value;
    const entry = jobs.shift();
    // To the end of the round, or out of it.
    this.#byKey.delete(key);
    if (jobs.length > 0) this.#byKey.set(key, jobs);
    if (entry === undefined) return;
    this.#waiting--;
    this.#begun++;
    if (this.#now() - entry.sinceMs > this.#options.waitMsMax) this.#options.onLate(entry.job);
    else this.#options.run(entry.job);
  }
}
