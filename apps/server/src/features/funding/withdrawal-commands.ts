/** The operator's commands for withdrawals: list, view, approve, reject, settle by hand. */
import { WITHDRAWAL_STATUS } from '@glasshouse/core';
import { formatDecimal } from '@glasshouse/money';
import { WITHDRAWAL_REASONS, type WithdrawalReason } from '@glasshouse/protocol/funding';
import { REASON_CHARACTERS_MAX } from '../../contract/chain-parts.ts';
import type { Ports } from '../../contract/ports.ts';
import { chainName } from './rows.ts';
import { findReview, findWithdrawal, record, reviewNow, submitted } from './withdrawal-reviews.ts';
import type { StoredReview, StoredWithdrawal } from './withdrawal-reviews.ts';
import { tellWithdrawals } from './withdrawal-messages.ts';

export type WithdrawalAct =
  | { readonly act: 'list' }
  | { readonly act: 'show'; readonly id: number }
  | { readonly act: 'approve'; readonly id: number; readonly operator: string; readonly name: string }
  | {
      readonly act: 'reject';
      readonly id: number;
      readonly operator: string;
      /** One of WITHDRAWAL_REASONS: its owner is told it. */
      readonly reason: string;
      /** For operators; '' if there is none. */
      readonly note: string;
      /** Of an approved one: the operator says that no coin is on its way. */
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

const LISTED_MAX = 200;
/** Beside the reason's name, in what a payer is told. */
const NOTE_MAX = REASON_CHARACTERS_MAX - 50;
const VALUE_DECIMALS = 6;
const STATUS_NAMES = ['requested', 'approved', 'settled', 'rejected', 'cancelled'] as const;
const { requested, approved } = WITHDRAWAL_STATUS;

/** What is recorded of a rejection, or what is wrong with it. */
function whyOf({ reason: given, note }: Rejection): { reason: WithdrawalReason; detail: string } | string {
  const reason = WITHDRAWAL_REASONS.find((each) => each === given);
  if (reason === undefined) return `the reason is one of: ${WITHDRAWAL_REASONS.join(', ')}`;
  const detail = note.trim();
  if (detail.length > NOTE_MAX) return `a note has at most ${NOTE_MAX} characters`;
  // Its owner is told nothing that a colleague could learn from.
  if (reason === 'other' && detail === '') return 'another reason needs a note';
  return { reason, detail };
}

const done = (text: string): WithdrawalAnswer => ({ ok: true, text });
const refused = (text: string): WithdrawalAnswer => ({ ok: false, text });

export function withdrawalCommands(parts: Ports) {
  return {
    'funding/handle-withdrawal': async (asked: WithdrawalAct): Promise<WithdrawalAnswer> => {
      if (asked.act === 'list') return list(parts);
      const stored = Number.isSafeInteger(asked.id) ? await findWithdrawal(parts, asked.id) : undefined;
      if (stored === undefined) return refused(`there is no withdrawal ${asked.id}`);
      if (asked.act === 'show') return show(parts, stored);
      const answer = await parts.ownerWork.run(String(stored.owner), () => act(parts, asked));
      return 'error' in answer ? refused('too much of this owner waits; try again') : answer;
    },
  };
}

type Rejection = Extract<WithdrawalAct, { act: 'reject' }>;
type Decision = Exclude<WithdrawalAct, { readonly act: 'list' | 'show' }>;

async function act(parts: Ports, asked: Decision): Promise<WithdrawalAnswer> {
  // Read again, because it waited for other work of the owner.
  const stored = await findWithdrawal(parts, asked.id);
  if (stored === undefined) return refused(`there is no withdrawal ${asked.id}`);
  if (asked.act === 'approve') return approve(parts, stored, asked);
  const decide = () => (asked.act === 'reject' ? reject(parts, stored, asked) : settle(parts, stored, asked));
  const { payouts } = parts.chains;
  if (payouts === null) return decide();
  const paid = { withdrawal: asked.id, chain: chainName(stored.chain) };
  const answer = await payouts.decide(paid, (isSent) => {
    if (!isSent) return decide();
    return asked.act === 'reject' ? stop(parts, stored, asked) : refuseSent(parts, asked.id);
  });
  return 'error' in answer ? refused('payouts are busy; try again') : answer;
}

/** The coins are on their way, whatever an operator knows of it. */
async function refuseSent(parts: Ports, withdrawal: number): Promise<WithdrawalAnswer> {
  const stored = await findWithdrawal(parts, withdrawal);
  const state = STATUS_NAMES[stored?.status ?? approved];
  return refused(`withdrawal ${withdrawal} is ${state}, and was sent on its chain`);
}

/** What a payer has taken can be on its way: only the chain decides whether it is still stopped. */
async function stop(
  parts: Ports,
  { withdrawal_id: withdrawal, chain, status }: StoredWithdrawal,
  asked: Rejection,
): Promise<WithdrawalAnswer> {
  const { payouts } = parts.chains;
  if (payouts?.stop == null || status !== approved) return refuseSent(parts, withdrawal);
  const { operator } = asked;
  const why = whyOf(asked);
  if (typeof why === 'string') return refused(why);
  await record(parts.database, { withdrawal, act: 'stop', operator, ...why });
  await payouts.stop(withdrawal, chainName(chain), [why.reason, why.detail].filter(Boolean).join(': '));
  parts.log.warn({ withdrawal, operator }, 'an operator wants a payment to be stopped');
  return done(
    `The payer was asked to stop withdrawal ${withdrawal}. It is rejected once nothing of it can be mined, or settled if it was.`,
  );
}

async function list({ database, catalogue }: Ports): Promise<WithdrawalAnswer> {
  const rows = await database.kysely
    .selectFrom('funding_withdrawals')
    .leftJoin('withdrawal_reviews', 'withdrawal_reviews.withdrawal_id', 'funding_withdrawals.withdrawal_id')
    .selectAll('funding_withdrawals')
    .select(['value', 'approvals_needed', 'reasons', 'waits_for'])
    .where('status', 'in', [requested, approved])
    .orderBy('funding_withdrawals.withdrawal_id')
    .limit(LISTED_MAX)
    .execute();
  if (rows.length === 0) return done('No withdrawal is open.');
  const lines = rows.map((row) => {
    const { code, decimals } = catalogue.assetAt(row.asset);
    const needs =
      row.status === approved ? 'to be paid' : `needs ${row.approvals_needed ?? 'a decision'} approvals`;
    return [
      `${row.withdrawal_id}  user ${row.owner}  ${formatDecimal(row.amount, decimals)} ${code}`,
      `${chainName(row.chain)}  ${new Date(row.requested_ms).toISOString()}  ${needs}`,
      ...(row.reasons === null || row.reasons === '' ? [] : [row.reasons]),
      ...(row.waits_for === null || row.waits_for === '' ? [] : [`waits: ${row.waits_for}`]),
    ].join('  ');
  });
  return done(lines.join('\n'));
}

async function show(parts: Ports, stored: StoredWithdrawal): Promise<WithdrawalAnswer> {
  const { database, catalogue } = parts;
  const { withdrawal_id: withdrawal, asset, amount, fee } = stored;
  const { code, decimals } = catalogue.assetAt(asset);
  const review = await findReview(parts, withdrawal);
  const acts = await database.kysely
    .selectFrom('withdrawal_acts')
    .selectAll()
    .where('withdrawal_id', '=', withdrawal)
    .orderBy('act_id')
    .execute();
  return done(
    [
      `withdrawal ${withdrawal}, ${STATUS_NAMES[stored.status]}`,
      `user       ${stored.owner}`,
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

async function approve(
  parts: Ports,
  { withdrawal_id: withdrawal, status }: StoredWithdrawal,
  { operator, name }: Extract<WithdrawalAct, { act: 'approve' }>,
): Promise<WithdrawalAnswer> {
  if (status !== requested) return refused(`withdrawal ${withdrawal} is ${STATUS_NAMES[status]}`);
  // Makes the decision first, if a crash came before it.
  await reviewNow(parts, withdrawal);
  const approver = name.normalize('NFKC').trim().toLowerCase();
  const isNew = await record(parts.database, { withdrawal, act: 'approve', operator, approver });
  if (!isNew) return refused(`${name} has approved withdrawal ${withdrawal} already`);
  parts.log.warn({ withdrawal, operator }, 'a withdrawal was approved by an operator');
  await reviewNow(parts, withdrawal);
  const after = await findWithdrawal(parts, withdrawal);
  if (after?.status === approved) return done(`Withdrawal ${withdrawal} is approved and can be paid.`);
  const review = await findReview(parts, withdrawal);
  const waits = review?.waits_for ?? '';
  return done(
    waits === ''
      ? `The approval is recorded. Withdrawal ${withdrawal} needs ${review?.approvals_needed} of different people.`
      : `The approval is recorded. Withdrawal ${withdrawal} is approved by itself when this ends: ${waits}`,
  );
}

async function reject(
  parts: Ports,
  { withdrawal_id: withdrawal, status }: StoredWithdrawal,
  asked: Rejection,
): Promise<WithdrawalAnswer> {
  const { operator, nothingSent } = asked;
  const why = whyOf(asked);
  if (typeof why === 'string') return refused(why);
  if (status !== requested && status !== approved)
    return refused(`withdrawal ${withdrawal} is ${STATUS_NAMES[status]}`);
  if (status === approved && !nothingSent)
    return refused(`withdrawal ${withdrawal} may be on its way; --nothing-was-sent says that it is not`);
  await record(parts.database, { withdrawal, act: 'reject', operator, ...why });
  parts.log.warn({ withdrawal, operator }, 'a withdrawal was rejected by an operator');
  const error = await submitted(parts, { type: 'reject-withdrawal', withdrawal });
  if (error !== null) return refusedBy(parts, { withdrawal, operator, error });
  await tellWithdrawals(parts, withdrawal);
  return done(`Withdrawal ${withdrawal} is rejected; the person was told why, and has the money back.`);
}

async function settle(
  parts: Ports,
  { withdrawal_id: withdrawal, status, chain, asset }: StoredWithdrawal,
  { operator, txid: given, output, cost }: Extract<WithdrawalAct, { act: 'settle' }>,
): Promise<WithdrawalAnswer> {
  if (status !== approved) return refused(`withdrawal ${withdrawal} is ${STATUS_NAMES[status]}`);
  const charged = chargedOf(parts, { chain, asset, cost });
  if (charged === null) return refused(`${cost} is not an amount of the chain's cost coin`);
  const txid = given.toLowerCase().replace(/^0x/, '');
  const detail = `${txid} ${output}, cost ${cost}`;
  await record(parts.database, { withdrawal, act: 'settle', operator, detail });
  const error = await submitted(parts, { type: 'settle-withdrawal', withdrawal, txid, output, ...charged });
  if (error !== null) return refusedBy(parts, { withdrawal, operator, error });
  parts.log.warn({ withdrawal, operator }, 'a withdrawal was settled by an operator');
  await tellWithdrawals(parts, withdrawal);
  return done(`Withdrawal ${withdrawal} is settled; the person was told.`);
}

/** Acts are recorded before their command, so a refusal is recorded too. */
async function refusedBy(
  { database }: Ports,
  { withdrawal, operator, error }: { readonly withdrawal: number; readonly operator: string; error: string },
): Promise<WithdrawalAnswer> {
  await record(database, { withdrawal, act: 'refuse', operator, detail: error });
  return refused(`the exchange refused it: ${error}`);
}

/** A cost in the ledger's units, and the chain's smallest units beyond them. */
function chargedOf(
  { catalogue }: Ports,
  { chain, asset, cost }: { readonly chain: number; readonly asset: number; readonly cost: string },
): { cost: number; costRest: number } | null {
  const { coins } = catalogue.exchange.features.funding;
  const costAsset = coins.find(chain, asset)?.costAsset ?? asset;
  const coin = coins.find(chain, costAsset);
  if (coin === undefined) return null;
  const { decimals } = catalogue.assetAt(costAsset);
  const [, whole = '', fraction = ''] = /^(\d{1,20})(?:\.(\d{1,30}))?$/.exec(cost) ?? [];
  if (whole === '' || fraction.length > decimals + coin.restDecimals) return null;
  const padded = fraction.padEnd(decimals + coin.restDecimals, '0');
  const units = BigInt(whole + padded.slice(0, decimals));
  if (units > BigInt(Number.MAX_SAFE_INTEGER)) return null;
  return { cost: Number(units), costRest: Number(padded.slice(decimals) || '0') };
}
