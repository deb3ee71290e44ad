/**
 * Finds coins that contracts send: no block tells of them, but the balance of the address does. At
 * final blocks a part of the deposit addresses is compared with what transactions brought there and
 * took away. What nothing explains waits for two people (`found-coins.ts`).
 */
import type { BlockHeader, BlockSource, NativeAccount, PaymentRecord } from '@glasshouse/chains';
import { sql } from 'kysely';
import type { ChainDescription } from '../contract/chain-parts.ts';
import type { Database } from '../db/database.ts';
import { errorFields, type Log } from '../process/log.ts';
import type { Within } from '../contract/messages.ts';
import { unitsIn } from './paying/term-fields.ts';
import { FIND_STATUS } from './tables.ts';

export interface BalanceLookParts {
  readonly description: Pick<ChainDescription, 'chain' | 'family' | 'coins'>;
  /** The chain's own coin, which the exchange counts there. */
  readonly nativeCoin: string;
  /** The chain's number in payments; null if the server pays nothing on it. */
  readonly chainId: number | null;
  readonly source: Pick<BlockSource, 'headerAt' | 'accountsAt'>;
  readonly database: Database;
  readonly nowMs: () => number;
  readonly log: Log;
}

/** Addresses that are compared at one final block, those first that were not for longest. */
const ADDRESSES_PER_LOOK = 1_000;

interface Looked {
  readonly address: string;
  readonly user_id: number;
  /** -1 if it was never compared. */
  readonly height: number;
  /** What of its balance was explained then; null: take what is there. */
  readonly explained: string | null;
  readonly transactions: number;
}

export class BalanceLook {
  readonly #parts: BalanceLookParts;
  #lookedAt = -1;

  /** The coin that it compares. */
  get nativeCoin(): string {
    return this.#parts.nativeCoin;
  }

  constructor(parts: BalanceLookParts) {
    this.#parts = parts;
  }

