/**
 * The part of the payer that all kinds of chains share: a pass takes each payment as many steps as
 * possible. Each step is stored before the next one, so that a payer that dies continues where it
 * was.
 */
import type { BlockHeader } from '../blocks/blocks.ts';
import {
  StalePayment,
  type PaymentOutcome,
  type PaymentRecord,
  type PaymentRecords,
  type PaymentReports,
} from './payments.ts';
import type { SigningRefusal } from './signing.ts';

/**
 * Why a payment did not go on, for whoever operates the payer. It is asked again at each pass.
 *
 * - fees: the chain is dearer than allowed
 * - funds: the sender has too little, also for the fee
 * - in-flight: too many of the sender's payments wait for the chain
 * - gas: the call needs more gas than allowed
 * - fee-limit: the signer burns no more fees on this day
 * - replacement-fee: stuck, and a higher fee is not allowed or not there
 * - foreign-transaction: somebody else has used the sender's key: a person has to look
 * - deep-reorganisation: a payment that had its confirmations has left the chain
 * - refused: the signer refuses; for its reason see `cancelled`
 * - halted: the exchange pays nothing out on the chain now
 * - failed: a node, the signer or the exchange did not answer
 */
export type PaymentProblem =
  | 'fees'
  | 'funds'
  | 'in-flight'
  | 'gas'
  | 'fee-limit'
  | 'replacement-fee'
  | 'foreign-transaction'
  | 'deep-reorganisation'
  | 'refused'
  | 'halted'
  | 'failed';

export interface PassReport {
  readonly id: string;
  readonly problem: PaymentProblem;
  readonly error?: unknown;
}

/** The dependencies of a payer on any chain. */
interface StepParts<P extends PaymentRecord> {
  readonly nodes: {
    knows(txid: string): Promise<boolean>;
    sendToAll(raw: string): Promise<void>;
  };
  readonly store: PaymentRecords<P>;
  readonly reports: PaymentReports;
  /** While true, signs no first transaction. Payments that have been signed go on. */
  readonly isHalted?: () => boolean;
}

/** The chain at the beginning of a pass. */
export interface PassLook {
  readonly head: BlockHeader;
  readonly problems: PassReport[];
}

export interface PassBeginning<P extends PaymentRecord, L extends PassLook> {
  readonly look: L;
  /** The open payments, in the order in which they are processed. */
  readonly payments: readonly P[];
}

export abstract class PaymentSteps<P extends PaymentRecord, L extends PassLook> {
  readonly #parts: StepParts<P>;
  /**
   * The previous pass or cancellation. They run one after the other, because two at once would
   * conflict.
   */
  #last: Promise<unknown> = Promise.resolve();

  constructor(parts: StepParts<P>) {
    this.#parts = parts;
  }

  protected abstract begin(): Promise<PassBeginning<P, L>>;

  // Each step returns the changed payment, null if the payment waits for the chain, or the problem
  // that stops it.

  /** Allocates the payment's nonce or inputs, which it keeps for ever. */
  protected abstract allocate(payment: P, look: L): Promise<P | PaymentProblem>;
  protected abstract signFirst(payment: P, look: L): Promise<P | PaymentProblem | null>;
  /**
   * Signs one more attempt at a higher fee. If that is impossible, sends the last attempt again.
   */
  protected abstract replace(payment: P, look: L): Promise<P | PaymentProblem | null>;
  /** Looks for the payment's transactions on the chain. */
  protected abstract watch(payment: P, look: L): Promise<P | PaymentProblem | null>;

