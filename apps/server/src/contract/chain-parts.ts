/**
 * What the exchange and the watchers of chains know of each other. Both sides are plain data, so
 * that a watcher can be a process of its own.
 */

import type { AddressFamily } from '@glasshouse/chains';
import type { Refusal } from '@glasshouse/protocol';

/** A coin on a chain. */
export interface ChainCoin {
  readonly coin: string;
  /** Decimals of its smallest unit on the chain. */
  readonly decimals: number;
  /** Its number in the core, and the decimals of its unit there: at most those on the chain. */
  readonly asset: number;
  readonly ledgerDecimals: number;
  /** A decimal of the coin. Binds deposits that are seen from now on. */
  readonly minDeposit: string;
  /** The contract of a token that an operator has listed; null: the release names it, if any. */
  readonly contract: string | null;
}

/** A chain as the exchange credits from it. What operators change is read anew at each look. */
export interface ChainDescription {
  readonly chain: string;
  /** Chains of one family have the same addresses; null: nobody watches it. */
  readonly family: AddressFamily | null;
  /**
   * Blocks until a deposit is credited that is seen from now on; its own is the first.
   */
  readonly confirmations: number;
  /** Those that the core counts, first those of the release. */
  readonly coins: readonly ChainCoin[];
}

/** All networks, with the coins and terms that operators have given them (D0045, D0048). */
export interface Networks {
  readonly all: readonly ChainDescription[];
  find(chain: string): ChainDescription | undefined;
  coin(chain: string, coin: string): ChainCoin | undefined;
  /** Reads what operators have listed and set. Whoever writes it calls this afterwards. */
  refresh(): Promise<void>;
}

/** The longest reason of a rejected withdrawal or a stopped payment, whoever gives it. */
export const REASON_CHARACTERS_MAX = 300;

export function requireReason(reason: string | null): void {
  if (reason !== null && reason.length > REASON_CHARACTERS_MAX)
    throw new Error(`the reason has more than ${REASON_CHARACTERS_MAX} characters`);
}

export interface TransferReference {
  readonly chain: string;
  readonly txid: string;
  /** The output's number, as the source reports it; see `ChainTransfer`. */
  readonly output: number;
}

/** A transfer to an address of an owner. */
export interface OwnedTransfer extends TransferReference {
  readonly owner: number;
  readonly coin: string;
  /** In the smallest unit of the chain, as a decimal: it can be beyond a safe integer. */
  readonly units: string;
}

/** A transfer that may be credited. */
export interface CreditedTransfer extends OwnedTransfer {
  /** The smallest deposit when it was seen, as a decimal of the coin; absent: today's. */
  readonly minDeposit?: string;
}

/** What became of a transfer that has its confirmations. */
export type Credited = 'credited' | 'below-minimum' | { readonly refused: string };

/** A withdrawal that may be paid. */
export interface ApprovedWithdrawal {
  readonly withdrawal: number;
  readonly chain: string;
  /** As sources report it: with its checksum on Ethereum-like chains. */
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
  credit(transfer: CreditedTransfer): Promise<Credited>;
  /** Nothing can take it back any more. What was too small for its owner is the house's. */
  finalise(transfer: OwnedTransfer): Promise<void>;
  isCredited(reference: TransferReference): Promise<boolean>;
  /** A halted chain pays nothing out. */
  setHalted(chain: string, isHalted: boolean): Promise<void>;
  isHalted(chain: string): boolean;
  /** The approved withdrawals on chains that are not halted. */
  approved(): Promise<readonly ApprovedWithdrawal[]>;
  /** Books a withdrawal as paid by this transfer. */
  settle(withdrawal: number, by: TransferReference, cost: ChainCost | null): Promise<void>;
  /**
   * Returns the money of a withdrawal that was not paid, and of which no transaction can be mined
   * any more.
   */
  reject(withdrawal: number, reason: string): Promise<void>;
  /** Books the cost of a transaction that settles no withdrawal. */
  bookCost(by: ChainTransaction, cost: ChainCost): Promise<void>;
  /** All that the ledger says of a chain, at one moment. */
  books(chain: string, asked: AskedReferences): Promise<ChainBooks>;
}

