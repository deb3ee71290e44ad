/**
 * The signer's requests and answers. They are plain data, which can pass through a table or a pipe.
 */
import type { Attempt, PaymentOrder } from './payments.ts';

/** Limits of payments in a coin's smallest unit, per payment and per UTC day. */
export interface SigningLimit {
  readonly perPayment: bigint;
  readonly perDay: bigint;
}

export interface SigningRequest {
  /** The order as it was approved. */
  readonly order: PaymentOrder;
  readonly purpose: Attempt['purpose'];
  readonly nonce: number;
  /** The transaction's fields, which the signer compares with the order. */
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
 * - fees: what may be burnt as fees in a day is used up; asked on another day, it may sign
 * - order-changed: another order was signed under this id
 * - nonce-changed: this order was signed with another nonce, with other inputs, or as transactions
 *   that the request does not name
 * - nonce-taken: another order was signed with this nonce, with one of these inputs, or as this
 *   transaction
 * - not-now: by the signer's clock an earlier transaction can still be mined, or this one expires
 *   too soon or too late
 * - cancelled: it was cancelled, so it is not paid any more
 */
export type SigningRefusal =
  | 'rules'
  | 'not-as-ordered'
  | 'limit'
  | 'fees'
  | 'order-changed'
  | 'nonce-changed'
  | 'nonce-taken'
  | 'not-now'
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

/** A record of one signed request. Refused requests are not recorded. */
export interface SignedEntry {
  readonly order: PaymentOrder;
  readonly purpose: Attempt['purpose'];
  readonly nonce: number;
  readonly txid: string;
  /** Days since 1970 (UTC). */
  readonly day: number;
  /** The largest possible fee, in the native coin's smallest unit; missing in old entries. */
  readonly fee?: string;
}

/** The signer's own record, which no payer can change. */
export interface SignerLog<E = SignedEntry> {
  /** All entries, oldest first. */
  load(): Promise<readonly E[]>;
  /**
   * Appends an entry, durable when it returns. After a failure, every call throws until the log is
   * opened again.
   */
  append(entry: E): Promise<void>;
}

/** Sums of signed payments per day, for the limits. */
export class SpentUnits {
  /** Units by day, chain, kind and coin. */
  readonly #units = new Map<string, bigint>();

  add(order: PaymentOrder, day: number): void {
    this.#units.set(dayKey(order, day), this.#of(order, day) + BigInt(order.units));
  }

  exceeds(order: PaymentOrder, { perPayment, perDay }: SigningLimit, day: number): boolean {
    const units = BigInt(order.units);
    return units > perPayment || this.#of(order, day) + units > perDay;
  }

  #of(order: PaymentOrder, day: number): bigint {
    return this.#units.get(dayKey(order, day)) ?? 0n;
  }
}

/** One in so many parts of a day's fee limit is reserved for transactions that pay nothing. */
const KEPT_PART = 4n;

/**
 * The largest fee of a transaction. Of all transactions with the same `place`, at most one is
 * mined.
 */
export interface FeeSpending {
  readonly chainId: number;
  readonly place: string;
  readonly fee: bigint;
  readonly day: number;
}

/** Sums of the largest fees of signed transactions, by chain and day. */
export class SpentFees {
  /** The highest fee by chain and place. */
  readonly #dearest = new Map<string, bigint>();
  /** Sums by day and chain. */
  readonly #units = new Map<string, bigint>();

  /**
   * Adds a transaction. A replacement counts only by the amount by which it exceeds the highest fee
   * of its place.
   */
  add(spending: FeeSpending): void {
    const { chainId, place, fee, day } = spending;
    const rise = this.#riseBy(spending);
    if (rise === 0n) return;
    this.#dearest.set(`${chainId}/${place}`, fee);
    this.#units.set(`${day}/${chainId}`, this.#of(spending) + rise);
  }

  /**
   * Whether a fee exceeds the day's limit. A quarter of the limit is reserved for transactions that
   * pay nothing, so that payments cannot use up the fees that their cancellation needs.
   */
  exceeds(spending: FeeSpending, perDay: bigint, isNothing: boolean): boolean {
    const rise = this.#riseBy(spending);
    const limit = isNothing ? perDay : perDay - perDay / KEPT_PART;
    return rise > 0n && this.#of(spending) + rise > limit;
  }

  #riseBy({ chainId, place, fee }: FeeSpending): bigint {
    const rise = fee - (this.#dearest.get(`${chainId}/${place}`) ?? 0n);
    return rise > 0n ? rise : 0n;
  }

  #of({ chainId, day }: FeeSpending): bigint {
    return this.#units.get(`${day}/${chainId}`) ?? 0n;
  }
}

const dayKey = ({ chainId, kind, coin }: PaymentOrder, day: number): string =>
  `${day}/${chainId}/${kind}/${coin}`;

const DAY_MS = 86_400_000;

export const dayOf = (nowMs: number): number => Math.floor(nowMs / DAY_MS);

/** The canonical text of an order, for comparison. */
export function orderText(order: PaymentOrder): string {
  const { id, kind, chainId, from, sender, to, coin, units } = order;
  return [id, kind, chainId, from.branch, from.index, sender, to, coin, units].join('/');
}
