/**
 * The commands of money in and out. Amounts are in units of their asset. Where a chain counts finer
 * than the ledger, `rest` is the number of its smallest units beyond the whole units.
 */
import { command, type CommandOf } from '../../contract/feature.ts';
import { nameOf, numberOf, text, whole } from '../../encoding/fields.ts';

/** Status of a chain: a halted one pays nothing out. */
export const CHAIN_STATUS = { open: 0, halted: 1 } as const;
/** Hexadecimal digits of a transaction's id; none for a voucher. */
export const TXID_LENGTH = 64;
const ADDRESS_LENGTH_MAX = 128;
const MEMO_LENGTH_MAX = 64;

/**
 * Names an output of a transaction, or with an empty `txid` the voucher with the number `output`.
 */
const reference = { txid: text(TXID_LENGTH), output: whole };

export const FUNDING_COMMANDS = {
  /**
   * Defines an asset on a chain: how it is counted there, the asset in which the chain charges
   * costs, and the terms of withdrawals. Requests that are open keep their fee.
   */
  'define-chain-coin': command({
    code: 80,
    shape: {
      chain: whole,
      asset: whole,
      /** Decimals of the chain beyond those of the ledger. */
      restDecimals: whole,
      costAsset: whole,
      fee: whole,
      minAmount: whole,
      maxAmount: whole,
    },
  }),
  'set-chain-status': command({
    code: 81,
    shape: { chain: whole, status: numberOf(Object.values(CHAIN_STATUS)) },
  }),
  /**
   * Credits what has arrived on a chain, once for each reference. A deposit that is not final is
   * held until `finalise-deposit`. The owner is a user, or the treasury for the house's own money.
   */
  'credit-deposit': command({
    code: 82,
    shape: {
      owner: whole,
      chain: whole,
      asset: whole,
      amount: whole,
      rest: whole,
      ...reference,
      isFinal: numberOf([0, 1]),
    },
  }),
  'finalise-deposit': command({ code: 83, shape: { deposit: whole } }),
  /** Freezes amount and fee. `fee` is the one that the owner was shown. */
  'request-withdrawal': command({
    code: 84,
    shape: {
      owner: whole,
      chain: whole,
      asset: whole,
      amount: whole,
      fee: whole,
      address: text(ADDRESS_LENGTH_MAX),
      memo: text(MEMO_LENGTH_MAX),
    },
  }),
  /**
   * Freezes what the treasury is to pay out: the house's own coins leave as a withdrawal of the
   * treasury, which has no fee.
   */
  'request-pay-out': command({
    code: 126,
    shape: {
      chain: whole,
      asset: whole,
      amount: whole,
      address: text(ADDRESS_LENGTH_MAX),
      memo: text(MEMO_LENGTH_MAX),
    },
  }),
  /** From here on the owner cannot cancel, because the coins may be on their way. */
  'approve-withdrawal': command({ code: 85, shape: { withdrawal: whole } }),
  /** The coins have left in this output, at this cost in the chain's cost asset. */
  'settle-withdrawal': command({
    code: 86,
    shape: { withdrawal: whole, ...reference, cost: whole, costRest: whole },
  }),
  /** The platform does not pay it. Whoever rejects an approved one knows that nothing was sent. */
  'reject-withdrawal': command({ code: 87, shape: { withdrawal: whole } }),
  'cancel-withdrawal': command({ code: 88, shape: { owner: whole, withdrawal: whole } }),
  /**
   * Holds money until the first tick at or after `untilMs`. 'security' holds withdrawals of all
   * coins (asset -1, amount 0), 'review' an amount of one. What is held already grows by the
   * amount, and the later end holds: nothing shortens a hold.
   */
  'place-hold': command({
    code: 89,
    shape: {
      owner: whole,
      asset: whole,
      amount: whole,
      reason: nameOf(['security', 'review']),
      untilMs: whole,
    },
  }),
  /** What the chain has charged for a transaction of the house, such as a sweep. */
  'book-chain-cost': command({
    code: 90,
    shape: { chain: whole, asset: whole, amount: whole, rest: whole, ...reference },
  }),
} as const;

export type FundingCommand = CommandOf<typeof FUNDING_COMMANDS>;
type Of<T extends FundingCommand['type']> = Extract<FundingCommand, { readonly type: T }>;
export type DefineChainCoin = Of<'define-chain-coin'>;
export type SetChainStatus = Of<'set-chain-status'>;
export type CreditDeposit = Of<'credit-deposit'>;
export type RequestWithdrawal = Of<'request-withdrawal'>;
export type RequestPayOut = Of<'request-pay-out'>;
export type SettleWithdrawal = Of<'settle-withdrawal'>;
export type PlaceHold = Of<'place-hold'>;
export type BookChainCost = Of<'book-chain-cost'>;
