/**
 * Whether this browser hides the user's balances, on every page and in every tab. Name and values
 * of the stored flag are those of the specification: 1 shows them, 0 hides them.
 */
import { createStore, useStore } from './external-store.ts';
import { remember } from './remember.ts';

/** Stands in the place of a hidden amount. */
export const BALANCE_MASK = '••••';

const KEY = 'canSeeAsserts';
/** The key of the choice in earlier versions. */
const FORMER_KEY = 'preference/balances';

const store = createStore(isHidden());
window.addEventListener('storage', (event) => {
  if (event.key === KEY) store.set(isHidden());
});

export const areBalancesHidden = (): boolean => store.get();
export const useHiddenBalances = (): boolean => useStore(store);
export function toggleHiddenBalances(): void {
  store.set(!store.get());
  remember(KEY, store.get() ? '0' : '1');
}

function isHidden(): boolean {
  const flag = localStorage.getItem(KEY);
  return flag === null ? localStorage.getItem(FORMER_KEY) === '{"hidden":true}' : flag === '0';
}
