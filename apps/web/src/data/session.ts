/**
 * The signed-in user, in this tab and in the others. The keys in localStorage are those of R3.1.
 * The token itself is a cookie that scripts cannot read; User-Token only distinguishes one session
 * from the next.
 */
import { createStore, useStore } from '#shared/external-store.ts';
import { uniqueKey } from '#shared/unique-key.ts';

export interface Session {
  readonly userId: string;
  /** An id of this session; for a session from before there were cookies, the token. */
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
const MARK = 'cookie:';
/**
 * Prefix of cached personal data, with the user's id. The data is deleted when the session ends.
 */
export const PERSONAL_CACHE = 'cache/user/';

const store = createStore<Session | null>(readSession());
export const session = { get: store.get, subscribe: store.subscribe };
export const useSession = (): Session | null => useStore(store);

/** What the server said of the session that it no longer knows, until the next login. */
const lost = createStore<string | null>(null);
export const lostSession = { get: lost.get, forget: () => lost.set(null) };

const personsBefore = createStore(0);
let lastUserId = store.get()?.userId;
store.subscribe(() => {
  const userId = store.get()?.userId;
  if (userId === undefined) return;
  if (lastUserId !== undefined && userId !== lastUserId) personsBefore.set(personsBefore.get() + 1);
  lastUserId = userId;
});
/**
 * The number of other users signed in on this page before. Components that show or keep personal
 * data use it as their key, so they start anew with each user.
 */
export const usePersonsBefore = (): number => useStore(personsBefore);

export function signIn(opened: Omit<Session, 'token'>): void {
  const next = { ...opened, token: MARK + uniqueKey() };
  forgetPersonalCache();
  lost.set(null);
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

/**
 * How the server identifies the user: by the cookie and the user whom this page shows, or by a
 * token from before there were cookies.
 */
export function credentials(): { readonly userId: string } | { readonly token: string } | null {
  const current = store.get();
  if (current === null) return null;
  const { userId, token } = current;
  return token.startsWith(MARK) ? { userId } : { token };
}

export function credentialHeaders(): Readonly<Record<string, string>> {
  const shown = credentials();
  if (shown === null) return {};
  return 'token' in shown ? { 'X-Access-Token': shown.token } : { 'X-User-Id': shown.userId };
}

/**
 * Called when the server no longer knows this session, with what it said. Returns false if another
 * tab has started a new one, which this tab adopts.
 */
export function endLostSession(told: string): boolean {
  const stored = readSession();
  const isNext = stored !== null && stored.token !== store.get()?.token;
  if (isNext) store.set(stored);
  else {
    lost.set(told);
    signOut();
  }
  return !isNext;
}

/**
 * When another tab signs in, out, or as somebody else, this tab follows, so that two users never
 * mix.
 */
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
