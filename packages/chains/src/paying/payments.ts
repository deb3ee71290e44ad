/**
 * The records of payments on chains and of their progress. All are plain JSON data; amounts are
 * decimal strings in the chain's smallest unit.
 */

/**
 * - withdrawal: to a user's address
 * - sweep: from a deposit address to the hot wallet
 * - top-up: from the hot wallet to a deposit address, for the fees of a sweep
 * - cold: what the hot wallet holds too much, to the cold address
 * - filler: nothing, to the sender itself, so that a nonce without a transaction stops no other
 */
export type PaymentKind = 'withdrawal' | 'sweep' | 'top-up' | 'cold' | 'filler';

/** Which key of the seed signs (BIP-32): a deposit address, or one of the house's own. */
export interface KeyPath {
  readonly branch: 'deposit' | 'house';
  readonly index: number;
}

export const HOT_WALLET: KeyPath = { branch: 'house', index: 0 };

/** A payment order. It never changes under its id. */
export interface PaymentOrder {
  /** The order's id, which is never used again. */
  readonly id: string;
  readonly kind: PaymentKind;
  readonly chainId: number;
  readonly from: KeyPath;
  /** The address of the key `from`, with its checksum. */
  readonly sender: string;
  /** The recipient's address, with its checksum. */
  readonly to: string;
  /** The key of the address `to` if it is ours, otherwise null. */
  readonly toKey: KeyPath | null;
  readonly coin: string;
  readonly units: string;
}

/** One signed transaction on any chain. */
export interface SignedAttempt {
  readonly txid: string;
  /** The signed transaction, stored before it is sent. */
  readonly raw: string;
  /** 'cancel' replaces the payment by a transaction of zero to the sender itself. */
  readonly purpose: 'pay' | 'cancel';
  /** The height of the newest block when the attempt was first sent; null before. */
  readonly sentHeight: number | null;
}

/**
 * An attempt on an Ethereum-like chain. All attempts of a payment have the same nonce, so that at
 * most one of them is ever mined.
 */
export interface Attempt extends SignedAttempt {
  readonly gas: string;
  readonly maxFeePerGas: string;
  readonly maxPriorityFeePerGas: string;
}

/**
 * - approved: may be paid; nothing is signed
 * - allocated: has its nonce or its inputs, and keeps them for ever
 * - signed: the newest attempt is stored, and may have left
 * - uncertain: sent, but no node says that it knows it
 * - broadcast: sent, and known to a node
 * - confirmed: one attempt has its confirmations; `outcome` says what it did
 * - reported: the exchange knows (the end)
 * - needs-person: the exchange knows that it was not paid as ordered (the end)
 */
export type PaymentState =
  | 'approved'
  | 'allocated'
  | 'signed'
  | 'uncertain'
  | 'broadcast'
  | 'confirmed'
  | 'reported'
  | 'needs-person';

/**
 * - paid: as ordered
 * - cancelled: the payment cannot be sent any more, and was not
 * - failed: its transaction was reverted and has cost its fee
 * - different: the transaction succeeded, but its events do not show that payment
 * - would-revert: a node's simulation reverts it; nothing was signed
 */
export type PaymentResult = 'paid' | 'cancelled' | 'failed' | 'different' | 'would-revert';

export interface PaymentOutcome {
  readonly result: PaymentResult;
  /** The mined transaction; null if nothing was sent. */
  readonly txid: string | null;
  /** The transfer's `ChainTransfer.output`; null unless paid. */
  readonly output: number | null;
  /** The fee charged by the chain, in the smallest unit of its native coin. */
  readonly cost: string;
  /** The height of the block with the transaction; null if nothing was sent. */
  readonly height: number | null;
}

/** The fields of a payment that all kinds of chains share. */
export interface PaymentRecord<A extends SignedAttempt = SignedAttempt> {
  readonly order: PaymentOrder;
  /** Rises by one with each change. */
  readonly version: number;
  readonly state: PaymentState;
  /** Signed attempts, oldest first. */
  readonly attempts: readonly A[];
  /** The reason of the cancellation; null unless the payment is cancelled. */
  readonly cancelled: string | null;
  readonly outcome: PaymentOutcome | null;
}

export interface Payment extends PaymentRecord<Attempt> {
  readonly nonce: number | null;
}

/** The report to the exchange on an ended payment, with the reason of a cancellation. */
export interface PaymentReport extends PaymentOutcome {
  readonly order: PaymentOrder;
  readonly reason: string | null;
}

/**
 * Receives reports. Must be idempotent, because a report is repeated after a crash, or after the
 * receiver has thrown.
 */
export interface PaymentReports {
  report(report: PaymentReport): Promise<void>;
}

/** Thrown if somebody else has changed the payment: two payers work on one store. */
export class StalePayment extends Error {
  override readonly name = 'StalePayment';
}

/**
 * Stores payments for ever. Each method is one transaction, durable when it returns. A method that
 * throws may have succeeded.
 */
export interface PaymentRecords<P extends PaymentRecord> {
  /** Adds an 'approved' payment; false, and no change, if there is one with the id. */
  add(order: PaymentOrder): Promise<boolean>;
  find(id: string): Promise<P | null>;
  /** Payments that have not ended, in the order in which they were added. */
  open(chainId: number): Promise<readonly P[]>;
  /**
   * Replaces a payment.
   * @throws {StalePayment} Unless its version is one more than the stored one.
   */
  put(payment: P): Promise<void>;
  /**
   * The payment that has an attempt with this transaction id. Attempts are stored before they are
   * sent, so the watcher can distinguish an incoming top-up of our own from a deposit.
   */
  ofTransaction(chainId: number, txid: string): Promise<P | null>;
}

/** The store of payments on an Ethereum-like chain. */
export interface PaymentStore extends PaymentRecords<Payment> {
  /**
   * Adds a payment; false, and no change, if there is one with the id. It is 'approved', or with a
   * nonce, which must be below the sender's next one and held by no payment, 'allocated'.
   */
  add(order: PaymentOrder, nonce?: number): Promise<boolean>;
  /** The sender's next nonce, or null if it has had none. */
  nextNonce(chainId: number, sender: string): Promise<number | null>;
  /**
   * Replaces a payment that receives its nonce, and makes the number after it the sender's next
   * one.
   * @throws {StalePayment} As `put`, or if the sender's next nonce is another one.
   */
  allocate(payment: Payment): Promise<void>;
  /** The payment with the nonce, whether it has ended or not. */
  holderOf(chainId: number, sender: string, nonce: number): Promise<Payment | null>;
}

export const newPayment = (order: PaymentOrder, nonce: number | null): Payment => ({
  order,
  version: 1,
  state: nonce === null ? 'approved' : 'allocated',
  nonce,
  attempts: [],
  cancelled: null,
  outcome: null,
});

export const hasEnded = ({ state }: Pick<PaymentRecord, 'state'>): boolean =>
  state === 'reported' || state === 'needs-person';
