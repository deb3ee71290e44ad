/**
 * What operators do to withdrawals, at the machine and in the office alike: approve, reject, settle
 * by hand. A refusal, or null: it is done.
 */
import type { Refusal } from '@glasshouse/protocol';
import type { WithdrawalReason } from '@glasshouse/protocol/funding';
import type { InTurn, WithdrawalActs } from './act.ts';
import { approvalNameOf, mayStop, operatorRefusal, type OperatorRefusal } from './decide.ts';
import type { WithdrawalExchange } from './exchange.ts';
import type { Payer } from './payments.ts';
import type { StoredWithdrawal, WithdrawalStore } from './store.ts';

export interface OperateParts {
  readonly store: WithdrawalStore;
  readonly exchange: WithdrawalExchange;
  readonly acts: WithdrawalActs;
  readonly payer: Payer;
  readonly inTurn: InTurn;
  readonly log: { readonly warn: (fields: Readonly<Record<string, unknown>>, text: string) => void };
}

interface Decision {
  readonly withdrawal: number;
  readonly operator: string;
  /** For operators alone; may be empty. */
  readonly words: string;
}
export interface Rejection extends Decision {
  /** What the owner reads. */
  readonly rejection: WithdrawalReason;
  /** Of an approved one: the operator confirms that no coin is on its way. */
  readonly nothingSent: boolean;
}
export interface Settlement extends Decision {
  /** Empty for a payout that has no transaction; `output` is then the number of its record. */
  readonly txid: string;
  readonly output: number;
  /** In the chain's cost coin, with all of the chain's decimals. */
  readonly cost: string;
}

const SENT: Refusal = { error: 'withdrawals/sent' };
const NOT_FOUND: Refusal = { error: 'request/not-found', field: 'id' };
/** Why an operator may not do something to a withdrawal that no payer has taken. */
export const REFUSED = {
  state: { error: 'funding/withdrawal-state' },
  'maybe-sent': { error: 'withdrawals/maybe-sent', field: 'nothingSent' },
} as const satisfies Record<OperatorRefusal, Refusal>;
export const NO_COST: Refusal = {
  error: 'request/invalid',
  field: 'cost',
  params: { field: 'cost', reason: "not an amount of the network's coin of costs" },
};

export async function approve(parts: OperateParts, asked: Decision): Promise<Refusal | null> {
  return whenFree(parts, asked.withdrawal, (stored) => approveNow(parts, stored, asked));
}

/** One that a payer has taken is only asked to stop. */
export async function reject(parts: OperateParts, asked: Rejection): Promise<Refusal | null> {
  return whenFree(parts, asked.withdrawal, (stored) =>
    parts.payer.decide(stored, (isSent) =>
      isSent ? stopNow(parts, stored, asked) : rejectNow(parts, stored, asked),
    ),
  );
}

export async function settle(parts: OperateParts, asked: Settlement): Promise<Refusal | null> {
  return whenFree(parts, asked.withdrawal, (stored) =>
    parts.payer.decide(stored, async (isSent) => (isSent ? SENT : settleNow(parts, stored, asked))),
  );
}

/** After other work of its owner, for which it is read again. */
async function whenFree(
  { store, inTurn }: OperateParts,
  withdrawal: number,
  work: (stored: StoredWithdrawal) => Promise<Refusal | null>,
): Promise<Refusal | null> {
  const found = await store.find(withdrawal);
  if (found === undefined) return NOT_FOUND;
  return inTurn(found.owner, async () => work((await store.find(withdrawal)) ?? found));
}

async function approveNow(
  { store, acts, log }: OperateParts,
  { withdrawal_id: withdrawal, status }: StoredWithdrawal,
  { operator, words }: Decision,
): Promise<Refusal | null> {
  const refusal = operatorRefusal('approve', status, false);
  if (refusal !== null) return REFUSED[refusal];
  // Makes the decision first, if a crash came before it.
  await acts.review(withdrawal);
  const approver = approvalNameOf(operator);
  const isNew = await store.record({ withdrawal, act: 'approve', operator, approver, detail: words });
  if (!isNew) return { error: 'operators/same-person' };
  log.warn({ withdrawal, operator }, 'a withdrawal was approved by an operator');
  await acts.review(withdrawal);
  return null;
}

/**
 * Asks the payer to stop a withdrawal that it has taken. Its coins may be on their way: only the
 * chain decides whether it can still be stopped.
 */
async function stopNow(
  { store, payer, log }: OperateParts,
  stored: StoredWithdrawal,
  { operator, rejection: reason, words }: Rejection,
): Promise<Refusal | null> {
  const { withdrawal_id: withdrawal, status } = stored;
  if (!payer.canStop || !mayStop(status)) return SENT;
  await store.record({ withdrawal, act: 'stop', operator, reason, detail: words });
  await payer.stop(stored, [reason, words].filter(Boolean).join(': '));
  log.warn({ withdrawal, operator }, 'an operator wants a payment to be stopped');
  return null;
}

async function rejectNow(
  { store, exchange, acts, log }: OperateParts,
  { withdrawal_id: withdrawal, status }: StoredWithdrawal,
  { operator, rejection: reason, words, nothingSent }: Rejection,
): Promise<Refusal | null> {
  const refusal = operatorRefusal('reject', status, nothingSent);
  if (refusal !== null) return REFUSED[refusal];
  await store.record({ withdrawal, act: 'reject', operator, reason, detail: words });
  log.warn({ withdrawal, operator }, 'a withdrawal was rejected by an operator');
  const error = await exchange.submit({ type: 'reject-withdrawal', withdrawal });
  if (error !== null) return refusedBy(store, { withdrawal, operator, error });
  await acts.notify(withdrawal);
  return null;
}

async function settleNow(
  { store, exchange, acts, log }: OperateParts,
  stored: StoredWithdrawal,
  { operator, words, output, cost, txid: given }: Settlement,
): Promise<Refusal | null> {
  const { withdrawal_id: withdrawal, status } = stored;
  const refusal = operatorRefusal('settle', status, false);
  if (refusal !== null) return REFUSED[refusal];
  const charged = exchange.costOf(stored, cost);
  if (charged === null) return NO_COST;
  const txid = given.toLowerCase().replace(/^0x/, '');
  const detail = [`${txid} ${output}, cost ${cost}`, words].filter(Boolean).join(': ');
  await store.record({ withdrawal, act: 'settle', operator, detail });
  const error = await exchange.submit({ type: 'settle-withdrawal', withdrawal, txid, output, ...charged });
  if (error !== null) return refusedBy(store, { withdrawal, operator, error });
  log.warn({ withdrawal, operator }, 'a withdrawal was settled by an operator');
  await acts.notify(withdrawal);
  return null;
}

/** Acts are recorded before their command, so a refusal is recorded too. */
async function refusedBy(
  store: WithdrawalStore,
  {
    withdrawal,
    operator,
    error,
  }: { readonly withdrawal: number; readonly operator: string; readonly error: Refusal['error'] },
): Promise<Refusal> {
  await store.record({ withdrawal, act: 'refuse', operator, detail: error });
  return { error };
}
