/**
 * What the transfers of a followed chain mean for deposits: seen, tradable after some blocks, and
 * gone or in doubt if their block leaves the chain. It decides nothing about money: the core
 * credits a reference once, however often it is reported.
 */
import { transferKey, type BlockHeader, type ChainTransfer } from './blocks.ts';
import type { ChainStep } from './follower.ts';

export interface Deposit {
  readonly key: string;
  readonly transfer: ChainTransfer;
  readonly block: BlockHeader;
  /** Blocks until it is confirmed, as they were when it was seen; its own is the first. */
  readonly needed: number;
}

export type DepositChange =
  /** The transfer is in a block, with one confirmation. */
  | { readonly type: 'seen'; readonly deposit: Deposit }
  /**
   * The transfer has its confirmations. Reported once for a transfer, whatever the chain does
   * later.
   */
  | { readonly type: 'confirmed'; readonly deposit: Deposit }
  /**
   * The transfer's block left the chain before the transfer was confirmed. It may return in another
   * block.
   */
  | { readonly type: 'gone'; readonly deposit: Deposit }
  /**
   * The transfer's block left the chain after the confirmation: withdrawals stop until a person has
   * looked.
   */
  | { readonly type: 'reversed'; readonly deposit: Deposit }
  /** A reversed transfer is in a block again. */
  | { readonly type: 'returned'; readonly deposit: Deposit };

/** The stored state of a deposit, with which the book continues after a restart. */
export interface KnownDeposit {
  readonly deposit: Deposit;
  readonly isConfirmed: boolean;
  /** Whether the deposit's block is in the chain. */
  readonly isIn: boolean;
}

export class DepositBook {
  /** Blocks that a transfer needs which is seen now, by its key. */
  readonly #confirmations: (key: string) => number;
  readonly #isWatched: (address: string) => boolean;
  readonly #known = new Map<string, KnownDeposit>();
  /** Keys of the deposits that wait for confirmations, by the height of the block that confirms. */
  readonly #waiting = new Map<number, Set<string>>();

  /** `known`: the state of a book that has followed the same blocks. */
  constructor(
    options: {
      readonly confirmations: (key: string) => number;
      readonly isWatched: (address: string) => boolean;
    },
    known: Iterable<KnownDeposit> = [],
  ) {
    this.#confirmations = options.confirmations;
    this.#isWatched = options.isWatched;
    for (const one of known) {
      this.#known.set(one.deposit.key, one);
      if (!one.isConfirmed) this.#wait(one.deposit);
    }
  }

  /** Stored together with the follower's window; one without the other loses deposits. */
  get state(): readonly KnownDeposit[] {
    return [...this.#known.values()];
  }

  apply(step: ChainStep): readonly DepositChange[] {
    return step.type === 'added' ? this.#add(step) : this.#remove(step.header);
  }

  #add({ header, transfers }: Extract<ChainStep, { type: 'added' }>): readonly DepositChange[] {
    const changes: DepositChange[] = [];
    for (const transfer of transfers) {
      // Ignores zero amounts: a token can report a transfer of nothing.
      if (transfer.units <= 0n || !this.#isWatched(transfer.to)) continue;
      const key = transferKey(transfer);
      const change = this.#see({ key, transfer, block: header, needed: this.#confirmations(key) });
      if (change !== null) changes.push(change);
    }
    return [...changes, ...this.#confirm(header.height)];
  }

  #see(deposit: Deposit): DepositChange | null {
    const known = this.#known.get(deposit.key);
    // Ignores a transfer that a node lists twice in a block.
    if (known?.isIn === true) return null;
    const isConfirmed = known?.isConfirmed === true;
    this.#known.set(deposit.key, { deposit, isConfirmed, isIn: true });
    if (isConfirmed) return { type: 'returned', deposit };
    this.#wait(deposit);
    return { type: 'seen', deposit };
  }

  #wait(deposit: Deposit): void {
    const height = confirmingHeight(deposit);
    const here = this.#waiting.get(height) ?? new Set();
    this.#waiting.set(height, here.add(deposit.key));
  }

  /** Confirms what waits for the block at `height` or an earlier one. */
  #confirm(height: number): readonly DepositChange[] {
    const changes: DepositChange[] = [];
    for (const [at, keys] of [...this.#waiting].sort(([a], [b]) => a - b)) {
      if (at > height) break;
      for (const key of keys) {
        const { deposit } = this.#known.get(key)!;
        this.#known.set(key, { deposit, isConfirmed: true, isIn: true });
        changes.push({ type: 'confirmed', deposit });
      }
      this.#waiting.delete(at);
    }
    return changes;
  }

  #remove({ hash }: BlockHeader): readonly DepositChange[] {
    const changes: DepositChange[] = [];
    for (const [key, { deposit, isConfirmed, isIn }] of this.#known) {
      if (!isIn || deposit.block.hash !== hash) continue;
      if (isConfirmed) this.#known.set(key, { deposit, isConfirmed, isIn: false });
      else {
        this.#known.delete(key);
        this.#waiting.get(confirmingHeight(deposit))?.delete(key);
      }
      changes.push({ type: isConfirmed ? 'reversed' : 'gone', deposit });
    }
    return changes;
  }

  /**
   * Forgets confirmed transfers of blocks below `height`, which the follower cannot remove any
   * more. A reversed one stays.
   */
  forget(height: number): void {
    for (const [key, { deposit, isConfirmed, isIn }] of this.#known)
      if (isConfirmed && isIn && deposit.block.height < height) this.#known.delete(key);
  }
}

const confirmingHeight = ({ block, needed }: Deposit): number => block.height + needed - 1;
