/**
 * Starts the market: definitions and history at the first start, memory from the tables at every
 * start, then the live feed.
 */
import { randomBytes } from 'node:crypto';
import path from 'node:path';
import { Catalogue, type NamedMarket } from '../../contract/catalogue.ts';
import type { Config } from '../../config.ts';
import { containment } from '../../process/containment.ts';
import { errorFields } from '../../process/log.ts';
import type { MarketParts, MarketPlug, RunningMarket } from '../../contract/market.ts';
import { raiseRules, sow } from '../../contract/seeds.ts';
import { MarketChannels } from './channels.ts';
import { writeHistory } from './history.ts';
import { candleOf } from './klines.ts';
import { LiveMarket } from './live-market.ts';
import { marketEndpoints } from './endpoints.ts';
import { marketHandlers } from './routes.ts';
import { marketSeeds } from './seeds.ts';
import { openedCoins, pricesFromIndex } from './index-prices.ts';
import { NOISE_KEY_BYTES } from './keyed-noise.ts';
import { SimulatedSource } from './simulated-source.ts';
import { fillFromSource, type SourceHistoryParts } from './source-history.ts';
import { AllMakerTerms } from './maker-terms.ts';
import { ReadPlaces } from './old-reads.ts';
import { MarketState } from './state.ts';
import { MarketStreamRounds } from './streams/market-streams.ts';
import { ProcessFeed } from './tick-feed/process-feed.ts';
import { ThreadFeed, type TickFeed } from './tick-feed/tick-feed.ts';
import { keepQuotes } from './tick-quotes.ts';

export function createMarket(config: Pick<Config, 'marketSource' | 'feedSocket'>): MarketPlug {
  return { projections: [PROJECTIONS_MODULE], start: async (parts) => startMarket(parts, config) };
}

export const PROJECTIONS_MODULE = import.meta.resolve('./projection.ts');
/** The feed's process may be away at a start. */
const FIRST_TICK_WITHIN_MS = 5_000;
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

async function startMarket(
  parts: MarketParts,
  setting: Pick<Config, 'marketSource' | 'feedSocket'>,
): Promise<RunningMarket> {
  const { database, pipeline, hub, log, config, onFatal } = parts;
  const state = new MarketState();
  // Items that the last process left due must not trade against quotes from before the outage.
  const releaseDue = pipeline.holdDue();
  state.open(new Catalogue(pipeline.exchange), () => pipeline.nowMs());
  await raiseRules(parts);
  await sow(parts, [...marketSeeds(config.mode), ...parts.productSeeds]);
  const isSimulated = setting.marketSource.kind === 'simulated';
  const feed = openFeed(parts, { state, ...setting });
  const isFirst = pipeline.exchange.lastTick.tick === 0;
  if (!isSimulated) {
    parts.onProgress('Reading the candles that are missing from the source');
    const pairs = state.catalogue.openedMarkets;
    await readHistory(parts, { state, feed, pairs, onFilled: () => {} });
  } else if (isFirst) await writeFirstHistory(parts, state);
  await state.load(database);
  const makerTerms = new AllMakerTerms(database);
  await makerTerms.load();
  const channels = new MarketChannels(state, hub);
  const streams = new MarketStreamRounds(state);
  pipeline.onCommitted((batch) => {
    channels.publish(state.publish(batch));
    streams.publish(batch);
  });
  const contain = containment(log);
  channels.start(contain);
  streams.start(contain);
  const live = new LiveMarket({
    state,
    feed,
    makerTerms,
    firstTickWithinMs: setting.feedSocket === null ? null : FIRST_TICK_WITHIN_MS,
    hasTakers: config.mode === 'demo',
    keepQuotes: async (ticks) => keepQuotes(database, ticks),
    onOpened: (pairs) => {
      if (!isSimulated) void readHistoryOf(pairs, { parts, state, feed }).catch(onFatal);
    },
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
  const places = new ReadPlaces();
  return {
    handlers: marketHandlers({ state, database, places, isSimulated }),
    endpoints: marketEndpoints({ ...parts, state, places, rateFactor: config.rateLimitFactor }),
    streams,
    makerTerms,
    readTick: (tick) => state.ticks.find(database, tick),
    forward: (ms) => {
      if (feed instanceof ThreadFeed) feed.forward(ms);
    },
    stop: async () => {
      live.stop();
      channels.stop();
      streams.stop();
      await feed.stop();
    },
  };
}

function openFeed(
  { config, pipeline, log, onFatal }: MarketParts,
  { state, marketSource, feedSocket }: Pick<Config, 'marketSource' | 'feedSocket'> & { state: MarketState },
): TickFeed {
  const { lastTick } = pipeline.exchange;
  const { markets } = state.catalogue;
  const committed = { ...lastTick, prices: pricesFromIndex(markets) };
  const coins = openedCoins(markets);
  if (feedSocket !== null) {
    const onThere = (isThere: boolean): void => {
      if (isThere) log.info({ socket: feedSocket }, 'the feed answers');
      else log.error({ socket: feedSocket }, 'the feed does not answer: there are no prices');
    };
    return new ProcessFeed({ socket: feedSocket, committed, coins, onThere });
  }
  const start = {
    folder: path.join(config.dataDir, TICK_FOLDER),
    source: marketSource,
    committed,
    coins,
    catchUpTicksMax: Math.max(CATCH_UP_TICKS_MIN, longestContractS(state.catalogue) + CATCH_UP_MARGIN_S),
    nowMs: pipeline.nowMs(),
  };
  // An exchange without its thread must not continue as if nothing were wrong. The process ends;
  // the next one starts the thread again.
  return new ThreadFeed(start, {
    onError: onFatal,
    onFailure: (source, failure) => log.warn({ source, error: failure }, 'a source of prices failed'),
  });
}

/** Asks the source for candles that are missing; the start waits for so long at most. */
const HISTORY_WITHIN_MS = 120_000;

interface HistoryParts extends Pick<SourceHistoryParts, 'pairs' | 'onFilled'> {
  readonly state: MarketState;
  readonly feed: TickFeed;
}

/** Of pairs that open while it runs, memory learns what was written. */
async function readHistoryOf(
  pairs: readonly NamedMarket[],
  { parts, state, feed }: { parts: MarketParts; state: MarketState; feed: TickFeed },
): Promise<void> {
  const onFilled: SourceHistoryParts['onFilled'] = (timer, rows) => {
    state.klines.prepend(rows[0]!.market, timer, rows.map(candleOf));
  };
  await readHistory(parts, { state, feed, pairs, onFilled });
}

async function readHistory(
  { database, pipeline, log }: MarketParts,
  { state, feed, pairs, onFilled }: HistoryParts,
): Promise<void> {
  const startedMs = performance.now();
  await fillFromSource({
    database,
    feed,
    pairs,
    lastTickMs: pipeline.exchange.lastTick.tickMs,
    nowMs: state.nowMs(),
    isLate: () => performance.now() - startedMs > HISTORY_WITHIN_MS,
    onFilled,
    onError: ({ symbol }, error) =>
      log.warn({ pair: symbol, ...errorFields(error) }, 'the source gave no candles'),
  });
}

/** Before the first tick it writes the simulated history. */
async function writeFirstHistory({ database, onProgress }: MarketParts, state: MarketState): Promise<void> {
  onProgress('First start: writing the history of the simulated market');
  // A separate key, so that the public history reveals nothing about future prices.
  const source = new SimulatedSource(randomBytes(NOISE_KEY_BYTES));
  await writeHistory(database, { pairs: state.catalogue.openedMarkets, source, nowMs: state.nowMs() });
}
