/**
 * The one way by which the exchange changes: commands get their number and time, are applied in memory in that order, committed in batches
 * with everything they cause, and only then answered. Commands gather while a commit is on its way; there is no timer.
 */
import { faultOf, type Command } from '@glasshouse/core';
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
import type { Projection } from './projection.ts';
import { type JournalPosition, positionOf } from './record.ts';
import type { StateMachine } from './state-machine.ts';
import { IDEMPOTENCY_TABLE, StatementBuilder } from './statement.ts';

/** Commands in one commit. More would only make each of them wait longer. */
export const BATCH_COMMANDS_MAX = 200;
/** Items that one `process-due` does, and how many of these a batch has: the first before clients' commands, the others after them. */
const DUE_PORTION = 100;
const DUE_PORTIONS_MAX = 5;
/** Answers given in one turn of the event loop. Each lets a reply be written: a whole batch of them would hold up everyone else. */
const ANSWERS_PER_TURN = 12;
/** Commands that wait for a commit. At the limit new ones are refused with request/not-ready: a slow disk must not fill the memory. */
export const QUEUE_COMMANDS_MAX = 10_000;

export interface SubmitOptions {
  readonly owner: number;
  /** The client's Idempotency-Key, with a hash of what it asked for. */
  readonly key?: string | undefined;
  readonly requestHash?: string | undefined;
  /** The text of the reply, kept with the key: a repeated request gets what the first one got. */
  readonly replyOf?: ReplyOf | undefined;
  /** Goes before all clients' commands, and is not refused at the limit of the queue: for the market's ticks. */
  readonly isUrgent?: boolean | undefined;
}

export type CommitListener = (batch: CommittedBatch) => void;

export interface PipelineParts<S extends StateMachine> {
  readonly database: Database;
  readonly exchange: S;
  readonly projections: readonly Projection[];
  readonly keys: IdempotencyKeys;
  /** Where the journal ends. */
  readonly position: JournalPosition;
  /** Called once when memory is ahead of the disk: the process has to end, and recovers from the journal. */
  readonly onFatal: (error: Error) => void;
  readonly onListenerError?: ((error: unknown) => void) | undefined;
  /** The machine's, where it is absent. */
  readonly clock?: SteadyClock;
  readonly times?: PipelineTimes | undefined;
  readonly batchCommandsMax?: number | undefined;
  readonly batchEventsMax?: number | undefined;
  readonly queueCommandsMax?: number | undefined;
}

/** What a command's promise rejects with when it is not known whether the command was committed. The process ends; a retry with the same key tells. */
export class PipelineStoppedError extends Error {
  constructor(cause: unknown) {
    super('the pipeline stopped before this command was known to be committed', { cause });
    this.name = 'PipelineStoppedError';
  }
}

