/**
 * A user's choices: a flat record in localStorage, the same in every tab. They are kept with the
 * account too, apart from those that `app/preferences` leaves to the browser.
 */
import { createStore, useStore, type Store } from './external-store.ts';
import { shaped } from './preference-shape.ts';
import { remember } from './remember.ts';

/** Keys in the storage that begin with it hold a preference. */
export const PREFIX = 'preference/';

export interface Preference<T> {
  readonly store: Store<T>;
  readonly change: (patch: Partial<T>) => void;
}

/** Another version of the site may have written the stored data. */
export function createPreference<T extends object>(name: string, defaults: T): Preference<T> {
  const key = PREFIX + name;
  const store = createStore(shaped(localStorage.getItem(key), defaults));
  window.addEventListener('storage', (event) => {
    if (event.key === key) store.set(shaped(event.newValue, defaults));
  });
  return {
    store,
    change: (patch) => {
      store.set({ ...store.get(), ...patch });
      remember(key, JSON.stringify(store.get()));
    },
  };
}

export function usePreference<T>(preference: Preference<T>): T {
  return useStore(preference.store);
}
