/** Payments in memory, kept as the text that a database would keep, for tests. */
import {
  hasEnded,
  newPayment,
  StalePayment,
  type Payment,
  type PaymentOrder,
  type PaymentStore,
} from '../paying/payments.ts';

export class MemoryPaymentStore implements PaymentStore {
  /** Payments as JSON by id, in the order of addition. */
  readonly #payments = new Map<string, string>();
  readonly #next = new Map<string, number>();
  /** Ids of payments by sender and nonce. */
  readonly #holders = new Map<string, string>();
  /** Ids of payments by chain and transaction. */
  readonly #transactions = new Map<string, string>();

  async add(order: PaymentOrder, nonce?: number): Promise<boolean> {
    if (this.#payments.has(order.id)) return false;
    const payment = newPayment(order, nonce ?? null);
    if (nonce !== undefined) {
      if (nonce >= (this.#next.get(senderOf(payment)) ?? 0))
        throw new Error(`nonce ${nonce} was never allocated`);
      this.#hold(payment);
    }
    this.#payments.set(order.id, JSON.stringify(payment));
    return true;
  }

  async find(id: string): Promise<Payment | null> {
    const text = this.#payments.get(id);
    return text === undefined ? null : (JSON.parse(text) as Payment);
  }

  async open(chainId: number): Promise<readonly Payment[]> {
    return this.all().filter((one) => one.order.chainId === chainId && !hasEnded(one));
  }

  async put(payment: Payment): Promise<void> {
    await this.#requireNext(payment);
    const { id, chainId } = payment.order;
    for (const { txid } of payment.attempts) this.#transactions.set(`${chainId}/${txid}`, id);
    this.#payments.set(id, JSON.stringify(payment));
  }

  async nextNonce(chainId: number, sender: string): Promise<number | null> {
    return this.#next.get(`${chainId}/${sender}`) ?? null;
  }

  async allocate(payment: Payment): Promise<void> {
    await this.#requireNext(payment);
    const sender = senderOf(payment);
    const next = this.#next.get(sender) ?? payment.nonce;
    if (payment.nonce === null || payment.nonce !== next)
      throw new StalePayment(`the next nonce of ${sender} is ${next}, not ${payment.nonce}`);
    this.#hold(payment);
    this.#next.set(sender, payment.nonce + 1);
    this.#payments.set(payment.order.id, JSON.stringify(payment));
  }

  async holderOf(chainId: number, sender: string, nonce: number): Promise<Payment | null> {
    const id = this.#holders.get(`${chainId}/${sender}/${nonce}`);
    return id === undefined ? null : this.find(id);
  }

  async ofTransaction(chainId: number, txid: string): Promise<Payment | null> {
    const id = this.#transactions.get(`${chainId}/${txid}`);
    return id === undefined ? null : this.find(id);
  }

  /** All payments, including ended ones. */
  all(): readonly Payment[] {
    return [...this.#payments.values()].map((text) => JSON.parse(text) as Payment);
  }

  async #requireNext({ order: { id }, version }: Payment): Promise<void> {
    const stored = await this.find(id);
    if (stored?.version !== version - 1)
      throw new StalePayment(`payment ${id} has version ${stored?.version}, not ${version - 1}`);
  }

  #hold(payment: Payment): void {
    const key = `${senderOf(payment)}/${payment.nonce}`;
    if (this.#holders.has(key)) throw new Error(`nonce ${key} is held by ${this.#holders.get(key)}`);
    this.#holders.set(key, payment.order.id);
  }
}

const senderOf = ({ order }: Payment): string => `${order.chainId}/${order.sender}`;
