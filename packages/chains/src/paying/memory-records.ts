/** Payments in memory, kept as the text that a database would keep, for tests. */
import {
  hasEnded,
  StalePayment,
  type PaymentOrder,
  type PaymentRecord,
  type PaymentRecords,
} from './payments.ts';

export class MemoryRecords<P extends PaymentRecord> implements PaymentRecords<P> {
  readonly #newPayment: (order: PaymentOrder) => P;
  readonly #txidsOf: (payment: P) => readonly string[];
  /** Payments as JSON by id, in the order of addition. */
  readonly #payments = new Map<string, string>();
  /** Ids of payments by chain and transaction. */
  readonly #transactions = new Map<string, string>();

  constructor(
    newPayment: (order: PaymentOrder) => P,
    txidsOf: (payment: P) => readonly string[] = ({ attempts }) => attempts.map(({ txid }) => txid),
  ) {
    this.#newPayment = newPayment;
    this.#txidsOf = txidsOf;
  }

  async add(order: PaymentOrder): Promise<boolean> {
    if (this.#payments.has(order.id)) return false;
    this.#payments.set(order.id, JSON.stringify(this.#newPayment(order)));
    return true;
  }

  async find(id: string): Promise<P | null> {
    const text = this.#payments.get(id);
    return text === undefined ? null : (JSON.parse(text) as P);
  }

  async open(chainId: number): Promise<readonly P[]> {
    return this.all().filter((one) => one.order.chainId === chainId && !hasEnded(one));
  }

  async put(payment: P): Promise<void> {
    const { id, chainId } = payment.order;
    const stored = await this.find(id);
    if (stored?.version !== payment.version - 1)
      throw new StalePayment(`payment ${id} has version ${stored?.version}, not ${payment.version - 1}`);
    const keys = this.#txidsOf(payment).map((txid) => `${chainId}/${txid}`);
    const taken = keys.find((key) => (this.#transactions.get(key) ?? id) !== id);
    if (taken !== undefined)
      throw new StalePayment(`transaction ${taken} is of ${this.#transactions.get(taken)}, not of ${id}`);
    for (const key of keys) this.#transactions.set(key, id);
    this.#payments.set(id, JSON.stringify(payment));
  }

  async ofTransaction(chainId: number, txid: string): Promise<P | null> {
    const id = this.#transactions.get(`${chainId}/${txid}`);
    return id === undefined ? null : this.find(id);
  }

  /** All payments, including ended ones. */
  all(): readonly P[] {
    return [...this.#payments.values()].map((text) => JSON.parse(text) as P);
  }
}
