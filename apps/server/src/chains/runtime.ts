/**
 * The watchers of all chains in this process, the addresses that they watch, and in a demo the
 * chains themselves.
 */
import { extendedPublicKey, type AddressFamily, type BlockSource } from '@glasshouse/chains';
import type { Arrival, ChainDescription, ChainExchange, ChainState, DepositChains } from '../chain-parts.ts';
import type { Config } from '../config.ts';
import type { Database } from '../db/database.ts';
import type { Figure } from '../figures.ts';
import { errorFields, type Log } from '../log.ts';
import type { Secrets } from '../secrets.ts';
import { DepositAddresses, type ExtendedKeys } from './addresses.ts';
import { NODE_TERMS, nodeSource } from './node-sources.ts';
import { SimulatedChains } from './simulated-chains.ts';
import { SimulatedPayouts } from './simulated-payouts.ts';
import { ChainWatcher } from './watcher.ts';
import { ChainTables } from './watcher-store.ts';

export interface ChainRuntimeParts {
  readonly config: Pick<Config, 'mode' | 'chainKeys' | 'chainNodes' | 'demoBlockMs'>;
  readonly database: Database;
  readonly secrets: Secrets;
  readonly exchange: ChainExchange;
  readonly nowMs: () => number;
  readonly log: Log;
}

export interface ChainRuntime extends DepositChains {
  /** Watching begins. */
  start(): Promise<void>;
  stop(): Promise<void>;
  /** Called with what changed of transfers that are on their way. */
  onArrivals(listener: (arrivals: readonly Arrival[]) => void): void;
  readonly figures: readonly Figure[];
  /** One more block on each simulated chain, and all that follows from it. */
  mine(): Promise<void>;
}

const DEMO_SEED = 'demo-chain-seed';
const ASK_NODES_EVERY_MS = 3_000;

/** A demo has a wallet of its own, whose seed follows from the installation's key. */
function keysOf({ config, secrets }: ChainRuntimeParts): ExtendedKeys {
  if (config.mode === 'production') return config.chainKeys;
  const seed = secrets.key(DEMO_SEED);
  const keyOf = (family: AddressFamily) => extendedPublicKey(family, seed);
  return {
    EVM: keyOf('EVM'),
    TRON: keyOf('TRON'),
    BTC: keyOf('BTC'),
    LTC: keyOf('LTC'),
    DOGE: keyOf('DOGE'),
  };
}

export async function openChains(parts: ChainRuntimeParts): Promise<ChainRuntime> {
  const { config, database, exchange } = parts;
  const addresses = new DepositAddresses(database, keysOf(parts));
  await addresses.load();
  const isDemo = config.mode === 'demo';
  const watched = exchange.chains.filter(({ family }) => family !== null && addresses.has(family));
  const simulated = isDemo
    ? await SimulatedChains.open(
        database,
        watched.map(({ chain }) => chain),
      )
    : null;
  const listeners: ((arrivals: readonly Arrival[]) => void)[] = [];
  const watchers = new Map<string, ChainWatcher>();
  for (const description of watched) {
    const { chain } = description;
    const source =
      simulated === null ? nodeSource(chain, config.chainNodes[chain] ?? []) : simulated.source(chain);
    if (source === null) continue;
    const onArrivals = (arrivals: readonly Arrival[]) => listeners.forEach((listen) => listen(arrivals));
    watchers.set(chain, watcherOf(parts, { description, source, addresses, onArrivals }));
  }
  const confirmations = new Map(watched.map(({ chain, confirmations: needed }) => [chain, needed]));
  const payouts = simulated && new SimulatedPayouts(exchange, simulated, confirmations);
  return new Chains(parts, { addresses, simulated, payouts, watchers, listeners });
}

function watcherOf(
  { config, database, exchange, nowMs, log }: ChainRuntimeParts,
  given: {
    readonly description: ChainDescription;
    readonly source: BlockSource;
    readonly addresses: DepositAddresses;
    readonly onArrivals: (arrivals: readonly Arrival[]) => void;
  },
): ChainWatcher {
  const { description, source, addresses, onArrivals } = given;
  const store = new ChainTables(database, description.chain);
  const { ownerOf } = addresses;
  // A simulated chain has a block when this process makes one.
  const blockMs = config.mode === 'demo' ? null : (NODE_TERMS[description.chain]?.blockMs ?? null);
  return new ChainWatcher({
    description,
    source,
    store,
    exchange,
    ownerOf,
    nowMs,
    blockMs,
    log,
    onArrivals,
  });
}

interface Held {
  readonly addresses: DepositAddresses;
  readonly simulated: SimulatedChains | null;
  readonly payouts: SimulatedPayouts | null;
  /** By chain; none for a closed one. */
  readonly watchers: ReadonlyMap<string, ChainWatcher>;
  readonly listeners: ((arrivals: readonly Arrival[]) => void)[];
}

class Chains implements ChainRuntime {
  readonly #parts: ChainRuntimeParts;
  readonly #held: Held;
  readonly #startedMs: number;
  #timer: NodeJS.Timeout | null = null;
  #round: Promise<void> = Promise.resolve();
  /** Rounds that run or wait. */
  #rounds = 0;
  readonly figures: readonly Figure[];
  readonly testCoins: DepositChains['testCoins'];
  readonly payouts: DepositChains['payouts'];

