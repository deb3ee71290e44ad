/**
 * The free balances of the senders of payments on TRON: the chain's balance minus the commitments
 * of open payments.
 */
import type { PaymentOrder } from '../paying/payments.ts';
import type { AgreedTronNodes } from './nodes.ts';
import { tronTokenOf, type TronPayment, type TronTerms } from './payments.ts';

interface TronFundsOptions {
  readonly nodes: AgreedTronNodes;
  readonly terms: TronTerms;
  readonly open: readonly TronPayment[];
}

export class TronFunds {
  readonly #nodes: AgreedTronNodes;
  readonly #terms: TronTerms;
  /** Payments whose newest transaction can still spend something, by id. */
  readonly #underWay = new Map<string, TronPayment>();

  constructor({ nodes, terms, open }: TronFundsOptions) {
    this.#nodes = nodes;
    this.#terms = terms;
    for (const payment of open) if (payment.outcome === null) this.commit(payment);
  }

  commit(payment: TronPayment): void {
    if (payment.drafts.length > 0) this.#underWay.set(payment.order.id, payment);
  }

  /**
   * Whether the sender's free balance covers the order and its energy fee. A transaction in a block
   * that is not final yet is counted twice, since it has already left the balance: the payment then
   * waits until that block is final.
   */
  async covers({ id, sender, coin, units }: PaymentOrder, feeLimit: bigint): Promise<boolean> {
    const { nativeCoin, otherFeesMax } = this.#terms;
    const needed = new Map([[nativeCoin, feeLimit + otherFeesMax]]);
    needed.set(coin, (needed.get(coin) ?? 0n) + BigInt(units));
    for (const [of, amount] of needed) {
      const token = tronTokenOf(this.#terms, of);
      const balance = await this.#nodes.balanceOf({ address: sender, token });
      if (balance - this.#committed({ id, sender, coin: of }) < amount) return false;
    }
    return true;
  }

  /** The units of a coin that the sender's other payments can still spend. */
  #committed({ id, sender, coin }: Pick<PaymentOrder, 'id' | 'sender' | 'coin'>): bigint {
    const { nativeCoin, otherFeesMax } = this.#terms;
    let sum = 0n;
    for (const { order, drafts } of this.#underWay.values()) {
      if (order.id === id || order.sender !== sender) continue;
      if (order.coin === coin) sum += BigInt(order.units);
      if (coin === nativeCoin) sum += BigInt(drafts.at(-1)!.feeLimit) + otherFeesMax;
    }
    return sum;
  }
}
