/** Payments of the Bitcoin family in memory, kept as a database would keep them, for tests. */
import { hasEnded, StalePayment, type PaymentOrder } from './payments.ts';
import {
  newUtxoPayment,
  outpointKey,
  type Outpoint,
  type UtxoPayment,
  type UtxoStore,
} from './utxo-payments.ts';

export class MemoryUtxoStore implements UtxoStore {
  /** By id, in the order of their addition. */
  readonly #payments = new Map<string, string>();
  /** Ids by chain and input. */
  readonly #holders = new Map<string, string>();
  /** Ids by chain and transaction. */
  readonly #transactions = new Map<string, string>();

  async add(order: PaymentOrder): Promise<boolean> {
    if (this.#payments.has(order.id)) return false;
    this.#payments.set(order.id, JSON.stringify(newUtxoPayment(order)));
    return true;
  }

  async find(id: string): Promise<UtxoPayment | null> {
    const text = this.#payments.get(id);
    return text === undefined ? null : (JSON.parse(text) as UtxoPayment);
  }

  async open(chainId: number): Promise<readonly UtxoPayment[]> {
    return this.all().filter((one) => one.order.chainId === chainId && !hasEnded(one));
  }

  async put(payment: UtxoPayment): Promise<void> {
    const { id, chainId } = payment.order;
    const stored = await this.find(id);
    if (stored?.version !== payment.version - 1)
      throw new StalePayment(`payment ${id} has version ${stored?.version}, not ${payment.version - 1}`);
    for (const { txid } of payment.attempts) this.#transactions.set(`${chainId}/${txid}`, id);
    this.#payments.set(id, JSON.stringify(payment));
  }

  async allocate(payment: UtxoPayment): Promise<void> {
    const { id, chainId } = payment.order;
    const keys = payment.inputs!.map((input) => `${chainId}/${outpointKey(input)}`);
    const taken = keys.find((key) => this.#holders.has(key));
    if (taken !== undefined) throw new StalePayment(`input ${taken} is held by ${this.#holders.get(taken)}`);
    await this.put(payment);
    for (const key of keys) this.#holders.set(key, id);
  }

  async holderOf(chainId: number, input: Outpoint): Promise<UtxoPayment | null> {
    const id = this.#holders.get(`${chainId}/${outpointKey(input)}`);
    return id === undefined ? null : this.find(id);
  }

  async ofTransaction(chainId: number, txid: string): Promise<UtxoPayment | null> {
    const id = this.#transactions.get(`${chainId}/${txid}`);
    return id === undefined ? null : this.find(id);
  }

  /** Also those that have ended. */
  all(): readonly UtxoPayment[] {
    return [...this.#payments.values()].map((text) => JSON.parse(text) as UtxoPayment);
  }
}
