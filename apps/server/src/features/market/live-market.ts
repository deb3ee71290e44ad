/**
 * The live market: submits the source's ticks in order, renews the market maker's quotes around
 * their prices, and lets takers trade in between. After a stall or a restart it catches up tick by
 * tick. Without a price from the source there is no tick, and open contracts end by the rules for
 * that case.
 */
import type { Command, Outcome } from '@glasshouse/core';
import { indexPrices, unopenedPositions } from './index-prices.ts';
import { Maker } from './maker.ts';
import type { MarketState } from './state.ts';
import { arbitrageOrders, takerOrders } from './takers.ts';
import type { TickFeed } from './tick-feed/tick-feed.ts';
import type { SourceTick } from './tick-feed/tick-log.ts';

/** Takers act four times a second. */
const TAKERS_EVERY_MS = 250;
/** The takers' commands in flight: behind a slow disk the takers pause. */
const TAKER_COMMANDS_MAX = 40;
/** Ticks submitted at once while catching up. */
const TICKS_AT_ONCE = 200;

export interface LiveMarketOptions {
  readonly state: MarketState;
  readonly feed: TickFeed;
  /** Advances the clock of commands to at least this time. */
  readonly reachTime: (timeMs: number) => void;
  /** The pipeline's `submit`: with `isUrgent`, before clients' commands. */
  readonly submit: (
    command: Command,
    options: { owner: number; isUrgent: boolean },
  ) => Promise<Pick<Outcome, 'error'>>;
  /** Pauses the work that ticks make due. Returns the function that resumes it. */
  readonly holdDue: () => () => void;
  readonly onError: (error: unknown) => void;
  /** During maintenance takers rest, because nobody else may trade either (R10.7). */
  readonly isClosed: () => boolean;
}

export class LiveMarket {
  readonly #options: LiveMarketOptions;
  readonly #maker = new Maker();
  #waiting: SourceTick[] = [];
  #isAtWork = false;
  #last: SourceTick | null = null;
  #takerTimer: NodeJS.Timeout | null = null;
  #takerCommands = 0;
  /** Pairs only ever open. */
  #unopenedCount = -1;

  constructor(options: LiveMarketOptions) {
    this.#options = options;
  }

  /** Resolves after missed ticks are processed and fresh quotes are placed. */
  async start(): Promise<void> {
    await new Promise<void>((resolve, reject) => {
      let isFirst = true;
      this.#options.feed.onTicks((ticks) => {
        // A demo's clock may have been moved ahead: the thread may have written ticks of later
        // times that the exchange never received.
        if (isFirst) this.#options.reachTime(ticks.at(-1)?.tickMs ?? 0);
        isFirst = false;
        this.#waiting.push(...ticks);
        this.#catchUp().then(
          () => (this.#last === null ? undefined : resolve()),
          (error: unknown) => {
            reject(error);
            // After the start nothing awaits the promise, so its error is reported here.
            this.#options.onError(error);
          },
        );
      });
    });
    this.#takerTimer = setInterval(() => this.#takers(), TAKERS_EVERY_MS);
  }

  stop(): void {
    if (this.#takerTimer !== null) clearInterval(this.#takerTimer);
  }

  async #catchUp(): Promise<void> {
    if (this.#isAtWork) return;
    this.#isAtWork = true;
    try {
      while (this.#waiting.length > 0) {
        const ticks = this.#waiting;
        this.#waiting = [];
        await this.#round(ticks);
      }
    } finally {
      this.#isAtWork = false;
    }
  }

  /**
   * Submits ticks in order, then quotes around the last one's prices. Work that the ticks make due
   * (stops, contracts) waits for the quotes, so that no stop trades against a quote older than its
   * tick.
   */
  async #round(ticks: readonly SourceTick[]): Promise<void> {
    const { state, feed, holdDue } = this.#options;
    const last = ticks.at(-1)!;
    const release = holdDue();
    try {
      for (let from = 0; from < ticks.length; from += TICKS_AT_ONCE) {
        const some = ticks.slice(from, from + TICKS_AT_ONCE).map((tick) => this.#tickCommand(tick));
        const isLast = from + TICKS_AT_ONCE >= ticks.length;
        const commands = isLast ? [...some, ...this.#quotesAt(last)] : some;
        await Promise.all(commands.map((command) => this.#submit(command, true)));
      }
    } finally {
      release();
    }
    this.#last = last;
    feed.committed(last.tick);
    this.#sendUnopened();
    if (this.#options.isClosed()) return;
    await Promise.all(
      arbitrageOrders(state.catalogue.openedMarkets).map((command) => this.#submit(command, true)),
    );
  }

  #sendUnopened(): void {
    const unopened = unopenedPositions(this.#options.state.catalogue.markets);
    if (unopened.length === this.#unopenedCount) return;
    this.#unopenedCount = unopened.length;
    this.#options.feed.setUnopened(unopened);
  }

  #tickCommand({ tick, tickMs, prices }: SourceTick): Command {
    return { type: 'tick', tick, tickMs, prices: indexPrices(this.#options.state.catalogue.markets, prices) };
  }

  #quotesAt({ prices, tickMs, wildness }: SourceTick): Command[] {
    const pairs = this.#options.state.catalogue.openedMarkets;
    return this.#maker.quotesFor(pairs, { prices, timeS: tickMs / 1000, wildness });
  }

  #takers(): void {
    if (this.#last === null || this.#takerCommands > TAKER_COMMANDS_MAX || this.#options.isClosed()) return;
    const { prices, wildness } = this.#last;
    const orders = takerOrders({
      pairs: this.#options.state.catalogue.openedMarkets,
      prices,
      wildness,
      seconds: TAKERS_EVERY_MS / 1000,
    });
    for (const command of orders) {
      this.#takerCommands++;
      void this.#submit(command, false).finally(() => this.#takerCommands--);
    }
  }

  async #submit(command: Command, isUrgent: boolean): Promise<void> {
    try {
      const owner = 'owner' in command ? command.owner : 0;
      const { error } = await this.#options.submit(command, { owner, isUrgent });
      // The server is closing; the log of ticks keeps the tick for the next process.
      if (command.type === 'tick' && error !== null && error !== 'request/not-ready')
        throw new Error(`tick ${command.tick} was refused: ${error}`);
    } catch (error) {
      this.#options.onError(error);
    }
  }
}
