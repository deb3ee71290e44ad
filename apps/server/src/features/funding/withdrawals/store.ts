/**
 * All SQL of withdrawals: requests as they were proven, decisions, every act, what the owner was
 * notified of, and the rows of their list.
 */
import { WITHDRAWAL_STATUS } from '@glasshouse/core';
import { WITHDRAWAL_REASONS, type WithdrawalReason } from '@glasshouse/protocol/funding';
import type { Chain } from '@glasshouse/protocol/wallet';
import { sql, type RawBuilder, type Selectable } from 'kysely';
import type { Database } from '../../../db/database.ts';
import type {
  ActName,
  FundingWithdrawalsTable,
  WithdrawalActsTable,
  WithdrawalRequestsTable,
  WithdrawalReviewsTable,
} from '../tables.ts';

export type StoredWithdrawal = FundingWithdrawalsTable;
export type StoredRequest = Selectable<WithdrawalRequestsTable>;
export type StoredReview = Selectable<WithdrawalReviewsTable>;
export type StoredAct = Selectable<WithdrawalActsTable>;
/** The database, or a transaction of it. */
export type Within = Pick<Database, 'kysely'>;

/** The most withdrawals that one round continues or notifies of. */
const ROUND_MAX = 200;
/** At most so many open ones are listed for operators. */
const LISTED_MAX = 200;
/** Settled withdrawals that are compared with an address. */
const PAID_COMPARED_MAX = 500;
const { requested, approved, settled } = WITHDRAWAL_STATUS;

export interface Act {
  readonly withdrawal: number;
  readonly act: ActName;
  readonly operator: string;
  /** Of an approval: the person's name in one spelling. */
  readonly approver?: string;
  readonly detail?: string;
  /** The reason that the owner sees. */
  readonly reason?: WithdrawalReason;
}

/**
 * What a request rests on, and what must still hold when it is written: the credentials and the
 * session of its proof, or an API key that may withdraw.
 */
export type Authority =
  | { readonly sessionKey: string; readonly credentialVersion: number }
  | { readonly keyId: string };

/** A request with its proofs, as it is written before its command. */
export interface ProvenRequest {
  readonly owner: number;
  readonly key: string;
  readonly requestHash: string;
  readonly chain: number;
  readonly asset: number;
  readonly amount: number;
  readonly fee: number;
  readonly address: string;
  readonly memo: string;
  readonly value: number;
  readonly addressSinceMs: number | null;
  readonly deviceSinceMs: number;
  readonly createdMs: number;
  readonly authority: Authority;
}

export class WithdrawalStore {
  readonly #kysely: Database['kysely'];
  readonly #reads: Database['reads'];

  constructor({ kysely, reads }: Pick<Database, 'kysely' | 'reads'>) {
    this.#kysely = kysely;
    this.#reads = reads;
  }

  find(withdrawal: number): Promise<StoredWithdrawal | undefined> {
    return this.#kysely
      .selectFrom('funding_withdrawals')
      .selectAll()
      .where('withdrawal_id', '=', withdrawal)
      .executeTakeFirst();
  }

  findRequest(owner: number, key: string): Promise<StoredRequest | undefined> {
    return this.#kysely
      .selectFrom('withdrawal_requests')
      .selectAll()
      .where('user_id', '=', owner)
      .where('request_key', '=', key)
      .executeTakeFirst();
  }

  requestOf(withdrawal: number): Promise<StoredRequest | undefined> {
    return this.#kysely
      .selectFrom('withdrawal_requests')
      .selectAll()
      .where('withdrawal_id', '=', withdrawal)
      .executeTakeFirst();
  }

