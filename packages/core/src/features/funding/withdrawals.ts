/** Withdrawals that are open, their states, and what a request may ask. */
import type { RefusalName } from '@glasshouse/protocol';
import { PLATFORM, WALLET } from '../../accounts.ts';
import type { ChainCoin } from './chain-coins.ts';
import { CHAIN_STATUS } from './commands.ts';
import type { WithdrawalChanged } from './events.ts';

export const WITHDRAWAL_STATUS = {
  requested: 0,
  approved: 1,
  settled: 2,
  rejected: 3,
  cancelled: 4,
} as const;
/** The most that one owner may have open at once. */
export const OPEN_WITHDRAWALS_MAX = 20;

export type Withdrawal = { -readonly [K in keyof Omit<WithdrawalChanged, 'type'>]: WithdrawalChanged[K] };

/** Visible ASCII: every chain's addresses are. */
const ADDRESS = /^[!-~]+$/;
const MEMO = /^[ -~]*$/;

export const isPayOut = (owner: number): boolean => owner === PLATFORM.treasury;
/** The account that a withdrawal leaves: a user's exchange account, or the treasury's own. */
export const walletOf = (owner: number): number => (isPayOut(owner) ? WALLET.house : WALLET.exchange);

/** What is frozen for it. */
export const frozenFor = ({ amount, fee }: Pick<Withdrawal, 'amount' | 'fee'>): number => amount + fee;

export class Withdrawals {
  /** By number, in the order of requests. */
  readonly all = new Map<number, Withdrawal>();
  /** Owners stay when their withdrawals have ended: a map slows down when a key comes and goes. */
  readonly #byOwner = new Map<number, Set<Withdrawal>>();
  /** Number of the last withdrawal. */
  count = 0;

  of(owner: number): readonly Withdrawal[] {
    return [...(this.#byOwner.get(owner) ?? [])];
  }

  openCount(owner: number): number {
    return this.#byOwner.get(owner)?.size ?? 0;
  }

  file(withdrawal: Withdrawal): void {
    const { owner } = withdrawal;
    this.all.set(withdrawal.withdrawal, withdrawal);
    const own = this.#byOwner.get(owner) ?? new Set<Withdrawal>();
    this.#byOwner.set(owner, own);
    own.add(withdrawal);
  }

  remove(withdrawal: Withdrawal): void {
    this.all.delete(withdrawal.withdrawal);
    this.#byOwner.get(withdrawal.owner)!.delete(withdrawal);
  }
}

/** Its fields are in one order, however the withdrawal was made. */
export function withdrawalEvent(given: Withdrawal): WithdrawalChanged {
  const { withdrawal, owner, chain, asset, amount, fee, address, memo } = given;
  const { status, requestedMs, changedMs, txid, output, cost, costRest } = given;
  const terms = { owner, chain, asset, amount, fee, address, memo };
  const state = { status, requestedMs, changedMs, txid, output, cost, costRest };
  return { type: 'withdrawal-changed', withdrawal, ...terms, ...state };
}

type Terms = Pick<Withdrawal, 'amount' | 'fee' | 'address' | 'memo'>;

/** What a coin does not allow of a request. `fee` is the one that is charged now. */
export function termsRefusal(asked: Terms, coin: ChainCoin, fee: number): RefusalName | null {
  const { amount, address, memo } = asked;
  if (coin.status === CHAIN_STATUS.halted) return 'funding/halted';
  if (!ADDRESS.test(address) || !MEMO.test(memo)) return 'request/invalid';
  if (!Number.isSafeInteger(amount) || amount <= 0) return 'funding/amount-missing';
  if (amount < coin.minAmount) return 'funding/below-minimum';
  if (amount > coin.maxAmount) return 'funding/above-maximum';
  return asked.fee === fee ? null : 'funding/fee-changed';
}
