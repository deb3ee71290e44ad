/** Payments in the database. The whole payment is text; columns are what is looked up by. */
import {
  hasEnded,
  newPayment,
  StalePayment,
  type Payment,
  type PaymentOrder,
  type PaymentOutcome,
  type PaymentStore,
} from '@glasshouse/chains';
import type { Database } from '../../db/database.ts';
import type { ChainSignaturesTable } from '../tables.ts';

type Within = Pick<Database, 'kysely'>;

export class PaymentTables implements PaymentStore {
  readonly #database: Database;

  constructor(database: Database) {
    this.#database = database;
  }

  async add(order: PaymentOrder, nonce?: number): Promise<boolean> {
    return this.#database.kysely.transaction().execute(async (kysely) => {
      const payment = newPayment(order, nonce ?? null);
      const added = await kysely
        .insertInto('chain_payments')
        .values(rowOf(payment))
        .onConflict((conflict) => conflict.column('payment_id').doNothing())
        .returning('payment_id')
        .executeTakeFirst();
      if (added === undefined) return false;
      const { chainId, sender } = order;
      if (nonce !== undefined && nonce >= ((await nextNonce({ kysely }, chainId, sender)) ?? 0))
        throw new Error(`nonce ${nonce} of ${sender} was never allocated`);
      return true;
    });
  }

  async find(id: string): Promise<Payment | null> {
    const row = await this.#database.kysely
      .selectFrom('chain_payments')
      .select('body')
      .where('payment_id', '=', id)
      .executeTakeFirst();
    return paymentOf(row);
  }

  async open(chainId: number): Promise<readonly Payment[]> {
    const rows = await this.#database.kysely
      .selectFrom('chain_payments')
      .select('body')
      .where('chain_id', '=', chainId)
      .where('is_open', '=', true)
      .orderBy('position')
      .execute();
    return rows.map((row) => paymentOf(row)!);
  }

  /** Those that have ended by a transaction in a later block. */
  async endedAfter(chainId: number, height: number): Promise<readonly Payment[]> {
    const rows = await this.#database.kysely
      .selectFrom('chain_payments')
      .select('body')
      .where('chain_id', '=', chainId)
      .where('height', '>', height)
      .where('is_open', '=', false)
      .execute();
    return rows.map((row) => paymentOf(row)!);
  }

  /** Those that ended otherwise than ordered, and that a person has to look at. */
  async needPerson(chainId: number): Promise<readonly Payment[]> {
    const rows = await this.#database.kysely
      .selectFrom('chain_payments')
      .select('body')
      .where('chain_id', '=', chainId)
      .where('state', '=', 'needs-person')
      .orderBy('position')
      .execute();
    return rows.map((row) => paymentOf(row)!);
  }

  /** The outcome that the server has taken in; null before. */
  async reportedOf(id: string): Promise<PaymentOutcome | null> {
    const row = await this.#database.kysely
      .selectFrom('chain_payments')
      .select('reported')
      .where('payment_id', '=', id)
      .executeTakeFirst();
    return row?.reported == null ? null : (JSON.parse(row.reported) as PaymentOutcome);
  }

  async noteReported(id: string, outcome: PaymentOutcome): Promise<void> {
    await note(this.#database, id, outcome);
  }

  /** Notes an outcome without a transaction. False, and no change, if anything was signed. */
  async closeUnsigned(id: string, outcome: PaymentOutcome): Promise<boolean> {
    return this.#database.kysely.transaction().execute(async (kysely) => {
      // Nothing is asked or answered about it meanwhile.
      await lockPayment({ kysely }, id);
      const question = kysely.selectFrom('signing_requests').where('payment_id', '=', id);
      await question.select('digest').forUpdate().execute();
      const signed = await kysely
        .selectFrom('chain_signatures')
        .select('digest')
        .where('payment_id', '=', id)
        .executeTakeFirst();
      if (signed !== undefined) return false;
      await note({ kysely }, id, outcome);
      // An answer that comes later finds no question.
      await kysely.deleteFrom('signing_requests').where('payment_id', '=', id).execute();
      return true;
    });
  }

  async signaturesOf(id: string): Promise<readonly Pick<ChainSignaturesTable, 'purpose' | 'raw'>[]> {
    return this.#database.kysely
      .selectFrom('chain_signatures')
      .select(['purpose', 'raw'])
      .where('payment_id', '=', id)
      .execute();
  }

  async put(payment: Payment): Promise<void> {
    await this.#database.kysely.transaction().execute(async (kysely) => replace({ kysely }, payment));
  }

  async nextNonce(chainId: number, sender: string): Promise<number | null> {
    return nextNonce(this.#database, chainId, sender);
  }

  async allocate(payment: Payment): Promise<void> {
    const { nonce, order } = payment;
    const { chainId, sender } = order;
    await this.#database.kysely.transaction().execute(async (kysely) => {
      await replace({ kysely }, payment);
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
    const row = await this.#database.kysely
      .selectFrom('chain_payments')
      .select('body')
      .where('chain_id', '=', chainId)
      .where('sender', '=', sender)
      .where('nonce', '=', nonce)
      .executeTakeFirst();
    return paymentOf(row);
  }

  async ofTransaction(chainId: number, txid: string): Promise<Payment | null> {
    const row = await this.#database.kysely
      .selectFrom('chain_payment_transactions as t')
      .innerJoin('chain_payments as p', 'p.payment_id', 't.payment_id')
      .select('p.body')
      .where('t.chain_id', '=', chainId)
      .where('t.txid', '=', txid)
      .executeTakeFirst();
    return paymentOf(row);
  }
}

/** A payment as it is until the transaction ends. */
export async function lockPayment(
  { kysely }: Within,
  id: string,
): Promise<{ readonly payment: Payment; readonly isReported: boolean } | null> {
  const row = await kysely
    .selectFrom('chain_payments')
    .select(['body', 'reported'])
    .where('payment_id', '=', id)
    .forUpdate()
    .executeTakeFirst();
  return row === undefined ? null : { payment: paymentOf(row)!, isReported: row.reported !== null };
}

async function replace({ kysely }: Within, payment: Payment): Promise<void> {
  const { order, version, attempts } = payment;
  const replaced = await kysely
    .updateTable('chain_payments')
    .set(rowOf(payment))
    .where('payment_id', '=', order.id)
    .where('version', '=', version - 1)
    .returning('payment_id')
    .executeTakeFirst();
  if (replaced === undefined)
    throw new StalePayment(`payment ${order.id} has another version than ${version - 1}`);
  const newest = attempts.at(-1);
  if (newest === undefined) return;
  await kysely
    .insertInto('chain_payment_transactions')
    .values({ chain_id: order.chainId, txid: newest.txid, payment_id: order.id })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}

async function note({ kysely }: Within, id: string, outcome: PaymentOutcome): Promise<void> {
  await kysely
    .updateTable('chain_payments')
    .set({ reported: JSON.stringify(outcome) })
    .where('payment_id', '=', id)
    .execute();
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

function rowOf(payment: Payment) {
  const { order, version, state, nonce, outcome } = payment;
  return {
    payment_id: order.id,
    chain_id: order.chainId,
    kind: order.kind,
    sender: order.sender,
    recipient: order.to,
    state,
    version,
    nonce,
    height: outcome?.height ?? null,
    is_open: !hasEnded(payment),
    body: JSON.stringify(payment),
  };
}

const paymentOf = (row: { readonly body: string } | undefined): Payment | null =>
  row === undefined ? null : (JSON.parse(row.body) as Payment);
