/**
 * The watchers of all chains in this process, the addresses that they watch, and in a demo the
 * chains themselves.
 */
import { extendedPublicKey, type AddressFamily, type BlockSource } from '@glasshouse/chains';
import type {
  Arrival,
  ChainDescription,
  ChainExchange,
  ChainState,
  DepositChains,
} from '../contract/chain-parts.ts';
import { TRACELESS_COIN } from '@glasshouse/protocol/wallet';
import type { Config } from '../config.ts';
import type { Database } from '../db/database.ts';
import type { Figure } from '../operating/figures.ts';
import { containment } from '../process/containment.ts';
import { errorFields, type Log } from '../process/log.ts';
import type { Secrets } from '../process/secrets.ts';
import { DepositAddresses, type ExtendedKeys } from './addresses.ts';
import { BalanceLook } from './balance-look.ts';
import { FoundCoins } from './found-coins.ts';
import { HouseBookings } from './paying/house-bookings.ts';
import { blockMsOf, nodeSource } from './node-sources.ts';
import { bookHouseCoins, bookHouseCost, type Booked, type HouseAct } from './paying/house-coins.ts';
import type { PaidChain } from './paying/paid-chain.ts';
import { openPaidChain } from './paying/paid-chains.ts';
import { addressesIn, familyOf } from './paying/wallet-terms.ts';
import { Reconciliation, type Comparison } from './reconciliation.ts';
import { payingFigures, watcherFigures } from './chain-figures.ts';
import { ServerPayoutPort } from './paying/server-payout-port.ts';
import { SimulatedChains } from './simulated-chains.ts';
import { SimulatedPayouts } from './simulated-payouts.ts';
import { lookAtToken } from './token-look.ts';
import { ChainWatcher } from './watcher.ts';
import { ChainTables } from './watcher-store.ts';

export interface ChainRuntimeParts {
  readonly config: Pick<
    Config,
    'mode' | 'chainKeys' | 'chainNodes' | 'chainHttp' | 'walletTerms' | 'demoBlockMs'
  >;
  readonly database: Database;
  readonly secrets: Secrets;
  readonly exchange: ChainExchange;
  readonly nowMs: () => number;
  /** During maintenance no payment is begun; those that were ordered go on. */
  readonly isClosed: () => boolean;
  readonly log: Log;
}

export interface ChainRuntime extends DepositChains {
  /** Watching begins. */
  start(): Promise<void>;
  stop(): Promise<void>;
  /** Called with what changed of transfers that are on their way. */
  onArrivals(listener: (arrivals: readonly Arrival[]) => void): void;
  readonly figures: readonly Figure[];
  /** The port of payer and signer; null if there are none. */
  readonly payoutPort: ServerPayoutPort | null;
  /** The watchers follow their chains to the end, and ledger and chains are compared there. */
  catchUp(): Promise<void>;
  /** Books what the house did beside the payer; see `house-coins.ts`. */
  bookOfHouse(what: HouseAct, chain: string, txid: string): Promise<Booked>;
  /** The same, once two people have named the transaction. */
  readonly houseBookings: HouseBookings;
  /** Coins that contracts sent to deposit addresses. */
  readonly found: FoundCoins;
  /** Compares the ledger with each chain that is paid on, now. */
  reconcile(): Promise<readonly Comparison[]>;
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
  const paid = paidChains(parts);
  const payoutPort = paid.length === 0 ? null : new ServerPayoutPort({ ...parts, paid });
  const { log } = parts;
  const reconciliations =
    payoutPort === null
      ? []
      : paid.map(
          (one) => new Reconciliation({ paid: one, payments: payoutPort.payments, database, exchange, log }),
        );
  const listeners: ((arrivals: readonly Arrival[]) => void)[] = [];
  const watchers = new Map<string, ChainWatcher>();
  const sources = new Map<string, BlockSource>();
  for (const description of watched) {
    const { chain } = description;
    const source =
      simulated === null
        ? nodeSource(description, config.chainNodes[chain] ?? [], config.walletTerms[chain])
        : simulated.source(chain);
    if (source === null) continue;
    sources.set(chain, source);
    const onArrivals = (arrivals: readonly Arrival[]) => listeners.forEach((listen) => listen(arrivals));
    watchers.set(chain, watcherOf(parts, { description, source, addresses, payoutPort, onArrivals }));
  }
  const payouts = simulated && new SimulatedPayouts(exchange, simulated, watched);
  return new Chains(parts, {
    addresses,
    simulated,
    payouts,
    payoutPort,
    paid,
    reconciliations,
    watchers,
    sources,
    listeners,
  });
}

