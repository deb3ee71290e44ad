/**
 * The payments as a payer may write them. It pays what the server has ordered, stores only what was
 * signed, and ends a payment only as the server has taken it in.
 */
import { isDeepStrictEqual } from 'node:util';
import { hasEnded, txidOfRaw, type Payment, type PaymentOrder, type PaymentStore } from '@glasshouse/chains';
import type { PaymentTables } from './payment-tables.ts';

export class PayerStore implements PaymentStore {
  readonly #tables: PaymentTables;

  constructor(tables: PaymentTables) {
    this.#tables = tables;
  }

  /** Withdrawals are ordered by the server alone. */
  async add(order: PaymentOrder, nonce?: number): Promise<boolean> {
    const { id, kind } = order;
    if (kind === 'withdrawal' || !id.startsWith(`${kind}:`))
      throw new Error(`a payer cannot order ${id}, a ${kind}`);
    return this.#tables.add(order, nonce);
  }

  async find(id: string): Promise<Payment | null> {
    return this.#tables.find(id);
  }

  async open(chainId: number): Promise<readonly Payment[]> {
    return this.#tables.open(chainId);
  }

  async put(payment: Payment): Promise<void> {
    await this.#check(payment);
    await this.#tables.put(payment);
  }

  async nextNonce(chainId: number, sender: string): Promise<number | null> {
    return this.#tables.nextNonce(chainId, sender);
  }

  async allocate(payment: Payment): Promise<void> {
    await this.#check(payment);
    await this.#tables.allocate(payment);
  }

  async holderOf(chainId: number, sender: string, nonce: number): Promise<Payment | null> {
    return this.#tables.holderOf(chainId, sender, nonce);
  }

  async ofTransaction(chainId: number, txid: string): Promise<Payment | null> {
    return this.#tables.ofTransaction(chainId, txid);
  }

  async #check(payment: Payment): Promise<void> {
    const { order, attempts, outcome } = payment;
    const { id } = order;
    const stored = await this.#tables.find(id);
    if (stored === null || !isDeepStrictEqual(stored.order, order))
      throw new Error(`payment ${id} was ordered otherwise`);
    const signatures = attempts.length === 0 ? [] : await this.#tables.signaturesOf(id);
    for (const { txid, raw, purpose } of attempts) {
      const isSigned = signatures.some((one) => one.raw === raw && one.purpose === purpose);
      if (!isSigned || txidOfRaw(raw) !== txid) throw new Error(`nobody has signed ${txid} for ${id}`);
    }
    const reported = await this.#tables.reportedOf(id);
    if ((hasEnded(payment) || reported !== null) && !isDeepStrictEqual(outcome, reported))
      throw new Error(`the exchange was not told that ${id} has ended so`);
  }
}
