/** A market for tests: the real definitions and capital, but prices change only by the test. */
import type { Command } from '@glasshouse/core';
import type { PublicTick } from '@glasshouse/protocol/market';
import { marketEndpoints } from '../features/market/endpoints.ts';
import { ReadPlaces } from '../features/market/old-reads.ts';
import { marketSeeds } from '../features/market/seeds.ts';
import { MarketState } from '../features/market/state.ts';
import { MarketStreamRounds } from '../features/market/streams/market-streams.ts';
import { containment } from '../process/containment.ts';
import { dueDone } from './due-done.ts';
import { Catalogue } from '../contract/catalogue.ts';
import type { MarketFactory, MarketParts, RunningMarket } from '../contract/market.ts';
import { PLATFORM_OWNER, raiseRules, sow } from '../contract/seeds.ts';

/** BTC at 60,000.00, ETH at 3,000.00, XRP at 0.50000: index prices of markets 0, 1 and 4. */
export const STILL_PRICES: readonly number[] = [6_000_000, 300_000, 0, 0, 50_000];

/**
 * Gaps up to this long are filled with a tick for each second, as the real feed does. So contracts
 * settle in time even if a slow machine delays a test. A longer gap is an outage that a test makes.
 */
const STALL_MS_MAX = 120_000;

export interface StillMarket {
  readonly factory: MarketFactory;
  /**
   * Submits the tick of the next second, with the price of BTC in cents. It comes after everything
   * that was accepted so far.
   */
  tick(btcPriceCents?: number): Promise<void>;
  readonly ticks: Map<number, PublicTick>;
}

export function stillMarket(): StillMarket {
  let parts: MarketParts | null = null;
  const ticks = new Map<number, PublicTick>();
  const tick = async (btcPriceCents = STILL_PRICES[0] ?? 0) => {
    if (parts === null) throw new Error('the market has not started');
    const { pipeline } = parts;
    const last = pipeline.exchange.lastTick;
    const nextMs = Math.floor(pipeline.nowMs() / 1000) * 1000 + 1000;
    const tickMs = Math.max(nextMs, last.tickMs + 1000);
    const prices = [btcPriceCents, ...STILL_PRICES.slice(1)];
    const stalledMs = last.tick === 0 ? 0 : tickMs - last.tickMs - 1000;
    const missed = stalledMs <= STALL_MS_MAX ? stalledMs / 1000 : 0;
    for (let left = missed; left >= 0; left--) {
      const number = parts.pipeline.exchange.lastTick.tick + 1;
      const timeMs = tickMs - left * 1000;
      await submit(parts, { type: 'tick', tick: number, tickMs: timeMs, prices });
      await dueDone(parts);
      ticks.set(number, { tick: number, timeMs, prices: {}, previousHash: '', hash: '' });
    }
  };
  const factory: MarketFactory = async (given) => {
    parts = given;
    await raiseRules(given);
    await sow(given, [...marketSeeds('demo'), ...given.productSeeds]);
    await tick();
    const state = new MarketState();
    state.open(new Catalogue(given.pipeline.exchange), () => given.pipeline.nowMs());
    await state.load(given.database);
    const streams = new MarketStreamRounds(state);
    given.pipeline.onCommitted((batch) => {
      state.publish(batch);
      streams.publish(batch);
    });
    streams.start(containment(given.log));
    const rateFactor = given.config.rateLimitFactor;
    return {
      handlers: STILL_HANDLERS,
      endpoints: marketEndpoints({ ...given, state, places: new ReadPlaces(), rateFactor }),
      streams,
      makerTerms: null,
      readTick: async (number) => ticks.get(number) ?? null,
      forward: () => {},
      stop: async () => streams.stop(),
    };
  };
  return { factory, tick, ticks };
}

async function submit({ pipeline }: MarketParts, command: Command): Promise<void> {
  const outcome = await pipeline.submit(command, { owner: PLATFORM_OWNER });
  if (outcome.error !== null)
    throw new Error(`the still market was refused ${command.type}: ${outcome.error}`);
}

const DAY = { id: 0, open: 1, close: 1, high: 1, low: 1, vol: 0, amount: 0, count: 0 };

/** Handlers that only show the shape of the replies; the market feature has its own tests. */
const STILL_HANDLERS: RunningMarket['handlers'] = {
  'market/get-kline': () => [{ id: 0, open: 1, close: 1, high: 1, low: 1, vol: 0 }],
  'market/get-depth': () => ({ bids: [[1, 1]], asks: [[2, 1]], ts: 0, version: 1 }),
  'market/get-market-trade': () => [{ id: '1', ts: 0, price: 1, amount: 1, direction: 'buy' }],
  'market/get-details': () => DAY,
  'market/get-details-by-quote-coin': () => [{ baseCoin: 'BTC', logo: '', tick: DAY }],
  'market/get-pairs': () => ({ pairs: [], assets: [], simulated: true }),
  'market/get-ticks': () => [],
  'market/get-tick-quotes': () => [],
};
