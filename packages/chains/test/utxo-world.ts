/**
 * A payer and its environment on a real node of the Bitcoin family: seed, stores and payer, which
 * can die at any step and start again from their stores; and a record of what it reported.
 */
import { english, generateMnemonic } from 'viem/accounts';
import { mnemonicToSeedSync } from '@scure/bip39';
import {
  AgreedSource,
  BlockFollower,
  ChainAddresses,
  extendedPublicKey,
  HOT_WALLET,
  type KeyPath,
  type PassReport,
  type PaymentOrder,
  type PaymentReport,
  type UtxoFamily,
  UtxoSource,
} from '../src/index.ts';
import { MemoryUtxoStore } from '../src/utxo/memory-store.ts';
import type { UtxoNetwork } from '../src/addresses/utxo-networks.ts';
import { AgreedUtxoNodes, type MinedTransaction, type UtxoNode } from '../src/utxo/nodes.ts';
import { UtxoPayer } from '../src/utxo/payer.ts';
import { UtxoPaymentNode } from '../src/utxo/payment-node.ts';
import type { UtxoTerms } from '../src/utxo/payments.ts';
import { UtxoSigner, type UtxoSignedEntry, type UtxoSignerRules } from '../src/utxo/signer.ts';
import {
  dyingLog,
  dyingReports,
  dyingSigner,
  dyingUtxoNode,
  dyingUtxoStore,
  Life,
  type Kill,
} from './crashes.ts';
import { sendAs, type Sending } from './faulty-node.ts';
import { MemoryOutputs } from './memory-outputs.ts';
import { COIN, LEGACY_REGTEST, REGTEST, type Litecoin } from './litecoin.ts';

const NODES = 3;
const ANSWER_MS_MAX = 10_000;
const CHAIN_ID = 2;
const NO_LIMIT = { perPayment: 10n ** 18n, perDay: 10n ** 18n };
/** The initial outputs of the hot wallet and of deposit addresses. */
const FUNDED: readonly (readonly [KeyPath, bigint])[] = [
  [HOT_WALLET, 2n * COIN],
  [HOT_WALLET, COIN / 2n],
  [{ branch: 'deposit', index: 0 }, COIN],
  [{ branch: 'deposit', index: 7 }, COIN / 4n],
  [{ branch: 'deposit', index: 8 }, COIN / 5n],
];

export interface UtxoWorldOptions {
  readonly node: Litecoin;
  readonly kills?: readonly Kill[];
  /** Overrides of the signer's rules below. */
  readonly rules?: Partial<UtxoSignerRules>;
  /** Uses addresses without a witness, as on Dogecoin. */
  readonly isLegacy?: boolean;
  /** The mnemonic of another world, in order to share its keys; default: a new one. */
  readonly mnemonic?: string;
}

export class FaultyUtxoNode implements UtxoNode {
  readonly #node: UtxoPaymentNode;
  sending: (raw: string) => Sending = () => 'takes';
  /** Replaces the places of mined transactions in the node's answers. */
  mined: (where: MinedTransaction | null) => MinedTransaction | null = (where) => where;
  isSilent = false;

  constructor(url: string) {
    this.#node = new UtxoPaymentNode(url, ANSWER_MS_MAX);
  }

  head = async () => this.#answer().head();
  headerAt: UtxoNode['headerAt'] = async (height) => this.#answer().headerAt(height);
  feeRate = async () => this.#answer().feeRate();
  unspentAt: UtxoNode['unspentAt'] = async (output, block) => this.#answer().unspentAt(output, block);
  rawOf: UtxoNode['rawOf'] = async (txid) => this.#answer().rawOf(txid);

