/**
 * A house that pays on TRON: seed, stores and payer, which can die at any step and begin anew from
 * what is stored; and an account of what must be on the chain in the end.
 */
import { hexToBytes, type Address } from 'viem';
import { english, generateMnemonic } from 'viem/accounts';
import { mnemonicToSeedSync } from '@scure/bip39';
import { ChainAddresses, extendedPublicKey, tronAddress } from '../src/addresses/chain-addresses.ts';
import { MemoryTronStore } from '../src/tron/memory-store.ts';
import type { PassReport } from '../src/paying/payment-steps.ts';
import { HOT_WALLET, type PaymentOrder, type PaymentReport } from '../src/paying/payments.ts';
import { NodesDisagree, NodesSilent } from '../src/blocks/quorum.ts';
import { AgreedTronNodes } from '../src/tron/nodes.ts';
import { TronPayer } from '../src/tron/payer.ts';
import type { TronTerms } from '../src/tron/payments.ts';
import { TronSigner, type TronSignedEntry, type TronSignerRules } from '../src/tron/signer.ts';
import { evmAddress } from '../src/tron/source.ts';
import type { Token } from './anvil.ts';
import { dyingLog, dyingRecords, dyingReports, dyingTronNode, Life, type Kill } from './crashes.ts';
import { FaultyTronNode } from './faulty-tron-node.ts';
import { SOLID_AFTER, type TronChain } from './tron-chain.ts';
import type { TronGateway } from './tron-gateway.ts';

export const TRX = 1_000_000n;
/** What the hot wallet begins with. */
const HOT_TRX = 1_000n * TRX;
export const HOT_TOKENS = 1_000_000n;
const NODES = 3;
const CHAIN_ID = 728_126_428;
const LIFETIME_MS = 60_000;
const NO_LIMIT = { perPayment: 10n ** 18n, perDay: 10n ** 18n };

export interface TronWorldOptions {
  readonly gateway: TronGateway;
  readonly token: Token;
  readonly kills?: readonly Kill[];
  /** What differs from the rules below. */
  readonly rules?: Partial<TronSignerRules>;
}

export class TronWorld {
  readonly chain: TronChain;
  readonly token: Token;
  readonly terms: TronTerms;
  readonly nodes: readonly FaultyTronNode[];
  readonly addresses: ChainAddresses;
  store = new MemoryTronStore();
  readonly reports = new Map<string, string>();
  /** Reports of one payment that contradict each other. */
  readonly contradictions: string[] = [];
  /** Payments that were reported before their block was final. */
  readonly early: string[] = [];
  /** Orders with two transactions that could be mined at one time. */
  readonly overlaps: string[] = [];
  readonly seen = new Map<string, number>();
  /** What a scenario has done already. */
  readonly marks = new Set<string>();
  isSignerSilent = false;
  isHalted = false;
  readonly #mnemonic: string;
  readonly #recipients = addressesOf(generateMnemonic(english));
  readonly #rules: TronSignerRules;
  readonly #log: TronSignedEntry[] = [];
  readonly #kills: readonly Kill[];
  /** What must be on the chain, by address and coin. */
  readonly #expected = new Map<string, bigint>();
  #life: Life;
  #payer: TronPayer | null = null;
  #recipientsGiven = 0;
  deaths = 0;

  private constructor({ gateway, token, kills = [], rules }: TronWorldOptions) {
    this.chain = gateway.chain;
    this.token = token;
    this.#kills = kills;
    this.#life = new Life(kills, this.seen);
    this.#mnemonic = generateMnemonic(english);
    this.addresses = addressesOf(this.#mnemonic);
    this.nodes = Array.from({ length: NODES }, () => new FaultyTronNode(gateway.url));
    const tokens = { USDT: tronAddress(hexToBytes(token.address)) };
    const fees = { feeLimitMax: 60n * TRX, otherFeesMax: 2n * TRX };
    const common = { chainId: CHAIN_ID, nativeCoin: 'TRX', tokens, ...fees };
    this.terms = { ...common, lifetimeMs: LIFETIME_MS };
    this.#rules = {
      ...common,
      withdrawals: { TRX: NO_LIMIT, USDT: NO_LIMIT },
      topUps: NO_LIMIT,
      coldAddress: null,
      feesPerDay: 10n ** 18n,
      lifetimeMsMax: 2 * LIFETIME_MS,
      clockMarginMs: 30_000,
      ...rules,
    };
  }

  static async make(options: TronWorldOptions): Promise<TronWorld> {
    const world = new TronWorld(options);
    await world.fund(HOT_TRX, HOT_TOKENS);
    return world;
  }

  get hot(): string {
    return this.addresses.of(HOT_WALLET);
  }

  /** Gives the hot wallet what nobody here has paid for. */
  async fund(trx: bigint, tokens: bigint): Promise<void> {
    const to = evmAddress(this.hot) as Address;
    if (trx > 0n) await this.chain.node.send(to, trx);
    await this.token.transfer(to, tokens);
    this.change(this.hot, 'TRX', trx);
    this.change(this.hot, 'USDT', tokens);
    await this.chain.mine(1, { isEmpty: true });
  }

