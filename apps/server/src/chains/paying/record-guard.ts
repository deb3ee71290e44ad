/**
 * What a payer may change of a payment's record. Each rule keeps a false record from being one that
 * nobody can pay, end or give back any more.
 */
import { isDeepStrictEqual } from 'node:util';
import {
  hasEnded,
  StalePayment,
  type PaymentOrder,
  type PaymentRecord,
  type PaymentRecords,
} from '@glasshouse/chains';
import { requireReason } from '../../contract/chain-parts.ts';
import type { PaidChain } from './paid-chain.ts';
import { takenBy, type PaymentRows } from './payment-rows.ts';
import type { ReportPort } from './report-port.ts';
import type { AnyWalletTerms } from './wallet-terms.ts';

export interface KnownToServer {
  readonly paid: readonly PaidChain[];
  readonly reports: ReportPort;
}

type AttemptOf<P extends PaymentRecord> = P['attempts'][number];

interface Kind<P extends PaymentRecord> {
  /** Whether such payments are made on a chain with these terms. */
  readonly isOf: (terms: AnyWalletTerms) => boolean;
  /** Whether the raw transaction matches the fields of the attempt. */
  readonly matchesRaw: (attempt: AttemptOf<P>) => boolean;
  /**
   * Whether the cost that a new attempt states agrees with what the server knows of the payment.
   */
  readonly hasTrueCost?: (attempt: AttemptOf<P>, payment: P) => boolean;
  /** Whether the newest attempt uses the nonce or the inputs that the payment took last. */
  readonly isSigned: (payment: P) => boolean;
  /** Whether its attempts can have come in this order. */
  readonly isInOrder: (payment: P) => boolean;
}

/** A payer's nodes may be so many blocks ahead of the server's. */
const BLOCKS_AHEAD = 20;

export class RecordGuard<P extends PaymentRecord> {
  readonly #rows: PaymentRows<P>;
  readonly #known: KnownToServer;
  readonly #kind: Kind<P>;

  constructor(rows: PaymentRows<P>, known: KnownToServer, kind: Kind<P>) {
    this.#rows = rows;
    this.#known = known;
    this.#kind = kind;
  }

