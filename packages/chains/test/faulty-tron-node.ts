/** A node of TRON that lies, lags, loses transactions or does not answer, as a test demands. */
import type { BlockHeader } from '../src/blocks/blocks.ts';
import type { MinedTronTransaction, TronNode } from '../src/tron/nodes.ts';
import { TronPaymentNode } from '../src/tron/payment-node.ts';
import { sendAs, type Sending } from './faulty-node.ts';

export class FaultyTronNode implements TronNode {
  readonly #node: TronPaymentNode;
  sending: (raw: string) => Sending = () => 'takes';
  /** Replaces results of transactions in the node's answers. */
  mined: (mined: MinedTronTransaction | null, txid: string) => MinedTronTransaction | null = (mined) => mined;
  isSilent = false;
  /** The number of newest blocks that the node lacks. */
  lag = 0;
  /** Errors added to the times of blocks, and to the height of the final block. */
  timeLieMs = 0;
  finalLie = 0;

  constructor(url: string) {
    this.#node = new TronPaymentNode({ url: `${url}/jsonrpc`, httpUrl: url, timeoutMs: 10_000 });
  }

  async head(): Promise<BlockHeader> {
    const head = await this.#answer().head();
    if (this.lag === 0) return head;
    return (await this.#answer().headerAt(head.height - this.lag))!;
  }

  async headerAt(height: number): Promise<BlockHeader | null> {
    if (this.lag > 0 && height > (await this.head()).height) return null;
    return this.#answer().headerAt(height);
  }

  async timeOf(block: BlockHeader): Promise<number> {
    await this.#requireBlock(block);
    return (await this.#answer().timeOf(block)) + this.timeLieMs;
  }

  async finalHeight(): Promise<number> {
    return (await this.#answer().finalHeight()) - this.lag + this.finalLie;
  }

  async minedOf(txid: string, upTo: BlockHeader): Promise<MinedTronTransaction | null> {
    await this.#requireBlock(upTo);
    const mined = await this.#answer().minedOf(txid, upTo);
    const isThere = mined === null || mined.height <= (await this.head()).height;
    return this.mined(isThere ? mined : null, txid);
  }

  energyPrice = async () => this.#answer().energyPrice();
  energyFor: TronNode['energyFor'] = async (transfer) => this.#answer().energyFor(transfer);
  balanceOf: TronNode['balanceOf'] = async (holding) => this.#answer().balanceOf(holding);
  solidHeight: TronNode['solidHeight'] = async () => (await this.#answer().solidHeight()) - this.lag;
  finalBalanceOf: TronNode['finalBalanceOf'] = async (holding) => this.#answer().finalBalanceOf(holding);
  knows: TronNode['knows'] = async (txid) => this.#answer().knows(txid);

  async send(raw: string): Promise<void> {
    await sendAs(this.sending(raw), async () => this.#answer().send(raw));
  }

  async #requireBlock({ height }: BlockHeader): Promise<void> {
    if (this.lag > 0 && height > (await this.head()).height) throw new Error('the node lags behind');
  }

  #answer(): TronPaymentNode {
    if (this.isSilent) throw new Error('the node is silent');
    return this.#node;
  }
}
