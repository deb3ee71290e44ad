/** Payments of Ethereum-like chains in the database. */
import {
  newPayment,
  StalePayment,
  type Payment,
  type PaymentOrder,
  type PaymentStore,
} from '@glasshouse/chains';
import { insert, paymentOf, PaymentRows, replace, requireUnreported, type Within } from './payment-rows.ts';

export class PaymentTables extends PaymentRows<Payment> implements PaymentStore {
  async add(order: PaymentOrder, nonce?: number): Promise<boolean> {
    return this.database.kysely.transaction().execute(async (kysely) => {
      if ((await insert({ kysely }, [newPayment(order, nonce ?? null)])) === 0) return false;
      const { chainId, sender } = order;
      if (nonce !== undefined && nonce >= ((await nextNonce({ kysely }, chainId, sender)) ?? 0))
        throw new Error(`nonce ${nonce} of ${sender} was never allocated`);
      return true;
    });
  }

  async nextNonce(chainId: number, sender: string): Promise<number | null> {
    return nextNonce(this.database, chainId, sender);
  }

  async allocate(payment: Payment): Promise<void> {
    const { nonce, order } = payment;
    const { chainId, sender } = order;
    await this.database.kysely.transaction().execute(async (kysely) => {
      await replace({ kysely }, payment);
      await requireUnreported({ kysely }, order.id);
      const next = (await nextNonce({ kysely }, chainId, sender)) ?? nonce;
      if (nonce === null || nonce !== next)
        throw new StalePayment(`the next nonce of ${sender} is ${next}, not ${nonce}`);
      await kysely
        .insertInto('chain_nonces')
        .values({ chain_id: chainId, sender, next_nonce: nonce + 1 })
        .onConflict((conflict) =>
          conflict.columns(['chain_id', 'sender']).doUpdateSet({ next_nonce: nonce + 1 }),
        )
        .execute();
    });
  }

  async holderOf(chainId: number, sender: string, nonce: number): Promise<Payment | null> {
    const row = await this.database.kysely
      .selectFrom('chain_payments')
      .select('body')
      .where('chain_id', '=', chainId)
      .where('sender', '=', sender)
      .where('nonce', '=', nonce)
      .executeTakeFirst();
    return paymentOf<Payment>(row);
  }
}

async function nextNonce({ kysely }: Within, chainId: number, sender: string): Promise<number | null> {
  const row = await kysely
    .selectFrom('chain_nonces')
    .select('next_nonce')
    .where('chain_id', '=', chainId)
    .where('sender', '=', sender)
    .executeTakeFirst();
  return row?.next_nonce ?? null;
}
