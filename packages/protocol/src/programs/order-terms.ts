/** The words of orders in the trading API. */

export const SIDES = ['BUY', 'SELL'] as const;

/** Limit orders that only make are LIMIT_MAKER. */
export const PROGRAM_ORDER_TYPES = [
  'LIMIT',
  'LIMIT_MAKER',
  'MARKET',
  'STOP_LOSS',
  'STOP_LOSS_LIMIT',
  'TAKE_PROFIT',
  'TAKE_PROFIT_LIMIT',
] as const;
export type ProgramOrderType = (typeof PROGRAM_ORDER_TYPES)[number];

export const PROGRAM_TIMES_IN_FORCE = ['GTC', 'IOC', 'FOK'] as const;

/** Our own modes of self-trade prevention by their names here. */
export const SELF_TRADE_PREVENTION = {
  EXPIRE_TAKER: 'cancel-newest',
  EXPIRE_MAKER: 'cancel-oldest',
  EXPIRE_BOTH: 'cancel-both',
  DECREMENT: 'decrement',
} as const;
export type SelfTradePrevention = keyof typeof SELF_TRADE_PREVENTION;
export const SELF_TRADE_PREVENTIONS = Object.keys(SELF_TRADE_PREVENTION) as SelfTradePrevention[];

/** Of a list of orders: one of them cancels the other. */
export const CONTINGENCY = 'OCO';
/** Of a list of which an order is open, and of one whose orders have ended. */
export const LIST_STATUS_TYPES = ['EXEC_STARTED', 'ALL_DONE'] as const;
export const LIST_ORDER_STATUSES = ['EXECUTING', 'ALL_DONE'] as const;

/** Of an order; ended by its owner or the other leg: CANCELED, by a rule: EXPIRED. */
export const PROGRAM_STATUSES = [
  'NEW',
  'PARTIALLY_FILLED',
  'FILLED',
  'CANCELED',
  'EXPIRED',
  'EXPIRED_IN_MATCH',
] as const;