/** Where durations and sizes are counted. */
export interface PipelineTimes {
  readonly commitSeconds: Observer;
  readonly batchCommands: Observer;
  /** Of each command that somebody submitted. */
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

/** What goes first: the market's ticks and quotes, then clients, then what is due, of which some goes before the clients. */
type Lane = 'urgent' | 'client' | 'due';

interface Waiting extends Submitted {
  readonly lane: Lane;
  readonly sinceMs: number;
  resolve(outcome: Answer): void;
  reject(error: Error): void;
}

/** Submitted by the pipeline itself: nobody waits for its answer. */
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
  readonly #statements: StatementBuilder;
  readonly #clock: SteadyClock;
  readonly #batchMax: number;
  readonly #eventsMax: number;
  readonly #queueMax: number;
  readonly #listeners: CommitListener[] = [];
  readonly #pauses: (() => Promise<void>)[] = [];
  /** Commands of the market, before those of clients. */
  #urgent: Waiting[] = [];
  #queue: Waiting[] = [];
  #position: JournalPosition;
  /** 'stopping' still commits what waits; 'drained' has; 'failed' cannot. */
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
    this.#statements = new StatementBuilder([
      ...parts.projections.map(({ table }) => table),
      IDEMPOTENCY_TABLE,
    ]);
  }

  /** Where the journal ends: the last committed batch. */
  get position(): JournalPosition {
    return this.#position;
  }

  get figures(): PipelineFigures {
    return { ...this.#figures, queued: this.#queuedCount, clockDriftMs: this.#clock.driftMs };
  }

  get #hasDueWork(): boolean {
    return this.#dueHolds === 0 && this.#state === 'running' && this.exchange.dueCount > 0;
  }

  get #queuedCount(): number {
    return this.#urgent.length + this.#queue.length;
  }

  /** The time the next command would get. */
  nowMs(): number {
    return this.#clock.nowMs();
  }

  /** Resolves after the commit with what the command came to; a refusal is an outcome too. Rejects only when the process is ending. */
  submit(command: Command, options: SubmitOptions): Promise<Answer> {
    const { owner, key, requestHash, replyOf = null, isUrgent = false } = options;
    // The journal would keep it as something else.
    if (faultOf(command) !== null) return Promise.resolve(INVALID);
    if (key === undefined || key === '') return this.#enqueue({ command, request: null, replyOf }, isUrgent);
    if (key.length > KEY_LENGTH_MAX) return Promise.resolve(INVALID);
    const request: IdempotencyRequest = { owner, key, requestHash: requestHash ?? '' };
    return this.#parts.keys.answer(request, this.#clock.nowMs(), () =>
      this.#enqueue({ command, request, replyOf }, isUrgent),
    );
  }

  /** Whether a command with this key would not run, but get the answer that the key got before. */
  isAnswered(owner: number, key: string): Promise<boolean> {
    return this.#parts.keys.isAnswered({ owner, key }, this.#clock.nowMs());
  }

  /**
   * What commands made due (stops that were reached, contracts that ended) waits until the function that
   * this returns is called; several callers may hold it at once.
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

  /** Called after each commit with its events, in order. An error of a listener is reported and stays there. */
  onCommitted(listener: CommitListener): () => void {
    this.#listeners.push(listener);
    return () => void this.#listeners.splice(this.#listeners.indexOf(listener), 1);
  }

  /** What memory says when the disk says it too: now, or between two batches. `work` waits for nothing. */
  read<T>(work: () => T): Promise<T> {
    return this.#isBusy ? this.paused(work) : Promise.resolve(work());
  }

  /** Runs `work` between two batches, when memory and disk are the same. Commands wait meanwhile. */
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

  /** Refuses new commands and commits those that wait. True when nothing is on its way and memory and disk are the same. */
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

  /** Commits until nothing waits. Never two at once. */
  async #run(): Promise<void> {
    this.#isBusy = true;
    while (this.#state !== 'failed') {
      const pause = this.#pauses.shift();
      if (pause !== undefined) await pause();
      else if (this.#queuedCount > 0 || this.#hasDueWork) await this.#commitNext();
      else break;
    }
    this.#isBusy = false;
    this.#onIdle?.();
  }

  async #commitNext(): Promise<void> {
    const taken = this.#take();
    try {
      const { exchange, projections } = this.#parts;
      const timeMs = this.#clock.nowMs();
      const context = {
        exchange,
        projections,
        position: this.#position,
        timeMs,
        eventsMax: this.#eventsMax,
      };
      const takenMs = performance.now();
      const applied = applyBatch(context, taken);
      this.#putBack(taken.splice(applied.content.commands.length));
      this.#countWaits(taken, takenMs);
      await this.#commit(applied);
      this.#tell(afterCommit(applied.content));
      this.#answer(taken, applied.content.answers);
    } catch (error) {
      this.#fail(error, taken);
    }
  }

  /** What the next batch may hold, in its order. */
  #take(): Waiting[] {
    const due = this.#hasDueWork ? Array.from({ length: DUE_PORTIONS_MAX }, () => PROCESS_DUE) : [];
    const taken = this.#urgent.splice(0, this.#batchMax);
    const clients = this.#queue.splice(0, this.#batchMax - taken.length);
    return [...taken, ...due.slice(0, 1), ...clients, ...due.slice(1)];
  }

  /** Commands that did not fit into the batch are the first of the next. */
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
    const { statement, params, counts } = this.#statements.build(record, applied.tableRows);
    const { rows } = await this.#parts.database.writer.commit<Record<string, number>>(statement, params);
    const written = rows[0];
    const wrong = counts.findIndex((count, i) => written?.[`n${i}`] !== count);
    if (wrong >= 0)
      throw new Error(
        `batch ${record.batch}: part ${wrong} wrote ${written?.[`n${wrong}`]} rows instead of ${counts[wrong]}`,
      );
    this.#position = positionOf(record);
    const { length } = applied.content.commands;
    this.#figures.batches++;
    this.#figures.commands += length;
    this.#parts.times?.commitSeconds.observe((performance.now() - startMs) / 1000);
    this.#parts.times?.batchCommands.observe(length);
  }

  /** Goes on in later turns, while the next batch is already on its way. */
  #answer(waiting: readonly Waiting[], answers: readonly Answer[], from = 0): void {
    const end = Math.min(from + ANSWERS_PER_TURN, waiting.length);
    for (let i = from; i < end; i++) waiting[i]?.resolve(answers[i] ?? NOT_READY);
    if (end < waiting.length) setImmediate(() => this.#answer(waiting, answers, end));
  }

  #tell(committed: CommittedBatch): void {
    for (const listener of this.#listeners.slice()) {
      try {
        listener(committed);
      } catch (error) {
        this.#parts.onListenerError?.(error);
      }
    }
  }

  /** Memory is ahead of the disk, or the core found an invariant broken: nothing more may be answered from this state. */
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
