/** The calls of withdrawals: terms, request, cancellation, and one withdrawal with its course. */
import { CHAIN_STATUS, WITHDRAWAL_STATUS, type ChainCoinChanged } from '@glasshouse/core';
import { formatDecimal } from '@glasshouse/money';
import { isRefusal, type Refusal } from '@glasshouse/protocol';
import {
  CHAIN_TERMS,
  type ChainTerms,
  type HoldRow,
  type PaymentProgress,
  type PublicTerms,
  type WithdrawalStep,
  type WithdrawalTerms,
} from '@glasshouse/protocol/funding';
import type { Caller, FeatureHandlers, Handler } from '../../http/handler.ts';
import type { Ports } from '../../contract/ports.ts';
import { submitFor } from '../../contract/sequencer.ts';
import { chainName, holdRowOf, withdrawalFieldsOf, withdrawalRowOf } from './rows.ts';
import { requestWithdrawal } from './withdrawal-request.ts';
import { rejectionOf } from './withdrawal-rejection.ts';
import { findWithdrawal, reviewNow, type StoredWithdrawal } from './withdrawal-reviews.ts';
import { DAILY_LIMITS, indexPriceOf, usedBy } from './withdrawal-values.ts';

const VALUE_DECIMALS = 6;
const { requested, approved, settled, rejected, cancelled } = WITHDRAWAL_STATUS;

type Calls =
  | 'funding/get-terms'
  | 'funding/get-withdrawal-terms'
  | 'funding/request-withdrawal'
  | 'funding/cancel-withdrawal'
  | 'funding/get-withdrawal';

export function withdrawalHandlers(parts: Ports): Pick<FeatureHandlers<'funding'>, Calls> {
  return {
    'funding/get-terms': () => publicTerms(parts),
    'funding/get-withdrawal-terms': (_input, { userId }) => readTerms(parts, userId),
    'funding/request-withdrawal': requestWithdrawal(parts),
    'funding/cancel-withdrawal': (input, caller) =>
      parts.ownerWork.run(String(caller.userId), () => cancel(parts, input.id, caller)),
    'funding/get-withdrawal': getWithdrawal(parts),
  };
}

const TERMS: Readonly<Record<string, ChainTerms | undefined>> = CHAIN_TERMS;

/** What anybody may know: as the core applies it, and the deposits' side of each chain. */
function publicTerms({ catalogue, sequencer }: Ports) {
  const inUsdt = (units: number) => formatDecimal(units, VALUE_DECIMALS);
  return sequencer.read(() => ({
    list: catalogue.exchange.features.funding.coins.all().flatMap((coin): PublicTerms[] => {
      const { code, decimals } = catalogue.assetAt(coin.asset);
      const chain = chainName(coin.chain);
      const amountOf = (units: number) => formatDecimal(units, decimals);
      const terms = TERMS[chain];
      const minDeposit = terms?.coins.find((each) => each.coin === code)?.minDeposit;
      if (terms === undefined || minDeposit === undefined) return [];
      const row = {
        currency: code,
        chain,
        byVoucher: terms.family === null,
        confirmations: terms.confirmations,
        minDeposit,
        fee: amountOf(coin.fee),
        minAmount: amountOf(coin.minAmount),
        maxAmount: amountOf(coin.maxAmount),
        decimals,
      };
      return [{ ...row, status: coin.status === CHAIN_STATUS.halted ? 'halted' : 'open' }];
    }),
    dailyLimits: { verified: inUsdt(DAILY_LIMITS.verified), unverified: inUsdt(DAILY_LIMITS.unverified) },
  }));
}

async function readTerms(parts: Ports, owner: number) {
  const { catalogue, sequencer, owners } = parts;
  const nowMs = sequencer.nowMs();
  const [{ isVerified, heldUntilMs }, { sum }, [list, holds]] = await Promise.all([
    owners.facts(owner, nowMs),
    usedBy(parts, owner, nowMs),
    sequencer.read(() => {
      const { coins } = catalogue.exchange.features.funding;
      return [coins.all().map((coin) => termsOf(parts, owner, coin)), holdsOf(parts, owner)] as const;
    }),
  ]);
  const level = isVerified ? ('verified' as const) : ('unverified' as const);
  const limit = DAILY_LIMITS[level];
  const remaining = Math.max(0, limit - sum);
  const inUsdt = (units: number) => formatDecimal(units, VALUE_DECIMALS);
  return {
    list,
    daily: { level, limit: inUsdt(limit), used: inUsdt(sum), remaining: inUsdt(remaining) },
    holds,
    heldUntil: heldUntilMs,
  };
}