  async minedOf(txid: string): Promise<MinedTransaction | null> {
    return this.mined(await this.#answer().minedOf(txid));
  }

  async send(raw: string): Promise<void> {
    await sendAs(this.sending(raw), async () => this.#answer().send(raw));
  }

  #answer(): UtxoPaymentNode {
    if (this.isSilent) throw new Error('the node is silent');
    return this.#node;
  }
}

export class UtxoWorld {
  readonly node: Litecoin;
  readonly terms: UtxoTerms;
  readonly family: UtxoFamily;
  readonly cold: string;
  store = new MemoryUtxoStore();
  readonly nodes: readonly FaultyUtxoNode[];
  readonly addresses: ChainAddresses;
  readonly reports = new Map<string, string>();
  /** Reports of one payment that contradict each other. */
  readonly contradictions: string[] = [];
  /** Payments that were reported before they had their confirmations. */
  readonly early: string[] = [];
  readonly seen = new Map<string, number>();
  /** Names of the things that the scenario has done already. */
  readonly marks = new Set<string>();
  readonly mnemonic: string;
  readonly #recipients: ChainAddresses;
  readonly #rules: UtxoSignerRules;
  readonly #log: UtxoSignedEntry[] = [];
  readonly #kills: readonly Kill[];
  readonly #keys = new Map<string, KeyPath>();
  readonly #source: AgreedSource;
  readonly book: MemoryOutputs;
  #follower: BlockFollower | null = null;
  #life: Life;
  #payer: UtxoPayer | null = null;
  #recipientsGiven = 0;
  deaths = 0;

  private constructor({ node, kills = [], rules, isLegacy = false, mnemonic }: UtxoWorldOptions) {
    this.node = node;
    this.mnemonic = mnemonic ?? generateMnemonic(english);
    this.#kills = kills;
    this.#life = new Life(kills, this.seen);
    const network: UtxoNetwork = isLegacy ? LEGACY_REGTEST : REGTEST;
    this.family = isLegacy ? 'DOGE' : 'LTC';
    this.addresses = addressesOf(this.family, this.mnemonic, network);
    this.#recipients = addressesOf('LTC', generateMnemonic(english), REGTEST);
    this.cold = this.#recipients.of({ branch: 'house', index: 9 });
    this.terms = {
      chainId: CHAIN_ID,
      coin: 'LTC',
      network: isLegacy ? { ...network, bech32: null } : network,
      confirmations: 2,
      rewardConfirmations: 100,
      bumpAfterBlocks: 2,
      fees: { min: 2_000n, max: 100_000n, maxReplacement: 200_000n, relayStep: 1_000n },
      dust: 10_000n,
      inputsMax: 10,
    };
    for (const [key] of FUNDED) this.#keys.set(this.addresses.of(key), key);
    this.nodes = Array.from({ length: NODES }, () => new FaultyUtxoNode(node.url));
    this.#rules = {
      chainId: CHAIN_ID,
      family: this.family,
      network: this.terms.network,
      coin: 'LTC',
      withdrawals: NO_LIMIT,
      coldAddress: null,
      maxFee: COIN / 100n,
      feesPerDay: COIN,
      ...rules,
    };
    this.#source = new AgreedSource(
      [
        new UtxoSource({
          url: node.url,
          coin: 'LTC',
          network: this.terms.network,
          finalAfter: 20,
          timeoutMs: ANSWER_MS_MAX,
        }),
      ],
      { needed: 1, timeoutMs: ANSWER_MS_MAX },
    );
    this.book = new MemoryOutputs((address) => this.#keys.get(address));
  }

  static async make(options: UtxoWorldOptions): Promise<UtxoWorld> {
    const world = new UtxoWorld(options);
    world.#follower = new BlockFollower(world.#source, [await world.#source.head()]);
    for (const [key, units] of FUNDED) await options.node.send(world.addresses.of(key), units);
    await options.node.mine(world.terms.confirmations);
    await world.follow();
    return world;
  }

  get hot(): string {
    return this.addresses.of(HOT_WALLET);
  }

  get funded(): bigint {
    return FUNDED.reduce((sum, [, units]) => sum + units, 0n);
  }

