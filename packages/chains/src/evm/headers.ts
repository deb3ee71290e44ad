/** A connection to a node of an Ethereum-like chain, and the blocks that it knows. */
import { createClient, hexToNumber, http, numberToHex, type Client } from 'viem';
import type { BlockHeader, HeaderSource } from '../blocks/blocks.ts';

export class EvmHeaders implements HeaderSource {
  protected readonly client: Client;

  constructor(url: string, timeoutMs: number) {
    this.client = createClient({ transport: http(url, { retryCount: 0, timeout: timeoutMs }) });
  }

  async head(): Promise<BlockHeader> {
    const height = hexToNumber(await this.client.request({ method: 'eth_blockNumber' }));
    const header = await this.headerAt(height);
    if (header === null) throw new Error(`the node knows no block ${height}, which it called the newest`);
    return header;
  }

  async headerAt(height: number): Promise<BlockHeader | null> {
    const block = await this.client.request({
      method: 'eth_getBlockByNumber',
      params: [numberToHex(height), false],
    });
    // A pending block has no hash.
    if (block?.hash == null || block.number == null) return null;
    return { height: hexToNumber(block.number), hash: block.hash, parentHash: block.parentHash };
  }

  /** The height of the newest block that the node calls final; -1 if there is none. */
  async finalHeight(): Promise<number> {
    const block = await this.client.request({
      method: 'eth_getBlockByNumber',
      params: ['finalized', false],
    });
    return block?.number == null ? NOTHING_FINAL : hexToNumber(block.number);
  }
}

const NOTHING_FINAL = -1;
/** The JSON-RPC error code of a call that the contract reverts. */
const REVERTED = 3;

export const isRevert = (error: unknown): boolean => (error as { readonly code?: unknown }).code === REVERTED;
