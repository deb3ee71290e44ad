/**
 * The requests of the payer to nodes of the Bitcoin family, and the rules by which the answers of
 * several nodes become one.
 */
import { AgreedHeaders } from '../blocks/agreement.ts';
import type { BlockHeader, HeaderSource } from '../blocks/blocks.ts';
import { middle, type QuorumOptions } from '../blocks/quorum.ts';
import type { Outpoint } from './payments.ts';
import { partsOfRaw } from './transactions.ts';

/** The maximum of concurrent requests. */
const AT_ONCE = 20;

/** An unspent output. */
export interface Unspent {
  readonly units: bigint;
  /** The output's script in hexadecimal. */
  readonly script: string;
  readonly height: number;
  /** Whether the output is a miner's reward. */
  readonly isReward: boolean;
}

export interface MinedTransaction {
  readonly txid: string;
  readonly height: number;
  readonly blockHash: string;
}

/** A node. Each method throws if there is no answer. */
export interface UtxoNode extends HeaderSource {
  /** The fee rate in units per 1,000 virtual bytes; null if the node lacks data for an estimate. */
  feeRate(): Promise<bigint | null>;
  /**
   * The output if it is unspent after the block, otherwise null. Throws if the node's newest block
   * is another one.
   */
  unspentAt(output: Outpoint, block: BlockHeader): Promise<Unspent | null>;
  /** The block of a transaction; null while it is in no block of the chain. */
  minedOf(txid: string): Promise<MinedTransaction | null>;
  /** The raw transaction; null if the node does not have it. */
  rawOf(txid: string): Promise<string | null>;
  /**
   * Sends a transaction. The node's reply is unreliable; use `rawOf` to find out whether it has it.
   */
  send(raw: string): Promise<void>;
}

export class AgreedUtxoNodes extends AgreedHeaders<UtxoNode> {
  readonly #minFeeRate: bigint;

  /** `minFeeRate` replaces the answer of a node without an estimate. */
  constructor(nodes: readonly UtxoNode[], options: QuorumOptions & { readonly minFeeRate: bigint }) {
    super(nodes, options);
    this.#minFeeRate = options.minFeeRate;
  }

  /** The median of the nodes' answers. */
  async feeRate(): Promise<bigint> {
    const answers = await this.quorum.ask((node) => node.feeRate());
    return middle(answers.map((rate) => rate ?? this.#minFeeRate));
  }

  async unspentAt(output: Outpoint, block: BlockHeader): Promise<Unspent | null> {
    const answers = await this.quorum.ask((node) => node.unspentAt(output, block));
    const textOf = (one: Unspent | null): string =>
      one === null ? 'none' : [one.units, one.script, one.height, one.isReward].join('/');
    return this.quorum.same(answers, textOf, `output ${output.output} of ${output.txid}`);
  }

  /** The total value of those outputs that are unspent after the block. */
  async worthAt(outputs: readonly Outpoint[], block: BlockHeader): Promise<bigint> {
    let sum = 0n;
    for (let from = 0; from < outputs.length; from += AT_ONCE) {
      const some = outputs.slice(from, from + AT_ONCE);
      const found = await Promise.all(some.map(async (one) => this.unspentAt(one, block)));
      for (const one of found) sum += one?.units ?? 0n;
    }
    return sum;
  }

  async minedOf(txid: string): Promise<MinedTransaction | null> {
    const answers = await this.quorum.ask((node) => node.minedOf(txid));
    const textOf = (one: MinedTransaction | null): string =>
      one === null ? 'none' : [one.height, one.blockHash].join('/');
    return this.quorum.same(answers, textOf, `transaction ${txid}`);
  }

  /** The raw transaction from any node; its id proves that it is the right one. */
  async rawOf(txid: string): Promise<string> {
    const answers = await this.quorum.askAll((node) => node.rawOf(txid));
    for (const answer of answers) {
      const raw = answer.status === 'fulfilled' ? answer.value : null;
      if (raw !== null && partsOfRaw(raw).txid === txid) return raw;
    }
    throw new Error(`no node has transaction ${txid}`);
  }

  /** Whether any node says that it has the transaction, which proves nothing. */
  async knows(txid: string): Promise<boolean> {
    const answers = await this.quorum.askAll((node) => node.rawOf(txid));
    return answers.some((one) => one.status === 'fulfilled' && one.value !== null);
  }

  /** Sends a transaction to every node and ignores their replies. */
  async sendToAll(raw: string): Promise<void> {
    await this.quorum.askAll((node) => node.send(raw));
  }
}
