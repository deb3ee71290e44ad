/** The exchange's side of the feed as a process: asks at its socket, across restarts of either. */
import { setTimeout as delay } from 'node:timers/promises';
import { connectToSocket, type RunningServer } from '../../../operating/socket.ts';
import type { FeedCommands } from './feed-process.ts';
import type { CandleRange, SourceCandle } from './quote-source.ts';
import type { TickFeed } from './tick-feed.ts';
import type { SourceTick } from './tick-log.ts';
import type { CommittedTick } from './tick-maker.ts';

const RETRY_MS = 250;
/** It answers within two seconds if it lives; a stopped one must not be waited for. */
const ANSWER_WITHIN_MS = 5_000;

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
  #feed: Feed | null = null;
  #loop: Promise<void> | null = null;

  constructor(parts: ProcessFeedParts) {
    this.#parts = parts;
    this.#coins = parts.coins;
    this.#last = parts.committed;
  }

  onTicks(listener: (ticks: readonly SourceTick[]) => void): void {
    this.#loop = this.#keepAsking(listener);
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
      return await feed.ask('feed/candles', range);
    } finally {
      feed.close();
    }
  }

  async stop(): Promise<void> {
    this.#isStopped = true;
    this.#feed?.close();
    await this.#loop;
  }

  async #keepAsking(listener: (ticks: readonly SourceTick[]) => void): Promise<void> {
    while (!this.#isStopped) {
      this.#feed = await connectToSocket<FeedCommands>(this.#parts.socket).catch(() => null);
      try {
        while (this.#feed !== null && !this.#isStopped) listener(await this.#ticksOf(this.#feed));
      } catch {
        // The feed has ended, or stands still: the next connection tells which.
      }
      this.#feed?.close();
      this.#say(false);
      if (!this.#isStopped) await delay(RETRY_MS);
    }
  }

  async #ticksOf(feed: Feed): Promise<readonly SourceTick[]> {
    const limit = setTimeout(() => feed.close(), ANSWER_WITHIN_MS);
    try {
      const ticks = await feed.ask('feed/ticks', { committed: this.#last, coins: this.#coins });
      this.#say(true);
      this.#last = ticks.at(-1) ?? this.#last;
      return ticks;
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
