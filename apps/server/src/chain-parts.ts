/**
 * What the exchange and the watchers of chains know of each other. Both sides are plain data, so
 * that a watcher can be a process of its own.
 */

import type { AddressFamily } from '@glasshouse/chains';
import type { Refusal } from '@glasshouse/protocol';

/** A chain as the exchange credits from it. */
export interface ChainDescription {
  readonly chain: string;
  /** Chains of one family have the same addresses; null: nobody watches it. */
  readonly family: AddressFamily | null;
  readonly confirmations: number;
  readonly coins: readonly { readonly coin: string; readonly decimals: number }[];
}

export interface TransferReference {
  readonly chain: string;
  readonly txid: string;
  /** As a source tells it, see `ChainTransfer`. */
  readonly output: number;
}

/** A transfer to an address of an owner. */
export interface OwnedTransfer extends TransferReference {
  readonly owner: number;
  readonly coin: string;
  /** In the smallest unit of the chain, as a decimal: it can be beyond a safe integer. */
  readonly units: string;
}

/** What became of a transfer that has its confirmations. */
export type Credited = 'credited' | 'below-minimum' | { readonly refused: string };

/** A withdrawal that may be paid. */
export interface ApprovedWithdrawal {
  readonly withdrawal: number;
  readonly chain: string;
  /** As sources tell it: of Ethereum-like chains with its checksum. */
  readonly address: string;
  readonly coin: string;
  /** In the smallest unit of the chain, as a decimal. */
  readonly units: string;
}

/**
 * What a watcher or a payer asks of the exchange. All of it can be asked again after a crash: what
 * has been done before counts as done.
 */
export interface ChainExchange {
  readonly chains: readonly ChainDescription[];
  /** Throws if the exchange cannot answer now. */
  credit(transfer: OwnedTransfer): Promise<Credited>;
  /** Nothing can take it back any more. What was too small for its owner is the house's. */
  finalise(transfer: OwnedTransfer): Promise<void>;
  isCredited(reference: TransferReference): Promise<boolean>;
  /** A halted chain pays nothing out. */
  setHalted(chain: string, isHalted: boolean): Promise<void>;
  isHalted(chain: string): boolean;
  /** On chains that are not halted. */
  approved(): Promise<readonly ApprovedWithdrawal[]>;
  /** It was paid by this transfer, at no cost. */
  settle(withdrawal: number, by: TransferReference): Promise<void>;
}

/** A transfer that a watcher has seen and the exchange has not credited. */
export interface Arrival extends OwnedTransfer {
  readonly status: 'seen' | 'credited' | 'gone' | 'below-minimum' | 'refused';
  readonly seenMs: number;
  readonly changedMs: number;
  /** Blocks with it; 0 if its block has left the chain. */
  readonly confirmations: number;
  readonly needed: number;
}

export interface ChainState {
  readonly chain: string;
  /** Whether addresses are given. */
  readonly isOpen: boolean;
  readonly state: 'up' | 'behind' | 'down' | 'halted' | 'closed';
  readonly sinceMs: number;
  readonly height: number | null;
  /** From one block to the next, usually. */
  readonly blockMs: number | null;
  readonly isSimulated: boolean;
}

/** What the exchange asks of the chains. */
export interface DepositChains {
  states(): readonly ChainState[];
  /** The owner's address, which is watched before it is returned. Null: the chain is closed. */
  addressOf(owner: number, chain: string): Promise<string | null>;
  arrivalsOf(owner: number): readonly Arrival[];
  /** Null where the chains are real. */
  readonly testCoins: TestCoins | null;
  /** Null where every withdrawal is paid by hand. */
  readonly payouts: ChainPayouts | null;
}

export interface ChainPayouts {
  /** Does the work while nothing is sent, and tells it whether this withdrawal has been. */
  decide<T>(
    withdrawal: Pick<ApprovedWithdrawal, 'withdrawal' | 'chain'>,
    work: (isSent: boolean) => Promise<T>,
  ): Promise<T | Refusal>;
}

export interface TestCoins {
  /** Returns the transaction, or null if the owner has had enough for a day. */
  send(transfer: Pick<OwnedTransfer, 'owner' | 'chain' | 'coin' | 'units'>): Promise<string | null>;
}