/** None in a demo, and where every withdrawal is paid by hand. */
function paidChains({ config, database, exchange }: ChainRuntimeParts): readonly PaidChain[] {
  const { mode, walletTerms, chainKeys, chainNodes, chainHttp } = config;
  if (mode === 'demo') return [];
  return Object.entries(walletTerms).map(([chain, terms]) => {
    const key = chainKeys[familyOf(terms)];
    if (key === undefined) throw new Error(`WALLET_TERMS needs CHAIN_XPUB_${familyOf(terms)}`);
    const [urls, httpUrls] = [chainNodes[chain] ?? [], chainHttp[chain] ?? []];
    const listed = () => listedContracts(exchange.chains, chain);
    return openPaidChain({ chain, terms, urls, httpUrls, key, database, listed });
  });
}

/** By coin, the contracts of tokens that operators have listed on a chain. */
function listedContracts(
  chains: readonly ChainDescription[],
  chain: string,
): Readonly<Record<string, string>> {
  const coins = chains.find((one) => one.chain === chain)?.coins ?? [];
  return Object.fromEntries(
    coins.flatMap(({ coin, contract }) => (contract === null ? [] : [[coin, contract]])),
  );
}

function watcherOf(
  { config, database, exchange, nowMs, log }: ChainRuntimeParts,
  given: {
    readonly description: ChainDescription;
    readonly source: BlockSource;
    readonly addresses: DepositAddresses;
    readonly payoutPort: ServerPayoutPort | null;
    readonly onArrivals: (arrivals: readonly Arrival[]) => void;
  },
): ChainWatcher {
  const { description, source, addresses, payoutPort, onArrivals } = given;
  const store = new ChainTables(database, description.chain);
  const { ownerOf, keyOf } = addresses;
  // A simulated chain has a block when this process makes one.
  const blockMs = config.mode === 'demo' ? null : blockMsOf(description.chain);
  return new ChainWatcher({
    description,
    source,
    store,
    exchange,
    ownerOf,
    keyOf,
    look: lookOf({ config, database, nowMs, log }, description, source),
    isOwn: async (txid) => (await payoutPort?.isTopUp(description.chain, txid)) ?? false,
    nowMs,
    blockMs,
    log,
    onArrivals,
  });
}

/** Null in a demo, whose chains have no contracts, and where blocks tell everything. */
function lookOf(
  { config, database, nowMs, log }: Pick<ChainRuntimeParts, 'config' | 'database' | 'nowMs' | 'log'>,
  description: ChainDescription,
  source: BlockSource,
): BalanceLook | null {
  if (config.mode === 'demo') return null;
  const wallet = config.walletTerms[description.chain];
  const nativeCoin = TRACELESS_COIN[description.chain];
  if (nativeCoin === undefined) return null;
  const chainId = wallet?.chainId ?? null;
  return new BalanceLook({ description, nativeCoin, chainId, source, database, nowMs, log });
}

interface Held {
  readonly addresses: DepositAddresses;
  readonly simulated: SimulatedChains | null;
  readonly payouts: SimulatedPayouts | null;
  readonly payoutPort: ServerPayoutPort | null;
  readonly paid: readonly PaidChain[];
  readonly reconciliations: readonly Reconciliation[];
  /** The watcher of each chain, by name. A closed chain has none. */
  readonly watchers: ReadonlyMap<string, ChainWatcher>;
  /** What each watcher follows. */
  readonly sources: ReadonlyMap<string, BlockSource>;
  readonly listeners: ((arrivals: readonly Arrival[]) => void)[];
}

class Chains implements ChainRuntime {
  readonly #parts: ChainRuntimeParts;
  readonly #held: Held;
  readonly #startedMs: number;
  #timer: NodeJS.Timeout | null = null;
  #round: Promise<void> = Promise.resolve();
  #catching: Promise<void> = Promise.resolve();
  /** Rounds that run or wait. */
  #rounds = 0;
  readonly figures: readonly Figure[];
  readonly houseBookings: HouseBookings;
  readonly found: FoundCoins;
  readonly testCoins: DepositChains['testCoins'];
  readonly payouts: DepositChains['payouts'];
  readonly payoutPort: ServerPayoutPort | null;

