/** Deposits, withdrawals and holds as the API shows them. */
import type { DepositChanged, HoldChanged, WithdrawalChanged } from '@glasshouse/core';
import { formatDecimal } from '@glasshouse/money';
import {
  CHAIN_NUMBERS,
  type DepositRow,
  type HoldRow,
  type WithdrawalRow,
} from '@glasshouse/protocol/funding';
import type { Catalogue } from '../../contract/catalogue.ts';
import type { FundingDepositsTable, FundingWithdrawalsTable } from './tables.ts';

const CHAIN_NAMES = new Map<number, string>(
  Object.entries(CHAIN_NUMBERS).map(([name, number]) => [number, name]),
);
const DEPOSIT_STATUSES = ['confirming', 'finished'] as const;
const WITHDRAWAL_STATUSES = ['pending', 'paying', 'finished', 'rejected', 'cancelled'] as const;
const HOLD_REASONS = ['security', 'review', 'deposit', 'returned'] as const;
const ALL_ASSETS = -1;

export const chainName = (chain: number): string => CHAIN_NAMES.get(chain) ?? String(chain);

export function depositRowOf(catalogue: Catalogue, deposit: Omit<DepositChanged, 'type'>): DepositRow {
  const { code, decimals } = catalogue.assetAt(deposit.asset);
  return {
    kind: 'deposit',
    id: String(deposit.deposit),
    time: deposit.creditedMs,
    currency: code,
    chain: chainName(deposit.chain),
    amount: formatDecimal(deposit.amount, decimals),
    fee: '0',
    note: chainName(deposit.chain),
    info: deposit.txid === '' ? String(deposit.output) : deposit.txid,
    txid: deposit.txid,
    output: deposit.output,
    status: DEPOSIT_STATUSES[deposit.status] ?? 'confirming',
  };
}

type WithdrawalFields = Omit<WithdrawalChanged, 'type' | 'cost' | 'costRest'>;

export function withdrawalRowOf(catalogue: Catalogue, withdrawal: WithdrawalFields): WithdrawalRow {
  const { code, decimals } = catalogue.assetAt(withdrawal.asset);
  const { address, memo, txid, output, requestedMs, changedMs } = withdrawal;
  return {
    kind: 'withdrawal',
    id: String(withdrawal.withdrawal),
    time: requestedMs,
    updateTime: changedMs,
    currency: code,
    chain: chainName(withdrawal.chain),
    amount: formatDecimal(withdrawal.amount, decimals),
    fee: formatDecimal(withdrawal.fee, decimals),
    note: chainName(withdrawal.chain),
    info: txid,
    address,
    memo,
    txid,
    output,
    status: WITHDRAWAL_STATUSES[withdrawal.status] ?? 'pending',
  };
}

export function holdRowOf(catalogue: Catalogue, hold: Omit<HoldChanged, 'type'>): HoldRow {
  const { asset, units, untilMs } = hold;
  const coin = asset === ALL_ASSETS ? null : catalogue.assetAt(asset);
  return {
    kind: 'hold',
    id: String(hold.hold),
    currency: coin?.code ?? null,
    amount: formatDecimal(units, coin?.decimals ?? 0),
    reason: HOLD_REASONS[hold.reason] ?? 'review',
    untilTime: untilMs === 0 ? null : untilMs,
    status: units === 0 && untilMs === 0 ? 'ended' : 'active',
  };
}

export function depositFieldsOf(row: FundingDepositsTable): Omit<DepositChanged, 'type'> {
  const { deposit_id: deposit, owner, chain, asset, amount, rest, txid, output, status } = row;
  return { deposit, owner, chain, asset, amount, rest, txid, output, status, creditedMs: row.credited_ms };
}

export function withdrawalFieldsOf(row: FundingWithdrawalsTable): WithdrawalFields {
  const { withdrawal_id: withdrawal, owner, chain, asset, amount, fee, address, memo } = row;
  const { status, requested_ms: requestedMs, changed_ms: changedMs, txid, output } = row;
  const terms = { withdrawal, owner, chain, asset, amount, fee, address, memo };
  return { ...terms, status, requestedMs, changedMs, txid, output };
}
