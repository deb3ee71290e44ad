/** Payments of the Bitcoin family in memory, for tests. */
import { MemoryRecords } from '../paying/memory-records.ts';
import { StalePayment } from '../paying/payments.ts';
import { newUtxoPayment, outpointKey, type Outpoint, type UtxoPayment, type UtxoStore } from './payments.ts';

export class MemoryUtxoStore extends MemoryRecords<UtxoPayment> implements UtxoStore {
  /** Ids of payments by chain and input. */
  readonly #holders = new Map<string, string>();

  constructor() {
    super(newUtxoPayment);
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
}
