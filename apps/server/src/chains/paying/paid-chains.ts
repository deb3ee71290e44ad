/** Opens a chain that is paid on, of any kind. */
import {
  allowsOrder,
  ChainAddresses,
  confirmedOutcome,
  confirmedUtxoOutcome,
  holdingsAt,
  HOT_WALLET,
  minedOutcome,
  minedUtxoOutcome,
  type Payment,
  type PaymentRecord,
  type UtxoPayment,
} from '@glasshouse/chains';
import { fundedAddresses, type PaidChain, type PaidChainParts } from './paid-chain.ts';
import { paymentNodes, utxoPaymentNodes } from './payment-nodes.ts';
import { requireSameTaken, takenBy } from './payment-rows.ts';
import { tronChain } from './tron-paid-chain.ts';
import type { UtxoWalletTerms } from './utxo-terms.ts';
import { OutputTables } from './utxo-tables.ts';
import { byKind, paymentTermsOf, signerRulesOf, type WalletTerms } from './wallet-terms.ts';

export function openPaidChain({ terms, ...parts }: PaidChainParts): PaidChain {
  return byKind(terms, {
    evm: (one) => evmChain({ ...parts, terms: one }),
    utxo: (one) => utxoChain({ ...parts, terms: one }),
    tron: (one) => tronChain({ ...parts, terms: one }),
  });
}

function evmChain({ chain, terms, urls, key, database, listed }: PaidChainParts<WalletTerms>): PaidChain {
  const where = { nodes: paymentNodes(urls), terms: paymentTermsOf(terms) };
  const { nodes } = where;
  const addresses = new ChainAddresses('EVM', key);
  const rules = signerRulesOf(terms);
  const hot = addresses.of(HOT_WALLET);
  const house = [hot, terms.cold];
  return {
    chain,
    terms,
    hot,
    house,
    allows: (order) => {
      try {
        return order.kind !== 'withdrawal' && allowsOrder(order, rules, (path) => addresses.of(path));
      } catch {
        return false;
      }
    },
    transactionsOf: async (address) => nodes.transactionsOf(address, await nodes.head()),
    head: async () => nodes.head(),
    headerAt: async (height) => nodes.headerAt(height),
    confirmedHeight: async () => (await nodes.head()).height - terms.confirmations + 1,
    minedOutcome: async (payment) => minedOutcome(where, payment as Payment),
    confirmedOutcome: async (payment) => confirmedOutcome(where, payment as Payment),
    ...ofOneTaking,
    holdingsUpTo: async (block) => {
      const addresses = [...house, ...(await fundedAddresses(database, chain))];
      const tokens = { ...listed(), ...where.terms.tokens };
      const counted = { nodes, terms: { ...where.terms, tokens } };
      return { block, held: await holdingsAt(counted, { block, addresses }) };
    },
    placeOf: async (txid) => {
      const receipt = await nodes.receiptOf(txid);
      if (receipt === null) return null;
      const { height, blockHash, gasUsed, gasPrice } = receipt;
      return { height, blockHash, cost: gasUsed * gasPrice };
    },
  };
}

function utxoChain({ chain, terms, urls, key, database }: PaidChainParts<UtxoWalletTerms>): PaidChain {
  const { family, chainId, nativeCoin, confirmations } = terms;
  const nodes = utxoPaymentNodes(urls, terms);
  const tables = new OutputTables(database, chain, chainId);
  const hot = new ChainAddresses(family, key).of(HOT_WALLET);
  const where = { nodes, worthOf: async (inputs: readonly string[]) => tables.worthOf(inputs) };
  return {
    chain,
    terms,
    hot,
    house: [hot],
    // Payments spend outputs of any address of ours, so nothing else is moved.
    allows: () => false,
    transactionsOf: async () => 0,
    head: async () => nodes.head(),
    headerAt: async (height) => nodes.headerAt(height),
    confirmedHeight: async () => (await nodes.head()).height - confirmations + 1,
    minedOutcome: async (payment) => minedUtxoOutcome(where, payment as UtxoPayment),
    confirmedOutcome: async (payment) => confirmedUtxoOutcome(where, payment as UtxoPayment, confirmations),
    ...ofOneTaking,
    holdingsUpTo: async (block) => {
      const outputs = (await tables.outputs()).filter(({ height }) => height <= block.height);
      return { block, held: new Map([[nativeCoin, await nodes.worthAt(outputs, block)]]) };
    },
    placeOf: async (txid) => {
      const place = await nodes.minedOf(txid);
      return place === null ? null : { ...place, cost: null };
    },
  };
}

/**
 * The checks of payments that use one nonce or one set of inputs for ever. If such a payment is
 * given up, something else must use that nonce or those inputs.
 */
const ofOneTaking = {
  whyPossible: async (payment: PaymentRecord) =>
    takenBy(payment) === null ? null : 'it has a nonce or inputs, which something has to take',
  requireTaken: async (stored: PaymentRecord, payment: PaymentRecord) => requireSameTaken(stored, payment),
};
