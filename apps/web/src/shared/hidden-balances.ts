/** Whether this browser hides the user's balances, on every page and in every tab. */
import { createPreference, usePreference } from './preference.ts';

/** The key of the choice before all pages followed it. */
const FORMER_KEY = 'hide-balances';

const preference = createPreference('balances', { hidden: localStorage.getItem(FORMER_KEY) === 'true' });
export const useHiddenBalances = (): boolean => usePreference(preference).hidden;
export function toggleHiddenBalances(): void {
  preference.change({ hidden: !preference.store.get().hidden });
}
