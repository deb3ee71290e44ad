/**
 * The only way to change the exchange. Commands get their number and time, are applied in memory in
 * that order, committed in batches, and only then answered. Commands are
 * collected while the previous commit is in flight; there is no timer.
 */
import { faultOf, type Command } from '@glasshouse/core';
import type { Refusal } from '@glasshouse/protocol';
import type { Database } from '../db/database.ts';
import {
  afterCommit,
  type AppliedBatch,
  applyBatch,
  BATCH_EVENTS_MAX,
  type CommittedBatch,
  type ReplyOf,
  type Submitted,
} from './batch.ts';
import type { Answer } from './answer.ts';
import { SteadyClock } from './clock.ts';
import { type IdempotencyKeys, type IdempotencyRequest, KEY_LENGTH_MAX } from './idempotency.ts';
import { type JournalPosition, positionOf } from './record.ts';
import type { StateMachine } from './state-machine.ts';
import { commitOf } from './statement.ts';

/** Commands per commit. More would only make each of them wait longer. */
export const BATCH_COMMANDS_MAX = 200;
/**
 * Items per `process-due`, and how many of these commands a batch has: one before the clients'
 * commands, the others after them.
 */
const DUE_PORTION = 100;
const DUE_PORTIONS_MAX = 5;
/**
 * Answers per turn of the event loop. Each may write a reply; a whole batch at once would delay
 * everybody else.
 */
const ANSWERS_PER_TURN = 12;
/**
 * Commands that wait for a commit. At the limit new ones are refused with request/not-ready, so
 * that a slow disk does not fill the memory.
 */
export const QUEUE_COMMANDS_MAX = 10_000;

export interface SubmitOptions {
  readonly owner: number;
  /** The client's Idempotency-Key; `requestHash` is the hash of its request. */
  readonly key?: string | undefined;
  readonly requestHash?: string | undefined;
  /** Makes the reply's text, which is kept with the key: a repeated request gets the same reply. */
  readonly replyOf?: ReplyOf | undefined;
  /**
   * Runs before all clients' commands and is not refused when the queue is full. For market ticks.
   */
  readonly isUrgent?: boolean | undefined;
}

export type CommitListener = (batch: CommittedBatch) => void;

export interface PipelineParts<S extends StateMachine> {
  readonly database: Database;
  readonly exchange: S;
  readonly keys: IdempotencyKeys;
  /** Rows that are not written yet: while it is full, clients' commands wait. */
  readonly backlog?: { readonly isFull: boolean; onRoom(work: () => void): void } | undefined;
  /** The end of the journal. */
  readonly position: JournalPosition;
  /**
   * Called once when memory is ahead of the disk. The process must end; the next one recovers from
   * the journal.
   */
  readonly onFatal: (error: Error) => void;
  readonly onListenerError?: ((error: unknown) => void) | undefined;
  /** Default: the machine's clock. */
  readonly clock?: SteadyClock | undefined;
  readonly times?: PipelineTimes | undefined;
  readonly batchCommandsMax?: number | undefined;
  readonly batchEventsMax?: number | undefined;
  readonly queueCommandsMax?: number | undefined;
}

/**
 * The rejection of a command that may or may not have been committed. The process ends; a retry
 * with the same key gets the answer.
 */
export class PipelineStoppedError extends Error {
  constructor(cause: unknown) {
    super('the pipeline stopped before this command was known to be committed', { cause });
    this.name = 'PipelineStoppedError';
  }
}

/** Observers of durations and sizes. */
export interface PipelineTimes {
  readonly commitSeconds: Observer;
  readonly batchCommands: Observer;
  /** The time that each submitted command waited. */
  readonly queueSeconds: Observer;
}

interface Observer {
  observe(value: number): void;
}

export interface PipelineFigures {
  readonly batches: number;
  readonly commands: number;
  readonly queued: number;
  readonly refusedByQueue: number;
  readonly clockDriftMs: number;
}

/**
 * Order of execution: the market's ticks and quotes, some due items, clients' commands, the other
 * due items.
 */
