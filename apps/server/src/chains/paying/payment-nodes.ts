/** The nodes that payers ask. More than half of them must agree. */
import {
  AgreedNodes,
  AgreedTronNodes,
  AgreedUtxoNodes,
  EvmPaymentNode,
  TronPaymentNode,
  UtxoPaymentNode,
} from '@glasshouse/chains';
import { utxoTermsOf, type UtxoWalletTerms } from './utxo-terms.ts';

const ANSWER_MS_MAX = 5_000;

export function paymentNodes(urls: readonly string[]): AgreedNodes {
  const nodes = urls.map((url) => new EvmPaymentNode(url, ANSWER_MS_MAX));
  return new AgreedNodes(nodes, optionsOf(urls));
}

export function utxoPaymentNodes(urls: readonly string[], terms: UtxoWalletTerms): AgreedUtxoNodes {
  const nodes = urls.map((url) => new UtxoPaymentNode(url, ANSWER_MS_MAX));
  const minFeeRate = utxoTermsOf(terms).fees.min;
  return new AgreedUtxoNodes(nodes, { ...optionsOf(urls), minFeeRate });
}

/**
 * Connects to the nodes of TRON. `urls` and `httpUrls` are the JSON-RPC and HTTP addresses of the
 * same nodes, in one order.
 */
export function tronPaymentNodes(urls: readonly string[], httpUrls: readonly string[]): AgreedTronNodes {
  const nodes = urls.map(
    (url, at) => new TronPaymentNode({ url, httpUrl: httpUrls[at]!, timeoutMs: ANSWER_MS_MAX }),
  );
  return new AgreedTronNodes(nodes, optionsOf(urls));
}

const optionsOf = (urls: readonly string[]) => ({
  needed: Math.floor(urls.length / 2) + 1,
  timeoutMs: ANSWER_MS_MAX,
});
