/** A node of an Ethereum-like chain, such as ETH or BSC, asked by JSON-RPC. */
import {
  getAddress,
  hexToBigInt,
  hexToNumber,
  numberToHex,
  type Address,
  type Hex,
  type RpcBlock,
  type RpcTransactionReceipt,
} from 'viem';
import type { BlockHeader, BlockSource, ChainTransfer, NativeAccount, TokenFacts } from '../blocks/blocks.ts';
import { EvmHeaders } from './headers.ts';
import { tokenFactsAt } from './token-facts.ts';
import { NATIVE_OUTPUT, tokenTransfers } from './transfers.ts';

/** Addresses whose balances are asked for at the same time. */
const AT_ONCE = 20;

export interface EvmSourceOptions {
  readonly url: string;
  /** The chain's native coin, such as ETH. */
  readonly nativeCoin: string;
  /** Coins by token contract, asked for at each block. Other contracts' transfers are ignored. */
  readonly tokens: () => Readonly<Record<string, string>>;
  readonly timeoutMs: number;
}

export class EvmSource extends EvmHeaders implements BlockSource {
  readonly #nativeCoin: string;
  readonly #tokens: EvmSourceOptions['tokens'];

  constructor({ url, nativeCoin, tokens, timeoutMs }: EvmSourceOptions) {
    super(url, timeoutMs);
    this.#nativeCoin = nativeCoin;
    this.#tokens = tokens;
  }

  /**
   * The transfers of a block: events of the allowed tokens, and values of successful transactions.
   * Native coins that a contract sends appear in neither: only `accountsAt` shows them.
   */
  async transfersOf({ hash, height }: BlockHeader): Promise<readonly ChainTransfer[] | null> {
    // Before the first answer, so that all nodes are asked for the same tokens.
    const tokens = new Map(
      Object.entries(this.#tokens()).map(([address, coin]) => [getAddress(address), coin]),
    );
    const block = await this.client.request({
      method: 'eth_getBlockByHash',
      params: [hash as Hex, true],
    });
    if (block === null) return null;
    const receipts = await this.#receiptsOf(block, height);
    if (receipts === null) return null;
    return [
      ...this.#nativeTransfers(block, receipts),
      ...receipts.flatMap(({ logs, transactionHash: txid }) =>
        tokenTransfers(logs, tokens).map((one) => ({ txid, ...one })),
      ),
    ];
  }

  tokenAt(contract: string): Promise<TokenFacts | null> {
    return tokenFactsAt(this.client, contract as Address);
  }

  async accountsAt(addresses: readonly string[], { hash }: BlockHeader): Promise<readonly NativeAccount[]> {
    const accounts: NativeAccount[] = [];
    for (let from = 0; from < addresses.length; from += AT_ONCE) {
      const some = addresses.slice(from, from + AT_ONCE);
      accounts.push(
        ...(await Promise.all(some.map((address) => this.#accountAt(address as Hex, hash as Hex)))),
      );
    }
    return accounts;
  }

  async #accountAt(address: Hex, blockHash: Hex): Promise<NativeAccount> {
    const after = [address, { blockHash }] as const;
    // Viem's types know no block by its hash.
    const request = this.client.request as (call: { method: string; params: unknown }) => Promise<unknown>;
    const [balance, transactions] = (await Promise.all([
      request({ method: 'eth_getBalance', params: after }),
      request({ method: 'eth_getTransactionCount', params: after }),
    ])) as [Hex, Hex];
    return { units: hexToBigInt(balance), transactions: hexToNumber(transactions) };
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
}
