/**
 * The double-entry ledger: available and frozen units of every (owner, wallet, asset), changed only
 * by balanced postings.
 *
 * An account is an index into one typed array: block * stride + asset. A block holds all assets of
 * one wallet. `bringIn` limits the units of an asset that come in to MAX_UNITS. Nothing else
 * creates units and only the world outside goes below zero, so no later addition can overflow.
 */
import * as MONEY from '@glasshouse/money';
import type { EventLog } from '../events/event-log.ts';
import * as ACCOUNTS from '../accounts.ts';
import * as EVENT_RECORDS from '../events/event-records.ts';

const { MAX_UNITS } = MONEY;
const { isOutside, PLATFORM, WALLET, WALLETS } = ACCOUNTS;
const { ASSETS_MAX, POSTING, POSTING_SIZE } = EVENT_RECORDS;

/** The stride grows by this many assets. */
const STRIDE_STEP = 4;

/** A move of units between accounts. `reason` is the code of a posting reason. */
export interface Move {
  readonly from: number;
  readonly to: number;
  readonly units: number;
  readonly reason: number;
  /** The id of the order, trade or position that causes it; 0 for none. */
  readonly reference: number;
}
/** A change within one account. */
export type Change = Omit<Move, 'from' | 'to'> & { readonly account: number };

export class Ledger {
  /**
   * Available units of account a at 2a, frozen at 2a + 1. Trade settlement writes here too; its
   * records are its postings.
   */
  balances = new Float64Array(2 * STRIDE_STEP * 64);
  #stride = STRIDE_STEP;
  /** Block of owner * WALLETS + wallet; 0 for none. */
  #blockOf = new Int32Array(1 << 14);
  /** owner * WALLETS + wallet of each block. */
  #keys = new Float64Array(64);
  #blocks = 1;
  #feesBlock = 0;
  /** Blocks of the world outside. */
  readonly #outside: number[] = [];
  declare private readonly log: EventLog;

  constructor(log: EventLog) {
    this.log = log;
  }

  get blockCount(): number {
    return this.#blocks - 1;
  }

  get stride(): number {
    return this.#stride;
  }