  /** What is less is no find. */
  get #minimum(): bigint {
    const { description, nativeCoin } = this.#parts;
    const terms = description.coins.find(({ coin }) => coin === nativeCoin);
    if (terms === undefined) throw new Error(`${nativeCoin} is not counted on its chain`);
    return unitsIn(terms.minDeposit, terms.decimals);
  }

  /**
   * Compares at a final block that was followed. A failure delays no deposit: it is logged, and the
   * next final block is tried.
   */
  async look(finalHeight: number): Promise<void> {
    if (finalHeight <= this.#lookedAt) return;
    this.#lookedAt = finalHeight;
    const { log, description } = this.#parts;
    try {
      await this.#look(finalHeight);
    } catch (error) {
      log.warn({ ...errorFields(error), chain: description.chain }, 'balances could not be compared');
    }
  }

  async #look(height: number): Promise<void> {
    const { source } = this.#parts;
    const header = await source.headerAt(height);
    if (header === null || !(await this.#isFollowed(header))) return;
    const addresses = await this.#next(height);
    if (addresses.length === 0) return;
    const accounts = await source.accountsAt?.(
      addresses.map(({ address }) => address),
      header,
    );
    for (const [at, looked] of addresses.entries()) {
      const account = accounts?.[at];
      if (account !== undefined) await this.#compare(looked, account, height);
    }
  }

  async #isFollowed({ height, hash }: BlockHeader): Promise<boolean> {
    const row = await this.#parts.database.kysely
      .selectFrom('chain_blocks')
      .select('height')
      .where('chain', '=', this.#parts.description.chain)
      .where('height', '=', height)
      .where('hash', '=', hash)
      .executeTakeFirst();
    return row !== undefined;
  }

  async #next(height: number): Promise<readonly Looked[]> {
    const { chain, family } = this.#parts.description;
    const { rows } = await sql<Looked>`
      select d.address, d.user_id, coalesce(l.height, -1) as height,
        case when l.address is null then '0' else l.explained end as explained,
        coalesce(l.transactions, 0) as transactions
      from deposit_addresses d left join chain_looks l on l.chain = ${chain} and l.address = d.address
      where d.family = ${family} and coalesce(l.height, -1) < ${height}
      order by coalesce(l.height, -1), d.address_index
      limit ${ADDRESSES_PER_LOOK}`.execute(this.#parts.database.kysely);
    return rows;
  }

  async #compare(looked: Looked, account: NativeAccount, height: number): Promise<void> {
    const { database, log, description } = this.#parts;
    const { address } = looked;
    await database.kysely.transaction().execute(async (kysely) => {
      const spent = await this.#spentSince(looked, height, { kysely });
      // A payment that is not recorded yet, or keys that somebody else uses too.
      if (looked.explained !== null && account.transactions !== looked.transactions + spent.count) {
        log.warn({ chain: description.chain, address }, 'an address has sent what no payment explains yet');
        return;
      }
      const came = await this.#cameSince(looked, height, { kysely });
      const expected =
        looked.explained === null ? account.units : BigInt(looked.explained) + came - spent.units;
      const found = account.units - expected;
      if (found < 0n)
        log.error(
          { chain: description.chain, address, units: String(-found) },
          'coins of an address are missing',
        );
      const isFind = found >= this.#minimum && found > 0n;
      if (isFind) await this.#note(looked, { units: found, height }, { kysely });
      // Less than the minimum stays unexplained, and counts with what comes later.
      const explained = isFind || found < 0n ? account.units : expected;
      const row = { height, explained: String(explained), transactions: account.transactions };
      await kysely
        .insertInto('chain_looks')
        .values({ chain: description.chain, address, ...row })
        .onConflict((conflict) => conflict.columns(['chain', 'address']).doUpdateSet(row))
        .execute();
      await kysely
        .deleteFrom('chain_seen_values')
        .where('chain', '=', description.chain)
        .where('address', '=', address)
        .where('height', '<=', height)
        .execute();
    });
  }

  async #cameSince({ address, height: since }: Looked, height: number, { kysely }: Within): Promise<bigint> {
    const rows = await kysely
      .selectFrom('chain_seen_values')
      .select('units')
      .where('chain', '=', this.#parts.description.chain)
      .where('address', '=', address)
      .where('height', '>', since)
      .where('height', '<=', height)
      .execute();
    return rows.reduce((sum, { units }) => sum + BigInt(units), 0n);
  }

  /** What payments from the address took, with their costs, and how many there were. */
  async #spentSince({ address, height: since }: Looked, height: number, { kysely }: Within) {
    const { chainId, nativeCoin } = this.#parts;
    if (chainId === null) return { units: 0n, count: 0 };
    const rows = await kysely
      .selectFrom('chain_payments')
      .select('body')
      .where('chain_id', '=', chainId)
      .where('sender', '=', address)
      .where('height', '>', since)
      .where('height', '<=', height)
      .execute();
    const units = rows.reduce(
      (sum, { body }) => sum + takenBy(JSON.parse(body) as EndedPayment, nativeCoin),
      0n,
    );
    return { units, count: rows.length };
  }

  async #note(
    { address, user_id, height: from_height }: Looked,
    { units, height }: { readonly units: bigint; readonly height: number },
    { kysely }: Within,
  ): Promise<void> {
    const { description, nativeCoin, nowMs, log } = this.#parts;
    const { chain } = description;
    const place = { chain, address };
    await kysely
      .insertInto('chain_finds')
      .values({
        ...place,
        user_id,
        coin: nativeCoin,
        units: String(units),
        from_height,
        to_height: height,
        found_ms: nowMs(),
        status: FIND_STATUS.waiting,
      })
      .execute();
    // From now on it is swept, and compared with the ledger.
    await kysely
      .insertInto('chain_funded_addresses')
      .values(place)
      .onConflict((conflict) => conflict.doNothing())
      .execute();
    log.warn({ ...place, coin: nativeCoin, units: String(units) }, 'coins came that no transfer explains');
  }
}

type EndedPayment = Pick<PaymentRecord, 'order' | 'outcome'>;

function takenBy({ order, outcome }: EndedPayment, nativeCoin: string): bigint {
  if (outcome === null) return 0n;
  const sent = outcome.result === 'paid' && order.coin === nativeCoin ? BigInt(order.units) : 0n;
  return sent + BigInt(outcome.cost);
}
