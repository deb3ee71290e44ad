/** The signed-in operator, and the facts about the session that later explain why it ended. */
import { useQuery } from '@tanstack/react-query';
import type { OperatorSelf } from '@glasshouse/protocol/operators';
import { call, CallError, queries } from './api.ts';
import { forgetTaking } from './presence.ts';

/**
 * The storage key of the session's facts: kept from login to logout, for all windows of this
 * browser.
 */
const KEY = 'operator-session';
// Somebody has logged in or out in another window.
window.addEventListener('storage', ({ key }) => {
  if (key === KEY) void queries.invalidateQueries({ queryKey: ['self'] });
});
type KeptSession = Pick<OperatorSelf, 'endsTime' | 'idleMs'>;

/** The signed-in operator; null if nobody is signed in. */
export function useSelf() {
  return useQuery<OperatorSelf | null>({
    queryKey: ['self'],
    staleTime: Infinity,
    queryFn: async () => {
      try {
        return kept(await call('operators/get-self', {}));
      } catch (error) {
        if (error instanceof CallError && error.error === 'operators/not-signed-in') return null;
        throw error;
      }
    },
  });
}

export async function logIn(typed: Readonly<Record<'name' | 'password' | 'code', string>>): Promise<void> {
  const self = await call('operators/sign-in', typed);
  forgetTaking();
  queries.setQueryData(['self'], kept(self));
}

export async function logOut(): Promise<void> {
  localStorage.removeItem(KEY);
  // If the server does not answer, the session ends when it expires.
  await call('operators/sign-out', {}).catch(() => undefined);
  queries.setQueryData(['self'], null);
}

function kept(self: OperatorSelf): OperatorSelf {
  const { endsTime, idleMs } = self;
  localStorage.setItem(KEY, JSON.stringify({ endsTime, idleMs } satisfies KeptSession));
  return self;
}

/** The facts about the last session if it ended without a logout; null if there was none. */
export function endedSession(): KeptSession | null {
  try {
    const { endsTime, idleMs } = JSON.parse(localStorage.getItem(KEY) ?? '') as Partial<KeptSession>;
    return typeof endsTime === 'number' && typeof idleMs === 'number' ? { endsTime, idleMs } : null;
  } catch {
    return null;
  }
}
