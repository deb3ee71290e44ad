/**
 * The live simulated market: every whole second a tick command with the reference prices, the market maker's quotes around them, and
 * orders of the takers in between. A source that stalls makes no tick: contracts are then closed by the rules, never by hand.
 */
import type { Command } from '@glasshouse/core';
import { indexPrices, pricesFromIndex } from './index-prices.ts';
import { Maker } from './maker.ts';
import type { SimulatedSource } from './simulated-source.ts';
import type { MarketState } from './state.ts';
import { arbitrageOrders, takerOrders } from './takers.ts';

/** What is due is done in portions of so many, between the commands of others. */
const DUE_PORTION = 100;
/** Takers act four times a second. */
const TAKERS_EVERY_MS = 250;
/** After a pause the price moves on as if at most this time had passed. */
const LONGEST_STEP_S = 3600;

export interface LiveMarketOptions {
  readonly state: MarketState;
  readonly source: SimulatedSource;
  readonly submit: (command: Command, owner: number) => Promise<unknown>;
  readonly onError: (error: unknown) => void;
}

export class LiveMarket {
  readonly #options: LiveMarketOptions;
  readonly #maker = new Maker();
  #prices: number[];
  #lastTickS: number;
  #tick: number;
  #secondTimer: NodeJS.Timeout | null = null;
  #takerTimer: NodeJS.Timeout | null = null;
  #pending = 0;

  constructor(options: LiveMarketOptions) {
    this.#options = options;
    const { catalogue } = options.state;
    this.#prices = pricesFromIndex(catalogue.markets, options.source.startPrices());
    this.#tick = catalogue.exchange.lastTick.tick;
    this.#lastTickS = catalogue.exchange.lastTick.tickMs / 1000;
  }

  /** The first tick and quotes are there when it resolves: nobody meets an empty book. */
  async start(): Promise<void> {
    await this.#round();
    this.#planSecond();
    this.#takerTimer = setInterval(() => this.#takers(), TAKERS_EVERY_MS);
  }

  stop(): void {
    if (this.#secondTimer !== null) clearTimeout(this.#secondTimer);
    if (this.#takerTimer !== null) clearInterval(this.#takerTimer);
  }

  #planSecond(): void {
    const nowMs = this.#options.state.nowMs();
    this.#secondTimer = setTimeout(() => this.#second(), 1000 - (nowMs % 1000));
  }

  #second(): void {
    this.#planSecond();
    void this.#round();
  }

  /** The tick of this second, then quotes around its prices. Resolves when they are committed. */
  async #round(): Promise<void> {
    const { state, source } = this.#options;
    const timeS = Math.floor(state.nowMs() / 1000);
    if (timeS <= this.#lastTickS) return;
    const passedS = this.#lastTickS === 0 ? 1 : Math.min(LONGEST_STEP_S, timeS - this.#lastTickS);
    this.#prices = source.next(this.#prices, timeS, passedS);
    this.#lastTickS = timeS;
    const pairs = state.catalogue.markets;
    const tick: Command = {
      type: 'tick',
      tick: ++this.#tick,
      tickMs: timeS * 1000,
      prices: indexPrices(pairs, this.#prices),
    };
    const commands = [
      tick,
      ...this.#maker.quotesFor(pairs, { prices: this.#prices, timeS, wildness: source.volatilityAt(timeS) }),
      ...arbitrageOrders(pairs),
    ];
    await Promise.all(commands.map((command) => this.#submit(command)));
    // After the new quotes: a stop never trades against those from before its tick.
    while (state.catalogue.exchange.dueCount > 0)
      await this.#submit({ type: 'process-due', limit: DUE_PORTION });
  }

  #takers(): void {
    // Behind a slow disk the takers wait: ticks and quotes go first.
    if (this.#pending > 40) return;
    const { state, source } = this.#options;
    const timeS = Math.floor(state.nowMs() / 1000);
    const orders = takerOrders({
      pairs: state.catalogue.markets,
      prices: this.#prices,
      source,
      timeS,
      seconds: TAKERS_EVERY_MS / 1000,
      random: Math.random,
    });
    for (const command of orders) void this.#submit(command);
  }

  async #submit(command: Command): Promise<void> {
    this.#pending++;
    try {
      await this.#options.submit(command, 'owner' in command ? command.owner : 0);
    } catch (error) {
      this.#options.onError(error);
    } finally {
      this.#pending--;
    }
  }
}
