/** What paying asks of nodes of TRON, and what counts as the answer of several. */
import { AgreedHeaders } from '../blocks/agreement.ts';
import type { BlockHeader, HeaderSource } from '../blocks/blocks.ts';
import { agreedNeed, type Holding, type ReceiptLog } from '../evm/payment-nodes.ts';
import { middle, NodesDisagree } from '../blocks/quorum.ts';
import { agreedBalances, type FinalBalanceNode, type FinalBalances } from './balances.ts';
import type { TronTransfer } from './transactions.ts';

export interface TimedHeader extends BlockHeader {
  readonly timeMs: number;
}

/** What a transaction did in a block. */
export interface MinedTronTransaction {
  readonly txid: string;
  readonly height: number;
  readonly succeeded: boolean;
  /** What the sender was charged in all, in the smallest unit of TRX. */
  readonly fee: bigint;
  readonly logs: readonly ReceiptLog[];
}

/** A node. Each method throws if there is no answer. */
export interface TronNode extends HeaderSource, FinalBalanceNode {
  /** Throws if the block is not in its chain. */
  timeOf(block: BlockHeader): Promise<number>;
  /** Of the newest block that no reorganisation can remove any more. */
  finalHeight(): Promise<number>;
  /** In the smallest unit of TRX. */
  energyPrice(): Promise<bigint>;
  /** The energy that a transfer of a token needs now, or that it reverts. */
  energyFor(transfer: TronTransfer): Promise<bigint | 'reverts'>;
  /** After its newest block. */
  balanceOf(holding: Holding): Promise<bigint>;
  /** Null if it is in no block of the chain. Throws unless that chain has the block `upTo`. */
  minedOf(txid: string, upTo: BlockHeader): Promise<MinedTronTransaction | null>;
  /** Whether it has the transaction, in a block or waiting for one. */
  knows(txid: string): Promise<boolean>;
  /** Its answer means nothing: a look-up by the transaction's id tells. */
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

  /** The middle of what the nodes say. */
  async energyPrice(): Promise<bigint> {
    return middle(await this.quorum.ask((node) => node.energyPrice()));
  }

  /** The middle of what the nodes say. */
  async energyFor(transfer: TronTransfer): Promise<bigint | 'reverts'> {
    return agreedNeed(this.quorum, await this.quorum.ask((node) => node.energyFor(transfer)));
  }

  /** So much at least, by enough nodes, which can be at different blocks. */
  async balanceOf(holding: Holding): Promise<bigint> {
    const balances = await this.quorum.ask((node) => node.balanceOf(holding));
    return [...balances].sort((a, b) => (a < b ? 1 : -1))[this.quorum.needed - 1]!;
  }

  /** After one final block, which enough nodes tell. */
  async finalBalances(holdings: readonly Holding[]): Promise<FinalBalances> {
    return agreedBalances(this.quorum, holdings);
  }

  /** @throws {NodesDisagree} Unless enough nodes tell the same of it, or that it is in no block. */
  async minedOf(txid: string, upTo: BlockHeader): Promise<MinedTronTransaction | null> {
    const answers = await this.quorum.ask((node) => node.minedOf(txid, upTo));
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

function textOf(mined: MinedTronTransaction | null): string {
  if (mined === null) return 'none';
  const { txid, height, succeeded, fee, logs } = mined;
  const told = logs.flatMap(({ address, topics, data }) => [address, ...topics, data]);
  return [txid, height, succeeded, fee, ...told].join('/').toLowerCase();
}
