/** Brings the market up: definitions and history at the first start, memory from the tables at every start, then the live feed. */
import { randomInt } from 'node:crypto';
import { newestRules, WALLET, type Command, type Exchange } from '@glasshouse/core';
import { Catalogue } from '../../catalogue.ts';
import type { Config } from '../../config.ts';
import { errorFields } from '../../log.ts';
import type { MarketParts, MarketPlug, RunningMarket } from '../../market.ts';
import { MarketChannels } from './channels.ts';
import { definitions, demoCapital } from './definitions.ts';
import { writeHistory } from './history.ts';
import { LiveMarket } from './live-market.ts';
import { marketProjections } from './projection.ts';
import { marketHandlers } from './routes.ts';
import { SimulatedSource } from './simulated-source.ts';
import { MarketState } from './state.ts';

const PLATFORM_OWNER = 1;

export function createMarket(config: Pick<Config, 'mode' | 'marketSource' | 'marketSeed'>): MarketPlug {
  if (config.marketSource !== 'simulated')
    throw new Error(
      `MARKET_SOURCE ${config.marketSource} is not available yet; this version has 'simulated'`,
    );
  const state = new MarketState();
  const source = new SimulatedSource(config.marketSeed ?? randomInt(2 ** 31));
  return { projections: marketProjections(state), start: (parts) => startMarket(parts, { state, source }) };
}

async function startMarket(
  parts: MarketParts,
  { state, source }: { state: MarketState; source: SimulatedSource },
): Promise<RunningMarket> {
  const { database, pipeline, hub, log, config } = parts;
  state.open(new Catalogue(pipeline.exchange), () => pipeline.nowMs());
  await raiseRules(parts);
  await defineMarkets(parts, config.mode);
  await loadMemory(parts, { state, source });
  const channels = new MarketChannels(state, hub);
  const live = new LiveMarket({
    state,
    source,
    submit: (command, owner) => pipeline.submit(command, { owner }),
    onError: (error) => log.error('a command of the market failed', errorFields(error)),
  });
  pipeline.onCommitted((batch) => channels.onCommitted(batch));
  channels.start();
  await live.start();
  return {
    handlers: marketHandlers({ state, database, isSimulated: true }),
    readTick: (tick) => state.ticks.find(database, tick),
    stop: async () => {
      live.stop();
      channels.stop();
    },
  };
}

/** Before anything else: what is asked from now on follows the newest rules, what was asked before keeps those of its time. */
async function raiseRules({ pipeline, log }: MarketParts): Promise<void> {
  for (const command of newestRules(pipeline.exchange.rules)) {
    const { error } = await pipeline.submit(command, { owner: PLATFORM_OWNER });
    if (error !== null) throw new Error(`the rules of ${command.feature} were refused: ${error}`);
    log.info('the rules were raised', { feature: command.feature, version: command.version });
  }
}

/** First start: assets, pairs and fees; in demo also the house's play capital. What is there already, also from a start that was cut short, is left alone. */
async function defineMarkets({ pipeline, onProgress }: MarketParts, mode: Config['mode']): Promise<void> {
  const commands = mode === 'demo' ? [...definitions(), ...demoCapital()] : definitions();
  const missing = commands.filter((command) => !isDone(pipeline.exchange, command));
  if (missing.length > 0) onProgress('First start: defining assets, pairs and contracts');
  for (const command of missing) {
    const { error } = await pipeline.submit(command, { owner: PLATFORM_OWNER });
    if (error !== null) throw new Error(`${command.type} was refused at the first start: ${error}`);
  }
}

function isDone({ registry, ledger, fees }: Exchange, command: Command): boolean {
  switch (command.type) {
    case 'define-asset':
      return registry.assets[command.asset] !== undefined;
    case 'define-market':
      return registry.markets[command.market] !== undefined;
    case 'define-seconds-contract':
      return (registry.markets[command.market]?.secondsContract ?? null) !== null;
    case 'define-fee-tiers':
      return fees.definition !== null;
    case 'open-account':
      return ledger.find(command.owner, WALLET.exchange, 0) >= 0;
    case 'issue': {
      const account = ledger.find(command.owner, command.wallet, command.asset);
      return account >= 0 && ledger.available(account) + ledger.frozen(account) > 0;
    }
    default:
      return false;
  }
}

/** Loads candles, deals and ticks; writes the simulated history first when no tick was ever taken. */
async function loadMemory(
  { database, pipeline, onProgress }: MarketParts,
  { state, source }: { state: MarketState; source: SimulatedSource },
): Promise<void> {
  if (pipeline.exchange.lastTick.tick === 0) {
    onProgress('First start: writing the history of the simulated market');
    await writeHistory(database, { pairs: state.catalogue.markets, source, nowMs: state.nowMs() });
  }
  await state.klines.load(database, state.nowMs());
  await state.deals.load(database);
  await state.ticks.load(database);
}
