/**
 * A node of the Bitcoin family, as the payer uses it, over JSON-RPC. It needs an index (`txindex`).
 */
import type { BlockHeader } from '../blocks/blocks.ts';
import type { MinedTransaction, Unspent, UtxoNode } from './nodes.ts';
import type { Outpoint } from './payments.ts';
import { unitsOf, UtxoHeaders } from './rpc.ts';

/** Blocks within which a payment should be mined. */
const TARGET_BLOCKS = 3;

interface RpcUnspent {
  readonly bestblock: string;
  readonly confirmations: number;
  readonly value: string;
  readonly scriptPubKey: { readonly hex: string };
  readonly coinbase: boolean;
}

export class UtxoPaymentNode extends UtxoHeaders implements UtxoNode {
  async feeRate(): Promise<bigint | null> {
    const answer = (await this.call('estimatesmartfee', [TARGET_BLOCKS])) as { readonly feerate?: string };
    // Without an estimate, some nodes return -1 and others omit the field.
    const rate = unitsOf(answer.feerate ?? '-1');
    return rate <= 0n ? null : rate;
  }

  async unspentAt({ txid, output }: Outpoint, block: BlockHeader): Promise<Unspent | null> {
    const found = (await this.call('gettxout', [txid, output, false])) as RpcUnspent | null;
    // A null answer does not name the block after which the output is missing.
    const newest = found?.bestblock ?? (await this.call('getbestblockhash', []));
    if (newest !== block.hash) throw new Error(`the node is at another block than ${block.height}`);
    if (found === null) return null;
    const { value, scriptPubKey, confirmations, coinbase: isReward } = found;
    return {
      units: unitsOf(value),
      script: scriptPubKey.hex,
      height: block.height - confirmations + 1,
      isReward,
    };
  }

  async minedOf(txid: string): Promise<MinedTransaction | null> {
    const found = (await this.orNull(this.call('getrawtransaction', [txid, true]))) as {
      readonly blockhash?: string;
    } | null;
    if (found?.blockhash === undefined) return null;
    const header = await this.headerByHash(found.blockhash);
    return header === null ? null : { txid, height: header.height, blockHash: header.hash };
  }

  async rawOf(txid: string): Promise<string | null> {
    return (await this.orNull(this.call('getrawtransaction', [txid]))) as string | null;
  }

  async send(raw: string): Promise<void> {
    await this.call('sendrawtransaction', [raw]);
  }
}