  /** The sum of the balances of all our addresses. */
  async holding(): Promise<bigint> {
    let sum = 0n;
    for (const address of this.#keys.keys()) sum += await this.node.balanceOf(address);
    return sum;
  }

  /** Applies new and removed blocks to the book of our outputs. */
  async follow(): Promise<void> {
    const follower = this.#follower!;
    for (let step = await follower.next(); step !== null; step = await follower.next()) this.book.apply(step);
  }

  withdrawal(id: string, units: bigint, to = this.recipient()): PaymentOrder {
    return {
      id: `withdrawal:${id}`,
      kind: 'withdrawal',
      chainId: CHAIN_ID,
      from: HOT_WALLET,
      sender: this.hot,
      to,
      toKey: null,
      coin: 'LTC',
      units: units.toString(),
    };
  }

  /**
   * A new address of somebody else, without a balance. A chain without a witness uses such an
   * address here too.
   */
  recipient(): string {
    const key: KeyPath = { branch: 'deposit', index: this.#recipientsGiven++ };
    if (this.terms.network.bech32 !== null) return this.#recipients.of(key);
    return new ChainAddresses('DOGE', this.#strangerKey, LEGACY_REGTEST).of(key);
  }

  readonly #strangerKey = extendedPublicKey('DOGE', mnemonicToSeedSync(generateMnemonic(english)));

  /**
   * Stores the order of an approved withdrawal, as the exchange does. Runs repeat it until it
   * succeeds.
   */
  async approve(order: PaymentOrder): Promise<void> {
    await this.#live(async (_payer, store) => store.add(order));
  }

  async cancel(id: string): Promise<void> {
    await this.#live(async (payer) => payer.cancel(id, 'by a person'));
  }

  async pass(): Promise<readonly PassReport[]> {
    await this.follow();
    return (await this.#live(async (payer) => payer.pass())) ?? [];
  }

  /**
   * Restarts the payer without its stored payments, as after restoring an empty backup. The signer
   * keeps its record.
   */
  loseRecords(): void {
    this.store = new MemoryUtxoStore();
    this.#payer = null;
  }

  reportOf(id: string): PaymentReport | null {
    const text = this.reports.get(id);
    return text === undefined ? null : (JSON.parse(text) as PaymentReport);
  }

  /** The entries of the signer's record. */
  get signed(): readonly UtxoSignedEntry[] {
    return this.#log;
  }

  /** Runs work in the current life. Null if the program died; the next call starts a new one. */
  async #live<T>(
    work: (payer: UtxoPayer, store: ReturnType<typeof dyingUtxoStore>) => Promise<T>,
  ): Promise<T | null> {
    const life = this.#life;
    try {
      this.#payer ??= await this.#make();
      const result = await work(this.#payer, dyingUtxoStore(this.store, life));
      if (!life.isOver) return result;
    } catch (error) {
      if (!life.isOver) throw error;
    }
    this.deaths++;
    this.#life = new Life(this.#kills, this.seen);
    this.#payer = null;
    return null;
  }

  async #make(): Promise<UtxoPayer> {
    const life = this.#life;
    const { terms, book: own } = this;
    const nodes = new AgreedUtxoNodes(
      this.nodes.map((node, at) => dyingUtxoNode(node, `node ${at + 1}`, life)),
      { needed: (NODES >> 1) + 1, timeoutMs: ANSWER_MS_MAX, minFeeRate: terms.fees.min },
    );
    const store = dyingUtxoStore(this.store, life);
    const log = dyingLog<UtxoSignedEntry>(
      { load: async () => [...this.#log], append: async (entry) => void this.#log.push(entry) },
      life,
    );
    const opened = await UtxoSigner.open({
      mnemonic: this.mnemonic,
      rules: this.#rules,
      log,
      nowMs: () => 0,
    });
    const signer = dyingSigner(opened, life);
    const reports = dyingReports({ report: async (report) => this.#take(report) }, life);
    return new UtxoPayer({ terms, nodes, signer, store, reports, own });
  }

  /**
   * Takes a report of the payer. A repeated report that differs from the first is a contradiction.
   */
  async #take(report: PaymentReport): Promise<void> {
    if (report.txid !== null) {
      const { confirmations = 0 } = await this.node.control.ask<{ readonly confirmations?: number }>(
        'getrawtransaction',
        report.txid,
        true,
      );
      if (confirmations < this.terms.confirmations) this.early.push(report.order.id);
    }
    const text = JSON.stringify(report);
    const { id } = report.order;
    const before = this.reports.get(id);
    if (before !== undefined && before !== text) this.contradictions.push(id);
    this.reports.set(id, text);
  }
}

function addressesOf(family: UtxoFamily, mnemonic: string, network: UtxoNetwork): ChainAddresses {
  return new ChainAddresses(family, extendedPublicKey(family, mnemonicToSeedSync(mnemonic)), network);
}
