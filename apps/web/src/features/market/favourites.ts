/** Favourite pairs, remembered in this browser. */
import { createStore, useStore } from '#shared/external-store.ts';

const KEY = 'favourite-pairs';

function read(): ReadonlySet<string> {
  try {
    return new Set(JSON.parse(localStorage.getItem(KEY) ?? '[]') as string[]);
  } catch {
    return new Set();
  }
}
const favourites = createStore<ReadonlySet<string>>(read());

export const useFavourites = (): ReadonlySet<string> => useStore(favourites);
export function toggleFavourite(symbol: string): void {
  const next = new Set(favourites.get());
  if (!next.delete(symbol)) next.add(symbol);
  localStorage.setItem(KEY, JSON.stringify([...next]));
  favourites.set(next);
}
