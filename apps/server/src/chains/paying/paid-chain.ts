/** A chain that is paid on, as the server itself asks its nodes about it. */
import type { BlockHeader, PaymentOrder, PaymentOutcome, PaymentRecord } from '@glasshouse/chains';
import type { Database } from '../../db/database.ts';
import type { AnyWalletTerms } from './wallet-terms.ts';

/** Where a transaction is, and what it was charged; null if its inputs are of others. */
export interface Place {
  readonly height: number;
  readonly blockHash: string;
  readonly cost: bigint | null;
}

export interface Held {
  readonly block: BlockHeader;
  /** By coin, in its smallest unit. */
  readonly held: ReadonlyMap<string, bigint>;
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
  /** Of the newest block whose transactions have their confirmations. */
  confirmedHeight(): Promise<number>;
  /** The outcome of the attempt that is in a block; null if none is. */
  minedOutcome(payment: PaymentRecord): Promise<PaymentOutcome | null>;
  /** That of the attempt that has its confirmations; null if none has. */
  confirmedOutcome(payment: PaymentRecord): Promise<PaymentOutcome | null>;
  /**
   * Why something that the payment has taken can be in a block, or has to be; null: nothing of it
   * will ever be.
   */
  whyPossible(payment: PaymentRecord): Promise<string | null>;
  /** Throws unless a payer may store that a payment has taken what it has. */
  requireTaken(stored: PaymentRecord, payment: PaymentRecord): Promise<void>;
  /** What our addresses hold after this block, or a final one before it. */
  holdingsUpTo(tip: BlockHeader): Promise<Held>;
  /** Null while it is in no block. */
  placeOf(txid: string): Promise<Place | null>;
}

export interface PaidChainParts<T extends AnyWalletTerms = AnyWalletTerms> {
  readonly chain: string;
  readonly terms: T;
  readonly urls: readonly string[];
  /** Of the HTTP of the same nodes, on TRON. */
  readonly httpUrls: readonly string[];
  /** The extended public key of the chain's family. */
  readonly key: string;
  readonly database: Database;
}

/** Deposit addresses that have ever received something on a chain. */
export async function fundedAddresses({ kysely }: Database, chain: string): Promise<readonly string[]> {
  const rows = await kysely
    .selectFrom('chain_funded_addresses')
    .select('address')
    .where('chain', '=', chain)
    .execute();
  return rows.map(({ address }) => address);
}
