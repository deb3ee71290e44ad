/** What paying asks of nodes of the Bitcoin family, and what counts as the answer of several. */
import { AgreedHeaders } from '../blocks/agreement.ts';
import type { BlockHeader, HeaderSource } from '../blocks/blocks.ts';
import { middle, type QuorumOptions } from '../blocks/quorum.ts';
import type { Outpoint } from './payments.ts';
import { partsOfRaw } from './transactions.ts';

/** Questions that are under way at once. */
const AT_ONCE = 20;

/** An output that nobody has spent. */
export interface Unspent {
  readonly units: bigint;
  /** In hexadecimal. */
  readonly script: string;
  readonly height: number;
  /** Of a miner. */
  readonly isReward: boolean;
}

export interface MinedTransaction {
  readonly txid: string;
  readonly height: number;
  readonly blockHash: string;
}

/** A node. Each method throws if there is no answer. */
export interface UtxoNode extends HeaderSource {
  /** Units for 1,000 virtual bytes; null if the node has seen too little to know. */
  feeRate(): Promise<bigint | null>;
  /**
   * Null if there is no such output after the block, or it is spent by then. Throws if the node's
   * newest block is another one.
   */
  unspentAt(output: Outpoint, block: BlockHeader): Promise<Unspent | null>;
  /** Null while it is in no block of the chain. */
  minedOf(txid: string): Promise<MinedTransaction | null>;
  /** The whole transaction; null if the node does not have it. */
  rawOf(txid: string): Promise<string | null>;
  /** Its answer means nothing: a look-up by the transaction's id tells. */
  send(raw: string): Promise<void>;
}

export class AgreedUtxoNodes extends AgreedHeaders<UtxoNode> {
  readonly #minFeeRate: bigint;

  /** `minFeeRate`: of a node that does not know. */
  constructor(nodes: readonly UtxoNode[], options: QuorumOptions & { readonly minFeeRate: bigint }) {
    super(nodes, options);
    this.#minFeeRate = options.minFeeRate;
  }

  /** The middle of what the nodes say. */
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

  /** The sum of those outputs that are unspent after the block. */
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

  /** Of any node: its id proves it. */
  async rawOf(txid: string): Promise<string> {
    const answers = await this.quorum.askAll((node) => node.rawOf(txid));
    for (const answer of answers) {
      const raw = answer.status === 'fulfilled' ? answer.value : null;
      if (raw !== null && partsOfRaw(raw).txid === txid) return raw;
    }
    throw new Error(`no node has transaction ${txid}`);
  }

  /** Whether any node knows it, which is no proof. */
  async knows(txid: string): Promise<boolean> {
    const answers = await this.quorum.askAll((node) => node.rawOf(txid));
    return answers.some((one) => one.status === 'fulfilled' && one.value !== null);
  }

  /** To every node. Nothing follows from their answers. */
  async sendToAll(raw: string): Promise<void> {
    await this.quorum.askAll((node) => node.send(raw));
  }
}
