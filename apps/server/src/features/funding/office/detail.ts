/** One withdrawal for operators, with what is usual for its user. Each look is in the log. */
import { lookIntoQueue } from '../../../contract/queue-look.ts';
import { WITHDRAWAL_STATUS } from '@glasshouse/core';
import { formatDecimal } from '@glasshouse/money';
import type { AskedRule, CourseEntry } from '@glasshouse/protocol/funding/office';
import { sql } from 'kysely';
import { callingOperator, type FeatureHandlers, type Note } from '../../../http/handler.ts';
import { approvalNameOf, DAY_MS, VALUE_DECIMALS } from '../withdrawals/decide.ts';
import type { RiskFacts, TestedRule } from '../withdrawals/risk.ts';
import type { StoredWithdrawal, WithdrawalStore } from '../withdrawals/store.ts';
import { subjectOf, userWithdrawal } from './acts.ts';
import { queueRows, readQueue, valueText, type QueueParts } from './queue.ts';

export interface DetailParts extends QueueParts {
  readonly store: WithdrawalStore;
  /** Add to the log of operators. */
  readonly note: Note;
  readonly look: Note;
}

const { requested, approved, rejected } = WITHDRAWAL_STATUS;
const USUAL_DAYS = 90;
const USUAL_MAX = 200;
const DEPOSIT_DAYS = 30;
const DEPOSITS_MAX = 1_000;
const UNITS: Readonly<Record<keyof RiskFacts, AskedRule['unit']>> = {
  value: 'usdt',
  sum: 'usdt',
  count: 'count',
  addressKnownMs: 'ms',
  deviceKnownMs: 'ms',
  credentialsAgeMs: 'ms',
  recorded: 'flag',
};

type Reads = 'withdrawals/get-queue' | 'withdrawals/get-withdrawal';

export function withdrawalReadHandlers(parts: DetailParts): Pick<FeatureHandlers<'withdrawals'>, Reads> {
  const { store, exchange, payer, note } = parts;
  return {
    'withdrawals/get-queue': async (asked, caller) => {
      const page = await readQueue(parts, asked);
      const userIds = page.list.map(({ userId }) => userId);
      await lookIntoQueue(parts, caller, { act: 'withdrawals/get-queue', ...asked, userIds });
      return page;
    },
    'withdrawals/get-withdrawal': async ({ id }, caller) => {
      const stored = await userWithdrawal(parts, id);
      if (stored === null) return { error: 'request/not-found', field: 'id' };
      await note(caller, { act: 'withdrawals/get-withdrawal', subject: subjectOf(stored), detail: '' });
      const { status, address, memo, txid } = stored;
      const [rows, review, request, acts, usual, deposited] = await Promise.all([
        payer.uncertain().then((ids) => queueRows(parts, [stored], new Set(ids))),
        store.findReview(id),
        store.requestOf(id),
        store.actsOf(id),
        usualOf(parts, stored),
        depositedBy(parts, stored),
      ]);
      const own = approvalNameOf(callingOperator(caller).name);
      return {
        ...rows[0]!,
        address,
        memo,
        addressSince: request?.address_since_ms ?? null,
        share: status === requested || status === approved ? exchange.shareOf(stored) : null,
        usual,
        deposited,
        askedRules: (JSON.parse(review?.tested ?? '[]') as TestedRule[]).map(askedRuleOf),
        course: acts.map(({ time_ms: time, act, operator, reason, detail }): CourseEntry => ({
          time,
          act,
          operator,
          words: [reason, detail].filter(Boolean).join(': '),
        })),
        hasApproved: acts.some(({ act, approver }) => act === 'approve' && approver === own),
        holds: status === requested ? await exchange.holdsOn(stored) : [],
        rejection: status === rejected ? await store.rejectionOf(id) : null,
        payment: status === approved ? await payer.progressOf(stored) : null,
        txid,
      };
    },
  };
}

function askedRuleOf({ name, fact, is, threshold, isFrom, approvals, applies }: TestedRule): AskedRule {
  const unit = UNITS[fact];
  const textOf = (value: number): string => (unit === 'usdt' ? (valueText(value) ?? '') : String(value));
  return {
    rule: name,
    unit,
    fact: textOf(is),
    threshold: textOf(threshold),
    isFrom,
    people: approvals,
    applies,
  };
}

/** The newest finished withdrawals of the user before this one. */
async function usualOf(
  { database }: Pick<DetailParts, 'database'>,
  { owner, requested_ms: beforeMs }: StoredWithdrawal,
): Promise<{ count: number; median: string | null }> {
  const { rows } = await sql<{ value: number | null }>`
    select r.value from (
      select withdrawal_id from funding_withdrawals
      where owner = ${owner} and requested_ms < ${beforeMs}
        and requested_ms >= ${beforeMs - USUAL_DAYS * DAY_MS} and status = ${WITHDRAWAL_STATUS.settled}
      order by requested_ms desc, withdrawal_id desc limit ${USUAL_MAX}
    ) as w join withdrawal_reviews r using (withdrawal_id)
    order by r.value`.execute(database.kysely);
  const median = rows[Math.floor((rows.length - 1) / 2)]?.value ?? null;
  return { count: rows.length, median: median === null ? null : valueText(median) };
}

/** A deposit of a coin without a price counts nothing. */
async function depositedBy(
  { database, exchange }: Pick<DetailParts, 'database' | 'exchange'>,
  { owner, requested_ms: beforeMs }: StoredWithdrawal,
): Promise<string> {
  const { rows } = await sql<{ asset: number; amount: number }>`
    select asset, amount from funding_deposits
    where owner = ${owner} and credited_ms < ${beforeMs}
      and credited_ms >= ${beforeMs - DEPOSIT_DAYS * DAY_MS}
    order by credited_ms desc, deposit_id desc limit ${DEPOSITS_MAX}`.execute(database.kysely);
  const sum = rows.reduce(
    (total, { asset, amount }) => total + BigInt(exchange.valueOf(asset, amount) ?? 0),
    0n,
  );
  return formatDecimal(sum > MAX ? Number(MAX) : Number(sum), VALUE_DECIMALS);
}
const MAX = BigInt(Number.MAX_SAFE_INTEGER);
