/** Withdrawals for operators at the machine: those that are open, and one with its course. */
import { isPayOut, WITHDRAWAL_STATUS } from '@glasshouse/core';
import { formatDecimal } from '@glasshouse/money';
import { chainName } from '../rows.ts';
import { VALUE_DECIMALS } from './decide.ts';
import type { WithdrawalExchange } from './exchange.ts';
import type { StoredReview, StoredWithdrawal, WithdrawalStore } from './store.ts';

export interface ListingParts {
  readonly store: WithdrawalStore;
  readonly exchange: WithdrawalExchange;
  /** What operators are told of an open one that takes as long as the site promises; or ''. */
  readonly latenessOf: (requestedMs: number) => string;
}

const STATUS_NAMES = ['requested', 'approved', 'settled', 'rejected', 'cancelled'] as const;

export function listingCommands(parts: ListingParts) {
  return {
    'funding/list-withdrawals': (_input: null): Promise<readonly string[]> => openLines(parts, null),
    /** Null: there is no such withdrawal. */
    'funding/show-withdrawal': async (withdrawal: number): Promise<readonly string[] | null> => {
      const stored = Number.isSafeInteger(withdrawal) ? await parts.store.find(withdrawal) : undefined;
      return stored === undefined ? null : linesOf(parts, stored);
    },
  };
}

/** The open withdrawals of an owner, or all. */
export async function openLines(
  { store, exchange, latenessOf }: ListingParts,
  owner: number | null,
): Promise<readonly string[]> {
  const rows = await store.listOpen(owner);
  return rows.map((row) => {
    const { code, decimals } = exchange.coinAt(row.asset);
    const isApproved = row.status === WITHDRAWAL_STATUS.approved;
    const needs = isApproved ? 'to be paid' : `needs ${row.approvals_needed ?? 'a decision'} approvals`;
    return [
      `${row.withdrawal_id}  ${ownerName(row.owner)}  ${formatDecimal(row.amount, decimals)} ${code}`,
      `${chainName(row.chain)}  ${new Date(row.requested_ms).toISOString()}  ${needs}`,
      ...(isPayOut(row.owner) ? [`to ${row.address}`] : [latenessOf(row.requested_ms)].filter(Boolean)),
      ...(row.reasons === null || row.reasons === '' ? [] : [row.reasons]),
      ...(row.waits_for === null || row.waits_for === '' ? [] : [`waits: ${row.waits_for}`]),
    ].join('  ');
  });
}

const ownerName = (owner: number): string => (isPayOut(owner) ? 'the treasury' : `user ${owner}`);

async function linesOf(
  { store, exchange }: Pick<ListingParts, 'store' | 'exchange'>,
  stored: StoredWithdrawal,
): Promise<readonly string[]> {
  const { withdrawal_id: withdrawal, asset, amount, fee } = stored;
  const { code, decimals } = exchange.coinAt(asset);
  const review = await store.findReview(withdrawal);
  const acts = await store.actsOf(withdrawal);
  return [
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
  ];
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
