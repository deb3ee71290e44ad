/** The market's endpoints of the trading API: all from memory, but for old candles and trades. */
import type { FeatureEndpoints } from '../../programs/handler.ts';
import type { MarketState } from './state.ts';

export function marketEndpoints({ state }: { readonly state: MarketState }): FeatureEndpoints<'market'> {
  return {
    'market/ping': () => ({}),
    'market/get-time': () => ({ serverTime: state.nowMs() }),
  };
}
