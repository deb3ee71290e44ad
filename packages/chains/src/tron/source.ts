/** A node of TRON, asked for blocks and the tokens that they move, by its JSON-RPC. */
import { getAddress, hexToBytes, type Hex, type RpcLog } from 'viem';
import type { BlockHeader, BlockSource, ChainTransfer } from '../blocks/blocks.ts';
import { tronAddress } from '../addresses/chain-addresses.ts';
import { EvmHeaders } from '../evm/headers.ts';
import { tokenTransfers } from '../evm/transfers.ts';
import { base58check } from '../addresses/utxo-networks.ts';

export interface TronSourceOptions {
  /** The address of the node's JSON-RPC. */
  readonly url: string;
  /** Token contracts by coin, in TRON's form. Transfers of other contracts are ignored. */
  readonly tokens: Readonly<Record<string, string>>;
  readonly timeoutMs: number;
}

export class TronSource extends EvmHeaders implements BlockSource {
  readonly #tokens: ReadonlyMap<string, string>;

  constructor({ url, tokens, timeoutMs }: TronSourceOptions) {
    super(url, timeoutMs);
    this.#tokens = new Map(Object.entries(tokens).map(([address, coin]) => [evmAddress(address), coin]));
  }

  /** The transfers of the allowed tokens in a block, from their events. */
  async transfersOf({ hash, height }: BlockHeader): Promise<readonly ChainTransfer[] | null> {
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
      tokenTransfers(ofOne.toSorted(byPlace), this.#tokens).map(({ to, ...transfer }) => ({
        ...transfer,
        // Converts ids and addresses from Ethereum's form to TRON's.
        txid: txid.slice(2),
        to: tronAddress(hexToBytes(to)),
      })),
    );
  }
}

const byPlace = (a: RpcLog, b: RpcLog): number => Number(a.logIndex) - Number(b.logIndex);

/** The 20 bytes of an address, as Ethereum writes them. */
export function evmAddress(tron: string): string {
  const bytes = base58check.decode(tron);
  return getAddress(`0x${Buffer.from(bytes.subarray(1)).toString('hex')}`);
}
