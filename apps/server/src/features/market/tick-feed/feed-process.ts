/**
 * The feed as a process of its own: makes ticks whether or not an exchange listens, and hands them
 * out by a socket. It knows the coins and the last committed tick, and nothing else of the
 * exchange: no order, no account.
 */
import { SteadyClock } from '../../../pipeline/clock.ts';
import type { MarketSource } from '../../../contract/market-source.ts';
import { openMaker } from './open-maker.ts';
import { candlesOfFirst, type CandleRange, type QuoteSource, type SourceCandle } from './quote-source.ts';
import type { SourceTick, TickLog } from './tick-log.ts';
import { LOOK_EVERY_MS, MoveWatch, type CommittedTick, type Moved, type TickMaker } from './tick-maker.ts';

/** The commands of its socket. */
export type FeedCommands = {
  /**
   * Ticks after the last committed one, oldest first, at most TICKS_PER_ANSWER. Waits for one if
   * there is none, and answers with none after ANSWER_WITHIN_MS. `coins`: see `TickMaker`.
   */
  readonly 'feed/ticks': (question: TicksQuestion) => Promise<readonly SourceTick[]>;
  /** Waits until prices leave those of the last tick; no coins after ANSWER_WITHIN_MS. */
  readonly 'feed/moves': (question: null) => Promise<Moved>;
  readonly 'feed/candles': (range: CandleRange) => Promise<readonly SourceCandle[] | null>;
};

export interface TicksQuestion {
  readonly committed: CommittedTick;
  readonly coins: readonly string[];
}

const TICKS_PER_ANSWER = 1_000;
const ANSWER_WITHIN_MS = 2_000;
const SECOND_MS = 1_000;
const FORGET_EVERY_TICKS = 600;
/** Without an exchange that takes them, ticks are kept for a week. */
const KEPT_UNSEEN_TICKS = 7 * 86_400;

export class FeedProcess {
  readonly #source: MarketSource;
  readonly #sources: readonly QuoteSource[];
  readonly #log: TickLog;
  readonly #onError: (error: unknown) => void;
  #clock: SteadyClock;
  #maker: TickMaker | null = null;
  #coins: readonly string[];
  #committed = 0;
  #waiting: (() => void)[] = [];
  #timer: NodeJS.Timeout | null = null;
  readonly #watch = new MoveWatch();
  readonly #lookTimer: NodeJS.Timeout;
  #hearing: ((moved: Moved) => void)[] = [];

  constructor(parts: {
    source: MarketSource;
    sources: readonly QuoteSource[];
    log: TickLog;
    /** A tick could not be made. */
    onError: (error: unknown) => void;
  }) {
    this.#source = parts.source;
    this.#sources = parts.sources;
    this.#log = parts.log;
    this.#onError = parts.onError;
    this.#coins = parts.log.coins();
    this.#lookTimer = setInterval(() => this.#look(), LOOK_EVERY_MS);
    const last = parts.log.last();
    this.#clock = new SteadyClock(last?.tickMs ?? 0);
    // Of an empty log only the exchange knows the number of the next tick.
    if (last !== null) this.#open(last);
  }

  readonly commands: FeedCommands = {
    'feed/ticks': async ({ committed, coins }) => {
      this.#meet(committed, coins);
      const ready = this.#log.after(committed.tick, TICKS_PER_ANSWER);
      if (ready.length > 0) return ready;
      await this.#nextTick();
      return this.#log.after(committed.tick, TICKS_PER_ANSWER);
    },
    'feed/moves': async () =>
      new Promise<Moved>((resolve) => {
        const tell = (moved: Moved): void => {
          clearTimeout(timer);
          resolve(moved);
        };
        const timer = setTimeout(() => {
          this.#hearing = this.#hearing.filter((one) => one !== tell);
          tell({ tick: 0, coins: [] });
        }, ANSWER_WITHIN_MS);
        this.#hearing.push(tell);
      }),
    'feed/candles': async (range) => candlesOfFirst(this.#sources, range),
  };

  async stop(): Promise<void> {
    if (this.#timer !== null) clearTimeout(this.#timer);
    clearInterval(this.#lookTimer);
    for (const go of this.#waiting.splice(0)) go();
    for (const tell of this.#hearing.splice(0)) tell({ tick: 0, coins: [] });
    await Promise.all(this.#sources.map(async (source) => source.stop()));
  }

  /** An exchange says where it is, and what it needs. */
  #meet(committed: CommittedTick, coins: readonly string[]): void {
    if (coins.join() !== this.#coins.join()) {
      this.#coins = coins;
      this.#log.keepCoins(coins);
      this.#maker?.setCoins(coins);
    }
    this.#committed = Math.max(this.#committed, committed.tick);
    const isBehind = committed.tick > (this.#log.last()?.tick ?? 0);
    if (this.#maker === null || isBehind) this.#open(committed);
  }

  #open(committed: CommittedTick): void {
    if (this.#timer !== null) clearTimeout(this.#timer);
    const parts = { log: this.#log, committed, coins: this.#coins, catchUpTicksMax: 0 };
    this.#maker = openMaker(this.#source, this.#sources, parts);
    this.#clock = new SteadyClock(this.#maker.lastMs);
    this.#planNext();
  }

  #planNext(): void {
    this.#timer = setTimeout(() => this.#makeDue(), SECOND_MS - (this.#clock.nowMs() % SECOND_MS));
  }

  #look(): void {
    if (this.#maker === null || this.#hearing.length === 0) return;
    try {
      const moved = this.#watch.look(this.#maker, this.#clock.nowMs());
      if (moved.coins.length > 0) for (const tell of this.#hearing.splice(0)) tell(moved);
    } catch (error) {
      this.#onError(error);
    }
  }

  #makeDue(): void {
    this.#planNext();
    try {
      const made = this.#maker?.makeDue(this.#clock.nowMs()) ?? [];
      const last = made.at(-1)?.tick ?? 0;
      if (last === 0) return;
      if (last % FORGET_EVERY_TICKS === 0)
        this.#log.forgetBefore(Math.max(this.#committed, last - KEPT_UNSEEN_TICKS));
      for (const go of this.#waiting.splice(0)) go();
    } catch (error) {
      this.#onError(error);
    }
  }

  async #nextTick(): Promise<void> {
    await new Promise<void>((resolve) => {
      const timer = setTimeout(resolve, ANSWER_WITHIN_MS);
      this.#waiting.push(() => {
        clearTimeout(timer);
        resolve();
      });
    });
  }
}
