/** The public exports of spot trading. */
export {
  STOP_KIND,
  TIME_IN_FORCE,
  TRIGGER_SOURCE,
  type AmendConditional,
  type AmendOco,
  type AmendOrder,
  type CancelAfter,
  type CancelAll,
  type CancelNamed,
  type CancelOrder,
  type CancelPrefixed,
  type ChangeMarket,
  type DefineFeeTiers,
  type DefineMarket,
  type DelistMarket,
  type OpenMarket,
  type PlaceConditional,
  type PlaceExtended,
  type PlaceOco,
  type PlaceOrderList,
  type PlaceOrder,
  type ReplaceQuotes,
  type SetMarketStatus,
  type SetReferrer,
} from './commands.ts';
export { isMarketSound, MARKET_BOUNDS } from './bounds.ts';
export { COUNTDOWN_MS_MAX } from './countdowns.ts';
export { TRAIL_PPM_MAX, TRAIL_PPM_MIN } from './conditional-terms.ts';
export { WAITING_OWNER_MAX } from './conditionals.ts';
export { ICEBERG_PARTS_MAX } from './extended-orders.ts';
export { VOLUME_DAYS } from './fees.ts';
export type { OrderPreview } from './preview.ts';
export {
  ORDER_END,
  ORDER_STATUS,
  type CountdownEnded,
  type OrderChanged,
  type ReplacementRefused,
  type Traded,
} from './events.ts';
export { NOTICE_MS_MAX } from './listings.ts';
