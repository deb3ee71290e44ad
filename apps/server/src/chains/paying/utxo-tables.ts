/** Payments of the Bitcoin family in the database, and the outputs that are ours. */
import {
  newUtxoPayment,
  StalePayment,
  type KeyPath,
  type Outpoint,
  type OwnOutput,
  type PaymentOrder,
  type UtxoPayment,
  type UtxoStore,
} from '@glasshouse/chains';
import { sql } from 'kysely';
import type { Database } from '../../db/database.ts';
import { insert, paymentOf, PaymentRows, replace, requireUnreported } from './payment-rows.ts';

export class UtxoTables extends PaymentRows<UtxoPayment> implements UtxoStore {
  async add(order: PaymentOrder): Promise<boolean> {
    return (await insert(this.database, [newUtxoPayment(order)])) === 1;
  }

  async allocate(payment: UtxoPayment): Promise<void> {
    const { order, inputs } = payment;
    const { id, chainId } = order;
    await this.database.kysely.transaction().execute(async (kysely) => {
      await replace({ kysely }, payment);
      await requireUnreported({ kysely }, id);
      const taken = await kysely
        .insertInto('chain_inputs')
        .values(
          (inputs ?? []).map(({ txid, output }) => ({ chain_id: chainId, txid, output, payment_id: id })),
        )
        .onConflict((conflict) => conflict.doNothing())
        .returning('txid')
        .execute();
      if (taken.length !== inputs?.length) throw new StalePayment(`another payment has an input of ${id}`);
    });
  }

  async holderOf(chainId: number, { txid, output }: Outpoint): Promise<UtxoPayment | null> {
    const row = await this.database.kysely
      .selectFrom('chain_inputs as i')
      .innerJoin('chain_payments as p', 'p.payment_id', 'i.payment_id')
      .select('p.body')
      .where('i.chain_id', '=', chainId)
      .where('i.txid', '=', txid)
      .where('i.output', '=', output)
      .executeTakeFirst();
    return paymentOf<UtxoPayment>(row);
  }
}

/** Blocks after which nobody expects that a payment leaves its chain. */
const FINAL_BLOCKS = 512;

export interface FollowedOutput extends OwnOutput {
  readonly height: number;
}

/** The outputs that are ours by the blocks that a watcher has followed. */
export class OutputTables {
  readonly #database: Database;
  readonly #chain: string;
  readonly #chainId: number;

  constructor(database: Database, chain: string, chainId: number) {
    this.#database = database;
    this.#chain = chain;
    this.#chainId = chainId;
  }

  /**
   * All outputs that may be unspent. Left out are those that were spent so many blocks ago that it
   * is final.
   */
  async outputs(): Promise<readonly FollowedOutput[]> {
    const rows = await this.#database.kysely
      .selectFrom('chain_outputs as o')
      .select(['o.txid', 'o.output', 'o.branch', 'o.key_index as index', 'o.units', 'o.height'])
      .where('o.chain', '=', this.#chain)
      .where((has) => has.not(has.exists(this.#deeplySpent())))
      .orderBy('o.height')
      .execute();
    return rows.map(({ txid, output, branch, index, units, height }) => ({
      txid,
      output,
      key: { branch: branch as KeyPath['branch'], index },
      units,
      height,
    }));
  }

  /** That output `o` is an input of a payment that ended so deep that nobody expects it back. */
  #deeplySpent() {
    const { kysely } = this.#database;
    const tip = kysely
      .selectFrom('chain_blocks')
      .select((has) => has.fn.max<number>('height').as('tip'))
      .where('chain', '=', this.#chain);
    return kysely
      .selectFrom('chain_inputs as i')
      .innerJoin('chain_payments as p', 'p.payment_id', 'i.payment_id')
      .select('i.txid')
      .where('i.chain_id', '=', this.#chainId)
      .where('i.txid', '=', sql.ref<string>('o.txid'))
      .where('i.output', '=', sql.ref<number>('o.output'))
      .where('p.is_open', '=', false)
      .where((has) => has(has('p.height', '+', FINAL_BLOCKS), '<', tip));
  }

  /** The sum of these outputs of ours. Throws if one of them is not known. */
  async worthOf(outpoints: readonly string[]): Promise<bigint> {
    let sum = 0n;
    for (const outpoint of outpoints) {
      const [txid = '', output] = outpoint.split(':');
      const row = await this.#database.kysely
        .selectFrom('chain_outputs')
        .select('units')
        .where('chain', '=', this.#chain)
        .where('txid', '=', txid)
        .where('output', '=', Number(output))
        .executeTakeFirst();
      if (row === undefined) throw new Error(`no block that was followed has ${outpoint}`);
      sum += BigInt(row.units);
    }
    return sum;
  }
}
