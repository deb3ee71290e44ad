/** The exchange's side of what makes ticks: a thread of its own, or the process of the feed. */
import { Worker } from 'node:worker_threads';
import type { FromTickFeed, ToTickFeed, TickFeedStart } from './messages.ts';
import type { CandleRange, SourceCandle } from './quote-source.ts';
import type { SourceTick } from './tick-log.ts';
import type { Moved } from './tick-maker.ts';

export interface TickFeed {
  /** Calls the listener with ticks in order. The first call has the missed ones, if any. */
  onTicks(listener: (ticks: readonly SourceTick[]) => void): void;
  /** Calls the listener when prices leave those of the last tick, before the next one says so. */
  onMoved(listener: (moved: Moved) => void): void;
  /** The exchange has committed this tick: much older ones may be dropped. */
  committed(tick: number): void;
  setCoins(coins: readonly string[]): void;
  /** Candles of a source, oldest first; null if none has the pair. Throws if none answers. */
  candles(range: CandleRange): Promise<readonly SourceCandle[] | null>;
  stop(): Promise<void>;
}

export interface ThreadFeedEvents {
  /** The thread has ended and will make no more ticks. */
  readonly onError: (error: Error) => void;
  /** A source failed; it goes on by itself. */
  readonly onFailure: (source: string, failure: string) => void;
}

type Waiting = (answer: Extract<FromTickFeed, { readonly asked: number }>) => void;

export class ThreadFeed implements TickFeed {
  readonly #worker: Worker;
  readonly #events: ThreadFeedEvents;
  readonly #asked = new Map<number, Waiting>();
  #questions = 0;
  #isStopped = false;
  /** Until somebody listens. */
  #early: SourceTick[] = [];
  #onTicks: ((ticks: readonly SourceTick[]) => void) | null = null;
  #onMoved: (moved: Moved) => void = () => {};

  constructor(start: TickFeedStart, events: ThreadFeedEvents) {
    this.#events = events;
    this.#worker = new Worker(new URL('./worker.ts', import.meta.url), { workerData: start });
    this.#worker.on('error', (error) => this.#fail(error));
    this.#worker.on('exit', (code) =>
      this.#fail(new Error(`the thread that makes ticks ended with ${code}`)),
    );
    this.#worker.on('message', (message: FromTickFeed) => this.#take(message));
  }

  onTicks(listener: (ticks: readonly SourceTick[]) => void): void {
    this.#onTicks = listener;
    if (this.#early.length > 0) listener(this.#early);
    this.#early = [];
  }

  onMoved(listener: (moved: Moved) => void): void {
    this.#onMoved = listener;
  }

  committed(committedTick: number): void {
    this.#send({ committedTick });
  }

  /** Makes the ticks of a future span of time (see `RunningMarket`). */
  forward(forwardMs: number): void {
    this.#send({ forwardMs });
  }

  setCoins(coins: readonly string[]): void {
    this.#send({ coins });
  }

  async candles(range: CandleRange): Promise<readonly SourceCandle[] | null> {
    const asked = ++this.#questions;
    return new Promise((resolve, reject) => {
      this.#asked.set(asked, (answer) => {
        if ('error' in answer) reject(new Error(answer.error));
        else resolve(answer.candles);
      });
      this.#send({ asked, range });
    });
  }

  async stop(): Promise<void> {
    this.#isStopped = true;
    await this.#worker.terminate();
  }

  #send(message: ToTickFeed): void {
    this.#worker.postMessage(message);
  }

  #take(message: FromTickFeed): void {
    if ('ticks' in message) this.#deliver(message.ticks);
    else if ('moved' in message) this.#onMoved(message.moved);
    else if ('failure' in message) this.#events.onFailure(message.source, message.failure);
    else {
      this.#asked.get(message.asked)?.(message);
      this.#asked.delete(message.asked);
    }
  }

  #deliver(ticks: readonly SourceTick[]): void {
    if (this.#onTicks === null) this.#early.push(...ticks);
    else this.#onTicks(ticks);
  }

  #fail(error: unknown): void {
    if (this.#isStopped) return;
    this.#isStopped = true;
    this.#events.onError(error instanceof Error ? error : new Error(String(error)));
  }
}