type Lane = 'urgent' | 'client' | 'due';

interface Waiting extends Submitted {
  readonly lane: Lane;
  readonly sinceMs: number;
  resolve(outcome: Answer): void;
  reject(error: Error): void;
}

/** Submitted by the pipeline itself; its answer is discarded. */
const PROCESS_DUE: Waiting = Object.freeze({
  command: { type: 'process-due' as const, limit: DUE_PORTION },
  request: null,
  replyOf: null,
  lane: 'due',
  sinceMs: 0,
  resolve: () => {},
  reject: () => {},
});
const NOT_READY: Answer = { error: 'request/not-ready', id: 0, count: 0, reply: null };
const INVALID: Answer = { error: 'request/invalid', id: 0, count: 0, reply: null };

export class Pipeline<S extends StateMachine = StateMachine> {
  readonly exchange: S;
  readonly #parts: PipelineParts<S>;
  readonly #clock: SteadyClock;
  readonly #batchMax: number;
  readonly #eventsMax: number;
  readonly #queueMax: number;
  readonly #listeners: CommitListener[] = [];
  readonly #pauses: (() => Promise<void>)[] = [];
  /** Commands of the market, which run before those of clients. */
  #urgent: Waiting[] = [];
  #queue: Waiting[] = [];
  #position: JournalPosition;
  /** 'stopping' still commits queued commands; 'drained' has committed them; 'failed' cannot. */
  #state: 'running' | 'stopping' | 'drained' | 'failed' = 'running';
  #dueHolds = 0;
  #isBusy = false;
  #isScheduled = false;
  #onIdle: (() => void) | null = null;
  #figures = { batches: 0, commands: 0, refusedByQueue: 0 };

  constructor(parts: PipelineParts<S>) {
    this.exchange = parts.exchange;
    this.#parts = parts;
    this.#position = parts.position;
    this.#clock = parts.clock ?? new SteadyClock(parts.position.timeMs);
    this.#batchMax = parts.batchCommandsMax ?? BATCH_COMMANDS_MAX;
    this.#eventsMax = parts.batchEventsMax ?? BATCH_EVENTS_MAX;
    this.#queueMax = parts.queueCommandsMax ?? QUEUE_COMMANDS_MAX;
    parts.backlog?.onRoom(() => this.#schedule());
  }

  /** The end of the journal: the last committed batch. */
  get position(): JournalPosition {
    return this.#position;
  }

  get figures(): PipelineFigures {
    return { ...this.#figures, queued: this.#queuedCount, clockDriftMs: this.#clock.driftMs };
  }

  get #hasDueWork(): boolean {
    return this.#dueHolds === 0 && this.#state === 'running' && this.exchange.dueCount > 0;
  }

  /** Ticks go on however far the rows are behind: outcomes depend on them. */
  get #isHeldUp(): boolean {
    return this.#state === 'running' && this.#parts.backlog?.isFull === true;
  }

