/** Favourite pairs. */
import { useMemo } from 'react';
import { createPreference, usePreference } from '#shared/preference.ts';

const favourites = createPreference('favourites', { symbols: [] as string[] });

export function useFavourites(): ReadonlySet<string> {
  const { symbols } = usePreference(favourites);
  return useMemo(() => new Set(symbols), [symbols]);
}
export function toggleFavourite(symbol: string): void {
  const { symbols } = favourites.store.get();
  const others = symbols.filter((each) => each !== symbol);
  favourites.change({ symbols: others.length === symbols.length ? [...symbols, symbol] : others });
}
