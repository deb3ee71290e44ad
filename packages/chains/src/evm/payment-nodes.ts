/**
 * The requests of the payer to nodes, and the rules by which the answers of several nodes become
 * one.
 */
import { AgreedHeaders } from '../blocks/agreement.ts';
import type { BlockHeader, HeaderSource } from '../blocks/blocks.ts';
import { middle, NodesDisagree, type Quorum } from '../blocks/quorum.ts';

/** Prices in the smallest unit of the native coin, per unit of gas. */
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

/** The result of a mined transaction. */
export interface Receipt {
  readonly txid: string;
  readonly height: number;
  readonly blockHash: string;
  readonly succeeded: boolean;
  readonly gasUsed: bigint;
  readonly gasPrice: bigint;
  readonly logs: readonly ReceiptLog[];
}

/** A balance to read: of an address, in a token (its contract) or in the native coin (null). */
export interface Holding {
  readonly address: string;
  readonly token: string | null;
}

/** A node. Each method throws if there is no answer. */
export interface PaymentNode extends HeaderSource {
  prices(): Promise<GasPrices>;
  /** The gas that a call needs now, or 'reverts'. */
  gasFor(call: Call): Promise<bigint | 'reverts'>;
  /**
   * The number of an address's transactions in the chain up to a block, which is its next nonce.
   */
  transactionsOf(address: string, block: BlockHeader): Promise<number>;
  /** The balances after a block, in the order of `holdings`. */
  balancesAt(holdings: readonly Holding[], block: BlockHeader): Promise<readonly bigint[]>;
  /** The receipt of a transaction; null while it is in no block of the chain. */
  receiptOf(txid: string): Promise<Receipt | null>;
  /** Whether the node has the transaction, in a block or waiting for one. */
  knows(txid: string): Promise<boolean>;
  /**
   * Sends a transaction. The node's reply is unreliable; use `knows` to find out whether it has it.
   */
  send(raw: string): Promise<void>;
}

export class AgreedNodes extends AgreedHeaders<PaymentNode> {
  /** The median of the nodes' answers. */
  async prices(): Promise<GasPrices> {
    const answers = await this.quorum.ask((node) => node.prices());
    return {
      baseFeePerGas: middle(answers.map((one) => one.baseFeePerGas)),
      maxPriorityFeePerGas: middle(answers.map((one) => one.maxPriorityFeePerGas)),
    };
  }

  /** The median of the nodes' answers. */
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

  /** @throws {NodesDisagree} Unless enough nodes return the same receipt, or that there is none. */
  async receiptOf(txid: string): Promise<Receipt | null> {
    const answers = await this.quorum.ask((node) => node.receiptOf(txid));
    return this.quorum.same(answers, textOf, `transaction ${txid}`);
  }

  /** Whether any node says that it has the transaction, which proves nothing. */
  async knows(txid: string): Promise<boolean> {
    const answers = await this.quorum.askAll((node) => node.knows(txid));
    return answers.some((one) => one.status === 'fulfilled' && one.value);
  }

  /** Sends a transaction to every node and ignores their replies. */
  async sendToAll(raw: string): Promise<void> {
    await this.quorum.askAll((node) => node.send(raw));
  }
}

/** The median of the gas that a call needs, if enough nodes say that it does not revert. */
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
