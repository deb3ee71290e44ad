/** A chain that is paid on, as the server itself asks its nodes about it. */
import {
  allowsOrder,
  ChainAddresses,
  confirmedOutcome,
  confirmedUtxoOutcome,
  holdingsAt,
  HOT_WALLET,
  minedOutcome,
  minedUtxoOutcome,
  type BlockHeader,
  type Payment,
  type PaymentOrder,
  type PaymentOutcome,
  type PaymentRecord,
  type UtxoPayment,
} from '@glasshouse/chains';
import type { Database } from '../../db/database.ts';
import { paymentNodes, utxoPaymentNodes } from './payment-nodes.ts';
import type { UtxoWalletTerms } from './utxo-terms.ts';
import { OutputTables } from './utxo-tables.ts';
import {
  isUtxoTerms,
  paymentTermsOf,
  signerRulesOf,
  type AnyWalletTerms,
  type WalletTerms,
} from './wallet-terms.ts';

/** Where a transaction is, and what it was charged; null if its inputs are of others. */
export interface Place {
  readonly height: number;
  readonly blockHash: string;
  readonly cost: bigint | null;
}

export interface PaidChain {
  readonly chain: string;
  readonly terms: AnyWalletTerms;
  /** The address of the hot wallet. */
  readonly hot: string;
  /** Addresses of the house, beside deposit addresses. */
  readonly house: readonly string[];
  /** Whether a payer may order it for the house. */
  allows(order: PaymentOrder): boolean;
  /** How many transactions of an address are in the chain: the first nonce of a new sender. */
  transactionsOf(address: string): Promise<number>;
  head(): Promise<BlockHeader>;
  headerAt(height: number): Promise<BlockHeader | null>;
  /** The outcome of the attempt that is in a block; null if none is. */
  minedOutcome(payment: PaymentRecord): Promise<PaymentOutcome | null>;
  /** That of the attempt that has its confirmations; null if none has. */
  confirmedOutcome(payment: PaymentRecord): Promise<PaymentOutcome | null>;
  /** What our addresses hold after a block that was followed, by coin. */
  holdingsAt(block: BlockHeader): Promise<ReadonlyMap<string, bigint>>;
  /** Null while it is in no block. */
  placeOf(txid: string): Promise<Place | null>;
}

export interface PaidChainParts<T extends AnyWalletTerms = AnyWalletTerms> {
  readonly chain: string;
  readonly terms: T;
  readonly urls: readonly string[];
  /** The extended public key of the chain's family. */
  readonly key: string;
  readonly database: Database;
}

export function openPaidChain({ terms, ...parts }: PaidChainParts): PaidChain {
  return isUtxoTerms(terms) ? utxoChain({ ...parts, terms }) : evmChain({ ...parts, terms });
}

function evmChain({ chain, terms, urls, key, database }: PaidChainParts<WalletTerms>): PaidChain {
  const where = { nodes: paymentNodes(urls), terms: paymentTermsOf(terms) };
  const { nodes } = where;
  const addresses = new ChainAddresses('EVM', key);
  const rules = signerRulesOf(terms);
  const hot = addresses.of(HOT_WALLET);
  const house = [hot, terms.cold];
  const funded = async (): Promise<readonly string[]> => {
    const rows = await database.kysely
      .selectFrom('chain_funded_addresses')
      .select('address')
      .where('chain', '=', chain)
      .execute();
    return rows.map(({ address }) => address);
  };
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
    minedOutcome: async (payment) => minedOutcome(where, payment as Payment),
    confirmedOutcome: async (payment) => confirmedOutcome(where, payment as Payment),
    holdingsAt: async (block) => holdingsAt(where, { block, addresses: [...house, ...(await funded())] }),
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
    minedOutcome: async (payment) => minedUtxoOutcome(where, payment as UtxoPayment),
    confirmedOutcome: async (payment) => confirmedUtxoOutcome(where, payment as UtxoPayment, confirmations),
    holdingsAt: async (block) => {
      const outputs = (await tables.outputs()).filter(({ height }) => height <= block.height);
      return new Map([[nativeCoin, await nodes.worthAt(outputs, block)]]);
    },
    placeOf: async (txid) => {
      const place = await nodes.minedOf(txid);
      return place === null ? null : { ...place, cost: null };
    },
  };
}
