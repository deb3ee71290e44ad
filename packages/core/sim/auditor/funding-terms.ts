/**
 * The terms of money in and out as the auditor understands them: forms, references, whole units.
 */
import type { RefusalName } from '@glasshouse/protocol';
import type { FundingCommand } from '../../src/index.ts';

export interface AuditedCoin {
  readonly chain: number;
  readonly asset: number;
  readonly restDecimals: number;
  rest: number;
  readonly costAsset: number;
  readonly fee: number;
  readonly minAmount: number;
  readonly maxAmount: number;
  status: number;
}

export interface AuditedWithdrawal {
  readonly withdrawal: number;
  readonly owner: number;
  readonly chain: number;
  readonly asset: number;
  readonly amount: number;
  readonly fee: number;
  readonly address: string;
  readonly memo: string;
  status: number;
  readonly requestedMs: number;
  changedMs: number;
  txid: string;
  output: number;
  cost: number;
  costRest: number;
}

export type Of<T extends FundingCommand['type']> = Extract<FundingCommand, { readonly type: T }>;
export type AuditedDeposit = Omit<Of<'credit-deposit'>, 'type' | 'isFinal'> & {
  readonly deposit: number;
  readonly creditedMs: number;
};

export const isWhole = (value: number, min: number, max: number): boolean =>
  Number.isSafeInteger(value) && value >= min && value <= max;

/** Fields in the order of their names. */
export const textOf = (event: object): string =>
  JSON.stringify(Object.fromEntries(Object.entries(event).sort(([a], [b]) => (a < b ? -1 : 1))));

export function isAmountOf({ restDecimals }: AuditedCoin, units: number, rest: number): boolean {
  return isWhole(units, 0, Infinity) && isWhole(rest, 0, 10 ** restDecimals - 1);
}

/** Whole units that a cost takes from the chain: one more if the rest does not suffice. */
export const wholeCost = (coin: AuditedCoin, units: number, rest: number): bigint =>
  BigInt(units) + (rest > coin.rest ? 1n : 0n);

export function isReference({ txid, output }: { readonly txid: string; readonly output: number }): boolean {
  if (!isWhole(output, 0, 2 ** 32 - 1)) return false;
  return txid === '' ? output >= 1 : /^[\da-f]{64}$/.test(txid);
}

export const referenceOf = (
  use: string,
  { txid, output }: { readonly txid: string; readonly output: number },
  chain: number,
): string => `${use}/${chain}/${txid}/${output}`;

/** Vouchers have costs of their own; the outputs of a transaction share one. */
export function costReferenceOf({ txid, output }: { txid: string; output: number }, chain: number): string {
  return referenceOf('cost', { txid, output: txid === '' ? output : 0 }, chain);
}

/** A whole unit that a rest completes. */
export const carriedBy = (coin: AuditedCoin, rest: number): number =>
  coin.rest + rest >= 10 ** coin.restDecimals ? 1 : 0;

type Asked = Pick<AuditedWithdrawal, 'amount' | 'fee' | 'address' | 'memo'>;

/** `due` is the fee that a request has to name. */
export function termsRefusal(coin: AuditedCoin, asked: Asked, due: number): RefusalName | null {
  const { amount, fee, address, memo } = asked;
  if (coin.status === 1) return 'funding/halted';
  if (address === '' || /[^\x21-\x7e]/.test(address) || /[^\x20-\x7e]/.test(memo)) return 'request/invalid';
  if (!isWhole(amount, 1, Infinity)) return 'funding/amount-missing';
  if (amount < coin.minAmount) return 'funding/below-minimum';
  if (amount > coin.maxAmount) return 'funding/above-maximum';
  return fee === due ? null : 'funding/fee-changed';
}

type Facts = Omit<Of<'request-withdrawal'>, 'type'>;

export function requestedOf(withdrawal: number, facts: Facts, timeMs: number): AuditedWithdrawal {
  const unsent = { txid: '', output: 0, cost: 0, costRest: 0 };
  return { withdrawal, ...facts, status: 0, requestedMs: timeMs, changedMs: timeMs, ...unsent };
}
