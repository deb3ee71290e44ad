/** The public exports of spot trading. */
export {
  STOP_KIND,
  TIME_IN_FORCE,
  type AmendOrder,
  type CancelAll,
  type CancelOrder,
  type DefineFeeTiers,
  type DefineMarket,
  type PlaceConditional,
  type PlaceOco,
  type PlaceOrder,
  type ReplaceQuotes,
  type SetReferrer,
} from './commands.ts';
export { ORDER_END, ORDER_STATUS, type OrderChanged, type Traded } from './events.ts';
