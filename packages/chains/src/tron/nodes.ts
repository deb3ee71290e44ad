/**
 * The requests of the payer to TRON nodes, and the rules by which the answers of several nodes
 * become one.
 */
import { AgreedHeaders } from '../blocks/agreement.ts';
import type { BlockHeader, HeaderSource } from '../blocks/blocks.ts';
import { agreedNeed, type Holding, type ReceiptLog } from '../evm/payment-nodes.ts';
import { middle, NodesDisagree } from '../blocks/quorum.ts';
import { agreedBalances, type FinalBalanceNode, type FinalBalances } from './balances.ts';
import type { TronTransfer } from './transactions.ts';

export interface TimedHeader extends BlockHeader {
  readonly timeMs: number;
}

/** The result of a mined transaction. */
export interface MinedTronTransaction {
  readonly txid: string;
  readonly height: number;
  readonly succeeded: boolean;
  /** The total fee charged to the sender, in the smallest unit of TRX. */
  readonly fee: bigint;
  readonly logs: readonly ReceiptLog[];
}

/** A node. Each method throws if there is no answer. */
export interface TronNode extends HeaderSource, FinalBalanceNode {
  /** The time of a block. Throws if the block is not in the node's chain. */
  timeOf(block: BlockHeader): Promise<number>;
  /** The height of the newest final block, which no reorganisation can remove. */
  finalHeight(): Promise<number>;
  /** The price of a unit of energy, in the smallest unit of TRX. */
  energyPrice(): Promise<bigint>;
  /** The energy that a token transfer needs now, or 'reverts'. */
  energyFor(transfer: TronTransfer): Promise<bigint | 'reverts'>;
  /** The balance after the node's newest block. */
  balanceOf(holding: Holding): Promise<bigint>;
  /**
   * The result of a transaction; null if it is in no block. Throws unless the node's chain contains
   * the block `upTo`.
   */
  minedOf(txid: string, upTo: BlockHeader): Promise<MinedTronTransaction | null>;
  /** Whether the node has the transaction, in a block or waiting for one. */
  knows(txid: string): Promise<boolean>;
  /**
   * Sends a transaction. The node's reply is unreliable; use `knows` to find out whether it has it.
   */
  send(raw: string): Promise<void>;
}

export class AgreedTronNodes extends AgreedHeaders<TronNode> {
  async timed(block: BlockHeader): Promise<TimedHeader> {
    const answers = await this.quorum.ask((node) => node.timeOf(block));
    return { ...block, timeMs: this.quorum.same(answers, String, `the time of block ${block.height}`) };
  }

  /** The newest block that enough nodes call final. */
  async finalBlock(): Promise<TimedHeader> {
    const heights = await this.quorum.ask((node) => node.finalHeight());
    const height = [...heights].sort((a, b) => b - a)[this.quorum.needed - 1]!;
    const block = await this.headerAt(height);
    if (block === null) throw new NodesDisagree(`nodes tell different things about block ${height}`);
    return this.timed(block);
  }

  /** The median of the nodes' answers. */
  async energyPrice(): Promise<bigint> {
    return middle(await this.quorum.ask((node) => node.energyPrice()));
  }

  /** The median of the nodes' answers. */
  async energyFor(transfer: TronTransfer): Promise<bigint | 'reverts'> {
    return agreedNeed(this.quorum, await this.quorum.ask((node) => node.energyFor(transfer)));
  }

  /**
   * The balance that enough nodes confirm as a minimum, although they can be at different blocks.
   */
  async balanceOf(holding: Holding): Promise<bigint> {
    const balances = await this.quorum.ask((node) => node.balanceOf(holding));
    return [...balances].sort((a, b) => (a < b ? 1 : -1))[this.quorum.needed - 1]!;
  }

  /** Balances after one final block, on which enough nodes agree. */
  async finalBalances(holdings: readonly Holding[]): Promise<FinalBalances> {
    return agreedBalances(this.quorum, holdings);
  }

  /**
   * @throws {NodesDisagree} Unless enough nodes return the same for it, or say that it is in no
   * block.
   */
  async minedOf(txid: string, upTo: BlockHeader): Promise<MinedTronTransaction | null> {
    const answers = await this.quorum.ask((node) => node.minedOf(txid, upTo));
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

function textOf(mined: MinedTronTransaction | null): string {
  if (mined === null) return 'none';
  const { txid, height, succeeded, fee, logs } = mined;
  const told = logs.flatMap(({ address, topics, data }) => [address, ...topics, data]);
  return [txid, height, succeeded, fee, ...told].join('/').toLowerCase();
}
