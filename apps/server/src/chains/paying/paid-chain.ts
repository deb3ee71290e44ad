/** The interface of a chain on which the server pays, as its own nodes report it. */
import type { BlockHeader, PaymentOrder, PaymentOutcome, PaymentRecord } from '@glasshouse/chains';
import type { Database } from '../../db/database.ts';
import type { AnyWalletTerms } from './wallet-terms.ts';

/**
 * The block of a transaction and its cost. The cost is null on chains of the Bitcoin family, where
 * a transaction does not state it.
 */
export interface Place {
  readonly height: number;
  readonly blockHash: string;
  readonly cost: bigint | null;
}

export interface Held {
  readonly block: BlockHeader;
  /** Balances by coin, in the coin's smallest unit. */
  readonly held: ReadonlyMap<string, bigint>;
}

export interface PaidChain {
  readonly chain: string;
  readonly terms: AnyWalletTerms;
  /** The address of the hot wallet. */
  readonly hot: string;
  /** The platform's own addresses, besides deposit addresses. */
  readonly house: readonly string[];
  /** Whether a payer may create this order, which moves the platform's own coins. */
  allows(order: PaymentOrder): boolean;
  /**
   * The number of an address's transactions in the chain, which is the first nonce of a new sender.
   */
  transactionsOf(address: string): Promise<number>;
  head(): Promise<BlockHeader>;
  headerAt(height: number): Promise<BlockHeader | null>;
  /** The height of the newest block whose transactions have their confirmations. */
  confirmedHeight(): Promise<number>;
  /** The outcome of the attempt that is in a block; null if none is. */
  minedOutcome(payment: PaymentRecord): Promise<PaymentOutcome | null>;
  /** The outcome of the attempt that has its confirmations; null if none has. */
  confirmedOutcome(payment: PaymentRecord): Promise<PaymentOutcome | null>;
  /**
   * The reason why a transaction of the payment can still be mined, or must be; null if none ever
   * will be.
   */
  whyPossible(payment: PaymentRecord): Promise<string | null>;
  /** Throws unless a payer may store the nonce, inputs or transactions that the payment has got. */
  requireTaken(stored: PaymentRecord, payment: PaymentRecord): Promise<void>;
  /** The balances of our addresses after this block, or after a final one before it. */
  holdingsUpTo(tip: BlockHeader): Promise<Held>;
  /** The place of a transaction; null while it is in no block. */
  placeOf(txid: string): Promise<Place | null>;
}

export interface PaidChainParts<T extends AnyWalletTerms = AnyWalletTerms> {
  readonly chain: string;
  readonly terms: T;
  readonly urls: readonly string[];
  /** The addresses of the same nodes' HTTP APIs, on TRON only. */
  readonly httpUrls: readonly string[];
  /** The extended public key of the chain's family. */
  readonly key: string;
  readonly database: Database;
  /**
   * By coin, the contracts of tokens that operators have listed: our addresses can hold them,
   * although the wallet terms do not name them.
   */
  readonly listed: () => Readonly<Record<string, string>>;
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
