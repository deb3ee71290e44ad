/**
 * What is the same of paying on all kinds of chains: every payment goes as far as it can in a pass,
 * each step is stored before the next one, and a payer that dies anywhere continues there.
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

/** What a payer of any chain is made of. */
interface StepParts<P extends PaymentRecord> {
  readonly nodes: {
    knows(txid: string): Promise<boolean>;
    sendToAll(raw: string): Promise<void>;
  };
  readonly store: PaymentRecords<P>;
  readonly reports: PaymentReports;
  /** While it is, nothing is signed that was not signed before; what was sent goes on. */
  readonly isHalted?: () => boolean;
}

/** The chain at the beginning of a pass. */
export interface PassLook {
  readonly head: BlockHeader;
  readonly problems: PassReport[];
}

export interface PassBeginning<P extends PaymentRecord, L extends PassLook> {
  readonly look: L;
  /** In the order in which they are taken further. */
  readonly payments: readonly P[];
}

export abstract class PaymentSteps<P extends PaymentRecord, L extends PassLook> {
  readonly #parts: StepParts<P>;
  /** The pass before: two at once would contradict each other. */
  #last: Promise<unknown> = Promise.resolve();

  constructor(parts: StepParts<P>) {
    this.#parts = parts;
  }

  protected abstract begin(): Promise<PassBeginning<P, L>>;

  // Each: the payment after a step; null if it waits for the chain; or what else it waits for.

  /** Gives it what it keeps for ever: a nonce, or inputs. */
  protected abstract allocate(payment: P, look: L): Promise<P | PaymentProblem>;
  protected abstract signFirst(payment: P, look: L): Promise<P | PaymentProblem | null>;
  /** One more attempt at a higher fee; the last one goes out again if that is not possible. */
  protected abstract replace(payment: P, look: L): Promise<P | PaymentProblem | null>;
  /** Looks what has become of what was sent. */
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
   * A payment must not be sent any more. What could still be mined of it is replaced by a
   * transaction that sends nothing; if it is mined all the same, it is reported as paid. False: it
   * has ended.
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

  /** Until it has to wait for something. */
  async #advance(payment: P, look: L): Promise<void> {
    const { id } = payment.order;
    try {
      let current = payment;
      for (;;) {
        const next = await this.#step(current, look);
        if (next === null) return;
        if (typeof next === 'string') {
          look.problems.push({ id, problem: next });
          // What was signed before goes out all the same.
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

  /** Nothing was signed, so nothing has to take its place. */
  protected async drop(payment: P): Promise<P> {
    return this.end(payment, { result: 'cancelled', txid: null, output: null, cost: '0', height: null });
  }

  /** What it has taken stays with it: a transaction that sends nothing takes its place. */
  protected async refused(payment: P, refusal: SigningRefusal): Promise<P | PaymentProblem> {
    if (refusal === 'fees') return 'fee-limit';
    if (payment.cancelled !== null) return 'refused';
    return this.put(payment, { cancelled: `signer: ${refusal}` } as Partial<P>);
  }

  protected async end(payment: P, outcome: PaymentOutcome): Promise<P> {
    return this.put(payment, { state: 'confirmed', outcome } as Partial<P>);
  }

  /**
   * Sends the newest attempt to every node, and asks by ids whether any attempt is known. If not,
   * sends the earlier ones too: each would do.
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
    // What became of it is looked at in the next pass.
    return null;
  }

  /** Newest first. */
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
