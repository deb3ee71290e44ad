/** The nodes that paying asks. Half of them, and one more, must agree. */
import { AgreedNodes, AgreedUtxoNodes, EvmPaymentNode, UtxoPaymentNode } from '@glasshouse/chains';
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

const optionsOf = (urls: readonly string[]) => ({
  needed: Math.floor(urls.length / 2) + 1,
  timeoutMs: ANSWER_MS_MAX,
});
