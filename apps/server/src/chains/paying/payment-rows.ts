/**
 * The database rows of payments, for all kinds of chains. The whole payment is one text; the
 * columns are what rows are looked up by.
 */
import { isDeepStrictEqual } from 'node:util';
import {
  hasEnded,
  StalePayment,
  type PaymentOutcome,
  type PaymentRecord,
  type PaymentRecords,
} from '@glasshouse/chains';
import type { Database } from '../../db/database.ts';
import type { ChainSignaturesTable } from '../tables.ts';

export type Within = Pick<Database, 'kysely'>;

export class PaymentRows<P extends PaymentRecord = PaymentRecord> implements Omit<PaymentRecords<P>, 'add'> {
  protected readonly database: Database;

  constructor(database: Database) {
    this.database = database;
  }

  async find(id: string): Promise<P | null> {
    const row = await this.database.kysely
      .selectFrom('chain_payments')
      .select('body')
      .where('payment_id', '=', id)
      .executeTakeFirst();
    return paymentOf<P>(row);
  }

  async open(chainId: number): Promise<readonly P[]> {
    const rows = await this.database.kysely
      .selectFrom('chain_payments')
      .select('body')
      .where('chain_id', '=', chainId)
      .where('is_open', '=', true)
      .orderBy('position')
      .execute();
    return rows.map((row) => paymentOf<P>(row)!);
  }

  /** Those of these ids that belong to no payment. */
  async unknownOf(ids: readonly string[]): Promise<ReadonlySet<string>> {
    if (ids.length === 0) return new Set();
    const rows = await this.database.kysely
      .selectFrom('chain_payments')
      .select('payment_id')
      .where('payment_id', 'in', ids)
      .execute();
    const known = new Set(rows.map(({ payment_id }) => payment_id));
    return new Set(ids.filter((id) => !known.has(id)));
  }

  /** Adds those whose id no payment has. */
  async addAll(payments: readonly P[]): Promise<void> {
    if (payments.length > 0) await insert(this.database, payments);
  }

  /** Payments that ended by a transaction in a later block. */
  async endedAfter(chainId: number, height: number): Promise<readonly P[]> {
    const rows = await this.database.kysely
      .selectFrom('chain_payments')
      .select('body')
      .where('chain_id', '=', chainId)
      .where('height', '>', height)
      .where('is_open', '=', false)
      .execute();
    return rows.map((row) => paymentOf<P>(row)!);
  }

  /** Payments that ended otherwise than ordered, and that a person has to look at. */
  async needPerson(chainId: number): Promise<readonly P[]> {
    const rows = await this.database.kysely
      .selectFrom('chain_payments')
      .select('body')
      .where('chain_id', '=', chainId)
      .where('state', '=', 'needs-person')
      .orderBy('position')
      .execute();
    return rows.map((row) => paymentOf<P>(row)!);
  }

  /** The ids of withdrawals' payments that no node knows of, or that a person has to look at. */
  async uncertain(): Promise<readonly string[]> {
    const rows = await this.database.kysely
      .selectFrom('chain_payments')
      .select('payment_id')
      .where('kind', '=', 'withdrawal')
      .where('state', 'in', ['uncertain', 'needs-person'])
      .execute();
    return rows.map(({ payment_id }) => payment_id);
  }

  async put(payment: P): Promise<void> {
    await this.database.kysely.transaction().execute(async (kysely) => replace({ kysely }, payment));
  }

  async ofTransaction(chainId: number, txid: string): Promise<P | null> {
    const row = await this.database.kysely
      .selectFrom('chain_payment_transactions as t')
      .innerJoin('chain_payments as p', 'p.payment_id', 't.payment_id')
      .select('p.body')
      .where('t.chain_id', '=', chainId)
      .where('t.txid', '=', txid)
      .executeTakeFirst();
    return paymentOf<P>(row);
  }

  /** The outcome that the server has taken in; null before. */
  async reportedOf(id: string): Promise<PaymentOutcome | null> {
    const row = await this.database.kysely
      .selectFrom('chain_payments')
      .select('reported')
      .where('payment_id', '=', id)
      .executeTakeFirst();
    return row?.reported == null ? null : (JSON.parse(row.reported) as PaymentOutcome);
  }

  async noteReported(id: string, outcome: PaymentOutcome): Promise<void> {
    await note(this.database, id, outcome);
  }