  constructor(parts: ChainRuntimeParts, held: Held) {
    this.#parts = parts;
    this.#held = held;
    this.#startedMs = parts.nowMs();
    this.figures = figuresOf([...held.watchers.values()]);
    const { simulated } = held;
    this.payouts = held.payouts;
    this.testCoins =
      simulated === null
        ? null
        : {
            send: async (transfer) => {
              const address = await this.addressOf(transfer.owner, transfer.chain);
              if (address === null) throw new Error(`${transfer.chain} is closed`);
              return simulated.send(address, transfer);
            },
          };
  }

  states(): readonly ChainState[] {
    const { exchange } = this.#parts;
    return exchange.chains.map(({ chain }) => this.#stateOf(chain));
  }

  #stateOf(chain: string): ChainState {
    const { watchers, simulated } = this.#held;
    const watcher = watchers.get(chain);
    const isSimulated = watcher !== undefined && simulated !== null;
    const blockMs = isSimulated ? this.#simulatedMs : (NODE_TERMS[chain]?.blockMs ?? null);
    const fixed = { chain, isOpen: watcher !== undefined, blockMs, isSimulated };
    if (watcher === undefined) return { ...fixed, state: 'closed', sinceMs: this.#startedMs, height: null };
    return { ...fixed, ...watcher.state };
  }

  async addressOf(owner: number, chain: string): Promise<string | null> {
    const family = this.#parts.exchange.chains.find((one) => one.chain === chain)?.family ?? null;
    if (family === null || !this.#held.watchers.has(chain)) return null;
    return this.#held.addresses.of(owner, family);
  }

  arrivalsOf(owner: number): readonly Arrival[] {
    return [...this.#held.watchers.values()]
      .flatMap((watcher) => watcher.arrivalsOf(owner))
      .sort((a, b) => b.seenMs - a.seenMs);
  }

  onArrivals(listener: (arrivals: readonly Arrival[]) => void): void {
    this.#held.listeners.push(listener);
  }

  /** From one simulated block to the next; null if only tests make them. */
  get #simulatedMs(): number | null {
    const { demoBlockMs } = this.#parts.config;
    return demoBlockMs > 0 ? demoBlockMs : null;
  }

  async start(): Promise<void> {
    const first = this.#catchUp();
    // Nodes may be silent, and there may be days of blocks: nobody waits for them.
    if (this.#held.simulated === null) {
      this.#timer = setInterval(() => void this.#catchUp(), ASK_NODES_EVERY_MS);
      this.#timer.unref();
      return;
    }
    await first;
    const everyMs = this.#simulatedMs;
    if (everyMs === null) return;
    // On a busy machine a block is left out instead of waiting behind others.
    this.#timer = setInterval(() => {
      if (this.#rounds === 0) void this.mine();
    }, everyMs);
    this.#timer.unref();
  }

  mine(): Promise<void> {
    this.#rounds++;
    this.#round = this.#round.then(async () => {
      try {
        await this.#held.simulated?.mine();
      } catch (error) {
        this.#parts.log.error(errorFields(error), 'a simulated chain made no block');
      }
      await this.#catchUp();
      try {
        await this.#held.payouts?.pass();
      } catch (error) {
        this.#parts.log.error(errorFields(error), 'a withdrawal was not paid on a simulated chain');
      }
      this.#rounds--;
    });
    return this.#round;
  }

  async #catchUp(): Promise<void> {
    await Promise.all([...this.#held.watchers.values()].map((watcher) => watcher.catchUp()));
  }

  async stop(): Promise<void> {
    if (this.#timer !== null) clearInterval(this.#timer);
    await Promise.all([...this.#held.watchers.values()].map((watcher) => watcher.stop()));
    await this.#round;
  }
}

function figuresOf(watchers: readonly ChainWatcher[]): readonly Figure[] {
  const sum = (read: (watcher: ChainWatcher) => number) => () =>
    watchers.reduce((total, watcher) => total + read(watcher), 0);
  const counter = (name: string, help: string, read: (watcher: ChainWatcher) => number): Figure => ({
    name,
    help,
    kind: 'counter',
    read: sum(read),
  });
  const gauge = (name: string, help: string, read: (watcher: ChainWatcher) => number): Figure => ({
    name,
    help,
    kind: 'gauge',
    read: sum(read),
  });
  return [
    gauge('chains_not_up', 'Watched chains that are behind, down or halted', ({ state }) =>
      state.state === 'up' ? 0 : 1,
    ),
    gauge('chains_halted', 'Chains whose withdrawals are halted', ({ state }) =>
      state.state === 'halted' ? 1 : 0,
    ),
    counter(
      'chain_blocks_total',
      'Blocks that were followed, forwards and back',
      (one) => one.figures.blocks,
    ),
    counter('chain_failures_total', 'Times that following a chain failed', (one) => one.figures.failures),
    counter('deposits_credited_total', 'Deposits credited', (one) => one.figures.credited),
    counter('deposits_refused_total', 'Deposits that the exchange refused', (one) => one.figures.refused),
    counter(
      'deposits_reversed_total',
      'Credited deposits that left their chain',
      (one) => one.figures.reversed,
    ),
  ];
}
