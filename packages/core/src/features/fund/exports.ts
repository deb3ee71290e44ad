/** What others may use of funds. */
export type {
  BuyFund,
  CancelFundLimit,
  DefineFundOffer,
  FundCommand,
  SellFund,
  SetFundLimit,
} from './commands.ts';
export type { HoldingChanged } from './events.ts';
export { HOLDING_STATUS, ORDER_REASON } from './holding.ts';