  /** The records of payments, as far as all kinds of chains share them. */
  records(): Omit<PaymentRecords<P>, 'add'> {
    const rows = this.#rows;
    return {
      find: async (id) => rows.find(id),
      open: async (chainId) => rows.open(chainId),
      put: async (payment) => {
        const stored = await this.#check(payment);
        await chainOf(this.#known, payment.order).requireTaken(stored, payment);
        await rows.put(payment);
      },
      ofTransaction: async (chainId, txid) => rows.ofTransaction(chainId, txid),
    };
  }

  /** Throws unless a payer may store that the payment takes what it has. */
  async checkTaking(payment: P): Promise<void> {
    const stored = await this.#check(payment);
    const { id } = payment.order;
    if (takenBy(stored) !== null) throw new Error(`payment ${id} keeps what it has taken`);
    if (payment.outcome !== null || hasEnded(payment)) throw new Error(`payment ${id} has ended`);
  }

  /** Throws unless a payer may store it. Returns what is stored, which the new record follows. */
  async #check(payment: P): Promise<P> {
    const { order, version, cancelled } = payment;
    const { id } = order;
    requireReason(cancelled);
    const stored = await this.#rows.find(id);
    if (stored === null || !isDeepStrictEqual(stored.order, order))
      throw new Error(`payment ${id} was ordered otherwise`);
    if (!this.#kind.isOf(chainOf(this.#known, order).terms))
      throw new Error(`payment ${id} pays on a chain of another kind`);
    // The checks below compare with this version, and `put` replaces no other.
    if (stored.version !== version - 1)
      throw new StalePayment(`payment ${id} has version ${stored.version}, not ${version - 1}`);
    await this.#checkAttempts(stored, payment);
    await this.#checkOutcome(payment);
    this.#checkState(payment);
    return stored;
  }

  async #checkAttempts(stored: P, payment: P): Promise<void> {
    const { order, attempts } = payment;
    const { id } = order;
    const signatures = attempts.length === 0 ? [] : await this.#rows.signaturesOf(id);
    for (const attempt of attempts) {
      const { txid, raw, purpose } = attempt;
      const isSigned = signatures.some((one) => one.raw === raw && one.purpose === purpose);
      if (!isSigned || !this.#kind.matchesRaw(attempt))
        throw new Error(`nobody has signed ${txid} for ${id}`);
    }
    for (const [at, before] of stored.attempts.entries()) {
      const sentHeight = before.sentHeight ?? attempts[at]?.sentHeight;
      if (!isDeepStrictEqual({ ...before, sentHeight }, attempts[at]))
        throw new Error(`what was signed for ${id} stays in its record`);
    }
    // Earlier ones were made by the terms of their time.
    for (const attempt of attempts.slice(stored.attempts.length))
      if (this.#kind.hasTrueCost?.(attempt, payment) === false)
        throw new Error(`${attempt.txid} of ${id} costs otherwise than it is told`);
    await this.#checkHeights(stored, payment);
  }

  async #checkHeights(stored: P, { order, attempts }: P): Promise<void> {
    const isNew = ({ sentHeight }: AttemptOf<P>, at: number): boolean =>
      sentHeight !== null && sentHeight !== stored.attempts[at]?.sentHeight;
    const sent = attempts.filter(isNew);
    const head = sent.length === 0 ? null : await chainOf(this.#known, order).head();
    for (const { txid, sentHeight } of sent)
      if (!Number.isSafeInteger(sentHeight) || sentHeight! < 0 || sentHeight! > head!.height + BLOCKS_AHEAD)
        throw new Error(`${txid} cannot have been sent at height ${sentHeight}`);
  }

  /** A payer goes on by the state: what does not belong to it would stop the payment. */
  #checkState(payment: P): void {
    const { order, state, attempts, outcome } = payment;
    if (outcome !== null) return;
    const hasTaken = takenBy(payment) !== null;
    const isSigned = hasTaken && this.#kind.isSigned(payment);
    const fits =
      (state === 'approved' && !hasTaken && attempts.length === 0) ||
      (state === 'allocated' && hasTaken && !isSigned) ||
      (OUT.includes(state) && isSigned);
    if (!fits || !this.#kind.isInOrder(payment))
      throw new Error(`${order.id} cannot be ${state} with what it has taken and what was signed`);
  }

  async #checkOutcome(payment: P): Promise<void> {
    const { order, outcome, state } = payment;
    const { id } = order;
    const { reports } = this.#known;
    const reported = await this.#rows.reportedOf(id);
    const isReported = reported !== null && isDeepStrictEqual(outcome, reported);
    if ((hasEnded({ state }) || (outcome !== null && reported !== null)) && !isReported)
      throw new Error(`the exchange was not told that ${id} has ended so`);
    if (isReported && hasEnded({ state })) {
      if (state !== endOf(outcome!.result))
        throw new Error(`what is ${outcome!.result} does not end in ${state}`);
      await reports.finish(payment);
    } else if (!isReported && outcome !== null) await reports.requireProof(payment, outcome);
    // A record that only waits for its report has something to report.
    if ((state === 'confirmed') !== (outcome !== null && !hasEnded({ state })))
      throw new Error(`${id} cannot be ${state} with the outcome ${outcome?.result}`);
  }
}

/** The states of signed payments: their transaction may have been sent. */
const OUT: readonly PaymentRecord['state'][] = ['signed', 'uncertain', 'broadcast'];

const endOf = (result: string): PaymentRecord['state'] =>
  result === 'paid' || result === 'cancelled' ? 'reported' : 'needs-person';

export function chainOf({ paid }: KnownToServer, { chainId }: PaymentOrder): PaidChain {
  const found = paid.find(({ terms }) => terms.chainId === chainId);
  if (found === undefined) throw new Error(`there are no wallet terms of the chain with id ${chainId}`);
  return found;
}
