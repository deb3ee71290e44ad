/** The question that a signer answers. Plain data: it can pass through a table or a pipe. */
import type { Attempt, PaymentOrder } from './payments.ts';

export interface SigningRequest {
  /** As it was approved. */
  readonly order: PaymentOrder;
  readonly purpose: Attempt['purpose'];
  readonly nonce: number;
  /** The transaction itself: the signer compares it with the order. */
  readonly to: string;
  readonly value: string;
  readonly data: string;
  readonly gas: string;
  readonly maxFeePerGas: string;
  readonly maxPriorityFeePerGas: string;
}

/**
 * Why a signer refuses:
 *
 * - rules: the chain, coin, key, destination, gas or fee is not allowed, or it is no such kind
 * - not-as-ordered: the transaction is not what the order says
 * - limit: of one payment, or of a day
 * - order-changed: another order was signed under this id
 * - nonce-changed: this order was signed with another nonce
 * - nonce-taken: another order was signed with this nonce
 * - cancelled: it was cancelled, so it is not paid any more
 */
export type SigningRefusal =
  | 'rules'
  | 'not-as-ordered'
  | 'limit'
  | 'order-changed'
  | 'nonce-changed'
  | 'nonce-taken'
  | 'cancelled';

export type SigningAnswer =
  | { readonly type: 'signed'; readonly raw: string }
  | { readonly type: 'refused'; readonly refusal: SigningRefusal };

/**
 * Holds the keys. The same request may come again. Throws if there is no answer now.
 *
 * It needs no inbound network: whoever asks writes the request where the signer's process reads it,
 * and that process writes its answer beside it. Until it has, `sign` throws.
 */
export interface Signer {
  sign(request: SigningRequest): Promise<SigningAnswer>;
}

/** What a signer has signed. Refused requests leave no trace. */
export interface SignedEntry {
  readonly order: PaymentOrder;
  readonly purpose: Attempt['purpose'];
  readonly nonce: number;
  readonly txid: string;
  /** Days since 1970 (UTC). */
  readonly day: number;
}

/** The signer's own record, which no payer can change. */
export interface SignerLog {
  /** Everything that was appended, oldest first. */
  load(): Promise<readonly SignedEntry[]>;
  /** Durable when it returns. After one that throws, all do until the log is opened again. */
  append(entry: SignedEntry): Promise<void>;
}
