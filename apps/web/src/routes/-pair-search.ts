/**
 * Parses the pair in a page's address. Without one it is BTC/USDT, which the address does not name.
 */
import type { SearchSchemaInput } from '@tanstack/react-router';

export const DEFAULT_PAIR = { base: 'BTC', quote: 'USDT' } as const;
export interface PairSearch {
  readonly base: string;
  readonly quote: string;
}
const COIN = /^[A-Za-z0-9]{2,10}$/;

export type PairSearchInput = { base?: unknown; quote?: unknown } & SearchSchemaInput;

export function pairSearch(search: PairSearchInput): PairSearch {
  const coin = (value: unknown, fallback: string) =>
    typeof value === 'string' && COIN.test(value) ? value.toUpperCase() : fallback;
  return { base: coin(search.base, DEFAULT_PAIR.base), quote: coin(search.quote, DEFAULT_PAIR.quote) };
}
