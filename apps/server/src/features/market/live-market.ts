/**
 * The live market: submits the source's ticks in order, renews the market maker's quotes around
 * their prices, and lets takers trade in between. After a stall or a restart it catches up tick by
 * tick. Without a price from the source, and without ticks, the market maker has no quotes, and
 * open contracts end by the rules for that case.
 */
import { createHash } from 'node:crypto';
import type { Command, Outcome } from '@glasshouse/core';
import type { NamedMarket } from '../../contract/catalogue.ts';
import type { Contain } from '../../process/containment.ts';
import { indexPrices, openedCoins, type CoinPrices } from './index-prices.ts';
import type { MakerTermsPort } from '../../contract/maker-terms.ts';
import { Maker } from './maker.ts';
import type { MarketState } from './state.ts';
import { arbitrageOrders, takerOrders } from './takers.ts';
import type { TickFeed } from './tick-feed/tick-feed.ts';
import type { SourceTick } from './tick-feed/tick-log.ts';
import type { Moved } from './tick-feed/tick-maker.ts';

/**
 * A tick comes every second. If the last came longer ago, quotes are withdrawn: looked at this
 * often, they are gone within two seconds of it.
 */
const TICKS_WITHIN_MS = 1_600;
const LOOK_EVERY_MS = 200;
/** Takers act four times a second. */
const TAKERS_EVERY_MS = 250;
/** The takers' commands in flight: behind a slow disk the takers pause. */
const TAKER_COMMANDS_MAX = 40;
/** Ticks submitted at once while catching up. */
const TICKS_AT_ONCE = 200;

export interface LiveMarketOptions {
  readonly state: MarketState;
  readonly feed: TickFeed;
  readonly makerTerms: Pick<MakerTermsPort, 'of'>;
  /** The start waits for the first tick no longer, and opens without prices; null: it waits. */
  readonly firstTickWithinMs: number | null;
  /** Whether platform-run accounts trade with the book, to make a demo lively. */
  readonly hasTakers: boolean;
  /** Keeps the quotes of ticks before anything of these ticks is public. */
  readonly keepQuotes: (ticks: readonly SourceTick[]) => Promise<void>;
  /** Told of pairs that open while it runs. */
  readonly onOpened: (pairs: readonly NamedMarket[]) => void;
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
  readonly contain: Contain;
  /** During maintenance takers rest, because nobody else may trade either (R10.7). */
  readonly isClosed: () => boolean;
}

export class LiveMarket {
  readonly #options: LiveMarketOptions;
  readonly #maker: Maker;
  #waiting: SourceTick[] = [];
  #isAtWork = false;
  #last: SourceTick | null = null;
  /** What the feed has told since that tick. */
  #moved: Moved = { tick: 0, coins: [] };
  #takerTimer: NodeJS.Timeout | null = null;
  #lookTimer: NodeJS.Timeout | null = null;
  #lastTickAtMs = -Infinity;
  #takerCommands = 0;
  #coins = '';
  /** The numbers of the pairs that have opened. */
  readonly #opened = new Set<number>();

  constructor(options: LiveMarketOptions) {
    this.#options = options;
    this.#maker = new Maker(options.makerTerms, options.state.catalogue.exchange);
  }

