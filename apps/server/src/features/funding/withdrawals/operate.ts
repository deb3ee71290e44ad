/** The operator's commands for withdrawals: list, view, approve, reject, settle by hand. */
import { isPayOut, WITHDRAWAL_STATUS } from '@glasshouse/core';
import { formatDecimal } from '@glasshouse/money';
import { isRefusal } from '@glasshouse/protocol';
import { WITHDRAWAL_REASONS, type WithdrawalReason } from '@glasshouse/protocol/funding';
import { chainName } from '../rows.ts';
import type { InTurn, WithdrawalActs } from './act.ts';
import { approverOf, mayStop, operatorRefusal, VALUE_DECIMALS } from './decide.ts';
import type { WithdrawalExchange } from './exchange.ts';
import { NOTE_MAX, type Payer } from './payments.ts';
import type { StoredReview, StoredWithdrawal, WithdrawalStore } from './store.ts';

export type WithdrawalAct =
  | { readonly act: 'list' }
  | { readonly act: 'show'; readonly id: number }
  | { readonly act: 'approve'; readonly id: number; readonly operator: string; readonly name: string }
  | {
      readonly act: 'reject';
      readonly id: number;
      readonly operator: string;
      /** One of WITHDRAWAL_REASONS. The owner sees it. */
      readonly reason: string;
      /** A note for operators; '' if there is none. */
      readonly note: string;
      /** For an approved withdrawal: the operator confirms that no coin is on its way. */
      readonly nothingSent: boolean;
    }
  | {
      readonly act: 'settle';
      readonly id: number;
      readonly operator: string;
      /** Empty for a payout that has no transaction; `output` is then the number of its record. */
      readonly txid: string;
      readonly output: number;
      /** In the chain's cost coin, with all of the chain's decimals. */
      readonly cost: string;
    };

export interface WithdrawalAnswer {
  readonly ok: boolean;
  readonly text: string;
}

export interface OperateParts {
  readonly store: WithdrawalStore;
  readonly exchange: WithdrawalExchange;
  readonly acts: WithdrawalActs;
  readonly payer: Payer;
  readonly inTurn: InTurn;
  /** What operators are told of an open one that takes as long as the site promises; or ''. */
  readonly latenessOf: (requestedMs: number) => string;
  readonly log: { readonly warn: (fields: Readonly<Record<string, unknown>>, text: string) => void };
}

const STATUS_NAMES = ['requested', 'approved', 'settled', 'rejected', 'cancelled'] as const;
const { approved } = WITHDRAWAL_STATUS;

const done = (text: string): WithdrawalAnswer => ({ ok: true, text });
const refused = (text: string): WithdrawalAnswer => ({ ok: false, text });
const refusedState = ({ withdrawal_id: withdrawal, status }: StoredWithdrawal): WithdrawalAnswer =>
  refused(`withdrawal ${withdrawal} is ${STATUS_NAMES[status]}`);

export function withdrawalCommands(parts: OperateParts) {
  const { store, inTurn } = parts;
  return {
    'funding/handle-withdrawal': async (asked: WithdrawalAct): Promise<WithdrawalAnswer> => {
      if (asked.act === 'list') return listWithdrawals(parts, null);
      const stored = Number.isSafeInteger(asked.id) ? await store.find(asked.id) : undefined;
      if (stored === undefined) return refused(`there is no withdrawal ${asked.id}`);
      if (asked.act === 'show') return show(parts, stored);
      const answer = await inTurn(stored.owner, () => act(parts, asked));
      return isRefusal(answer) ? refused('too much of this owner waits; try again') : answer;
    },
  };
}

type Approval = Extract<WithdrawalAct, { act: 'approve' }>;
type Rejection = Extract<WithdrawalAct, { act: 'reject' }>;
type Settlement = Extract<WithdrawalAct, { act: 'settle' }>;

async function act(parts: OperateParts, asked: Approval | Rejection | Settlement): Promise<WithdrawalAnswer> {
  // Read again, because it waited for other work of the owner.
  const stored = await parts.store.find(asked.id);
  if (stored === undefined) return refused(`there is no withdrawal ${asked.id}`);
  if (asked.act === 'approve') return approve(parts, stored, asked);
  const answer = await parts.payer.decide(stored, (isSent) => {
    if (asked.act === 'reject') return isSent ? stop(parts, stored, asked) : reject(parts, stored, asked);
    return isSent ? refuseSent(parts, asked.id) : settle(parts, stored, asked);
  });
  return isRefusal(answer) ? refused('payouts are busy; try again') : answer;
}

