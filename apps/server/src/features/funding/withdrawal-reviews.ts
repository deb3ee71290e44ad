/**
 * Decisions on withdrawals: the rules decide how many people have to approve, and once they have
 * the core is told. Every step can be repeated: what a crash interrupts, the next round continues.
 */
import { WITHDRAWAL_STATUS, type Command } from '@glasshouse/core';
import type { RefusalName } from '@glasshouse/protocol';
import type { WithdrawalReason } from '@glasshouse/protocol/funding';
import { sql, type Selectable } from 'kysely';
import type { Database } from '../../db/database.ts';
import { errorFields } from '../../process/log.ts';
import type { Ports } from '../../contract/ports.ts';
import { PLATFORM_OWNER } from '../../contract/seeds.ts';
import { clientKey } from '../../contract/sequencer.ts';
import { tellWithdrawals } from './withdrawal-messages.ts';
import { decide, RISK_RULES, type RiskFacts } from './withdrawal-risk.ts';
import type { FundingWithdrawalsTable } from './tables.ts';
import type { ActName, WithdrawalRequestsTable, WithdrawalReviewsTable } from './withdrawal-tables.ts';
import { isPriced, usedBy, valueOf } from './withdrawal-values.ts';

export type StoredWithdrawal = FundingWithdrawalsTable;
export type StoredReview = Selectable<WithdrawalReviewsTable>;
type StoredRequest = Selectable<WithdrawalRequestsTable>;

/** What the rules do is recorded under this name, which no operator can have. */
export const BY_RULE = 'rule';
const NEVER_TOLD = -1;
const ROUND_MAX = 200;
/** How long a request that did not reach the core can be continued without new codes. */
export const CONTINUED_MS = 600_000;
const CHANGED_CREDENTIALS = RISK_RULES.find(({ fact }) => fact === 'credentialsAgeMs')!;

export interface Act {
  readonly withdrawal: number;
  readonly act: ActName;
  readonly operator: string;
  /** Of an approval: the person's name in one spelling. */
  readonly approver?: string;
  readonly detail?: string;
  /** What the owner is told. */
  readonly reason?: WithdrawalReason;
}

