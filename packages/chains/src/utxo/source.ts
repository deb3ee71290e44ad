/** Reads blocks and their transfers from a node of the Bitcoin family. */
import type { BlockHeader, BlockSource, ChainTransfer } from '../blocks/blocks.ts';
import { addressOfScript, type UtxoNetwork } from '../addresses/utxo-networks.ts';
import { unitsOf, UtxoHeaders } from './rpc.ts';

export interface UtxoSourceOptions {
  /** The node's address with user name and password. */
  readonly url: string;
  readonly coin: string;
  readonly network: UtxoNetwork;
  /**
   * The number of later blocks after which a block counts as final. These chains have no other
   * finality.
   */
  readonly finalAfter: number;
  readonly timeoutMs: number;
}

interface RpcOutput {
  /** Missing for outputs that Litecoin's extension blocks hide. */
  readonly value?: string;
  readonly n?: number;
  readonly scriptPubKey?: { readonly hex: string };
}

export interface RpcTransaction {
  readonly txid: string;
  readonly vout: readonly RpcOutput[];
}

interface RpcBlock {
  readonly confirmations: number;
  readonly tx: readonly RpcTransaction[];
}

/** The verbosity that returns whole transactions instead of their ids. */
const WITH_TRANSACTIONS = 2;

export class UtxoSource extends UtxoHeaders implements BlockSource {
  readonly #options: UtxoSourceOptions;

  constructor(options: UtxoSourceOptions) {
    super(options.url, options.timeoutMs);
    this.#options = options;
  }

  async transfersOf({ hash }: BlockHeader): Promise<readonly ChainTransfer[] | null> {
    const block = (await this.orNull(this.call('getblock', [hash, WITH_TRANSACTIONS]))) as RpcBlock | null;
    if (block === null) return null;
    const { coin, network } = this.#options;
    return block.tx.flatMap((transaction) => transfersIn(transaction, coin, network));
  }

  async finalHeight(): Promise<number> {
    const height = (await this.call('getblockcount', [])) as number;
    return Math.max(-1, height - this.#options.finalAfter);
  }
}

/** The transfers of a block to addresses of the kinds that we give out. */
export function transfersIn(
  { txid, vout }: RpcTransaction,
  coin: string,
  network: UtxoNetwork,
): readonly ChainTransfer[] {
  const transfers: ChainTransfer[] = [];
  for (const { n, value, scriptPubKey } of vout) {
    if (n === undefined || value === undefined || scriptPubKey === undefined) continue;
    const to = addressOfScript(scriptPubKey.hex, network);
    if (to !== null) transfers.push({ txid, output: n, to, coin, units: unitsOf(value) });
  }
  return transfers;
}