/** The coins are on their way, whatever an operator knows of it. */
async function refuseSent(
  { store }: Pick<OperateParts, 'store'>,
  withdrawal: number,
): Promise<WithdrawalAnswer> {
  const stored = await store.find(withdrawal);
  const state = STATUS_NAMES[stored?.status ?? approved];
  return refused(`withdrawal ${withdrawal} is ${state}, and was sent on its chain`);
}

/**
 * Asks the payer to stop a withdrawal that it has taken. Its coins may be on their way: only the
 * chain decides whether it can still be stopped.
 */
async function stop(
  { store, payer, log }: Pick<OperateParts, 'store' | 'payer' | 'log'>,
  stored: StoredWithdrawal,
  asked: Rejection,
): Promise<WithdrawalAnswer> {
  const { withdrawal_id: withdrawal, status } = stored;
  if (!payer.canStop || !mayStop(status)) return refuseSent({ store }, withdrawal);
  const { operator } = asked;
  const why = whyOf(asked);
  if (typeof why === 'string') return refused(why);
  await store.record({ withdrawal, act: 'stop', operator, ...why });
  await payer.stop(stored, [why.reason, why.detail].filter(Boolean).join(': '));
  log.warn({ withdrawal, operator }, 'an operator wants a payment to be stopped');
  return done(
    `The payer was asked to stop withdrawal ${withdrawal}. It is rejected once nothing of it can be mined, or settled if it was.`,
  );
}

/** What is recorded of a rejection, or what is wrong with it. */
function whyOf({ reason: given, note }: Rejection): { reason: WithdrawalReason; detail: string } | string {
  const reason = WITHDRAWAL_REASONS.find((each) => each === given);
  if (reason === undefined) return `the reason is one of: ${WITHDRAWAL_REASONS.join(', ')}`;
  const detail = note.trim();
  if (detail.length > NOTE_MAX) return `a note has at most ${NOTE_MAX} characters`;
  // 'other' says nothing to the owner from which another operator could learn the reason.
  if (reason === 'other' && detail === '') return 'another reason needs a note';
  return { reason, detail };
}

async function approve(
  { store, acts, log }: Pick<OperateParts, 'store' | 'acts' | 'log'>,
  stored: StoredWithdrawal,
  { operator, name }: Approval,
): Promise<WithdrawalAnswer> {
  const { withdrawal_id: withdrawal, status } = stored;
  if (operatorRefusal('approve', status, false) !== null) return refusedState(stored);
  // Makes the decision first, if a crash came before it.
  await acts.review(withdrawal);
  const approver = approverOf(name);
  const isNew = await store.record({ withdrawal, act: 'approve', operator, approver });
  if (!isNew) return refused(`${name} has approved withdrawal ${withdrawal} already`);
  log.warn({ withdrawal, operator }, 'a withdrawal was approved by an operator');
  await acts.review(withdrawal);
  const after = await store.find(withdrawal);
  if (after?.status === approved) return done(`Withdrawal ${withdrawal} is approved and can be paid.`);
  const review = await store.findReview(withdrawal);
  const waits = review?.waits_for ?? '';
  return done(
    waits === ''
      ? `The approval is recorded. Withdrawal ${withdrawal} needs ${review?.approvals_needed} of different people.`
      : `The approval is recorded. Withdrawal ${withdrawal} is approved by itself when this ends: ${waits}`,
  );
}

async function reject(
  { store, exchange, acts, log }: Pick<OperateParts, 'store' | 'exchange' | 'acts' | 'log'>,
  stored: StoredWithdrawal,
  asked: Rejection,
): Promise<WithdrawalAnswer> {
  const { withdrawal_id: withdrawal, status } = stored;
  const { operator, nothingSent } = asked;
  const why = whyOf(asked);
  if (typeof why === 'string') return refused(why);
  const refusal = operatorRefusal('reject', status, nothingSent);
  if (refusal === 'state') return refusedState(stored);
  if (refusal === 'maybe-sent')
    return refused(`withdrawal ${withdrawal} may be on its way; --nothing-was-sent says that it is not`);
  await store.record({ withdrawal, act: 'reject', operator, ...why });
  log.warn({ withdrawal, operator }, 'a withdrawal was rejected by an operator');
  const error = await exchange.submit({ type: 'reject-withdrawal', withdrawal });
  if (error !== null) return refusedBy(store, { withdrawal, operator, error });
  await acts.notify(withdrawal);
  return done(
    isPayOut(stored.owner)
      ? `Pay-out ${withdrawal} is refused; its coins are free in the treasury.`
      : `Withdrawal ${withdrawal} is rejected; the person was told why, and has the money back.`,
  );
}

