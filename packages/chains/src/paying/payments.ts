/**
 * What is to be paid on a chain, and how far it has come. All records are plain data that JSON
 * keeps: amounts are decimal strings in the chain's smallest unit.
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

/** What is to be paid. It never changes under its id. */
export interface PaymentOrder {
  /** Used once, for ever. */
  readonly id: string;
  readonly kind: PaymentKind;
  readonly chainId: number;
  readonly from: KeyPath;
  /** Of `from`, with its checksum. */
  readonly sender: string;
  /** With its checksum. */
  readonly to: string;
  /** The key behind `to`, if it is one of ours. */
  readonly toKey: KeyPath | null;
  readonly coin: string;
  readonly units: string;
}

/** One signed transaction, on whatever chain. */
export interface SignedAttempt {
  readonly txid: string;
  /** As it was signed; stored before it leaves. */
  readonly raw: string;
  /** 'cancel' sends nothing to the sender itself, in place of the payment. */
  readonly purpose: 'pay' | 'cancel';
  /** The newest block when it was first sent; null before. */
  readonly sentHeight: number | null;
}

/**
 * One of an Ethereum-like chain. All attempts of a payment have its nonce, so that at most one of
 * them is ever mined.
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
 * - confirmed: one attempt has its confirmations; `outcome` tells what it did
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
 * - different: the transaction succeeded, but its events do not tell that payment
 * - would-revert: a node's simulation reverts it; nothing was signed
 */
export type PaymentResult = 'paid' | 'cancelled' | 'failed' | 'different' | 'would-revert';

export interface PaymentOutcome {
  readonly result: PaymentResult;
  /** Null if nothing was sent. */
  readonly txid: string | null;
  /** Its place among transfers, as `ChainTransfer.output`; null unless paid. */
  readonly output: number | null;
  /** What the chain has charged, in the smallest unit of its native coin. */
  readonly cost: string;
  /** Of the block with the transaction; null if nothing was sent. */
  readonly height: number | null;
}

/** What all kinds of chains keep of a payment. */
export interface PaymentRecord<A extends SignedAttempt = SignedAttempt> {
  readonly order: PaymentOrder;
  /** One more with each change. */
  readonly version: number;
  readonly state: PaymentState;
  /** Oldest first. */
  readonly attempts: readonly A[];
  /** Why it must not be paid any more; null as long as it may. */
  readonly cancelled: string | null;
  readonly outcome: PaymentOutcome | null;
}

export interface Payment extends PaymentRecord<Attempt> {
  readonly nonce: number | null;
}

/** What the exchange is told once a payment has ended, with the reason of a cancellation. */
export interface PaymentReport extends PaymentOutcome {
  readonly order: PaymentOrder;
  readonly reason: string | null;
}

/**
 * Takes reports. After a crash the same report comes again: taking it twice must be the same as
 * taking it once. Throws if it could not; then it comes again.
 */
export interface PaymentReports {
  report(report: PaymentReport): Promise<void>;
}

/** Somebody else changed the payment: two payers work on one store. */
export class StalePayment extends Error {
  override readonly name = 'StalePayment';
}

/**
 * Keeps payments for ever. Each method is one transaction, durable when it returns. One that throws
 * may have happened.
 */
export interface PaymentRecords<P extends PaymentRecord> {
  /** Adds an 'approved' payment; false, and no change, if there is one with the id. */
  add(order: PaymentOrder): Promise<boolean>;
  find(id: string): Promise<P | null>;
  /** Those that have not ended, in the order in which they were added. */
  open(chainId: number): Promise<readonly P[]>;
  /**
   * Replaces a payment.
   * @throws {StalePayment} Unless its version is one more than the stored one.
   */
  put(payment: P): Promise<void>;
  /**
   * The payment with an attempt of this id, which is stored before it leaves. What a watcher sees
   * arrive by a 'top-up' is ours, and no deposit.
   */
  ofTransaction(chainId: number, txid: string): Promise<P | null>;
}

/** Of an Ethereum-like chain. */
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