  async #step(payment: P, look: L): Promise<P | PaymentProblem | null> {
    switch (payment.state) {
      case 'approved':
        return payment.cancelled === null ? this.allocate(payment, look) : this.drop(payment);
      case 'allocated':
        return this.signFirst(payment, look);
      case 'signed':
        return isToCancel(payment) ? this.replace(payment, look) : this.send(payment, look);
      case 'uncertain':
      case 'broadcast':
        return this.watch(payment, look);
      case 'confirmed':
        return this.#report(payment);
      case 'reported':
      case 'needs-person':
        return null;
    }
  }

  protected get isHalted(): boolean {
    return this.#parts.isHalted?.() ?? false;
  }

  /**
   * Takes every open payment as far as it comes now.
   *
   * @throws {StalePayment} If another payer works on the same store: this one has to end.
   */
  async pass(): Promise<readonly PassReport[]> {
    return this.#alone(async () => {
      const { look, payments } = await this.begin();
      for (const payment of payments) await this.#advance(payment, look);
      return look.problems;
    });
  }

  /**
   * Cancels a payment: replaces the transactions that could still be mined by one that pays
   * nothing. If the payment is mined all the same, it is reported as paid. Returns false if it has
   * ended or was cancelled before.
   */
  async cancel(id: string, reason: string): Promise<boolean> {
    return this.#alone(async () => {
      const payment = await this.#parts.store.find(id);
      const isOver = payment === null || payment.outcome !== null || payment.cancelled !== null;
      if (isOver) return false;
      await this.put(payment, { cancelled: reason } as Partial<P>);
      return true;
    });
  }

  async #alone<T>(work: () => Promise<T>): Promise<T> {
    const done = this.#last.then(work);
    this.#last = done.catch(() => undefined);
    return done;
  }

  /** Takes a payment through its steps until it has to wait. */
  async #advance(payment: P, look: L): Promise<void> {
    const { id } = payment.order;
    try {
      let current = payment;
      for (;;) {
        const next = await this.#step(current, look);
        if (next === null) return;
        if (typeof next === 'string') {
          look.problems.push({ id, problem: next });
          // Attempts that were signed before are sent all the same.
          if (next === 'fee-limit' && current.state !== 'allocated') await this.send(current, look);
          return;
        }
        current = next;
      }
    } catch (error) {
      if (error instanceof StalePayment) throw error;
      look.problems.push({ id, problem: 'failed', error });
    }
  }

  /** Ends a cancelled payment of which nothing was signed, so nothing needs to replace it. */
  protected async drop(payment: P): Promise<P> {
    return this.end(payment, { result: 'cancelled', txid: null, output: null, cost: '0', height: null });
  }

  /**
   * Handles a signer's refusal: cancels the payment. It keeps its nonce or inputs, which a
   * transaction that pays nothing will use.
   */
  protected async refused(payment: P, refusal: SigningRefusal): Promise<P | PaymentProblem> {
    if (refusal === 'fees') return 'fee-limit';
    if (payment.cancelled !== null) return 'refused';
    return this.put(payment, { cancelled: `signer: ${refusal}` } as Partial<P>);
  }

  protected async end(payment: P, outcome: PaymentOutcome): Promise<P> {
    return this.put(payment, { state: 'confirmed', outcome } as Partial<P>);
  }

  /**
   * Sends the newest attempt to every node, then asks whether any node knows one of the attempts.
   * If not, sends the earlier ones too, since any of them would do.
   */
  protected async send(payment: P, look: L): Promise<null> {
    const { nodes } = this.#parts;
    const { attempts } = payment;
    const newest = attempts.at(-1)!;
    await nodes.sendToAll(newest.raw);
    let isKnown = await this.#isKnown(attempts);
    if (!isKnown && newest.purpose === 'pay') {
      for (const { raw } of attempts.slice(0, -1)) await nodes.sendToAll(raw);
      isKnown = await this.#isKnown(attempts);
    }
    const state = isKnown ? 'broadcast' : 'uncertain';
    if (state === payment.state && newest.sentHeight !== null) return null;
    const sent = { ...newest, sentHeight: newest.sentHeight ?? look.head.height };
    await this.put(payment, { state, attempts: [...attempts.slice(0, -1), sent] } as unknown as Partial<P>);
    // The next pass looks for the result.
    return null;
  }

  /** Whether any node knows one of the attempts, asked newest first. */
  async #isKnown(attempts: P['attempts']): Promise<boolean> {
    for (const { txid } of attempts.toReversed()) if (await this.#parts.nodes.knows(txid)) return true;
    return false;
  }

  async #report(payment: P): Promise<P> {
    const { order, cancelled, outcome } = payment;
    await this.#parts.reports.report({ order, reason: cancelled, ...outcome! });
    const { result } = outcome!;
    const isDone = result === 'paid' || result === 'cancelled';
    return this.put(payment, { state: isDone ? 'reported' : 'needs-person' } as Partial<P>);
  }

  protected async put(payment: P, change: Partial<P>): Promise<P> {
    const stored = changed(payment, change);
    await this.#parts.store.put(stored);
    return stored;
  }
}

export const isToCancel = ({ cancelled, attempts }: PaymentRecord): boolean =>
  cancelled !== null && attempts.at(-1)?.purpose === 'pay';

export const changed = <P extends PaymentRecord>(payment: P, change: Partial<P>): P => ({
  ...payment,
  ...change,
  version: payment.version + 1,
});