async function settle(
  { store, exchange, acts, log }: Pick<OperateParts, 'store' | 'exchange' | 'acts' | 'log'>,
  stored: StoredWithdrawal,
  { operator, txid: given, output, cost }: Settlement,
): Promise<WithdrawalAnswer> {
  const { withdrawal_id: withdrawal, status } = stored;
  if (operatorRefusal('settle', status, false) !== null) return refusedState(stored);
  const charged = exchange.costOf(stored, cost);
  if (charged === null) return refused(`${cost} is not an amount of the chain's cost coin`);
  const txid = given.toLowerCase().replace(/^0x/, '');
  await store.record({ withdrawal, act: 'settle', operator, detail: `${txid} ${output}, cost ${cost}` });
  const error = await exchange.submit({ type: 'settle-withdrawal', withdrawal, txid, output, ...charged });
  if (error !== null) return refusedBy(store, { withdrawal, operator, error });
  log.warn({ withdrawal, operator }, 'a withdrawal was settled by an operator');
  await acts.notify(withdrawal);
  return done(
    isPayOut(stored.owner)
      ? `Pay-out ${withdrawal} is settled.`
      : `Withdrawal ${withdrawal} is settled; the person was told.`,
  );
}

/** Acts are recorded before their command, so a refusal is recorded too. */
async function refusedBy(
  store: WithdrawalStore,
  {
    withdrawal,
    operator,
    error,
  }: { readonly withdrawal: number; readonly operator: string; readonly error: string },
): Promise<WithdrawalAnswer> {
  await store.record({ withdrawal, act: 'refuse', operator, detail: error });
  return refused(`the exchange refused it: ${error}`);
}

/** The open withdrawals of an owner, or all. */
export async function listWithdrawals(
  { store, exchange, latenessOf }: Pick<OperateParts, 'store' | 'exchange' | 'latenessOf'>,
  owner: number | null,
): Promise<WithdrawalAnswer> {
  const rows = await store.listOpen(owner);
  if (rows.length === 0) return done(owner === null ? 'No withdrawal is open.' : 'No pay-out is open.');
  const lines = rows.map((row) => {
    const { code, decimals } = exchange.coinAt(row.asset);
    const needs =
      row.status === approved ? 'to be paid' : `needs ${row.approvals_needed ?? 'a decision'} approvals`;
    return [
      `${row.withdrawal_id}  ${ownerName(row.owner)}  ${formatDecimal(row.amount, decimals)} ${code}`,
      `${chainName(row.chain)}  ${new Date(row.requested_ms).toISOString()}  ${needs}`,
      ...(isPayOut(row.owner) ? [`to ${row.address}`] : [latenessOf(row.requested_ms)].filter(Boolean)),
      ...(row.reasons === null || row.reasons === '' ? [] : [row.reasons]),
      ...(row.waits_for === null || row.waits_for === '' ? [] : [`waits: ${row.waits_for}`]),
    ].join('  ');
  });
  return done(lines.join('\n'));
}

const ownerName = (owner: number): string => (isPayOut(owner) ? 'the treasury' : `user ${owner}`);

async function show(
  { store, exchange }: Pick<OperateParts, 'store' | 'exchange'>,
  stored: StoredWithdrawal,
): Promise<WithdrawalAnswer> {
  const { withdrawal_id: withdrawal, asset, amount, fee } = stored;
  const { code, decimals } = exchange.coinAt(asset);
  const review = await store.findReview(withdrawal);
  const acts = await store.actsOf(withdrawal);
  return done(
    [
      `withdrawal ${withdrawal}, ${STATUS_NAMES[stored.status]}`,
      `owner      ${ownerName(stored.owner)}`,
      `arrives    ${formatDecimal(amount, decimals)} ${code}, fee ${formatDecimal(fee, decimals)} ${code}`,
      `to         ${stored.address} on ${chainName(stored.chain)}`,
      ...(stored.memo === '' ? [] : [`memo       ${stored.memo}`]),
      ...(stored.txid === '' ? [] : [`paid in    ${stored.txid} output ${stored.output}`]),
      ...reviewLines(review),
      ...acts.map(({ time_ms, act: name, operator, reason, detail }) =>
        [new Date(time_ms).toISOString(), name, operator, reason, detail].filter(Boolean).join('  '),
      ),
    ].join('\n'),
  );
}

function reviewLines(review: StoredReview | undefined): string[] {
  if (review === undefined) return [];
  const { value, approvals_needed: needed, reasons, waits_for: waits } = review;
  return [
    `worth      ${formatDecimal(value, VALUE_DECIMALS)} USDT at the request`,
    `needs      ${needed} approvals${reasons === '' ? '' : `: ${reasons}`}`,
    ...(waits === '' ? [] : [`waits for  ${waits}`]),
  ];
}