  get #queuedCount(): number {
    return this.#urgent.length + this.#queue.length;
  }

  /** The time that the next command would get. */
  nowMs(): number {
    return this.#clock.nowMs();
  }

  /** The clock of commands jumps ahead, for good. */
  forward(ms: number): void {
    this.#clock.forward(ms);
  }

  /**
   * Resolves after the commit with the result; a refusal is a result too. Rejects only when the
   * process is ending.
   */
  submit(command: Command, options: SubmitOptions): Promise<Answer> {
    const { owner, key, requestHash, replyOf = null, isUrgent = false } = options;
    // The journal cannot represent it exactly.
    if (faultOf(command) !== null) return Promise.resolve(INVALID);
    if (key === undefined || key === '') return this.#enqueue({ command, request: null, replyOf }, isUrgent);
    if (key.length > KEY_LENGTH_MAX) return Promise.resolve(INVALID);
    const request: IdempotencyRequest = { owner, key, requestHash: requestHash ?? '' };
    return this.#parts.keys.answer(request, this.#clock.nowMs(), () =>
      this.#enqueue({ command, request, replyOf }, isUrgent),
    );
  }

  /**
   * Remembers a refusal that was decided without a command, under the key of its request. Resolves
   * with what is known under that key.
   */
  remember(refusal: Refusal, request: IdempotencyRequest): Promise<Answer> {
    if (this.#state !== 'running') return Promise.resolve(NOT_READY);
    const answer = { error: refusal.error, id: 0, count: 0, reply: JSON.stringify(refusal) };
    return this.#parts.keys.remember(request, answer, {
      timeMs: this.#clock.nowMs(),
      seq: this.#position.seq,
    });
  }

  /** The refusal that `remember` was given for this request. */
  async remembered(request: IdempotencyRequest): Promise<Refusal | null> {
    const answer = await this.#parts.keys.recall(request, this.#clock.nowMs());
    // Commands that are refused have no reply.
    if (answer === undefined || answer.error === null || answer.reply === null) return null;
    return JSON.parse(answer.reply) as Refusal;
  }

  /** Whether a command with this key would get a known answer instead of running. */
  isAnswered(owner: number, key: string): Promise<boolean> {
    return this.#parts.keys.isAnswered({ owner, key }, this.#clock.nowMs());
  }

  /**
   * Pauses the work that commands made due (stops that were reached, contracts that ended). Returns
   * the function that resumes it; several callers may pause at once.
   */
  holdDue(): () => void {
    this.#dueHolds++;
    let isHeld = true;
    return () => {
      if (!isHeld) return;
      isHeld = false;
      this.#dueHolds--;
      this.#schedule();
    };
  }

  /**
   * Registers a listener, called after each commit with its events, in order. A listener's error is
   * reported and affects nobody else. Returns the function that removes it.
   */
  onCommitted(listener: CommitListener): () => void {
    this.#listeners.push(listener);
    return () => void this.#listeners.splice(this.#listeners.indexOf(listener), 1);
  }

  /**
   * Runs `work` while memory equals the disk: now, or between two batches. `work` is synchronous.
   */
  read<T>(work: () => T): Promise<T> {
    return this.#isBusy ? this.paused(work) : Promise.resolve(work());
  }

  /** Runs `work` between two batches, while memory equals the disk. Commands wait meanwhile. */
  paused<T>(work: () => T | Promise<T>): Promise<T> {
    return new Promise<T>((resolve, reject) => {
      this.#pauses.push(async () => {
        try {
          resolve(await work());
        } catch (error) {
          reject(error instanceof Error ? error : new Error(String(error)));
        }
      });
      this.#schedule();
    });
  }

  /**
   * Refuses new commands and commits the queued ones. True when nothing is in flight and memory
   * equals the disk.
   */
  async stop(): Promise<boolean> {
    if (this.#state === 'running') this.#state = 'stopping';
    if (this.#isBusy || this.#queuedCount > 0) await new Promise<void>((resolve) => (this.#onIdle = resolve));
    if (this.#state === 'stopping') this.#state = 'drained';
    return this.#state === 'drained';
  }

  #enqueue(submitted: Submitted, isUrgent: boolean): Promise<Answer> {
    if (this.#state !== 'running') return Promise.resolve(NOT_READY);
    if (!isUrgent && this.#queue.length >= this.#queueMax) {
      this.#figures.refusedByQueue++;
      return Promise.resolve(NOT_READY);
    }
    return new Promise((resolve, reject) => {
      const queue = isUrgent ? this.#urgent : this.#queue;
      const sinceMs = performance.now();
      queue.push({ ...submitted, lane: isUrgent ? 'urgent' : 'client', sinceMs, resolve, reject });
      this.#schedule();
    });
  }

  #schedule(): void {
    if (this.#isBusy || this.#isScheduled) return;
    this.#isScheduled = true;
    setImmediate(() => {
      this.#isScheduled = false;
      void this.#run();
    });
  }

  /** Commits until the queue is empty. Never runs twice at once. */
  async #run(): Promise<void> {
    this.#isBusy = true;
    while (this.#state !== 'failed') {
      const pause = this.#pauses.shift();
      if (pause !== undefined) await pause();
      else if (this.#urgent.length > 0 || (!this.#isHeldUp && (this.#queue.length > 0 || this.#hasDueWork)))
        await this.#commitNext();
      else break;
    }
    this.#isBusy = false;
    this.#onIdle?.();
  }

  async #commitNext(): Promise<void> {
    const taken = this.#take();
    try {
      const { exchange } = this.#parts;
      const timeMs = this.#clock.nowMs();
      const context = { exchange, position: this.#position, timeMs, eventsMax: this.#eventsMax };
      const takenMs = performance.now();
      const applied = applyBatch(context, taken);
      this.#putBack(taken.splice(applied.content.commands.length));
      this.#countWaits(taken, takenMs);
      await this.#commit(applied);
      this.#notifyListeners(afterCommit(applied.content));
      this.#answer(taken, applied.content.answers);
    } catch (error) {
      this.#fail(error, taken);
    }
  }

  /** Takes the commands of the next batch, in order. */
  #take(): Waiting[] {
    if (this.#isHeldUp) return this.#urgent.splice(0, this.#batchMax);
    const due = this.#hasDueWork ? Array.from({ length: DUE_PORTIONS_MAX }, () => PROCESS_DUE) : [];
    const taken = this.#urgent.splice(0, this.#batchMax);
    const clients = this.#queue.splice(0, this.#batchMax - taken.length);
    return [...taken, ...due.slice(0, 1), ...clients, ...due.slice(1)];
  }

  /** Puts commands that did not fit into the batch at the front of the queue. */
  #putBack(left: readonly Waiting[]): void {
    this.#urgent.unshift(...left.filter(({ lane }) => lane === 'urgent'));
    this.#queue.unshift(...left.filter(({ lane }) => lane === 'client'));
  }

  #countWaits(taken: readonly Waiting[], takenMs: number): void {
    const { times } = this.#parts;
    if (times === undefined) return;
    for (const { lane, sinceMs } of taken)
      if (lane !== 'due') times.queueSeconds.observe((takenMs - sinceMs) / 1000);
  }

  async #commit(applied: AppliedBatch): Promise<void> {
    const startMs = performance.now();
    const { record } = applied.content;
    await this.#parts.database.writer.commit(commitOf(record, applied.keys));
    this.#position = positionOf(record);
    const { length } = applied.content.commands;
    this.#figures.batches++;
    this.#figures.commands += length;
    this.#parts.times?.commitSeconds.observe((performance.now() - startMs) / 1000);
    this.#parts.times?.batchCommands.observe(length);
  }

  /** Continues in later turns of the loop, while the next batch is already in flight. */
  #answer(waiting: readonly Waiting[], answers: readonly Answer[], from = 0): void {
    const end = Math.min(from + ANSWERS_PER_TURN, waiting.length);
    for (let i = from; i < end; i++) waiting[i]?.resolve(answers[i] ?? NOT_READY);
    if (end < waiting.length) setImmediate(() => this.#answer(waiting, answers, end));
  }

  #notifyListeners(committed: CommittedBatch): void {
    for (const listener of this.#listeners.slice()) {
      try {
        listener(committed);
      } catch (error) {
        this.#parts.onListenerError?.(error);
      }
    }
  }

  /**
   * Memory is ahead of the disk, or an invariant of the core is broken: nothing more may be
   * answered from this state.
   */
  #fail(error: unknown, waiting: readonly Waiting[]): void {
    this.#state = 'failed';
    const stopped = new PipelineStoppedError(error);
    for (const each of waiting) each.reject(stopped);
    for (const each of [...this.#urgent, ...this.#queue]) each.resolve(NOT_READY);
    this.#urgent = [];
    this.#queue = [];
    this.#parts.onFatal(error instanceof Error ? error : new Error(String(error)));
  }
}