  withdrawal(id: string, coin: string, units: bigint): PaymentOrder {
    return {
      id: `withdrawal:${id}`,
      kind: 'withdrawal',
      chainId: CHAIN_ID,
      from: HOT_WALLET,
      sender: this.hot,
      to: this.recipient(),
      toKey: null,
      coin,
      units: units.toString(),
    };
  }

  /** Of somebody else, who has nothing yet. */
  recipient(): string {
    return this.#recipients.at(this.#recipientsGiven++);
  }

  /** Something that changes what must be on the chain. */
  change(address: string, coin: string, units: bigint): void {
    const key = `${address}/${coin}`;
    this.#expected.set(key, (this.#expected.get(key) ?? 0n) + units);
  }

  /** What must be on the chain. */
  expected(): readonly { readonly address: string; readonly coin: string; readonly units: bigint }[] {
    return [...this.#expected].map(([key, units]) => {
      const [address = '', coin = ''] = key.split('/');
      return { address, coin, units };
    });
  }

  async balanceOf(address: string, coin: string): Promise<bigint> {
    const holder = evmAddress(address) as Address;
    if (coin === 'TRX') return this.chain.node.reader.getBalance({ address: holder });
    return this.token.balanceOf(holder);
  }

  /** What the exchange does after an approval, until it succeeds. */
  async approve(order: PaymentOrder): Promise<void> {
    await this.#live(async (_payer, store) => store.add(order));
  }

  async cancel(id: string): Promise<void> {
    await this.#live(async (payer) => payer.cancel(id, 'by a person'));
  }

  async pass(): Promise<readonly PassReport[]> {
    try {
      return (await this.#live(async (payer) => payer.pass())) ?? [];
    } catch (error) {
      if (!(error instanceof NodesDisagree || error instanceof NodesSilent)) throw error;
      return [{ id: 'nodes', problem: 'failed', error }];
    }
  }

  /** Begins anew without its records, as from an empty backup. The signer keeps its own. */
  loseRecords(): void {
    this.store = new MemoryTronStore();
    this.#payer = null;
  }

  reportOf(id: string): PaymentReport | null {
    const text = this.reports.get(id);
    return text === undefined ? null : (JSON.parse(text) as PaymentReport);
  }

  /** Of the signer's record. */
  get signed(): readonly TronSignedEntry[] {
    return this.#log;
  }

  /** Null if the program has died meanwhile; the next one begins anew. */
  async #live<T>(
    work: (payer: TronPayer, store: ReturnType<typeof dyingRecords>) => Promise<T>,
  ): Promise<T | null> {
    const life = this.#life;
    try {
      this.#payer ??= await this.#make();
      const result = await work(this.#payer, dyingRecords(this.store, life));
      if (!life.isOver) return result;
    } catch (error) {
      if (!life.isOver) throw error;
    }
    this.deaths++;
    this.#life = new Life(this.#kills, this.seen);
    this.#payer = null;
    return null;
  }

  async #make(): Promise<TronPayer> {
    const life = this.#life;
    const { terms } = this;
    const nodes = new AgreedTronNodes(
      this.nodes.map((node, at) => dyingTronNode(node, `node ${at + 1}`, life)),
      { needed: (NODES >> 1) + 1, timeoutMs: 10_000 },
    );
    const opened = await TronSigner.open({
      mnemonic: this.#mnemonic,
      rules: this.#rules,
      log: dyingLog<TronSignedEntry>(
        { load: async () => [...this.#log], append: async (entry) => this.#append(entry) },
        life,
      ),
      nowMs: () => this.chain.timeMs,
    });
    const signer = {
      sign: async (request: Parameters<typeof opened.sign>[0]) => {
        if (this.isSignerSilent) throw new Error('the signer is silent');
        return life.around('sign', async () => opened.sign(request));
      },
    };
    const store = dyingRecords(this.store, life);
    const reports = dyingReports({ report: async (report) => this.#take(report) }, life);
    return new TronPayer({ terms, nodes, signer, store, reports, isHalted: () => this.isHalted });
  }

  #append(entry: TronSignedEntry): void {
    const { id } = entry.order;
    const isLive = this.#log.some(
      ({ order, expirationMs }) => order.id === id && expirationMs > this.chain.timeMs,
    );
    if (isLive) this.overlaps.push(id);
    this.#log.push(entry);
  }

  /** Taking a report twice is the same as once, unless they differ. */
  async #take(report: PaymentReport): Promise<void> {
    const { id } = report.order;
    if (report.txid !== null) {
      const told = await this.chain.informationOf(report.txid, true);
      if (told['blockNumber'] !== report.height) this.early.push(id);
    }
    const text = JSON.stringify(report);
    const before = this.reports.get(id);
    if (before !== undefined && before !== text) this.contradictions.push(id);
    this.reports.set(id, text);
  }
}

/** Blocks after which everything that was under way has expired in a final one. */
export const EXPIRY_BLOCKS = LIFETIME_MS / 3_000 + SOLID_AFTER + 2;

const addressesOf = (mnemonic: string): ChainAddresses =>
  new ChainAddresses('TRON', extendedPublicKey('TRON', mnemonicToSeedSync(mnemonic)));
