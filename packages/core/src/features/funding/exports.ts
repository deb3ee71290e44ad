/** The public exports of money in and out. */
export { REST_DECIMALS_MAX } from './chain-coins.ts';
export {
  CHAIN_STATUS,
  TXID_LENGTH,
  type CreditDeposit,
  type DefineChainCoin,
  type FundingCommand,
  type RequestPayOut,
  type RequestWithdrawal,
} from './commands.ts';
export type { ChainCoinChanged, DepositChanged, HoldChanged, WithdrawalChanged } from './events.ts';
export { isPayOut, WITHDRAWAL_STATUS } from './withdrawals.ts';
export { chainOwner } from './reasons.ts';
export { USE as REFERENCE_USE } from './references.ts';
