/**
 * A payer and its environment on a real Ethereum node: seed, stores, payer and sweeper, which can
 * die at any step and start again from their stores; and the balances that the chain must show in
 * the end.
 */
import { erc20Abi, getAddress, type Address } from 'viem';
import { english, generateMnemonic, generatePrivateKey, privateKeyToAddress } from 'viem/accounts';
import {
  AgreedNodes,
  ChainAddresses,
  HOT_WALLET,
  MemoryPaymentStore,
  Payer,
  SeedSigner,
  Sweeper,
  type PassReport,
  type PaymentOrder,
  type PaymentReport,
  type PaymentTerms,
  type SignedEntry,
  type SignerRules,
  type SweepTerms,
} from '../src/index.ts';
import type { Anvil, Token } from './anvil.ts';
import { dyingLog, dyingNode, dyingReports, dyingSigner, dyingStore, Life, type Kill } from './crashes.ts';
import { FaultyNode } from './faulty-node.ts';

export const ETHER = 10n ** 18n;
export const GWEI = 10n ** 9n;
/** The initial balances of the hot wallet. */
const HOT_ETHER = 10n * ETHER;
const HOT_TOKENS = 1_000_000n;
const NODES = 3;
const CHAIN_ID = 31_337;
const NO_LIMIT = { perPayment: 10n ** 30n, perDay: 10n ** 30n };

export interface WorldOptions {
  readonly node: Anvil;
  readonly token: Token;
  readonly kills?: readonly Kill[];
  /** Overrides of the signer's rules below. */
  readonly rules?: Partial<SignerRules>;
}

export class PaymentWorld {
  readonly node: Anvil;
  readonly token: Token;
  readonly terms: PaymentTerms;
  readonly sweeps: SweepTerms;
  readonly cold = freshAddress();
  store = new MemoryPaymentStore();
  readonly reports = new Map<string, string>();
  readonly nodes: readonly FaultyNode[];
  readonly addresses: ChainAddresses;
  readonly #mnemonic: string;
  readonly #rules: SignerRules;
  readonly #log: SignedEntry[] = [];
  readonly #kills: readonly Kill[];
  /** How often each step was reached. */
  readonly seen = new Map<string, number>();
  /** Names of the things that the scenario has done already. */
  readonly marks = new Set<string>();
  /** The expected balances by address and coin. */
  readonly #expected = new Map<string, bigint>();
  /** Reports of one payment that contradict each other. */
  readonly contradictions: string[] = [];
  #life: Life;
  #payer: Payer | null = null;
  #sweeper: Sweeper | null = null;
  deaths = 0;
  /** The signer's clock. */
  nowMs = 0;

  private constructor(options: WorldOptions, { mnemonic, key }: { mnemonic: string; key: string }) {
    this.node = options.node;
    this.token = options.token;
    this.#mnemonic = mnemonic;
    this.#kills = options.kills ?? [];
    this.#life = new Life(this.#kills, this.seen);
    this.addresses = new ChainAddresses('EVM', key);
    this.nodes = Array.from({ length: NODES }, () => new FaultyNode(options.node.url));
    this.terms = {
      chainId: CHAIN_ID,
      nativeCoin: 'ETH',
      tokens: { USDT: options.token.address },
      confirmations: 2,
      bumpAfterBlocks: 2,
      fees: {
        maxFeePerGas: 100n * GWEI,
        maxReplacementFeePerGas: 200n * GWEI,
        minPriorityFeePerGas: GWEI,
      },
      gasMax: 150_000n,
    };
    this.sweeps = {
      coins: {
        ETH: { sweepFrom: ETHER / 10n, hotMax: 50n * ETHER, hotTarget: 20n * ETHER },
        USDT: { sweepFrom: 1_000n, hotMax: 5_000_000n, hotTarget: 2_000_000n },
      },
      coldAddress: this.cold,
      tokenGas: 80_000n,
    };
    this.#rules = rulesOf(this, options.rules);
  }

  static async make(options: WorldOptions): Promise<PaymentWorld> {
    const mnemonic = generateMnemonic(english);
    const log = { load: async () => [], append: async () => undefined };
    const { extendedPublicKey: key } = await SeedSigner.open({ mnemonic, rules: [], log, nowMs: () => 0 });
    const world = new PaymentWorld(options, { mnemonic, key });
    // Runs on one node must not depend on each other.
    await options.node.control.setNextBlockBaseFeePerGas({ baseFeePerGas: GWEI });
    await world.fund(world.hot, HOT_ETHER, HOT_TOKENS);
    return world;
  }

  get hot(): Address {
    return this.addresses.of(HOT_WALLET) as Address;
  }

  /** Funds an address from outside, which changes the expected balances. */
  async fund(to: Address, wei: bigint, tokens: bigint): Promise<void> {
    const value = (await this.balanceOf(to, 'ETH')) + wei;
    await this.node.control.setBalance({ address: to, value });
    this.change(to, 'ETH', wei);
    this.change(to, 'USDT', tokens);
    if (tokens > 0n) await this.token.transfer(to, tokens);
    await this.node.mine(this.terms.confirmations);
  }

  withdrawal(id: string, coin: string, units: bigint): PaymentOrder {
    const [from, sender, to] = [HOT_WALLET, this.hot, freshAddress()];
    const amount = units.toString();
    return {
      id: `withdrawal:${id}`,
      kind: 'withdrawal',
      chainId: CHAIN_ID,
      from,
      sender,
      to,
      toKey: null,
      coin,
      units: amount,
    };
  }

