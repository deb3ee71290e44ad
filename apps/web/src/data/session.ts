/** Who is signed in, in this tab and in the others. The keys in localStorage are those of SPEC §3. */
import { createStore, useStore } from '#shared/external-store.ts';

export interface Session {
  readonly userId: string;
  readonly token: string;
  readonly email: string;
}
const KEY = {
  userId: 'User-Id',
  token: 'User-Token',
  login: 'User-Login',
  email: 'User-Email',
  purchase: 'User-Purchase',
} as const;
/** Cached personal data lies under this prefix, with the user's id; it goes when the session goes. */
export const PERSONAL_CACHE = 'cache/user/';

const store = createStore<Session | null>(readSession());
export const session = { get: store.get, subscribe: store.subscribe };
export const useSession = (): Session | null => useStore(store);

export function signIn(next: Session): void {
  forgetPersonalCache();
  localStorage.setItem(KEY.userId, next.userId);
  localStorage.setItem(KEY.email, next.email);
  localStorage.setItem(KEY.login, 'true');
  localStorage.setItem(KEY.purchase, '1');
  localStorage.setItem(KEY.token, next.token);
  store.set(next);
}

export function rememberPerson(person: { readonly email: string; readonly purchase: number }): void {
  const current = store.get();
  if (current === null) return;
  localStorage.setItem(KEY.email, person.email);
  localStorage.setItem(KEY.purchase, String(person.purchase));
  if (current.email !== person.email) store.set({ ...current, email: person.email });
}

export function signOut(): void {
  for (const key of Object.values(KEY)) localStorage.removeItem(key);
  forgetPersonalCache();
  store.set(null);
}

/** Another tab signed in, out, or as somebody else: this tab follows, so that two people never mix. */
export function followOtherTabs(): void {
  window.addEventListener('storage', (event) => {
    if (event.key !== null && event.key !== KEY.token) return;
    const next = readSession();
    if (next?.token !== store.get()?.token) store.set(next);
  });
}

function readSession(): Session | null {
  const token = localStorage.getItem(KEY.token);
  const userId = localStorage.getItem(KEY.userId);
  if (token === null || userId === null || localStorage.getItem(KEY.login) !== 'true') return null;
  return { token, userId, email: localStorage.getItem(KEY.email) ?? '' };
}

function forgetPersonalCache(): void {
  for (const key of Object.keys(localStorage)) {
    if (key.startsWith(PERSONAL_CACHE)) localStorage.removeItem(key);
  }
}
