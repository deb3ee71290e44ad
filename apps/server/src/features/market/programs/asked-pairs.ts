/** The pairs that a program asks for: one, several or all. */
import type { Refusal } from '@glasshouse/protocol';
import type { NamedMarket } from '../../../contract/catalogue.ts';
import { invalidField } from '../../../http/invalid-input.ts';
import type { MarketState } from '../state.ts';

export interface AskedPairs {
  /** In upper case. */
  readonly symbol?: string | undefined;
  readonly symbols?: readonly string[] | undefined;
}

const UNKNOWN: Refusal['error'] = 'market/unknown-pair';

/** The pair of a symbol in upper case, or the refusal. */
export function pairOf(state: MarketState, symbol: string): NamedMarket | Refusal {
  return state.pair(symbol.toLowerCase()) ?? { error: UNKNOWN, field: 'symbol' };
}

/** Those of `symbol` or `symbols`, all without either; refused with both. */
export function pairsOf(
  state: MarketState,
  { symbol, symbols }: AskedPairs,
): { readonly pairs: readonly NamedMarket[] } | Refusal {
  if (symbol !== undefined && symbols !== undefined)
    return invalidField('symbols', 'not together with symbol');
  const names = symbol === undefined ? symbols : [symbol];
  if (names === undefined) return { pairs: state.catalogue.openedMarkets };
  const pairs: NamedMarket[] = [];
  for (const name of names) {
    const pair = state.pair(name.toLowerCase());
    if (pair === undefined) return { error: UNKNOWN, field: symbol === undefined ? 'symbols' : 'symbol' };
    pairs.push(pair);
  }
  return { pairs };
}
