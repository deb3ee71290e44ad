/**
 * Starts the market: definitions and history at the first start, memory from the tables at every
 * start, then the live feed.
 */
import { randomBytes } from 'node:crypto';
import path from 'node:path';
import { Catalogue } from '../../contract/catalogue.ts';
import type { Config } from '../../config.ts';
import { containment } from '../../process/containment.ts';
import { errorFields } from '../../process/log.ts';
import type { MarketParts, MarketPlug, RunningMarket } from '../../contract/market.ts';
import { raiseRules, sow } from '../../contract/seeds.ts';
import { MarketChannels } from './channels.ts';
import { writeHistory } from './history.ts';
import { LiveMarket } from './live-market.ts';
import { marketHandlers } from './routes.ts';
import { marketSeeds } from './seeds.ts';
import { pricesFromIndex, unopenedPositions } from './index-prices.ts';
import { NOISE_KEY_BYTES } from './keyed-noise.ts';
import { SIMULATED_ASSETS, SimulatedSource } from './simulated-source.ts';
import { MarketState } from './state.ts';
import { TickFeed } from './tick-feed/tick-feed.ts';

export function createMarket(config: Pick<Config, 'mode' | 'marketSource' | 'marketSeed'>): MarketPlug {
  if (config.marketSource !== 'simulated')
    throw new Error(
      `MARKET_SOURCE ${config.marketSource} is not available yet; this version has 'simulated'`,
    );
  return { projections: [PROJECTIONS_MODULE], start: startMarket };
}

export const PROJECTIONS_MODULE = import.meta.resolve('./projection.ts');
/** The tick thread's log, within the data folder. */
const TICK_FOLDER = 'market';

/**
 * At least this many seconds of an outage are caught up tick by tick, for orders that wait for a
 * price.
 */
const CATCH_UP_TICKS_MIN = 3600;
/** The time from the last tick to the opening of a contract, and the grace period at its end. */
const CATCH_UP_MARGIN_S = 60;

function longestContractS({ exchange }: Catalogue): number {
  const { offers } = exchange.features['seconds-contract'];
  const durations = [...offers.values()].flatMap((offer) => offer.durations);
  return Math.max(0, ...durations.map(({ seconds }) => seconds));
}

async function startMarket(parts: MarketParts): Promise<RunningMarket> {
  const { database, pipeline, hub, log, config } = parts;
  const state = new MarketState();
  // Items that the last process left due must not trade against quotes from before the outage.
  const releaseDue = pipeline.holdDue();
  state.open(new Catalogue(pipeline.exchange), () => pipeline.nowMs());
  await raiseRules(parts);
  await sow(parts, [...marketSeeds(config.mode), ...parts.productSeeds]);
  await writeFirstHistory(parts, state);
  await state.load(database);
  const channels = new MarketChannels(state, hub);
  pipeline.onCommitted((batch) => channels.publish(state.publish(batch)));
  const contain = containment(log);
  channels.start(contain);
  const feed = openFeed(parts, state);
  const live = new LiveMarket({
    state,
    feed,
    reachTime: (timeMs) => {
      const aheadMs = Math.max(timeMs, pipeline.exchange.lastTick.tickMs) - pipeline.nowMs();
      if (aheadMs > 0) pipeline.forward(aheadMs);
    },
    submit: (command, options) => pipeline.submit(command, options),
    holdDue: () => pipeline.holdDue(),
    onError: (error) => log.error(errorFields(error), 'the market failed'),
    contain,
    isClosed: parts.isClosed,
  });
  await live.start();
  releaseDue();
  return {
    handlers: marketHandlers({ state, database, isSimulated: true }),
    readTick: (tick) => state.ticks.find(database, tick),
    forward: (ms) => feed.forward(ms),
    stop: async () => {
      live.stop();
      channels.stop();
      await feed.stop();
    },
  };
}

function openFeed({ config, pipeline, onFatal }: MarketParts, state: MarketState): TickFeed {
  const { lastTick } = pipeline.exchange;
  const startPrices = SIMULATED_ASSETS.map((asset) => asset.startPrice);
  const start = {
    folder: path.join(config.dataDir, TICK_FOLDER),
    seed: config.marketSeed,
    committed: { ...lastTick, prices: pricesFromIndex(state.catalogue.markets, startPrices) },
    unopened: unopenedPositions(state.catalogue.markets),
    catchUpTicksMax: Math.max(CATCH_UP_TICKS_MIN, longestContractS(state.catalogue) + CATCH_UP_MARGIN_S),
    nowMs: pipeline.nowMs(),
  };
  // An exchange without prices must not continue as if nothing were wrong. The process ends; the
  // next one starts the thread again.
  return new TickFeed(start, onFatal);
}

/** Before the first tick it writes the simulated history. */
async function writeFirstHistory(
  { database, pipeline, onProgress }: MarketParts,
  state: MarketState,
): Promise<void> {
  if (pipeline.exchange.lastTick.tick !== 0) return;
  onProgress('First start: writing the history of the simulated market');
  // A separate key, so that the public history reveals nothing about future prices.
  const source = new SimulatedSource(randomBytes(NOISE_KEY_BYTES));
  await writeHistory(database, { pairs: state.catalogue.openedMarkets, source, nowMs: state.nowMs() });
}
