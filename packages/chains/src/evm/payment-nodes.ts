/** What paying asks of nodes, and what counts as their answer when there are several. */
import { AgreedHeaders } from '../blocks/agreement.ts';
import type { BlockHeader, HeaderSource } from '../blocks/blocks.ts';
import { middle, NodesDisagree, type Quorum } from '../blocks/quorum.ts';

/** Amounts are in the smallest unit of the native coin, per unit of gas. */
export interface GasPrices {
  readonly baseFeePerGas: bigint;
  readonly maxPriorityFeePerGas: bigint;
}

export interface Call {
  readonly from: string;
  readonly to: string;
  readonly value: bigint;
  readonly data: string;
}

export interface ReceiptLog {
  readonly address: string;
  readonly topics: readonly string[];
  readonly data: string;
}

/** What a transaction did in a block. */
export interface Receipt {
  readonly txid: string;
  readonly height: number;
  readonly blockHash: string;
  readonly succeeded: boolean;
  readonly gasUsed: bigint;
  readonly gasPrice: bigint;
  readonly logs: readonly ReceiptLog[];
}

/** What an address may hold: a token by its contract, or the native coin. */
export interface Holding {
  readonly address: string;
  readonly token: string | null;
}

/** A node. Each method throws if there is no answer. */
export interface PaymentNode extends HeaderSource {
  prices(): Promise<GasPrices>;
  /** The gas that a call needs now, or that it reverts. */
  gasFor(call: Call): Promise<bigint | 'reverts'>;
  /** How many transactions of an address are in the chain up to a block. */
  transactionsOf(address: string, block: BlockHeader): Promise<number>;
  /** In the order of the question, after a block. */
  balancesAt(holdings: readonly Holding[], block: BlockHeader): Promise<readonly bigint[]>;
  /** Null while it is in no block of the chain. */
  receiptOf(txid: string): Promise<Receipt | null>;
  /** Whether it has the transaction, in a block or waiting for one. */
  knows(txid: string): Promise<boolean>;
  /** Its answer means nothing: a look-up by the transaction's id tells. */
  send(raw: string): Promise<void>;
}

export class AgreedNodes extends AgreedHeaders<PaymentNode> {
  /** The middle of what the nodes say. */
  async prices(): Promise<GasPrices> {
    const answers = await this.quorum.ask((node) => node.prices());
    return {
      baseFeePerGas: middle(answers.map((one) => one.baseFeePerGas)),
      maxPriorityFeePerGas: middle(answers.map((one) => one.maxPriorityFeePerGas)),
    };
  }

  /** The middle of what the nodes say. */
  async gasFor(call: Call): Promise<bigint | 'reverts'> {
    return agreedNeed(this.quorum, await this.quorum.ask((node) => node.gasFor(call)));
  }

  async transactionsOf(address: string, block: BlockHeader): Promise<number> {
    const answers = await this.quorum.ask((node) => node.transactionsOf(address, block));
    return this.quorum.same(answers, String, `the transactions of ${address}`);
  }

  async balancesAt(holdings: readonly Holding[], block: BlockHeader): Promise<readonly bigint[]> {
    if (holdings.length === 0) return [];
    const answers = await this.quorum.ask((node) => node.balancesAt(holdings, block));
    return this.quorum.same(answers, (one) => one.join(), `balances after block ${block.height}`);
  }

  /** @throws {NodesDisagree} Unless enough nodes tell the same receipt, or that there is none. */
  async receiptOf(txid: string): Promise<Receipt | null> {
    const answers = await this.quorum.ask((node) => node.receiptOf(txid));
    return this.quorum.same(answers, textOf, `transaction ${txid}`);
  }

  /** Whether any node knows it, which is no proof. */
  async knows(txid: string): Promise<boolean> {
    const answers = await this.quorum.askAll((node) => node.knows(txid));
    return answers.some((one) => one.status === 'fulfilled' && one.value);
  }

  /** To every node. Nothing follows from their answers. */
  async sendToAll(raw: string): Promise<void> {
    await this.quorum.askAll((node) => node.send(raw));
  }
}

/** The middle of what a call needs, if enough nodes say that it does not revert. */
export function agreedNeed<N>(
  quorum: Quorum<N>,
  answers: readonly (bigint | 'reverts')[],
): bigint | 'reverts' {
  const amounts = answers.filter((one) => one !== 'reverts');
  if (quorum.isEnough(amounts)) return middle(amounts);
  if (answers.length - amounts.length >= quorum.needed) return 'reverts';
  throw new NodesDisagree('nodes disagree whether a call reverts');
}

function textOf(receipt: Receipt | null): string {
  if (receipt === null) return 'none';
  const { txid, height, blockHash, succeeded, gasUsed, gasPrice, logs } = receipt;
  const told = logs.flatMap(({ address, topics, data }) => [address, ...topics, data]);
  return [txid, height, blockHash, succeeded, gasUsed, gasPrice, ...told].join('/').toLowerCase();
}
