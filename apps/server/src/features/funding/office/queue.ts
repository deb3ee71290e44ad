/** The queue of withdrawals: those of users, by view, with what was decided on them. */
import { WITHDRAWAL_STATUS } from '@glasshouse/core';
import { formatDecimal } from '@glasshouse/money';
import type { OperatorCallNamed, ParsedInputOf } from '@glasshouse/protocol';
import { QUEUE_STATES, type QueueRow, type QueueView } from '@glasshouse/protocol/funding/office';
import { sql, type RawBuilder } from 'kysely';
import type { Catalogue } from '../../../contract/catalogue.ts';
import type { Database } from '../../../db/database.ts';
import { anyOf, countBranches, readList, type ListTable } from '../../../db/lists.ts';
import { USER_OWNER_MIN } from '../../../pipeline/projection.ts';
import { chainName } from '../rows.ts';
import { DAY_MS, VALUE_DECIMALS } from '../withdrawals/decide.ts';
import type { WithdrawalExchange } from '../withdrawals/exchange.ts';
import type { Payer } from '../withdrawals/payments.ts';
import type { StoredWithdrawal } from '../withdrawals/store.ts';

export interface QueueParts {
  readonly database: Database;
  readonly catalogue: Catalogue;
  readonly exchange: WithdrawalExchange;
  readonly payer: Payer;
}
type Asked = ParsedInputOf<OperatorCallNamed<'withdrawals/get-queue'>>;

const { requested, approved } = WITHDRAWAL_STATUS;
const QUEUE = {
  table: 'funding_withdrawals',
  order: ['requested_ms', 'withdrawal_id'],
  key: ['withdrawal_id'],
} as const satisfies ListTable<'funding_withdrawals'>;
/** What somebody has to look at is read from the one that waits longest. */
const OLDEST_FIRST: ReadonlySet<QueueView> = new Set(['waiting', 'uncertain']);
const WAITING = sql`owner >= ${USER_OWNER_MIN} and status = ${requested}`;

export async function readQueue(parts: QueueParts, { view, ...asked }: Asked) {
  const { database, exchange } = parts;
  const uncertain = await parts.payer.uncertain();
  const since = exchange.nowMs() - (exchange.nowMs() % DAY_MS);
  const views: Readonly<Record<QueueView, RawBuilder<unknown>>> = {
    waiting: WAITING,
    uncertain: sql`owner >= ${USER_OWNER_MIN} and status = ${approved} and ${anyOf('withdrawal_id', uncertain)}`,
    today: sql`owner >= ${USER_OWNER_MIN} and requested_ms >= ${since}`,
    all: sql`owner >= ${USER_OWNER_MIN}`,
  };
  const inView = sql`${views[view]}${filtersOf(parts, asked)}`;
  const counted = (condition: RawBuilder<unknown>) => countBranches(database, QUEUE.table, [condition]);
  const branches = foundBy(asked.find).map((found) => sql`${inView}${found}`);
  const page = await readList(database, {
    source: QUEUE,
    request: asked,
    branches,
    isOldestFirst: OLDEST_FIRST.has(view),
    total: () => countBranches(database, QUEUE.table, branches),
    rowOf: (row) => row,
  });
  const [list, waiting, counts, oldestTime] = await Promise.all([
    queueRows(parts, page.list, new Set(uncertain)),
    counted(views.waiting),
    Promise.all([counted(views.uncertain), counted(views.today)]),
    oldest(database),
  ]);
  const [uncertainOnes, today] = counts;
  return {
    ...page,
    list,
    counts: { waiting, uncertain: uncertainOnes, today },
    oldestTime,
    currencies: [...exchange.currencies()],
  };
}

function filtersOf({ catalogue }: QueueParts, { currency, state }: Omit<Asked, 'view'>): RawBuilder<unknown> {
  const conditions: RawBuilder<unknown>[] = [];
  // A coin that is not there has no withdrawals.
  if (currency !== undefined) conditions.push(sql` and asset = ${catalogue.asset(currency)?.asset ?? -1}`);
  if (state !== undefined) conditions.push(sql` and status = ${QUEUE_STATES.indexOf(state)}`);
  return sql.join(conditions, sql``);
}

/** Conditions, of which each has an index, and no row meets two. */
function foundBy(find: string | undefined): readonly RawBuilder<unknown>[] {
  if (find === undefined) return [sql``];
  const [, digits] = /^(?:w-)?(\d{1,15})$/i.exec(find) ?? [];
  if (digits !== undefined) {
    const number = Number(digits);
    return [sql` and withdrawal_id = ${number}`, sql` and owner = ${number} and withdrawal_id <> ${number}`];
  }
  const lower = find.toLowerCase();
  const txid = lower.replace(/^0x/, '');
  return [
    sql` and address in (${find}, ${lower})`,
    sql` and txid = ${txid} and txid <> '' and address not in (${find}, ${lower})`,
  ];
}

async function oldest(database: Database): Promise<number | null> {
  const { rows } = await sql<{ requested_ms: number }>`
    select requested_ms from funding_withdrawals where ${WAITING}
    order by requested_ms, withdrawal_id limit 1`.execute(database.kysely);
  return rows[0]?.requested_ms ?? null;
}

/** With what was decided and approved. */
export async function queueRows(
  { database, exchange }: Pick<QueueParts, 'database' | 'exchange'>,
  stored: readonly StoredWithdrawal[],
  uncertain: ReadonlySet<number>,
): Promise<QueueRow[]> {
  if (stored.length === 0) return [];
  const ids = stored.map(({ withdrawal_id }) => withdrawal_id);
  const { rows } = await sql<{
    withdrawal_id: number;
    value: number;
    approvals_needed: number;
    reasons: string;
    waits_for: string;
    approvals: number;
  }>`
    select withdrawal_id, value, approvals_needed, reasons, waits_for,
      (select count(*) from withdrawal_acts a
        where a.withdrawal_id = r.withdrawal_id and a.act = 'approve') as approvals
    from withdrawal_reviews r where ${anyOf('withdrawal_id', ids)}`.execute(database.kysely);
  const reviews = new Map(rows.map((row) => [row.withdrawal_id, row]));
  return stored.map((row): QueueRow => {
    const { withdrawal_id: id, owner: userId, requested_ms: time, asset, status } = row;
    const { code: currency, decimals } = exchange.coinAt(asset);
    const review = reviews.get(id);
    return {
      id,
      userId,
      time,
      currency,
      chain: chainName(row.chain),
      amount: formatDecimal(row.amount, decimals),
      fee: formatDecimal(row.fee, decimals),
      value: review === undefined ? null : valueText(review.value),
      rules: review === undefined || review.reasons === '' ? [] : review.reasons.split(','),
      approvals: review?.approvals ?? 0,
      approvalsNeeded: review?.approvals_needed ?? null,
      state: QUEUE_STATES[status] ?? 'waiting',
      isUncertain: status === approved && uncertain.has(id),
      waitsFor: status === requested ? (review?.waits_for ?? '') : '',
    };
  });
}

/** What has no price counts as the largest value. */
export const valueText = (value: number): string | null =>
  value === Number.MAX_SAFE_INTEGER ? null : formatDecimal(value, VALUE_DECIMALS);
