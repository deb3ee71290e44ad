/** The exchange's side of the feed as a process: asks at its socket, across restarts of either. */
import { setTimeout as delay } from 'node:timers/promises';
import { connectToSocket, type RunningServer } from '../../../operating/socket.ts';
import type { FeedCommands } from './feed-process.ts';
import type { CandleRange, SourceCandle } from './quote-source.ts';
import type { TickFeed } from './tick-feed.ts';
import type { SourceTick } from './tick-log.ts';
import type { CommittedTick, Moved } from './tick-maker.ts';

const RETRY_MS = 250;
/** It answers within two seconds if it lives; a stopped one must not be waited for. */
const ANSWER_WITHIN_MS = 5_000;
/** Candles it has to ask the exchanges for. The start of the server waits for them. */
const CANDLES_WITHIN_MS = 30_000;

type Feed = RunningServer<FeedCommands>;

export interface ProcessFeedParts {
  readonly socket: string;
  readonly committed: CommittedTick;
  readonly coins: readonly string[];
  /** Whether the feed answers; called when that changes. */
  readonly onThere: (isThere: boolean) => void;
}

export class ProcessFeed implements TickFeed {
  readonly #parts: ProcessFeedParts;
  #coins: readonly string[];
  /** The last tick that was received. The feed starts a log that is behind it there. */
  #last: CommittedTick;
  #isThere: boolean | null = null;
  #isStopped = false;
  /** Its connections: one for ticks, one for moves. */
  readonly #feeds = new Set<Feed>();
  readonly #loops: Promise<void>[] = [];

  constructor(parts: ProcessFeedParts) {
    this.#parts = parts;
    this.#coins = parts.coins;
    this.#last = parts.committed;
  }

  onTicks(listener: (ticks: readonly SourceTick[]) => void): void {
    const loop = this.#keepAsking(
      async (feed) => listener(await this.#ticksOf(feed)),
      () => this.#say(false),
    );
    this.#loops.push(loop);
  }

  onMoved(listener: (moved: Moved) => void): void {
    const loop = this.#keepAsking(async (feed) => {
      const moved = await this.#answer(feed, feed.ask('feed/moves', null));
      if (moved.coins.length > 0) listener(moved);
    });
    this.#loops.push(loop);
  }

  /** The feed learns it with the next question. */
  committed(): void {}

  setCoins(coins: readonly string[]): void {
    this.#coins = coins;
  }

  async candles(range: CandleRange): Promise<readonly SourceCandle[] | null> {
    const feed = await connectToSocket<FeedCommands>(this.#parts.socket);
    if (feed === null) throw new Error('the feed is not there');
    try {
      return await this.#answer(feed, feed.ask('feed/candles', range), CANDLES_WITHIN_MS);
    } finally {
      feed.close();
    }
  }

  async stop(): Promise<void> {
    this.#isStopped = true;
    for (const feed of this.#feeds) feed.close();
    await Promise.all(this.#loops);
  }

  /** Asks over a connection of its own, and over a new one after it has ended. */
  async #keepAsking(ask: (feed: Feed) => Promise<void>, onEnd?: () => void): Promise<void> {
    while (!this.#isStopped) {
      const feed = await connectToSocket<FeedCommands>(this.#parts.socket).catch(() => null);
      if (feed !== null) await this.#askUntilEnd(feed, ask);
      onEnd?.();
      if (!this.#isStopped) await delay(RETRY_MS);
    }
  }

  async #askUntilEnd(feed: Feed, ask: (feed: Feed) => Promise<void>): Promise<void> {
    this.#feeds.add(feed);
    try {
      while (!this.#isStopped) await ask(feed);
    } catch {
      // The feed has ended, or stands still: the next connection tells which.
    } finally {
      this.#feeds.delete(feed);
      feed.close();
    }
  }

  async #ticksOf(feed: Feed): Promise<readonly SourceTick[]> {
    const question = { committed: this.#last, coins: this.#coins };
    const ticks = await this.#answer(feed, feed.ask('feed/ticks', question));
    this.#say(true);
    this.#last = ticks.at(-1) ?? this.#last;
    return ticks;
  }

  async #answer<T>(feed: Feed, answer: Promise<T>, withinMs = ANSWER_WITHIN_MS): Promise<T> {
    const limit = setTimeout(() => feed.close(), withinMs);
    try {
      return await answer;
    } finally {
      clearTimeout(limit);
    }
  }

  #say(isThere: boolean): void {
    if (isThere === this.#isThere || this.#isStopped) return;
    this.#isThere = isThere;
    this.#parts.onThere(isThere);
  }
}
