/** Payments in the database. The whole payment is text; columns are what is looked up by. */
import {
  hasEnded,
  newPayment,
  StalePayment,
  type Payment,
  type PaymentOrder,
  type PaymentStore,
} from '@glasshouse/chains';
import type { Database } from '../../db/database.ts';

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
