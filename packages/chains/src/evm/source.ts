/** A node of an Ethereum-like chain, such as ETH or BSC, asked by JSON-RPC. */
import {
  getAddress,
  hexToBigInt,
  numberToHex,
  type Hex,
  type RpcBlock,
  type RpcTransactionReceipt,
} from 'viem';
import type { BlockHeader, BlockSource, ChainTransfer } from '../blocks/blocks.ts';
import { EvmHeaders } from './headers.ts';
import { NATIVE_OUTPUT, tokenTransfers } from './transfers.ts';

export interface EvmSourceOptions {
  readonly url: string;
  /** The chain's native coin, such as ETH. */
  readonly nativeCoin: string;
  /** Token contracts by coin. Transfers of other contracts are ignored. */
  readonly tokens: Readonly<Record<string, string>>;
  readonly timeoutMs: number;
}

export class EvmSource extends EvmHeaders implements BlockSource {
  readonly #nativeCoin: string;
  /** Coins by the contract's address with its checksum. */
  readonly #tokens: ReadonlyMap<string, string>;

  constructor({ url, nativeCoin, tokens, timeoutMs }: EvmSourceOptions) {
    super(url, timeoutMs);
    this.#nativeCoin = nativeCoin;
    this.#tokens = new Map(Object.entries(tokens).map(([address, coin]) => [getAddress(address), coin]));
  }

  /**
   * The transfers of a block: events of the allowed tokens, and values of successful transactions.
   * Native coins that a contract sends appear in neither and are not seen.
   */
  async transfersOf({ hash, height }: BlockHeader): Promise<readonly ChainTransfer[] | null> {
    const block = await this.client.request({
      method: 'eth_getBlockByHash',
      params: [hash as Hex, true],
    });
    if (block === null) return null;
    const receipts = await this.#receiptsOf(block, height);
    if (receipts === null) return null;
    return [
      ...this.#nativeTransfers(block, receipts),
      ...receipts.flatMap((one) => this.#tokenTransfers(one)),
    ];
  }

  /** All receipts of a block; null if another block is at its height by now. */
  async #receiptsOf(
    { hash, transactions }: RpcBlock,
    height: number,
  ): Promise<readonly RpcTransactionReceipt[] | null> {
    if (transactions.length === 0) return [];
    const receipts = (await this.client.request({
      method: 'eth_getBlockReceipts',
      params: [numberToHex(height)],
    })) as readonly RpcTransactionReceipt[] | null;
    const isWhole =
      receipts?.length === transactions.length && receipts.every(({ blockHash }) => blockHash === hash);
    return isWhole ? receipts : null;
  }

  #nativeTransfers(block: RpcBlock, receipts: readonly RpcTransactionReceipt[]): readonly ChainTransfer[] {
    const succeeded = new Set(
      receipts.filter(({ status }) => status === '0x1').map((one) => one.transactionHash),
    );
    return block.transactions.flatMap((transaction) => {
      if (typeof transaction === 'string') throw new Error('the node left out the transactions of a block');
      const { hash, to, value } = transaction;
      const units = hexToBigInt(value);
      if (to === null || units === 0n || !succeeded.has(hash)) return [];
      return [{ txid: hash, output: NATIVE_OUTPUT, to: getAddress(to), coin: this.#nativeCoin, units }];
    });
  }

  #tokenTransfers({ logs, transactionHash: txid }: RpcTransactionReceipt): readonly ChainTransfer[] {
    return tokenTransfers(logs, this.#tokens).map((one) => ({ txid, ...one }));
  }
}