  /**
   * Makes room for assets 0 to count - 1. Account indices change, so none may be kept across this
   * call.
   */
  fitAssets(count: number): void {
    if (count <= this.#stride) return;
    const stride = Math.ceil(count / STRIDE_STEP) * STRIDE_STEP;
    const balances = new Float64Array((this.balances.length / this.#stride) * stride);
    for (let block = 0; block < this.#blocks; block++) {
      const from = block * this.#stride * 2;
      balances.set(this.balances.subarray(from, from + this.#stride * 2), block * stride * 2);
    }
    this.balances = balances;
    this.#stride = stride;
  }

  /** Returns the account's index; creates the account if necessary. */
  account(owner: number, wallet: number, asset: number): number {
    const key = owner * WALLETS + wallet;
    if (key >= this.#blockOf.length) this.#growOwners(key);
    let block = this.#blockOf[key]!;
    if (block === 0) block = this.#makeBlock(key);
    return block * this.#stride + asset;
  }

  /** Returns the account's index, or -1 if its wallet has no block. */
  find(owner: number, wallet: number, asset: number): number {
    const block = this.blockOf(owner, wallet);
    return block === 0 ? -1 : block * this.#stride + asset;
  }

  /** Whether the owner's accounts were opened. */
  isOpen(owner: number): boolean {
    return this.blockOf(owner, WALLET.exchange) !== 0;
  }

  /** The block of an owner's wallet, or 0 if it has none. Its accounts begin at block * stride. */
  blockOf(owner: number, wallet: number): number {
    const key = owner * WALLETS + wallet;
    return key >= 0 && key < this.#blockOf.length ? this.#blockOf[key]! | 0 : 0;
  }

  /** The block of the house's fees; created if necessary. */
  feesBlock(): number {
    if (this.#feesBlock === 0) this.#feesBlock = this.account(PLATFORM.fees, WALLET.house, 0) / this.#stride;
    return this.#feesBlock;
  }

  ownerOf(block: number): number {
    return Math.floor(this.#keys[block]! / WALLETS);
  }

  walletOf(block: number): number {
    return this.#keys[block]! % WALLETS;
  }

  available(account: number): number {
    return this.balances[account * 2]!;
  }

  frozen(account: number): number {
    return this.balances[account * 2 + 1]!;
  }

  /**
   * Moves available units to another account. The caller has checked the balance; throws if it is
   * short.
   */
  move({ from, to, units, reason, reference }: Move): void {
    this.#assertHeld(from, units, this.available(from));
    this.post(from, -units, 0, reason, reference);
    this.post(to, units, 0, reason, reference);
  }

  /** Moves frozen units of an account to the available units of another. */
  payFrozen({ from, to, units, reason, reference }: Move): void {
    this.#assertHeld(from, units, this.frozen(from));
    this.post(from, 0, -units, reason, reference);
    this.post(to, units, 0, reason, reference);
  }

  /** Moves available units of an account to the frozen ones of another. */
  moveFrozen({ from, to, units, reason, reference }: Move): void {
    this.#assertHeld(from, units, this.available(from));
    this.post(from, -units, 0, reason, reference);
    this.post(to, 0, units, reason, reference);
  }

  freeze({ account, units, reason, reference }: Change): void {
    this.#assertHeld(account, units, this.available(account));
    this.post(account, -units, units, reason, reference);
  }

  release({ account, units, reason, reference }: Change): void {
    this.#assertHeld(account, units, this.frozen(account));
    this.post(account, units, -units, reason, reference);
  }

  /** Asserts that the units are whole and held. Only the world outside may go below zero. */
  #assertHeld(account: number, units: number, held: number): void {
    const isWhole = Number.isSafeInteger(units) && units >= 0;
    if (!isWhole || (held < units && !isOutside(this.ownerOf(Math.floor(account / this.#stride)))))
      throw new Error(`account ${account} holds ${held} units, and ${units} were to be moved`);
  }

  /**
   * One side of a balanced posting. Only the ledger folder calls it; others use move, freeze and
   * release.
   */
  // oxlint-disable-next-line max-params -- Hot path: an options object would allocate.
  post(account: number, available: number, frozen: number, reason: number, reference: number): void {
    const at = account * 2;
    const balances = this.balances;
    balances[at] = balances[at]! + available;
    balances[at + 1] = balances[at + 1]! + frozen;
    const log = this.log;
    const record = log.reserve(POSTING_SIZE);
    const data = log.data;
    const asset = account % this.#stride;
    data[record] = log.head + POSTING;
    data[record + 1] = ((account - asset) / this.#stride) * ASSETS_MAX + asset;
    data[record + 2] = available;
    data[record + 3] = frozen;
    data[record + 4] = reason;
    data[record + 5] = reference;
  }

  /** Units of an asset that came in from outside and are still here. */
  issued(asset: number): number {
    let issued = 0;
    for (const block of this.#outside) issued -= this.available(block * this.#stride + asset);
    return issued;
  }

  /** Brings units in. Returns false if the platform would hold more than MAX_UNITS of the asset. */
  issue(to: number, asset: number, options: { units: number; reason: number }): boolean {
    const { units, reason } = options;
    return this.bringIn(PLATFORM.external, asset, { to, units, reason, reference: 0 });
  }

  /** Brings units in from an owner outside, likewise. */
  bringIn(outside: number, asset: number, move: Omit<Move, 'from'>): boolean {
    if (this.issued(asset) > MAX_UNITS - move.units) return false;
    const from = this.account(outside, WALLET.house, asset);
    this.move({ ...move, from });
    return true;
  }

  /**
   * Visits every account with its balance, in the order of creation. Empty accounts are skipped.
   */
  forEach(
    visit: (account: {
      owner: number;
      wallet: number;
      asset: number;
      available: number;
      frozen: number;
    }) => void,
  ): void {
    for (let block = 1; block < this.#blocks; block++) {
      for (let asset = 0; asset < this.#stride; asset++) {
        const account = block * this.#stride + asset;
        const available = this.available(account);
        const frozen = this.frozen(account);
        if (available !== 0 || frozen !== 0)
          visit({ owner: this.ownerOf(block), wallet: this.walletOf(block), asset, available, frozen });
      }
    }
  }

  /** The key of a block, for snapshots. */
  blockKey(block: number): number {
    return this.#keys[block + 1]!;
  }

  /** Asset, available and frozen of each account of the block that is not empty, by asset. */
  blockBalances(block: number): number[] {
    const balances: number[] = [];
    for (let asset = 0; asset < this.#stride; asset++) {
      const at = ((block + 1) * this.#stride + asset) * 2;
      if (this.balances[at] !== 0 || this.balances[at + 1] !== 0)
        balances.push(asset, this.balances[at]!, this.balances[at + 1]!);
    }
    return balances;
  }

  restoreBlock(key: number, balances: ArrayLike<number>): void {
    const first = this.account(Math.floor(key / WALLETS), key % WALLETS, 0);
    for (let i = 0; i < balances.length; i += 3) {
      const at = (first + balances[i]!) * 2;
      this.balances[at] = balances[i + 1]!;
      this.balances[at + 1] = balances[i + 2]!;
    }
  }

  #makeBlock(key: number): number {
    const block = this.#blocks++;
    if ((block + 1) * this.#stride * 2 > this.balances.length) {
      const balances = new Float64Array(this.balances.length * 2);
      balances.set(this.balances);
      this.balances = balances;
    }
    if (block >= this.#keys.length) {
      const keys = new Float64Array(this.#keys.length * 2);
      keys.set(this.#keys);
      this.#keys = keys;
    }
    this.#keys[block] = key;
    this.#blockOf[key] = block;
    if (isOutside(Math.floor(key / WALLETS))) this.#outside.push(block);
    return block;
  }

  #growOwners(key: number): void {
    let size = this.#blockOf.length;
    while (size <= key) size *= 2;
    const larger = new Int32Array(size);
    larger.set(this.#blockOf);
    this.#blockOf = larger;
  }
}