  /**
   * Notes an outcome without a transaction. False, and no change, if it has taken anything but
   * `spent`, which can never be mined: then what was signed of that does not count.
   */
  async closeUnsigned(id: string, outcome: PaymentOutcome, spent: unknown = null): Promise<boolean> {
    return this.database.kysely.transaction().execute(async (kysely) => {
      // Nothing is asked or answered about it meanwhile.
      const held = await lockPayment({ kysely }, id);
      if (held === null || !isDeepStrictEqual(takenBy(held.payment), spent)) return false;
      const question = kysely.selectFrom('signing_requests').where('payment_id', '=', id);
      await question.select('digest').forUpdate().execute();
      const signed = await kysely
        .selectFrom('chain_signatures')
        .select('digest')
        .where('payment_id', '=', id)
        .executeTakeFirst();
      if (signed !== undefined && spent === null) return false;
      await note({ kysely }, id, outcome);
      // An answer that comes later finds no question.
      await kysely.deleteFrom('signing_requests').where('payment_id', '=', id).execute();
      return true;
    });
  }

  async signaturesOf(id: string): Promise<readonly Pick<ChainSignaturesTable, 'purpose' | 'raw'>[]> {
    return this.database.kysely
      .selectFrom('chain_signatures')
      .select(['purpose', 'raw'])
      .where('payment_id', '=', id)
      .execute();
  }
}

/** A record of any kind of chain. */
type AnyRecord = PaymentRecord & {
  readonly nonce?: number | null;
  readonly inputs?: unknown;
  readonly drafts?: readonly { readonly txid: string }[];
};

/**
 * The nonce, the inputs or the expiring transactions that a payment has taken, and keeps for ever;
 * null if it has none yet.
 */
export const takenBy = ({ nonce, inputs, drafts = [] }: AnyRecord): unknown =>
  nonce ?? inputs ?? (drafts.length > 0 ? drafts : null);

/** Throws if a payer would store that a payment has taken something else. */
export function requireSameTaken(stored: PaymentRecord, payment: PaymentRecord): void {
  if (!isDeepStrictEqual(takenBy(stored), takenBy(payment)))
    throw new Error(`payment ${payment.order.id} keeps what it has taken`);
}

/**
 * Called before a payment takes a nonce, inputs or a transaction: one that was given back unsigned
 * may take nothing more.
 */
export async function requireUnreported({ kysely }: Within, id: string): Promise<void> {
  if ((await lockPayment({ kysely }, id))?.isReported === true)
    throw new Error(`payment ${id} has ended, and takes nothing any more`);
}

/** A payment as it is until the transaction ends. */
export async function lockPayment<P extends PaymentRecord = PaymentRecord>(
  { kysely }: Within,
  id: string,
): Promise<{
  readonly payment: P;
  readonly isReported: boolean;
} | null> {
  const row = await kysely
    .selectFrom('chain_payments')
    .select(['body', 'reported'])
    .where('payment_id', '=', id)
    .forUpdate()
    .executeTakeFirst();
  return row === undefined ? null : { payment: paymentOf<P>(row)!, isReported: row.reported !== null };
}

/** Returns how many were added: those whose id no payment has. */
export async function insert({ kysely }: Within, payments: readonly PaymentRecord[]): Promise<number> {
  const added = await kysely
    .insertInto('chain_payments')
    .values(payments.map(rowOf))
    .onConflict((conflict) => conflict.column('payment_id').doNothing())
    .returning('payment_id')
    .execute();
  return added.length;
}

/**
 * @throws {StalePayment} Unless its version is one more than the stored one, and its newest
 * transaction is of no other payment.
 */
export async function replace({ kysely }: Within, payment: AnyRecord): Promise<void> {
  const { order, version, attempts, drafts = attempts } = payment;
  const replaced = await kysely
    .updateTable('chain_payments')
    .set(rowOf(payment))
    .where('payment_id', '=', order.id)
    .where('version', '=', version - 1)
    .returning('payment_id')
    .executeTakeFirst();
  if (replaced === undefined)
    throw new StalePayment(`payment ${order.id} has another version than ${version - 1}`);
  const newest = drafts.at(-1);
  if (newest === undefined) return;
  const taken = { payment_id: order.id };
  const given = await kysely
    .insertInto('chain_payment_transactions')
    .values({ chain_id: order.chainId, txid: newest.txid, ...taken })
    .onConflict((conflict) =>
      conflict
        .columns(['chain_id', 'txid'])
        .doUpdateSet(taken)
        .where('chain_payment_transactions.payment_id', '=', order.id),
    )
    .returning('payment_id')
    .executeTakeFirst();
  if (given === undefined) throw new StalePayment(`another payment has the transaction ${newest.txid}`);
}

async function note({ kysely }: Within, id: string, outcome: PaymentOutcome): Promise<void> {
  await kysely
    .updateTable('chain_payments')
    .set({ reported: JSON.stringify(outcome) })
    .where('payment_id', '=', id)
    .execute();
}

function rowOf(payment: AnyRecord) {
  const { order, version, state, nonce = null, outcome } = payment;
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

export const paymentOf = <P extends PaymentRecord>(row: { readonly body: string } | undefined): P | null =>
  row === undefined ? null : (JSON.parse(row.body) as P);
