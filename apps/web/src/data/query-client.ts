/** One cache of server data, emptied when a user signs in or out. */
import { QueryClient } from '@tanstack/react-query';
import { CallError, type CallFailure } from './api.ts';
import { session } from './session.ts';

const NOT_AGAIN: ReadonlySet<CallFailure> = new Set(['refused', 'timeout']);

export const queryClient = new QueryClient({
  defaultOptions: {
    queries: {
      staleTime: 5000,
      // A refusal is an answer, and a time-out has already waited long enough; only a lost request
      // is tried again.
      retry: (count, error) => count < 1 && !(error instanceof CallError && NOT_AGAIN.has(error.kind)),
      networkMode: 'always',
    },
    mutations: { networkMode: 'always', retry: false },
  },
});

/** Query keys with this prefix belong to the signed-in user. */
export const PERSONAL = 'personal';

export function clearOnUserChange(): void {
  let userId = session.get()?.userId;
  session.subscribe(() => {
    const next = session.get()?.userId;
    if (next === userId) return;
    userId = next;
    void queryClient.cancelQueries({ queryKey: [PERSONAL] });
    queryClient.removeQueries({ queryKey: [PERSONAL] });
  });
}
