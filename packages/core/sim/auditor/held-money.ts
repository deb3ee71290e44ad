/**
 * The auditor's own list of money that may not leave. Holds are by owner, asset and reason; an
 * outflow is closed when less than what is held would be left on this side of it.
 */
import { ACCOUNT_NUMBERS, PLAY_ACCOUNTS } from '@glasshouse/protocol/accounts';
import type { Books } from './books.ts';

export type Outflow = 'withdrawal' | 'exchange' | 'play';
export const SECURITY = 0;
export const REVIEW = 1;
export const DEPOSIT = 2;
export const RETURNED = 3;
/** The asset of a hold on all coins. */
const ALL = -1;

/** For each outflow, the reasons of holds that close it. */
const CLOSING: Readonly<Record<Outflow, readonly number[]>> = {
  withdrawal: [SECURITY, REVIEW, DEPOSIT],
  exchange: [REVIEW, DEPOSIT],
  play: [REVIEW, DEPOSIT, RETURNED],
};
const [CONTRACT, EXCHANGE] = [1, 2];
/** The wallets of products. Money that is frozen there is locked for a term, or may be lost. */
const LOCKING = new Set<number>(ACCOUNT_NUMBERS);
for (const wallet of [CONTRACT, EXCHANGE]) LOCKING.delete(wallet);
const WALLETS: Readonly<Record<Outflow, readonly number[]>> = {
  withdrawal: ACCOUNT_NUMBERS,
  exchange: ACCOUNT_NUMBERS,
  play: ACCOUNT_NUMBERS.filter((wallet) => !PLAY_ACCOUNTS.includes(wallet)),
};

export interface AuditedHold {
  readonly hold: number;
  readonly owner: number;
  readonly asset: number;
  readonly reason: number;
  units: bigint;
  untilMs: number;
}

export class AuditedHolds {
  readonly all: AuditedHold[] = [];
  /** Units frozen for withdrawals and subscriptions, by 'owner/asset'. */
  readonly leaving = new Map<string, bigint>();
  readonly #books: Books;

  constructor(books: Books) {
    this.#books = books;
  }

  find(owner: number, asset: number, reason: number): AuditedHold | undefined {
    return this.all.find((hold) => hold.owner === owner && hold.asset === asset && hold.reason === reason);
  }

  leave(owner: number, asset: number, units: bigint): void {
    const key = `${owner}/${asset}`;
    this.leaving.set(key, (this.leaving.get(key) ?? 0n) + units);
  }

  /** Whether something of the owner is held from withdrawal. */
  isKept(owner: number): boolean {
    return this.all.some((hold) => hold.owner === owner && CLOSING.withdrawal.includes(hold.reason));
  }

  closes(
    outflow: Outflow,
    owner: number,
    { asset, units }: { readonly asset: number; readonly units: bigint },
  ): boolean {
    const closing = this.all.filter((hold) => hold.owner === owner && CLOSING[outflow].includes(hold.reason));
    if (closing.some((hold) => hold.asset === ALL)) return true;
    return closing.some((hold) => {
      const held = closing.reduce((sum, one) => (one.asset === hold.asset ? sum + one.units : sum), 0n);
      return this.#owned(outflow, owner, hold.asset) - (hold.asset === asset ? units : 0n) < held;
    });
  }

  #owned(outflow: Outflow, owner: number, asset: number): bigint {
    const owned = WALLETS[outflow].map((wallet) => {
      const { available, frozen } = this.#books.get(owner, wallet, asset);
      return LOCKING.has(wallet) ? available : available + frozen;
    });
    return owned.reduce((sum, units) => sum + units, 0n) - (this.leaving.get(`${owner}/${asset}`) ?? 0n);
  }
}
