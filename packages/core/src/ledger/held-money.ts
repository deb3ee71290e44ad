/**
 * Money of an owner that may not leave: which amounts, why, until when, and by which outflows.
 * Every command that moves money out of an owner's accounts asks `refuses` first. Trades do not:
 * they exchange one coin for another at a public price, and what they use up is missed at every
 * other outflow.
 */
import { PLAY_WALLETS, USER_WALLETS, WALLET } from '../accounts.ts';
import type { Ledger } from './ledger.ts';

/** Ways out. `play` is seconds contracts and leverage. */
export const OUTFLOW = { withdrawal: 1, exchange: 2, play: 4 } as const;
/** Codes of reasons; never reused. */
export const HOLD_REASON = { security: 0, review: 1, deposit: 2, returned: 3 } as const;
/** Stands for all coins of the owner. */
export const ALL_ASSETS = -1;

const EVERY_OUTFLOW = OUTFLOW.withdrawal | OUTFLOW.exchange | OUTFLOW.play;
/** The outflows that each reason closes, by its code. */
const CLOSED: readonly number[] = [OUTFLOW.withdrawal, EVERY_OUTFLOW, EVERY_OUTFLOW, OUTFLOW.play];

/** Money that is held. An owner has at most one for each asset and reason. */
export interface MoneyHold {
  readonly hold: number;
  readonly owner: number;
  /** ALL_ASSETS, with 0 units, holds everything. */
  readonly asset: number;
  readonly reason: number;
  units: number;
  /** 0: until the command that ends it. */
  untilMs: number;
}

export interface OutgoingUnits {
  readonly asset: number;
  readonly units: number;
}

const NO_HOLDS: readonly MoneyHold[] = [];

/** Whether money in this wallet is at risk. Held money must stay in other wallets. */
export const isPlayWallet = (wallet: number): boolean => PLAY_WALLETS.includes(wallet);
/** Wallets of products. What is frozen there is locked for a term or may be lost. */
const LOCKING = USER_WALLETS.filter((wallet) => wallet !== WALLET.exchange && wallet !== WALLET.contract);
const OUT_OF_PLAY = USER_WALLETS.filter((wallet) => !isPlayWallet(wallet));

export class HeldMoney {
  readonly #ledger: Ledger;
  /** Owners stay when their holds have ended: a map slows down when a key comes and goes. */
  readonly #byOwner = new Map<number, readonly MoneyHold[]>();
  /** 1 for owners of whom something is held from withdrawal, by their ledger block. */
  #kept = new Uint8Array(0);
  /** Units that are frozen because they are on their way out, by owner and asset. */
  readonly #leaving = new Map<number, Map<number, number>>();

  constructor(ledger: Ledger) {
    this.#ledger = ledger;
  }

  of(owner: number): readonly MoneyHold[] {
    return this.#byOwner.get(owner) ?? NO_HOLDS;
  }

  find(owner: number, asset: number, reason: number): MoneyHold | undefined {
    return this.of(owner).find((hold) => hold.asset === asset && hold.reason === reason);
  }

  add(hold: MoneyHold): void {
    this.#set(hold.owner, [...this.of(hold.owner), hold]);
  }

  remove(hold: MoneyHold): void {
    const left = this.of(hold.owner).filter((one) => one !== hold);
    this.#set(hold.owner, left.length === 0 ? NO_HOLDS : left);
  }

  /** Whether something is held from withdrawal of the owner of this exchange account's block. */
  isKept(block: number): boolean {
    return block < this.#kept.length && this.#kept[block] === 1;
  }

  #set(owner: number, holds: readonly MoneyHold[]): void {
    this.#byOwner.set(owner, holds);
    const block = this.#ledger.blockOf(owner, WALLET.exchange);
    const isKept = holds.some(({ reason }) => (CLOSED[reason]! & OUTFLOW.withdrawal) !== 0);
    if (isKept && block >= this.#kept.length) {
      const grown = new Uint8Array(2 * (block + 1));
      grown.set(this.#kept);
      this.#kept = grown;
    }
    if (block < this.#kept.length) this.#kept[block] = Number(isKept);
  }

  /** Counts frozen units that are on their way out; negative when they have left or are back. */
  leave(owner: number, asset: number, units: number): void {
    const own = this.#leaving.get(owner) ?? new Map<number, number>();
    this.#leaving.set(owner, own);
    own.set(asset, (own.get(asset) ?? 0) + units);
  }

  /**
   * Whether units may not go out by an outflow: afterwards the owner would have less of a coin than
   * is held of it. A coin of which too little is left, because it was traded away, closes the
   * outflow for all coins, so that no trade is a way round. Several units go out together or not at
   * all.
   */
  refuses(outflow: number, owner: number, ...out: readonly OutgoingUnits[]): boolean {
    const holds = this.of(owner);
    if (holds.length === 0) return false;
    const held = new Map<number, number>();
    for (const { asset, reason, units } of holds) {
      if ((CLOSED[reason]! & outflow) === 0) continue;
      if (asset === ALL_ASSETS) return true;
      // A sum beyond exact numbers is more than anybody has.
      held.set(asset, (held.get(asset) ?? 0) + units);
    }
    for (const [asset, units] of held) {
      let left = this.#owned(outflow, owner, asset);
      for (const one of out) if (one.asset === asset) left -= one.units;
      if (left < units) return true;
    }
    return false;
  }

  /** Units that the owner has on this side of an outflow, and that no product has locked. */
  #owned(outflow: number, owner: number, asset: number): number {
    const ledger = this.#ledger;
    let units = -(this.#leaving.get(owner)?.get(asset) ?? 0);
    for (const wallet of outflow === OUTFLOW.play ? OUT_OF_PLAY : USER_WALLETS) {
      const account = ledger.find(owner, wallet, asset);
      if (account < 0) continue;
      units += ledger.available(account);
      if (!LOCKING.includes(wallet)) units += ledger.frozen(account);
    }
    return units;
  }
}