  constructor(parts: ChainRuntimeParts, held: Held) {
    this.#parts = parts;
    this.#held = held;
    this.#startedMs = parts.nowMs();
    this.found = new FoundCoins(parts);
    const book: ChainRuntime['bookOfHouse'] = (...asked) => this.bookOfHouse(...asked);
    this.houseBookings = new HouseBookings({ ...parts, book });
    this.figures = [
      ...watcherFigures([...held.watchers.values()]),
      ...payingFigures(held.payoutPort, held.reconciliations, parts.nowMs),
    ];
    const { simulated } = held;
    this.payoutPort = held.payoutPort;
    this.payouts = held.payouts ?? held.payoutPort;
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
    const blockMs = isSimulated ? this.#simulatedMs : blockMsOf(chain);
    const fixed = { chain, isOpen: watcher !== undefined, blockMs, isSimulated };
    if (watcher === undefined) return { ...fixed, state: 'closed', sinceMs: this.#startedMs, height: null };
    return { ...fixed, ...watcher.state };
  }

  async addressOf(owner: number, chain: string): Promise<string | null> {
    const family = this.#parts.exchange.chains.find((one) => one.chain === chain)?.family ?? null;
    if (family === null || !this.#held.watchers.has(chain)) return null;
    return this.#held.addresses.of(owner, family);
  }

  ownerOf(address: string): number | undefined {
    return this.#held.addresses.ownerOf(address);
  }

  creditsNobody(chain: string, address: string): boolean {
    const { addresses, paid, watchers } = this.#held;
    if (addresses.isHouse(address)) return true;
    if (addresses.ownerOf(address) !== undefined && !watchers.has(chain)) return true;
    if (Object.values(listedContracts(this.#parts.exchange.chains, chain)).includes(address)) return true;
    return paid.some(({ terms }) => addressesIn(terms).includes(address));
  }

  tokenAt(
    chain: string,
    token: Parameters<DepositChains['tokenAt']>[1],
  ): ReturnType<DepositChains['tokenAt']> {
    const { config, exchange } = this.#parts;
    const description = exchange.chains.find((one) => one.chain === chain);
    return lookAtToken({ config, description, source: this.#held.sources.get(chain) }, token);
  }

  arrivalsOf(owner: number): readonly Arrival[] {
    return [...this.#held.watchers.values()]
      .flatMap((watcher) => watcher.arrivalsOf(owner))
      .sort((a, b) => b.seenMs - a.seenMs);
  }

  onArrivals(listener: (arrivals: readonly Arrival[]) => void): void {
    this.#held.listeners.push(listener);
  }

  /** The time between two simulated blocks; null if only tests make them. */
  get #simulatedMs(): number | null {
    const { demoBlockMs } = this.#parts.config;
    return demoBlockMs > 0 ? demoBlockMs : null;
  }

  async start(): Promise<void> {
    const contain = containment(this.#parts.log);
    // Nodes may be silent, and there may be days of blocks: nobody waits for them.
    if (this.#held.simulated === null) {
      const look = contain('a look at the chains', () => this.catchUp());
      look();
      this.#timer = setInterval(look, ASK_NODES_EVERY_MS);
      this.#timer.unref();
      return;
    }
    await this.catchUp();
    const everyMs = this.#simulatedMs;
    if (everyMs === null) return;
    // On a busy machine a block is left out instead of waiting behind others.
    const mine = (): unknown => (this.#rounds === 0 ? this.mine() : null);
    this.#timer = setInterval(contain('a block of the simulated chains', mine), everyMs);
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
      try {
        await this.catchUp();
        await this.#held.payouts?.pass();
      } catch (error) {
        this.#parts.log.error(errorFields(error), 'simulated chains were not followed, or did not pay');
      }
      this.#rounds--;
    });
    return this.#round;
  }

  async catchUp(): Promise<void> {
    const done = this.#catchUpAll();
    this.#catching = done;
    await done;
  }

  async #catchUpAll(): Promise<void> {
    await Promise.all([...this.#held.watchers.values()].map((watcher) => watcher.catchUp()));
    const { watchers, reconciliations } = this.#held;
    for (const one of reconciliations) {
      const height = watchers.get(one.chain)?.state.height ?? null;
      if (height !== null && height !== one.last.height) await one.check();
    }
  }

  async bookOfHouse(what: HouseAct, chain: string, txid: string): Promise<Booked> {
    const { config, exchange } = this.#parts;
    const reconciliation = this.#held.reconciliations.find((one) => one.chain === chain);
    const paid = this.#held.paid.find((one) => one.chain === chain);
    const described = exchange.chains.find((one) => one.chain === chain);
    const source = described && nodeSource(described, config.chainNodes[chain] ?? [], paid?.terms);
    if (this.payoutPort === null || paid === undefined || reconciliation === undefined || !source)
      return { refused: `nothing is paid on ${chain}` };
    const book = what === 'coins' ? bookHouseCoins : bookHouseCost;
    return book({ paid, source, exchange, reconciliation, payments: this.payoutPort.payments }, txid);
  }

  async reconcile(): Promise<readonly Comparison[]> {
    return Promise.all(this.#held.reconciliations.map(async (one) => one.check()));
  }

  async stop(): Promise<void> {
    if (this.#timer !== null) clearInterval(this.#timer);
    this.payoutPort?.close();
    await Promise.all([...this.#held.watchers.values()].map((watcher) => watcher.stop()));
    // Its failure is in the log.
    await this.#catching.catch(() => undefined);
    await this.#round;
  }
}
