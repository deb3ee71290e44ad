/**
 * The real market without its source and its timers, for tests: time stands still until the test
 * moves it, and prices are those of the still market.
 */
import assert from 'node:assert/strict';
import { Catalogue } from '../contract/catalogue.ts';
import type { MarketParts, MarketPlug } from '../contract/market.ts';
import { PLATFORM_OWNER, raiseRules, sow } from '../contract/seeds.ts';
import { MarketChannels } from '../features/market/channels.ts';
import { marketEndpoints } from '../features/market/endpoints.ts';
import { ReadPlaces } from '../features/market/old-reads.ts';
import { marketHandlers } from '../features/market/routes.ts';
import { marketSeeds } from '../features/market/seeds.ts';
import { PROJECTIONS_MODULE } from '../features/market/start.ts';
import { MarketStreamRounds } from '../features/market/streams/market-streams.ts';
import { MarketState } from '../features/market/state.ts';
import { SteadyClock } from '../pipeline/clock.ts';
import { STILL_PRICES } from './still-market.ts';

const HOUR_MS = 3_600_000;

export interface TimedMarket {
  readonly plug: MarketPlug;
  readonly clock: SteadyClock;
  readonly state: MarketState;
  /** Once the server has started. */
  readonly parts: MarketParts;
  readonly channels: MarketChannels;
  /** The time of all. It begins at a full hour after now, because sessions have real times. */
  timeMs: number;
  /** Submits ticks, a second apart, in one batch. */
  tick(count: number): Promise<void>;
}

export function timedMarket(): TimedMarket {
  const state = new MarketState();
  let timeMs = Math.ceil(Date.now() / HOUR_MS) * HOUR_MS;
  const now = () => timeMs;
  let opened: { readonly parts: MarketParts; readonly channels: MarketChannels } | null = null;
  const started = () => {
    if (opened === null) throw new Error('the market has not started');
    return opened;
  };
  const tick = async (count: number): Promise<void> => {
    const { pipeline } = started().parts;
    const { tick: last, tickMs } = pipeline.exchange.lastTick;
    const firstMs = Math.max(Math.floor(pipeline.nowMs() / 1000) * 1000, tickMs + 1000);
    const outcomes = await Promise.all(
      Array.from({ length: count }, (_, i) =>
        pipeline.submit(
          { type: 'tick', tick: last + i + 1, tickMs: firstMs + i * 1000, prices: [...STILL_PRICES] },
          { owner: PLATFORM_OWNER, isUrgent: true },
        ),
      ),
    );
    for (const { error } of outcomes) assert.equal(error, null);
  };
  const start: MarketPlug['start'] = async (parts) => {
    const { database, pipeline, hub, config } = parts;
    state.open(new Catalogue(pipeline.exchange), () => pipeline.nowMs());
    await raiseRules(parts);
    await sow(parts, [...marketSeeds('demo'), ...parts.productSeeds]);
    const channels = new MarketChannels(state, hub);
    opened = { parts, channels };
    pipeline.onCommitted((batch) => channels.publish(state.publish(batch)));
    await tick(1);
    const places = new ReadPlaces();
    return {
      handlers: marketHandlers({ state, database, places, isSimulated: true }),
      endpoints: marketEndpoints({ ...parts, state, places, rateFactor: config.rateLimitFactor }),
      streams: new MarketStreamRounds(state),
      makerTerms: null,
      readTick: (number) => state.ticks.find(database, number),
      forward: () => {},
      stop: async () => {},
    };
  };
  return {
    plug: { projections: [PROJECTIONS_MODULE], start },
    clock: new SteadyClock(0, { wallMs: now, steadyMs: now, uptimeMs: now }),
    state,
    get parts() {
      return started().parts;
    },
    get channels() {
      return started().channels;
    },
    get timeMs() {
      return timeMs;
    },
    set timeMs(next: number) {
      timeMs = next;
    },
    tick,
  };
}