export type ChainTransaction = Pick<TransferReference, 'chain' | 'txid'>;

/**
 * A cost in the smallest unit of the coin. A coin for which the exchange has no account is not
 * booked.
 */
export interface ChainCost {
  readonly coin: string;
  readonly units: string;
}

/** References that the comparison asks about: the ledger may have booked some of them. */
export interface AskedReferences {
  readonly deposits: readonly TransferReference[];
  readonly settlements: readonly TransferReference[];
  readonly costs: readonly ChainTransaction[];
}

export interface ChainBooks {
  /** What must be on the chain, by coin, in its smallest unit there. */
  readonly holdings: Readonly<Record<string, string>>;
  /** What withdrawals that are approved will take from it, in the same units. */
  readonly approved: Readonly<Record<string, string>>;
  /** Whether it was taken in, in the order of the question. */
  readonly deposits: readonly boolean[];
  readonly settlements: readonly boolean[];
  readonly costs: readonly boolean[];
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
  /** The usual time between two blocks. */
  readonly blockMs: number | null;
  readonly isSimulated: boolean;
}

/** What the exchange asks of the chains. */
export interface DepositChains {
  states(): readonly ChainState[];
  /** The owner's address, which is watched before it is returned. Null: the chain is closed. */
  addressOf(owner: number, chain: string): Promise<string | null>;
  /** The owner of a deposit address; undefined: it is nobody's. */
  ownerOf(address: string): number | undefined;
  arrivalsOf(owner: number): readonly Arrival[];
  /**
   * Whether an address is the platform's own, and what a user sends there is no deposit of anyone:
   * its wallets, the contracts of its tokens, deposit addresses on a chain that nobody watches.
   */
  creditsNobody(chain: string, address: string): boolean;
  /**
   * What the nodes of a chain tell of a token's contract; or why the coin cannot be listed by it,
   * in words for an operator.
   */
  tokenAt(
    chain: string,
    token: { readonly coin: string; readonly contract: string },
  ): Promise<ListableToken | { readonly refused: string }>;
  /** Null where the chains are real. */
  readonly testCoins: TestCoins | null;
  /** Null where every withdrawal is paid by hand. */
  readonly payouts: ChainPayouts | null;
}

export interface ListableToken {
  readonly decimals: number;
  /** What the contract calls itself, which anybody can choose. */
  readonly symbol: string;
}

/** The progress of a payment that its owner sees: see the call `get-withdrawal`. */
export interface PaymentProgress {
  readonly state: 'taken' | 'sent' | 'uncertain' | 'mined' | 'person';
  /** The newest transaction, '' if there is none. */
  readonly txid: string;
}

export interface ChainPayouts {
  /** Runs `work` while no payment can be sent. `isSent`: whether this withdrawal has been sent. */
  decide<T>(
    withdrawal: Pick<ApprovedWithdrawal, 'withdrawal' | 'chain'>,
    work: (isSent: boolean) => Promise<T>,
  ): Promise<T | Refusal>;
  /** The progress of an approved withdrawal's payment; null if no payer has taken it. */
  progressOf(withdrawal: Pick<ApprovedWithdrawal, 'withdrawal' | 'chain'>): Promise<PaymentProgress | null>;
  /**
   * The withdrawals whose payment is uncertain or with a person. Some of those may have ended since
   * by a person.
   */
  uncertain(): Promise<readonly number[]>;
  /**
   * Asks the payer to stop a withdrawal that it has taken, if it still can; null if there is no
   * payer.
   */
  readonly stop: ((withdrawal: number, chain: string, reason: string) => Promise<void>) | null;
}

export interface TestCoins {
  /** Returns the transaction, or null if the owner has had enough for a day. */
  send(transfer: Pick<OwnedTransfer, 'owner' | 'chain' | 'coin' | 'units'>): Promise<string | null>;
}
