/** A node of an Ethereum-like chain, as the payer uses it, over JSON-RPC. */
import {
  BaseError,
  decodeFunctionResult,
  encodeFunctionData,
  erc20Abi,
  hexToBigInt,
  hexToNumber,
  numberToHex,
  type Address,
  type Hex,
} from 'viem';
import type { BlockHeader } from '../blocks/blocks.ts';
import { EvmHeaders, isRevert } from './headers.ts';
import type { Call, GasPrices, Holding, PaymentNode, Receipt } from './payment-nodes.ts';

/** The maximum of concurrent balance requests. */
const AT_ONCE = 50;

export class EvmPaymentNode extends EvmHeaders implements PaymentNode {
  async prices(): Promise<GasPrices> {
    const [block, tip] = await Promise.all([
      this.client.request({ method: 'eth_getBlockByNumber', params: ['latest', false] }),
      this.client.request({ method: 'eth_maxPriorityFeePerGas' }),
    ]);
    if (block?.baseFeePerGas == null) throw new Error('the node tells no base fee');
    return { baseFeePerGas: hexToBigInt(block.baseFeePerGas), maxPriorityFeePerGas: hexToBigInt(tip) };
  }

  async gasFor({ from, to, value, data }: Call): Promise<bigint | 'reverts'> {
    const call = {
      from: from as Address,
      to: to as Address,
      value: numberToHex(value),
      data: data as Hex,
    };
    try {
      return hexToBigInt(await this.client.request({ method: 'eth_estimateGas', params: [call] }));
    } catch (error) {
      if (error instanceof BaseError && error.walk(isRevert) !== null) return 'reverts';
      throw error;
    }
  }

  async transactionsOf(address: string, { hash }: BlockHeader): Promise<number> {
    return hexToNumber(await this.#after(hash, 'eth_getTransactionCount', address as Address));
  }

  async balancesAt(holdings: readonly Holding[], block: BlockHeader): Promise<readonly bigint[]> {
    const balances: bigint[] = [];
    for (let from = 0; from < holdings.length; from += AT_ONCE) {
      const some = holdings.slice(from, from + AT_ONCE);
      balances.push(...(await Promise.all(some.map((one) => this.#balanceAt(one, block)))));
    }
    return balances;
  }

  async receiptOf(txid: string): Promise<Receipt | null> {
    const receipt = await this.client.request({ method: 'eth_getTransactionReceipt', params: [txid as Hex] });
    if (receipt?.blockHash == null || receipt.blockNumber == null) return null;
    return {
      txid: receipt.transactionHash,
      height: hexToNumber(receipt.blockNumber),
      blockHash: receipt.blockHash,
      succeeded: receipt.status === '0x1',
      gasUsed: hexToBigInt(receipt.gasUsed),
      gasPrice: hexToBigInt(receipt.effectiveGasPrice),
      logs: receipt.logs.map(({ address, topics, data }) => ({ address, topics, data })),
    };
  }

  async knows(txid: string): Promise<boolean> {
    const params: [Hex] = [txid as Hex];
    return (await this.client.request({ method: 'eth_getTransactionByHash', params })) !== null;
  }

  async send(raw: string): Promise<void> {
    await this.client.request({ method: 'eth_sendRawTransaction', params: [raw as Hex] });
  }

  async #balanceAt({ address, token }: Holding, { hash }: BlockHeader): Promise<bigint> {
    if (token === null) return hexToBigInt(await this.#after(hash, 'eth_getBalance', address));
    const data = encodeFunctionData({ abi: erc20Abi, functionName: 'balanceOf', args: [address as Address] });
    const result = await this.#after(hash, 'eth_call', { to: token, data });
    return decodeFunctionResult({ abi: erc20Abi, functionName: 'balanceOf', data: result });
  }

  /**
   * Sends a request about the state after a block, named by its hash (EIP-1898), which viem's types
   * do not allow for all methods.
   */
  async #after(blockHash: string, method: string, question: unknown): Promise<Hex> {
    const request = this.client.request as (call: { method: string; params: unknown }) => Promise<unknown>;
    return (await request({ method, params: [question, { blockHash }] })) as Hex;
  }
}
