/** How far the rows are behind the journal, and who waits for them. */
import { Waiters } from '../../process/waiters.ts';
import type { JournalRecord } from '../record.ts';

/** Beyond this number clients' commands wait, so that the rows are seconds behind and no more. */
const LAG_COMMANDS_MAX = 5_000;

interface Sent {
  readonly batch: number;
  readonly commands: number;
  readonly sinceMs: number;
}

interface BacklogParts {
  readonly batch: number;
  readonly onWait: () => void;
}

export class Backlog {
  readonly #onWait: () => void;
  /** Records whose rows are not written, oldest first, from `#first` on. */
  #sent: Sent[] = [];
  #first = 0;
  #commands = 0;
  #lastBatch: number;
  readonly #waiters = new Waiters();
  #failure: Error | null = null;
  #onRoom: () => void = () => {};

  /**
   * `batch`: up to which rows are written. `onWait` is called when somebody begins to wait for rows
   * that nobody waited for before.
   */
  constructor({ batch, onWait }: BacklogParts) {
    this.#lastBatch = batch;
    this.#onWait = onWait;
  }

  /** Commands whose rows are not written. */
  get commands(): number {
    return this.#commands;
  }

  /** How long the oldest of them has been waiting. */
  get seconds(): number {
    const oldest = this.#sent[this.#first];
    return oldest === undefined ? 0 : (performance.now() - oldest.sinceMs) / 1000;
  }

  /** Rows are written no more. */
  get hasFailed(): boolean {
    return this.#failure !== null;
  }

  get isFull(): boolean {
    return this.#commands >= LAG_COMMANDS_MAX;
  }

  /** Calls `work` when it is no longer full. */
  onRoom(work: () => void): void {
    this.#onRoom = work;
  }

  /** A record was sent. Those whose rows are written are not counted. */
  add({ batch, first_seq, last_seq }: JournalRecord): void {
    if (batch <= this.#lastBatch) return;
    this.#lastBatch = batch;
    const commands = last_seq - first_seq + 1;
    this.#commands += commands;
    this.#sent.push({ batch, commands, sinceMs: performance.now() });
  }

  /** The rows are written up to this batch. */
  reach(batch: number): void {
    const wasFull = this.isFull;
    for (let next = this.#sent[this.#first]; next !== undefined && next.batch <= batch;) {
      this.#commands -= next.commands;
      next = this.#sent[++this.#first];
    }
    if (this.#first > 1_000 || this.#first === this.#sent.length) {
      this.#sent = this.#sent.slice(this.#first);
      this.#first = 0;
    }
    this.#waiters.reach(batch);
    if (wasFull && !this.isFull) this.#onRoom();
  }

  /** What to wait for until the rows of all records so far are written; null if they are. */
  reached(): Promise<void> | null {
    if (this.#failure !== null) return Promise.reject(this.#failure);
    if (this.#first === this.#sent.length) return null;
    if (this.#waiters.last !== this.#lastBatch) this.#onWait();
    return this.#waiters.until(this.#lastBatch);
  }

  fail(error: Error): void {
    this.#failure = error;
    this.#waiters.fail(error);
  }
}
