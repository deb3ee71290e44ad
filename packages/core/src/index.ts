/**
 * The exchange as a pure state machine.
 *
 * @module
 * @example
 * const exchange = new Exchange();
 * exchange.apply(1, 0, { type: 'define-asset', asset: 0, code: 'USDT', decimals: 6 });
 * exchange.drainEvents((event, seq) => console.log(seq, event));
 */
export { FIRST_USER, HOUSE_MAX, isOutside, PLATFORM_OWNERS_MAX, USER_WALLETS, WALLET } from './accounts.ts';
export type { QuotedBy, Ticked } from './events/events.ts';
export { DUE_LIMIT_MAX, Exchange, type Balance, type CommandBatch } from './exchange.ts';
export type { FeatureObligations, Finding, Obligation, Outcome } from './contract/feature.ts';
export {
  COMMANDS,
  FEATURE_NAMES,
  CAPITAL,
  HOUSE,
  newestRules,
  POSTING_REASONS,
  type Command,
  type CommandType,
  type CoreEvent,
  type Posting,
  type PostingReason,
} from './features.ts';
export { faultOf } from './journal/command-codecs.ts';
export { decodeCommands, encodeCommands, encodeOutcomes, JOURNAL_CODES } from './journal/journal.ts';
export { PRICE_MAX } from './matching/order-record.ts';
export { BUY, SELF_TRADE, SELL, type Side } from './matching/side.ts';
export type { QuotedTick, SetRules, Tick } from './contract/platform-commands.ts';
export type { FixedTermOffer } from './offers/fixed-term-offers.ts';
export type { FixedTermOrder } from './offers/fixed-term-record.ts';
export { MARKET_STATUS, type Asset, type Market } from './registry.ts';
export { hashBytes } from './snapshot/state-hash.ts';
export * from './features/flash-exchange/exports.ts';
export * from './features/fund/exports.ts';
export * from './features/funding/exports.ts';
export * from './features/seconds-contract/exports.ts';
export * from './features/spot/exports.ts';
export * from './features/subscription/exports.ts';
export * from './features/wallet/exports.ts';
