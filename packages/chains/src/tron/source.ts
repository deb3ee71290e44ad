/** A node of TRON, asked for blocks and the tokens that they move, by its JSON-RPC. */
import { getAddress, hexToBytes, type Address, type Hex, type RpcLog } from 'viem';
import type { BlockHeader, BlockSource, ChainTransfer, TokenFacts } from '../blocks/blocks.ts';
import { tronAddress } from '../addresses/chain-addresses.ts';
import { EvmHeaders } from '../evm/headers.ts';
import { tokenFactsAt } from '../evm/token-facts.ts';
import { tokenTransfers } from '../evm/transfers.ts';
import { base58check } from '../addresses/utxo-networks.ts';

export interface TronSourceOptions {
  /** The address of the node's JSON-RPC. */
  readonly url: string;
  /**
   * Coins by token contract in TRON's form, asked for at each block. Other contracts' transfers are
   * ignored.
   */
  readonly tokens: () => Readonly<Record<string, string>>;
  readonly timeoutMs: number;
}

export class TronSource extends EvmHeaders implements BlockSource {
  readonly #tokens: TronSourceOptions['tokens'];

  constructor({ url, tokens, timeoutMs }: TronSourceOptions) {
    super(url, timeoutMs);
    this.#tokens = tokens;
  }

  /** The transfers of the allowed tokens in a block, from their events. */
  async transfersOf({ hash, height }: BlockHeader): Promise<readonly ChainTransfer[] | null> {
    // Before the first answer, so that all nodes are asked for the same tokens.
    const tokens = new Map(
      Object.entries(this.#tokens()).map(([address, coin]) => [evmAddress(address), coin]),
    );
    if ((await this.headerAt(height))?.hash !== hash) return null;
    // Reads all logs of the block, because a log's index within its transaction is needed (see
    // `ChainTransfer`).
    const logs = await this.client.request({ method: 'eth_getLogs', params: [{ blockHash: hash as Hex }] });
    const transactions = new Map<string, RpcLog[]>();
    for (const log of logs as readonly RpcLog[]) {
      const ofOne = transactions.get(log.transactionHash!);
      if (ofOne === undefined) transactions.set(log.transactionHash!, [log]);
      else ofOne.push(log);
    }
    return [...transactions].flatMap(([txid, ofOne]) =>
      tokenTransfers(ofOne.toSorted(byPlace), tokens).map(({ to, ...transfer }) => ({
        ...transfer,
        // Converts ids and addresses from Ethereum's form to TRON's.
        txid: txid.slice(2),
        to: tronAddress(hexToBytes(to)),
      })),
    );
  }

  tokenAt(contract: string): Promise<TokenFacts | null> {
    return tokenFactsAt(this.client, evmAddress(contract));
  }
}

const byPlace = (a: RpcLog, b: RpcLog): number => Number(a.logIndex) - Number(b.logIndex);

/** The 20 bytes of an address, as Ethereum writes them. */
export function evmAddress(tron: string): Address {
  const bytes = base58check.decode(tron);
  return getAddress(`0x${Buffer.from(bytes.subarray(1)).toString('hex')}`);
}