  /**
   * Restarts the payer without its stored payments, as after restoring an empty backup. The signer
   * keeps its record.
   */
  loseRecords(): void {
    this.store = new MemoryPaymentStore();
    this.#payer = null;
  }

  /** Starts a second payer on the same stores. */
  async another(): Promise<Payer> {
    const { payer } = await this.#make();
    return payer;
  }

  /** Adds to an expected balance. */
  change(address: string, coin: string, units: bigint): void {
    const key = `${address}/${coin}`;
    this.#expected.set(key, (this.#expected.get(key) ?? 0n) + units);
  }

  /** The expected balances; includes these addresses even if nothing has changed there. */
  expected(addresses: readonly string[]): readonly { address: string; coin: string; units: bigint }[] {
    for (const address of addresses) for (const coin of ['ETH', 'USDT']) this.change(address, coin, 0n);
    return [...this.#expected].map(([key, units]) => {
      const [address = '', coin = ''] = key.split('/');
      return { address, coin, units };
    });
  }

  /**
   * Stores the order of an approved withdrawal, as the exchange does. Runs repeat it until it
   * succeeds.
   */
  async approve(order: PaymentOrder): Promise<void> {
    await this.#live(async ({ store }) => store.add(order));
  }

  async cancel(id: string): Promise<void> {
    await this.#live(async ({ payer }) => payer.cancel(id, 'by a person'));
  }

  async pass(): Promise<readonly PassReport[]> {
    return (await this.#live(async ({ payer }) => payer.pass())) ?? [];
  }

  async plan(indexes: readonly number[]): Promise<readonly PaymentOrder[]> {
    return (await this.#live(async ({ sweeper }) => sweeper.plan(indexes))) ?? [];
  }

  /** Runs work in the current life. Null if the program died; the next call starts a new one. */
  async #live<T>(
    work: (parts: { payer: Payer; sweeper: Sweeper; store: ReturnType<typeof dyingStore> }) => Promise<T>,
  ): Promise<T | null> {
    const life = this.#life;
    try {
      if (this.#payer === null || this.#sweeper === null) await this.#begin();
      const [payer, sweeper] = [this.#payer!, this.#sweeper!];
      const result = await work({ payer, sweeper, store: dyingStore(this.store, life) });
      if (!life.isOver) return result;
    } catch (error) {
      if (!life.isOver) throw error;
    }
    this.deaths++;
    this.#life = new Life(this.#kills, this.seen);
    [this.#payer, this.#sweeper] = [null, null];
    return null;
  }

  async #begin(): Promise<void> {
    const { payer, sweeper } = await this.#make();
    [this.#payer, this.#sweeper] = [payer, sweeper];
  }

  async #make(): Promise<{ readonly payer: Payer; readonly sweeper: Sweeper }> {
    const life = this.#life;
    const { terms, sweeps, addresses } = this;
    const nodes = new AgreedNodes(
      this.nodes.map((node, at) => dyingNode(node, `node ${at + 1}`, life)),
      { needed: (NODES >> 1) + 1, timeoutMs: 10_000 },
    );
    const store = dyingStore(this.store, life);
    const log = dyingLog(
      { load: async () => [...this.#log], append: async (entry) => void this.#log.push(entry) },
      life,
    );
    const open = { mnemonic: this.#mnemonic, rules: [this.#rules], log, nowMs: () => this.nowMs };
    const signer = dyingSigner(await SeedSigner.open(open), life);
    const reports = dyingReports({ report: async (report) => this.#take(report) }, life);
    const payer = new Payer({ terms, nodes, signer, store, reports });
    return { payer, sweeper: new Sweeper({ terms, sweeps, nodes, store, addresses }) };
  }

  /**
   * Takes a report of the payer. A repeated report that differs from the first is a contradiction.
   */
  #take(report: PaymentReport): void {
    const text = JSON.stringify(report);
    const { id } = report.order;
    const before = this.reports.get(id);
    if (before !== undefined && before !== text) this.contradictions.push(id);
    this.reports.set(id, text);
  }

  reportOf(id: string): PaymentReport | null {
    const text = this.reports.get(id);
    return text === undefined ? null : (JSON.parse(text) as PaymentReport);
  }

  /** The entries of the signer's record. */
  get signed(): readonly SignedEntry[] {
    return this.#log;
  }

  async balanceOf(address: string, coin: string): Promise<bigint> {
    if (coin === 'ETH') return this.node.reader.getBalance({ address: address as Address });
    return this.node.reader.readContract({
      address: this.token.address,
      abi: erc20Abi,
      functionName: 'balanceOf',
      args: [address as Address],
    });
  }
}

function rulesOf(
  { terms, cold }: Pick<PaymentWorld, 'terms' | 'cold'>,
  differences: Partial<SignerRules> = {},
): SignerRules {
  return {
    chainId: terms.chainId,
    nativeCoin: terms.nativeCoin,
    tokens: terms.tokens,
    withdrawals: { ETH: NO_LIMIT, USDT: NO_LIMIT },
    topUps: NO_LIMIT,
    coldAddress: cold,
    maxFeePerGas: 200n * GWEI,
    gasMax: 150_000n,
    feesPerDay: 10n ** 24n,
    ...differences,
  };
}

export const freshAddress = (): Address => getAddress(privateKeyToAddress(generatePrivateKey()));