  /** Stores a request. Undefined if what it rests on has ended meanwhile. */
  async addRequest(proven: ProvenRequest): Promise<StoredRequest | undefined> {
    const { owner, key, requestHash, chain, asset, amount, fee, address, memo } = proven;
    const { value, addressSinceMs, deviceSinceMs, createdMs } = proven;
    const { rows } = await sql<StoredRequest>`
      insert into withdrawal_requests (user_id, request_key, request_hash, chain, asset, amount, fee,
        address, memo, value, address_since_ms, device_since_ms, created_ms)
      select user_id, ${key}, ${requestHash}, ${chain}, ${asset}, ${amount}, ${fee}, ${address},
        ${memo}, ${value}, ${addressSinceMs}, ${deviceSinceMs}, ${createdMs}
      from users where user_id = ${owner} and ${stillHolds(proven)}
      returning *`.execute(this.#kysely);
    return rows[0];
  }

  async removeRequest(requestId: number): Promise<void> {
    await this.#kysely.deleteFrom('withdrawal_requests').where('request_id', '=', requestId).execute();
  }

  async removeUnlinkedRequest(requestId: number): Promise<void> {
    await this.#kysely
      .deleteFrom('withdrawal_requests')
      .where('request_id', '=', requestId)
      .where('withdrawal_id', 'is', null)
      .execute();
  }

  async linkRequest(requestId: number, withdrawal: number): Promise<void> {
    await this.#kysely
      .updateTable('withdrawal_requests')
      .set({ withdrawal_id: withdrawal })
      .where('request_id', '=', requestId)
      .execute();
  }

  /** Requests whose answer from the core is not stored yet, oldest first. */
  unlinkedRequests(): Promise<StoredRequest[]> {
    return this.#kysely
      .selectFrom('withdrawal_requests')
      .selectAll()
      .where('withdrawal_id', 'is', null)
      .orderBy('created_ms')
      .limit(ROUND_MAX)
      .execute();
  }

  /**
   * An owner's withdrawals since a time that were not returned. `value` is the value at the time of
   * the request.
   */
  async requestedSince(
    owner: number,
    sinceMs: number,
  ): Promise<readonly { readonly asset: number; readonly amount: number; readonly value: number | null }[]> {
    const { rows } = await sql<{ asset: number; amount: number; value: number | null }>`
      select w.asset, w.amount, coalesce(v.value, r.value) as value
      from funding_withdrawals w
      left join withdrawal_reviews v using (withdrawal_id)
      left join withdrawal_requests r using (withdrawal_id)
      where w.owner = ${owner} and w.requested_ms > ${sinceMs} and w.status in (0, 1, 2)`.execute(
      this.#kysely,
    );
    return rows;
  }

  /** The owner's book of addresses of a coin on a chain. */
  bookOf(owner: number, { currency, chain }: { readonly currency: string; readonly chain: Chain }) {
    return this.#reads
      .selectFrom('withdrawal_addresses')
      .select(['address', 'memo', 'created_ms', 'usable_ms'])
      .where('user_id', '=', owner)
      .where('currency', '=', currency)
      .where('chain', '=', chain)
      .execute();
  }

  /** The addresses on a chain to which an owner's withdrawals were paid, newest first. */
  paidTo(owner: number, chain: number) {
    return this.#reads
      .selectFrom('funding_withdrawals')
      .select(['address', 'memo', 'changed_ms'])
      .where('owner', '=', owner)
      .where('chain', '=', chain)
      .where('status', '=', settled)
      .orderBy('requested_ms', 'desc')
      .limit(PAID_COMPARED_MAX)
      .execute();
  }

  findReview(withdrawal: number): Promise<StoredReview | undefined> {
    return this.#kysely
      .selectFrom('withdrawal_reviews')
      .selectAll()
      .where('withdrawal_id', '=', withdrawal)
      .executeTakeFirst();
  }

  async addReview(review: StoredReview, decision: Act): Promise<void> {
    await this.#kysely.transaction().execute(async (kysely) => {
      await kysely.insertInto('withdrawal_reviews').values(review).execute();
      await record(kysely, decision);
    });
  }

  async changeReview(
    { withdrawal_id, approvals_needed, reasons }: StoredReview,
    decision: Act,
  ): Promise<void> {
    await this.#kysely.transaction().execute(async (kysely) => {
      await kysely
        .updateTable('withdrawal_reviews')
        .set({ approvals_needed, reasons })
        .where('withdrawal_id', '=', withdrawal_id)
        .execute();
      await record(kysely, decision);
    });
  }

  /** Why the core does not approve it yet; '' if nothing stands against it. */
  async setWaitsFor(withdrawal: number, waitsFor: string): Promise<void> {
    await this.#kysely
      .updateTable('withdrawal_reviews')
      .set({ waits_for: waitsFor })
      .where('withdrawal_id', '=', withdrawal)
      .where('waits_for', '<>', waitsFor)
      .execute();
  }

  /** False if this person has approved it before. */
  record(act: Act): Promise<boolean> {
    return record(this.#kysely, act);
  }

  actsOf(withdrawal: number): Promise<StoredAct[]> {
    return this.#kysely
      .selectFrom('withdrawal_acts')
      .selectAll()
      .where('withdrawal_id', '=', withdrawal)
      .orderBy('act_id')
      .execute();
  }

  /** The newest reason that an operator chose; null if none was. */
  async rejectionOf(withdrawal: number): Promise<WithdrawalReason | null> {
    const chosen = await this.#kysely
      .selectFrom('withdrawal_acts')
      .select('reason')
      .where('withdrawal_id', '=', withdrawal)
      .where('act', 'in', ['stop', 'reject'])
      .where('reason', '<>', '')
      .orderBy('act_id', 'desc')
      .limit(1)
      .executeTakeFirst();
    return WITHDRAWAL_REASONS.find((reason) => reason === chosen?.reason) ?? null;
  }

  /**
   * Withdrawals with a recorded rejection that the core has not refused: its command may still be
   * missing.
   */
  async beingRejected(withdrawals: readonly number[]): Promise<ReadonlySet<number>> {
    if (withdrawals.length === 0) return new Set();
    const rows = await rejecting(this.#kysely).where('a.withdrawal_id', 'in', withdrawals).execute();
    return new Set(rows.map(({ withdrawal_id }) => withdrawal_id));
  }

  /** The withdrawals that a round continues. */
  toContinue(): Promise<{ withdrawal_id: number; owner: number }[]> {
    const kysely = this.#kysely;
    return (
      kysely
        .selectFrom('funding_withdrawals as w')
        .leftJoin('withdrawal_reviews as r', 'r.withdrawal_id', 'w.withdrawal_id')
        .select(['w.withdrawal_id', 'w.owner'])
        .where('w.status', 'in', [requested, approved])
        // Approved withdrawals wait for their payment, unless an operator was about to reject them.
        .where((where) =>
          where.or([
            where('w.status', '=', requested),
            where('r.withdrawal_id', 'is', null),
            where.exists(rejecting(kysely).where(sql<boolean>`a.withdrawal_id = w.withdrawal_id`)),
          ]),
        )
        .orderBy('w.withdrawal_id')
        .execute()
    );
  }

  /** Open ones with their decisions, for operators: of an owner, or all. */
  listOpen(owner: number | null) {
    const open = this.#kysely
      .selectFrom('funding_withdrawals')
      .leftJoin('withdrawal_reviews', 'withdrawal_reviews.withdrawal_id', 'funding_withdrawals.withdrawal_id')
      .selectAll('funding_withdrawals')
      .select(['value', 'approvals_needed', 'reasons', 'waits_for'])
      .where('status', 'in', [requested, approved])
      .orderBy('funding_withdrawals.withdrawal_id')
      .limit(LISTED_MAX);
    return (owner === null ? open : open.where('funding_withdrawals.owner', '=', owner)).execute();
  }

  /** Withdrawals whose owner was not notified of their state: this one, or all. */
  unnotified(withdrawal?: number): Promise<StoredWithdrawal[]> {
    const unnotified = this.#kysely
      .selectFrom('withdrawal_reviews')
      .innerJoin(
        'funding_withdrawals',
        'funding_withdrawals.withdrawal_id',
        'withdrawal_reviews.withdrawal_id',
      )
      .selectAll('funding_withdrawals')
      .where('told_status', '<', settled)
      .where((where) => where.or([where('told_status', '<', requested), where('status', '>=', settled)]))
      .orderBy('funding_withdrawals.withdrawal_id')
      .limit(ROUND_MAX);
    if (withdrawal === undefined) return unnotified.execute();
    return unnotified.where('funding_withdrawals.withdrawal_id', '=', withdrawal).execute();
  }
}

function stillHolds({ authority, owner, createdMs }: ProvenRequest): RawBuilder<unknown> {
  if ('keyId' in authority)
    return sql`exists (select 1 from api_keys where key_id = ${authority.keyId} and user_id = ${owner}
      and ended_ms is null and withdraws_from_ms <= ${createdMs})`;
  const { sessionKey, credentialVersion } = authority;
  return sql`credential_version = ${credentialVersion}
    and exists (select 1 from sessions where session_key = ${sessionKey})`;
}

/**
 * Marks a status as notified, in the transaction that adds the message. True if it was not marked
 * before.
 */
export async function claimNotice({ kysely }: Within, withdrawal: number, status: number): Promise<boolean> {
  const claimed = await kysely
    .updateTable('withdrawal_reviews')
    .set({ told_status: status })
    .where('withdrawal_id', '=', withdrawal)
    .where('told_status', '<', status)
    .returning('withdrawal_id')
    .execute();
  return claimed.length === 1;
}

async function record(
  kysely: Database['kysely'],
  { withdrawal, act, operator, approver = '', detail = '', reason }: Act,
): Promise<boolean> {
  const added = await kysely
    .insertInto('withdrawal_acts')
    .values({
      withdrawal_id: withdrawal,
      act,
      operator,
      approver,
      detail,
      reason: reason ?? '',
      time_ms: Date.now(),
    })
    .onConflict((conflict) => conflict.doNothing())
    .returning('act_id')
    .executeTakeFirst();
  return added !== undefined;
}

function rejecting(kysely: Database['kysely']) {
  return kysely
    .selectFrom('withdrawal_acts as a')
    .select('a.withdrawal_id')
    .where('a.act', '=', 'reject')
    .where((where) =>
      where.not(
        where.exists(
          where
            .selectFrom('withdrawal_acts as later')
            .select('later.act_id')
            .whereRef('later.withdrawal_id', '=', 'a.withdrawal_id')
            .whereRef('later.act_id', '>', 'a.act_id')
            .where('later.act', '=', 'refuse'),
        ),
      ),
    );
}