/** False if this person has approved it before. */
export async function record(
  { kysely }: Pick<Database, 'kysely'>,
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

export async function linkRequest(
  { database }: Pick<Ports, 'database'>,
  requestId: number,
  withdrawal: number,
): Promise<void> {
  await database.kysely
    .updateTable('withdrawal_requests')
    .set({ withdrawal_id: withdrawal })
    .where('request_id', '=', requestId)
    .execute();
}

export async function findWithdrawal(
  { database }: Pick<Ports, 'database'>,
  withdrawal: number,
): Promise<StoredWithdrawal | undefined> {
  return database.kysely
    .selectFrom('funding_withdrawals')
    .selectAll()
    .where('withdrawal_id', '=', withdrawal)
    .executeTakeFirst();
}

export async function findReview(
  { database }: Pick<Ports, 'database'>,
  withdrawal: number,
): Promise<StoredReview | undefined> {
  return database.kysely
    .selectFrom('withdrawal_reviews')
    .selectAll()
    .where('withdrawal_id', '=', withdrawal)
    .executeTakeFirst();
}

/** Those whose rejection is recorded and was not refused: its command may be missing. */
export async function beingRejected(
  { kysely }: Pick<Database, 'kysely'>,
  withdrawals: readonly number[],
): Promise<ReadonlySet<number>> {
  if (withdrawals.length === 0) return new Set();
  const rows = await rejecting(kysely).where('a.withdrawal_id', 'in', withdrawals).execute();
  return new Set(rows.map(({ withdrawal_id }) => withdrawal_id));
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

/** Decides, approves if nobody has to, and tells the owner. A failure is left to the next round. */
export async function reviewNow(parts: Ports, withdrawal: number): Promise<void> {
  try {
    await advance(parts, withdrawal);
    await tellWithdrawals(parts, withdrawal);
  } catch (error) {
    parts.log.error({ withdrawal, ...errorFields(error) }, 'a withdrawal waits for the next round');
  }
}

/** Continues everything that is open. One that fails does not stop the others. */
export async function reviewAll(parts: Ports): Promise<void> {
  await linkInterrupted(parts);
  const { requested, approved } = WITHDRAWAL_STATUS;
  const { kysely } = parts.database;
  const open = await kysely
    .selectFrom('funding_withdrawals as w')
    .leftJoin('withdrawal_reviews as r', 'r.withdrawal_id', 'w.withdrawal_id')
    .select(['w.withdrawal_id', 'w.owner'])
    .where('w.status', 'in', [requested, approved])
    // What is approved waits for its payment, unless an operator was about to reject it.
    .where((where) =>
      where.or([
        where('w.status', '=', requested),
        where('r.withdrawal_id', 'is', null),
        where.exists(rejecting(kysely).where(sql<boolean>`a.withdrawal_id = w.withdrawal_id`)),
      ]),
    )
    .orderBy('w.withdrawal_id')
    .execute();
  for (const { withdrawal_id: withdrawal, owner } of open)
    await parts.ownerWork.run(String(owner), () => reviewNow(parts, withdrawal));
  await tellWithdrawals(parts);
}

/** Requests whose answer was lost in a crash: the pipeline knows it by their key. */
async function linkInterrupted(parts: Ports): Promise<void> {
  const { database, ownerWork } = parts;
  const requests = await database.kysely
    .selectFrom('withdrawal_requests')
    .selectAll()
    .where('withdrawal_id', 'is', null)
    .orderBy('created_ms')
    .limit(ROUND_MAX)
    .execute();
  for (const request of requests)
    await ownerWork.run(String(request.user_id), () => linkIfAnswered(parts, request));
}

async function linkIfAnswered({ database, sequencer }: Ports, request: StoredRequest): Promise<void> {
  const { user_id: owner, request_key, request_hash: requestHash } = request;
  const key = clientKey(request_key);
  if (!(await sequencer.isAnswered(owner, key))) {
    // Long gone: nobody can continue it.
    if (request.created_ms <= sequencer.nowMs() - CONTINUED_MS)
      await database.kysely
        .deleteFrom('withdrawal_requests')
        .where('request_id', '=', request.request_id)
        .where('withdrawal_id', 'is', null)
        .execute();
    return;
  }
  const { chain, asset, amount, fee, address, memo } = request;
  const command = { type: 'request-withdrawal', owner, chain, asset, amount, fee, address, memo } as const;
  const { error, id } = await sequencer.submit(command, { owner, key, requestHash });
  if (error === null) await linkRequest({ database }, request.request_id, id);
  // It was refused, and would be asked for in every round.
  else
    await database.kysely
      .deleteFrom('withdrawal_requests')
      .where('request_id', '=', request.request_id)
      .execute();
}

async function advance(parts: Ports, withdrawal: number): Promise<void> {
  const stored = await findWithdrawal(parts, withdrawal);
  if (stored === undefined) return;
  const review = (await findReview(parts, withdrawal)) ?? (await decideOn(parts, stored));
  if (stored.status === WITHDRAWAL_STATUS.requested) await proceed(parts, stored, review);
  else if ((await beingRejected(parts.database, [withdrawal])).has(withdrawal))
    await rejectNow(parts, withdrawal);
}

async function decideOn(parts: Ports, stored: StoredWithdrawal): Promise<StoredReview> {
  const { withdrawal_id: withdrawal, owner, asset, amount } = stored;
  const request = await parts.database.kysely
    .selectFrom('withdrawal_requests')
    .selectAll()
    .where('withdrawal_id', '=', withdrawal)
    .executeTakeFirst();
  const value = request?.value ?? worthNow(parts, asset, amount);
  const { approvals, reasons } = decide(await factsOf(parts, stored, { request, value }));
  const review: StoredReview = {
    withdrawal_id: withdrawal,
    user_id: owner,
    value,
    approvals_needed: approvals,
    reasons: reasons.join(','),
    waits_for: '',
    decided_ms: Date.now(),
    told_status: NEVER_TOLD,
  };
  await parts.database.kysely.transaction().execute(async (kysely) => {
    await kysely.insertInto('withdrawal_reviews').values(review).execute();
    await record({ kysely }, decisionAct(review));
  });
  return review;
}

/** Without a record of the request; what has no price is worth a second look. */
function worthNow({ catalogue, sequencer }: Ports, asset: number, amount: number): number {
  const isKnown = isPriced(catalogue, asset, sequencer.nowMs());
  return (isKnown ? valueOf(catalogue, asset, amount) : null) ?? Number.MAX_SAFE_INTEGER;
}

function decisionAct({ withdrawal_id: withdrawal, approvals_needed, reasons }: StoredReview): Act {
  const detail = `${approvals_needed} approvals: ${reasons === '' ? 'no rule applies' : reasons}`;
  return { withdrawal, act: 'decide', operator: BY_RULE, detail };
}

async function factsOf(
  parts: Ports,
  { owner, requested_ms: requestedMs }: StoredWithdrawal,
  { request, value }: { readonly request: StoredRequest | undefined; readonly value: number },
): Promise<RiskFacts> {
  const { sum, count } = await usedBy(parts, owner, requestedMs);
  const { credentialsChangedMs } = await parts.owners.facts(owner, requestedMs);
  return {
    value,
    sum,
    count,
    addressKnownMs: requestedMs - (request?.address_since_ms ?? requestedMs),
    deviceKnownMs: requestedMs - (request?.device_since_ms ?? requestedMs),
    credentialsAgeMs: requestedMs - credentialsChangedMs,
    recorded: request === undefined ? 0 : 1,
  };
}

/** Approves it, if everybody has who must, and nobody has rejected it. */
async function proceed(parts: Ports, stored: StoredWithdrawal, review: StoredReview): Promise<void> {
  const { withdrawal_id: withdrawal } = stored;
  const { database } = parts;
  const acts = await database.kysely
    .selectFrom('withdrawal_acts')
    .select(['act', 'operator'])
    .where('withdrawal_id', '=', withdrawal)
    .orderBy('act_id')
    .execute();
  if (acts.some(({ act }) => act === 'reject')) return rejectNow(parts, withdrawal);
  const approvals = acts.filter(({ act }) => act === 'approve');
  const needed = await approvalsNeeded(parts, stored, review);
  if (approvals.length < needed) return;
  const error = await submitted(parts, { type: 'approve-withdrawal', withdrawal });
  if (error === null || error === 'funding/withdrawal-state')
    await record(database, {
      withdrawal,
      act: 'release',
      operator: approvals.map(({ operator }) => operator).join('; ') || BY_RULE,
    });
  await database.kysely
    .updateTable('withdrawal_reviews')
    .set({ waits_for: error ?? '' })
    .where('withdrawal_id', '=', withdrawal)
    .where('waits_for', '<>', error ?? '')
    .execute();
}

/** What nobody had to approve needs a person after all if the credentials have changed since. */
async function approvalsNeeded(
  parts: Ports,
  stored: StoredWithdrawal,
  review: StoredReview,
): Promise<number> {
  if (review.approvals_needed > 0) return review.approvals_needed;
  const { credentialsChangedMs } = await parts.owners.facts(stored.owner, parts.sequencer.nowMs());
  if (credentialsChangedMs <= stored.requested_ms) return 0;
  const { name, approvals } = CHANGED_CREDENTIALS;
  const changed = { ...review, approvals_needed: approvals, reasons: name };
  await parts.database.kysely.transaction().execute(async (kysely) => {
    await kysely
      .updateTable('withdrawal_reviews')
      .set({ approvals_needed: approvals, reasons: name })
      .where('withdrawal_id', '=', changed.withdrawal_id)
      .execute();
    await record({ kysely }, decisionAct(changed));
  });
  return approvals;
}

async function rejectNow(parts: Ports, withdrawal: number): Promise<void> {
  await submitted(parts, { type: 'reject-withdrawal', withdrawal });
}

type OperatorCommand = Extract<
  Command,
  { type: 'approve-withdrawal' | 'reject-withdrawal' | 'settle-withdrawal' }
>;

export async function submitted(
  { sequencer }: Pick<Ports, 'sequencer'>,
  command: OperatorCommand,
): Promise<RefusalName | null> {
  const { error } = await sequencer.submit(command, { owner: PLATFORM_OWNER });
  return error;
}