  /** Resolves after missed ticks are processed and fresh quotes are placed. */
  async start(): Promise<void> {
    // Those of the last process follow prices from before the outage.
    await this.#withdraw({});
    await new Promise<void>((resolve, reject) => {
      const { firstTickWithinMs } = this.#options;
      if (firstTickWithinMs !== null) setTimeout(resolve, firstTickWithinMs).unref();
      this.#options.feed.onTicks((ticks) => {
        // A demo's clock may have been moved ahead: the thread may have written ticks of later
        // times that the exchange never received. Later ticks follow each other by a second, but
        // may be delivered with less delay than the first.
        this.#options.reachTime(ticks.at(-1)?.tickMs ?? 0);
        if (ticks.length > 0) this.#lastTickAtMs = performance.now();
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
    const { contain, hasTakers, feed } = this.#options;
    feed.onMoved((moved) => contain('a move of prices', () => this.#hear(moved))());
    this.#lookTimer = setInterval(
      contain('a look for late ticks', () => this.#lookForTicks()),
      LOOK_EVERY_MS,
    );
    if (!hasTakers) return;
    const takers = contain('orders of takers', () => this.#takers());
    this.#takerTimer = setInterval(takers, TAKERS_EVERY_MS);
  }

  stop(): void {
    if (this.#takerTimer !== null) clearInterval(this.#takerTimer);
    if (this.#lookTimer !== null) clearInterval(this.#lookTimer);
  }

  async #lookForTicks(): Promise<void> {
    if (this.#isAtWork || performance.now() - this.#lastTickAtMs < TICKS_WITHIN_MS) return;
    await this.#withdraw({});
  }

  /** Withdraws the quotes of pairs without a price. */
  async #withdraw(prices: CoinPrices): Promise<void> {
    const commands = this.#maker.withdrawal(this.#options.state.catalogue.openedMarkets, prices);
    await Promise.all(commands.map((command) => this.#submit(command, true)));
  }

  /**
   * Somebody who reads the exchanges outside knows that these prices have moved, so nothing is
   * quoted around the old ones until the next tick.
   */
  async #hear({ tick, coins }: Moved): Promise<void> {
    const before = this.#moved.tick === tick ? this.#moved.coins : [];
    this.#moved = { tick, coins: [...before, ...coins] };
    // A round that is under way does it at its end.
    if (this.#last?.tick === tick && !this.#isAtWork) await this.#withdraw(this.#quotable(this.#last));
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
    const { state, feed, holdDue, keepQuotes, hasTakers } = this.#options;
    const last = ticks.at(-1)!;
    try {
      await Promise.all([this.#withdraw(this.#quotable(last)), keepQuotes(ticks)]);
    } catch (error) {
      // No second may be lost: the next tick brings them again.
      this.#waiting.unshift(...ticks);
      throw error;
    }
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
    if (this.#moved.tick === last.tick) await this.#withdraw(this.#quotable(last));
    feed.committed(last.tick);
    this.#sendCoins();
    if (!hasTakers || this.#options.isClosed()) return;
    await Promise.all(
      arbitrageOrders(state.catalogue.openedMarkets).map((command) => this.#submit(command, true)),
    );
  }

  #sendCoins(): void {
    const { openedMarkets } = this.#options.state.catalogue;
    const fresh = openedMarkets.filter(({ market }) => !this.#opened.has(market.definition.market));
    if (fresh.length > 0 && this.#opened.size > 0) this.#options.onOpened(fresh);
    for (const { market } of fresh) this.#opened.add(market.definition.market);
    const coins = openedCoins(openedMarkets);
    if (coins.join() === this.#coins) return;
    this.#coins = coins.join();
    this.#options.feed.setCoins(coins);
  }

  #tickCommand({ tick, tickMs, prices, quoted }: SourceTick): Command {
    const made = { tick, tickMs, prices: indexPrices(this.#options.state.catalogue.markets, prices) };
    if (quoted === null) return { type: 'tick', ...made };
    const quotesHash = createHash('sha256').update(quoted.quotes).digest('hex');
    return { type: 'quoted-tick', ...made, rules: quoted.rules, quotesHash };
  }

  #quotesAt(tick: SourceTick): Command[] {
    const pairs = this.#options.state.catalogue.openedMarkets;
    const at = { prices: this.#quotable(tick), timeS: tick.tickMs / 1000, wildness: tick.wildness };
    return this.#maker.quotesFor(pairs, at);
  }

  #takers(): void {
    if (this.#last === null || this.#takerCommands > TAKER_COMMANDS_MAX || this.#options.isClosed()) return;
    const { prices, wildness } = this.#last;
    const orders = takerOrders({
      pairs: this.#options.state.catalogue.openedMarkets,
      prices,
      wildness,
      seconds: TAKERS_EVERY_MS / 1000,
      maker: this.#maker,
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
      const isTick = command.type === 'tick' || command.type === 'quoted-tick';
      if (isTick && error !== null && error !== 'request/not-ready')
        throw new Error(`tick ${command.tick} was refused: ${error}`);
    } catch (error) {
      this.#options.onError(error);
    }
  }

  /** The prices around which somebody may quote. */
  #quotable({ tick, prices, stale }: SourceTick): CoinPrices {
    const closed = tick === this.#moved.tick ? [...stale, ...this.#moved.coins] : stale;
    if (closed.length === 0) return prices;
    return Object.fromEntries(Object.entries(prices).filter(([code]) => !closed.includes(code)));
  }
}
