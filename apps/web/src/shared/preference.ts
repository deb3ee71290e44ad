/**
 * A user's choices that this browser remembers: a flat record in localStorage, the same in every
 * tab.
 */
import { createStore, useStore, type Store } from './external-store.ts';
import { shaped } from './preference-shape.ts';

const PREFIX = 'preference/';

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
      try {
        localStorage.setItem(key, JSON.stringify(store.get()));
      } catch {
        // If the storage is full, the choice lasts until the page is left.
      }
    },
  };
}

export function usePreference<T>(preference: Preference<T>): T {
  return useStore(preference.store);
}
