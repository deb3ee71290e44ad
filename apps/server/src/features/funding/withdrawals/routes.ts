/** The calls of withdrawals: terms, request, cancellation, and one withdrawal with its course. */
import { WITHDRAWAL_STATUS } from '@glasshouse/core';
import { formatDecimal } from '@glasshouse/money';
import { isRefusal, type Refusal } from '@glasshouse/protocol';
import type { Caller, FeatureHandlers, Handler } from '../../../http/handler.ts';
import type { InTurn, WithdrawalActs } from './act.ts';
import { leftOf, levelOf, stepsOf, VALUE_DECIMALS } from './decide.ts';
import type { WithdrawalExchange } from './exchange.ts';
import type { Payer } from './payments.ts';
import {
  requestWithdrawal,
  usedBy,
  type OwnerFacts,
  type Proofs,
  type Requester,
  type RequestParts,
} from './request.ts';
import type { WithdrawalStore } from './store.ts';

const { requested, approved, rejected } = WITHDRAWAL_STATUS;

export interface CallParts {
  readonly store: WithdrawalStore;
  readonly exchange: WithdrawalExchange;
  readonly acts: WithdrawalActs;
  readonly payer: Payer;
  readonly destinationOf: RequestParts['destinationOf'];
  readonly inTurn: InTurn;
  readonly limitOf: RequestParts['limitOf'];
  readonly owners: {
    readonly facts: (
      owner: number,
      nowMs: number,
    ) => Promise<OwnerFacts & { readonly heldUntilMs: number | null }>;
    readonly deviceSinceMs: (caller: Caller) => Promise<number>;
  };
  readonly prove: (
    caller: Caller,
    shown: Proofs,
  ) => Promise<{ readonly credentialVersion: number } | Refusal>;
}

type Calls =
  | 'funding/get-terms'
  | 'funding/get-withdrawal-terms'
  | 'funding/request-withdrawal'
  | 'funding/cancel-withdrawal'
  | 'funding/get-withdrawal';

export function withdrawalHandlers(parts: CallParts): Pick<FeatureHandlers<'funding'>, Calls> {
  const { acts, inTurn, exchange, limitOf } = parts;
  return {
    'funding/get-terms': async () => ({
      list: await exchange.publicTerms(),
      dailyLimits: { verified: inUsdt(limitOf('verified')), unverified: inUsdt(limitOf('unverified')) },
    }),
    'funding/get-withdrawal-terms': (_input, { userId }) => readTerms(parts, userId),
    'funding/request-withdrawal': ({ code, fundPassword, googleCode, ...terms }, caller) => {
      const requester = requesterOf(parts, caller, { code, fundPassword, googleCode });
      return inTurn(caller.userId, () => requestWithdrawal(parts, terms, requester));
    },
    'funding/cancel-withdrawal': ({ id }, caller) =>
      inTurn(caller.userId, (): Promise<Refusal | undefined> => acts.cancel(caller, Number(id))),
    'funding/get-withdrawal': getWithdrawal(parts),
  };
}

function requesterOf(
  { owners, prove }: Pick<CallParts, 'owners' | 'prove'>,
  caller: Caller,
  shown: Proofs,
): Requester {
  const { userId, sessionKey, idempotency, refusalNow } = caller;
  return {
    userId,
    idempotency,
    refusalNow,
    prove: async () => {
      const proven = await prove(caller, shown);
      return isRefusal(proven) ? proven : { sessionKey, ...proven };
    },
    isBookOnly: false,
    deviceSinceMs: () => owners.deviceSinceMs(caller),
  };
}

const inUsdt = (units: number): string => formatDecimal(units, VALUE_DECIMALS);

async function readTerms(
  { store, exchange, owners, limitOf }: Pick<CallParts, 'store' | 'exchange' | 'owners' | 'limitOf'>,
  owner: number,
) {
  const nowMs = exchange.nowMs();
  const [{ isVerified, heldUntilMs }, { sum }, { list, holds }] = await Promise.all([
    owners.facts(owner, nowMs),
    usedBy({ store, exchange }, owner, nowMs),
    exchange.termsOf(owner),
  ]);
  const level = levelOf(isVerified);
  const limit = limitOf(level);
  return {
    list,
    daily: { level, limit: inUsdt(limit), used: inUsdt(sum), remaining: inUsdt(leftOf(sum, limit)) },
    holds,
    heldUntil: heldUntilMs,
  };
}

function getWithdrawal({
  store,
  exchange,
  payer,
}: Pick<CallParts, 'store' | 'exchange' | 'payer'>): Handler<'funding/get-withdrawal'> {
  return async ({ id }, { userId }) => {
    const stored = await store.find(Number(id));
    // Somebody else's is none.
    if (stored === undefined || stored.owner !== userId) return { error: 'request/not-found', field: 'id' };
    const { withdrawal_id: withdrawal, status } = stored;
    return {
      ...exchange.rowOf(stored),
      steps: stepsOf(stored, await store.actsOf(withdrawal)),
      holds: status === requested ? await exchange.holdsOn(stored) : [],
      rejection: status === rejected ? await store.rejectionOf(withdrawal) : null,
      payment: status === approved ? await payer.progressOf(stored) : null,
    };
  };
}
