/** The query parameters of the page of markets. */
import { PAIR_STATES, type PairState } from './pair-words.ts';

export interface MarketsSearch {
  readonly state?: PairState;
  /** The pair that is open, such as 'BTC/USDT'. */
  readonly pair?: string;
  /** The form that is open instead. */
  readonly form?: 'coin' | 'pair';
}

export function marketsSearch({ state, pair, form }: Readonly<Record<string, unknown>>): MarketsSearch {
  const known = PAIR_STATES.find((each) => each === state);
  return {
    ...(known === undefined ? {} : { state: known }),
    ...(typeof pair === 'string' && pair !== '' ? { pair } : {}),
    ...(form === 'coin' || form === 'pair' ? { form } : {}),
  };
}
