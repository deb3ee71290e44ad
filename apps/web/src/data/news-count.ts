/** The number of events of the account that the user has not looked at, for the bell. */
import { createStore, useStore } from '#shared/external-store.ts';

export const newsCount = createStore(0);
export const useNewsCount = (): number => useStore(newsCount);