function termsOf(
  { catalogue }: Ports,
  owner: number,
  { chain, asset, fee, minAmount, maxAmount, status }: Omit<ChainCoinChanged, 'type'>,
): WithdrawalTerms {
  const { code, decimals } = catalogue.assetAt(asset);
  const amountOf = (units: number) => formatDecimal(units, decimals);
  const index = indexPriceOf(catalogue, asset);
  return {
    currency: code,
    chain: chainName(chain),
    fee: amountOf(fee),
    minAmount: amountOf(minAmount),
    maxAmount: amountOf(maxAmount),
    decimals,
    status: status === CHAIN_STATUS.halted ? 'halted' : 'open',
    available: amountOf(catalogue.exchange.features.funding.withdrawable(owner, asset)),
    price: index === null ? '' : formatDecimal(index.price, index.decimals),
  };
}

/** Those that close the door of withdrawals. */
function holdsOf({ catalogue }: Ports, owner: number): HoldRow[] {
  const { moneyHolds } = catalogue.exchange.features.funding;
  return moneyHolds
    .of(owner)
    .map((hold) => holdRowOf(catalogue, hold))
    .filter(({ reason }) => reason !== 'returned');
}

/** Those of all coins and of its own. */
function holdsOn(parts: Ports, { owner, asset }: StoredWithdrawal): HoldRow[] {
  const { code } = parts.catalogue.assetAt(asset);
  return holdsOf(parts, owner).filter(({ currency }) => currency === null || currency === code);
}

async function cancel(parts: Ports, id: string, caller: Caller): Promise<Refusal | undefined> {
  const withdrawal = Number(id);
  const command = { type: 'cancel-withdrawal', owner: caller.userId, withdrawal } as const;
  const answer = await submitFor(parts.sequencer, caller, command);
  if (isRefusal(answer)) return { ...answer, field: 'id' };
  await reviewNow(parts, withdrawal);
  return undefined;
}

function getWithdrawal(parts: Ports): Handler<'funding/get-withdrawal'> {
  return async ({ id }, { userId }) => {
    const { catalogue, sequencer } = parts;
    const stored = await findWithdrawal(parts, Number(id));
    // Somebody else's is none.
    if (stored === undefined || stored.owner !== userId) return { error: 'request/not-found', field: 'id' };
    const isPending = stored.status === requested;
    return {
      ...withdrawalRowOf(catalogue, withdrawalFieldsOf(stored)),
      steps: await stepsOf(parts, stored),
      holds: isPending ? await sequencer.read(() => holdsOn(parts, stored)) : [],
      rejection: stored.status === rejected ? await rejectionOf(parts, stored.withdrawal_id) : null,
      payment: stored.status === approved ? await paymentOf(parts, stored) : null,
    };
  };
}

async function paymentOf(
  { chains: { payouts } }: Ports,
  { withdrawal_id: withdrawal, chain }: StoredWithdrawal,
): Promise<PaymentProgress | null> {
  const payment = (await payouts?.progressOf({ withdrawal, chain: chainName(chain) })) ?? null;
  return payment && { ...payment, txid: payment.txid.replace(/^0x/, '') };
}

/** Of an end that is not the payment the steps that will not come are left out. */
async function stepsOf({ database }: Ports, stored: StoredWithdrawal): Promise<WithdrawalStep[]> {
  const { withdrawal_id: withdrawal, status, requested_ms, changed_ms } = stored;
  const acts = await database.kysely
    .selectFrom('withdrawal_acts')
    .select(['act', 'time_ms'])
    .where('withdrawal_id', '=', withdrawal)
    .orderBy('act_id')
    .execute();
  const releasedMs = acts.find(({ act }) => act === 'release')?.time_ms ?? null;
  const asked: WithdrawalStep = { step: 'requested', state: 'done', time: requested_ms };
  const review = (state: WithdrawalStep['state']): WithdrawalStep => ({ step: 'review', state, time: null });
  if (status === cancelled || status === rejected) {
    const step = status === cancelled ? 'cancelled' : 'rejected';
    return [asked, { step, state: 'done', time: changed_ms }];
  }
  const isApproved = status === approved || status === settled;
  const approvedMs = status === approved ? changed_ms : releasedMs;
  return [
    asked,
    isApproved ? { ...review('done'), time: approvedMs } : review('now'),
    { step: 'approved', state: isApproved ? 'done' : 'later', time: isApproved ? approvedMs : null },
    {
      step: 'paid',
      state: status === settled ? 'done' : isApproved ? 'now' : 'later',
      time: status === settled ? changed_ms : null,
    },
  ];
}
