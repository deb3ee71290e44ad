/**
 * The exchange as a pure state machine.
 *
 * @module
 * @example
 * const exchange = new Exchange();
 * exchange.apply(1, 0, { type: 'define-asset', asset: 0, code: 'USDT', decimals: 6 });
 * exchange.drainEvents((event, seq) => console.log(seq, event));
 */
export { FIRST_USER, HOUSE, PLATFORM_OWNERS_MAX, WALLET } from './accounts.ts';
export type { Finding } from './audit.ts';
export {
  BUY,
  DIRECTION,
  MARKET_STATUS,
  SELF_TRADE,
  SELL,
  STOP_KIND,
  TIME_IN_FORCE,
  type AmendOrder,
  type CancelAll,
  type CancelOrder,
  type Command,
  type CommandType,
  type DefineMarket,
  type DefineSecondsContract,
  type OpenPosition,
  type Outcome,
  type PlaceConditional,
  type PlaceOco,
  type PlaceOrder,
  type ReplaceQuotes,
  type Side,
  type Tick,
  type Transfer,
} from './commands.ts';
export {
  ORDER_END,
  ORDER_STATUS,
  POSTING_REASONS,
  type CoreEvent,
  type OrderChanged,
  type PositionChanged,
  type Posting,
  type PostingReason,
  type Ticked,
  type Traded,
} from './events.ts';
export { DUE_LIMIT_MAX, Exchange, type Balance, type CommandBatch } from './exchange.ts';
export { faultOf } from './journal/command-shapes.ts';
export { decodeCommands, encodeCommands, encodeOutcomes, JOURNAL_CODES } from './journal/journal.ts';
export { resultOf, RESULT } from './features/seconds-contract/position.ts';
export type { Asset, Market } from './registry.ts';
export { newestRules, RULE_FEATURES, Rules } from './rules.ts';
export { hashBytes } from './state-hash.ts';
