/** Payments of TRON in the database. */
import { newTronPayment, type PaymentOrder, type TronPayment, type TronStore } from '@glasshouse/chains';
import { insert, lockPayment, PaymentRows, replace } from './payment-rows.ts';

export class TronTables extends PaymentRows<TronPayment> implements TronStore {
  async add(order: PaymentOrder): Promise<boolean> {
    return (await insert(this.database, [newTronPayment(order)])) === 1;
  }

  override async put(payment: TronPayment): Promise<void> {
    const { order, drafts } = payment;
    await this.database.kysely.transaction().execute(async (kysely) => {
      const held = await lockPayment<TronPayment>({ kysely }, order.id);
      // A payment that was given back must get no further transaction, which could be mined.
      if (held?.isReported === true && drafts.length > held.payment.drafts.length)
        throw new Error(`payment ${order.id} has ended, and takes nothing any more`);
      await replace({ kysely }, payment);
    });
  }
}
