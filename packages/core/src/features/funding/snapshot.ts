/**
 * The bytes of money in and out in a snapshot: terms, open deposits and withdrawals, holds,
 * references.
 */
import type { ByteReader, ByteWriter } from '../../encoding/byte-stream.ts';
import { readRecords, writeRecords } from '../../encoding/number-records.ts';
import type { MoneyHold } from '../../ledger/held-money.ts';
import type { ChainCoin, ChainCoins } from './chain-coins.ts';
import type { Deposit } from './deposit.ts';
import type { Holds } from './holds.ts';
import type { References } from './references.ts';
import type { Withdrawal, Withdrawals } from './withdrawals.ts';

interface FundingState {
  depositCount: number;
  readonly coins: ChainCoins;
  readonly deposits: Map<number, Deposit>;
  readonly withdrawals: Withdrawals;
  readonly moneyHolds: Holds;
  readonly references: References;
}

type NumberKeys<T> = { [K in keyof T]: T[K] extends number ? K : never }[keyof T];

const COIN_FIELDS = [
  'chain',
  'asset',
  'restDecimals',
  'rest',
  'costAsset',
  'fee',
  'minAmount',
  'maxAmount',
  'status',
] as const satisfies readonly NumberKeys<ChainCoin>[];
const DEPOSIT_FIELDS = [
  'deposit',
  'owner',
  'chain',
  'asset',
  'amount',
  'rest',
  'output',
  'status',
  'creditedMs',
] as const satisfies readonly NumberKeys<Deposit>[];
/** The others are empty while a withdrawal is open. */
const WITHDRAWAL_FIELDS = [
  'withdrawal',
  'owner',
  'chain',
  'asset',
  'amount',
  'fee',
  'status',
  'requestedMs',
  'changedMs',
] as const satisfies readonly NumberKeys<Withdrawal>[];
const HOLD_FIELDS = [
  'hold',
  'owner',
  'asset',
  'reason',
  'units',
  'untilMs',
] as const satisfies readonly NumberKeys<MoneyHold>[];

export function saveFunding(state: FundingState, out: ByteWriter): void {
  const { coins, deposits, withdrawals, moneyHolds, references } = state;
  out.numbers([state.depositCount, withdrawals.count, moneyHolds.count]);
  writeRecords(out, COIN_FIELDS, coins.all());
  writeRecords(out, DEPOSIT_FIELDS, [...deposits.values()]);
  for (const { txid } of deposits.values()) out.text(txid);
  writeRecords(out, WITHDRAWAL_FIELDS, [...withdrawals.all.values()]);
  for (const { address, memo } of withdrawals.all.values()) {
    out.text(address);
    out.text(memo);
  }
  writeRecords(out, HOLD_FIELDS, [...moneyHolds.all.values()]);
  references.save(out);
}

export function loadFunding(state: FundingState, input: ByteReader): void {
  const [deposits = 0, withdrawals = 0, holds = 0] = input.numbers();
  state.depositCount = deposits;
  state.withdrawals.count = withdrawals;
  state.moneyHolds.count = holds;
  for (const coin of readRecords(input, COIN_FIELDS)) state.coins.file({ ...coin, approved: 0 });
  for (const deposit of readRecords(input, DEPOSIT_FIELDS))
    state.deposits.set(deposit.deposit, { ...deposit, txid: input.text() });
  for (const withdrawal of readRecords(input, WITHDRAWAL_FIELDS)) {
    const to = { address: input.text(), memo: input.text() };
    state.withdrawals.file({ ...withdrawal, ...to, txid: '', output: 0, cost: 0, costRest: 0 });
  }
  for (const hold of readRecords(input, HOLD_FIELDS)) state.moneyHolds.file(hold);
  state.references.load(input);
}
