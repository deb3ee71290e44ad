/** One cache of server data, emptied when a user signs in or out. */
import type { QueryKey } from '@tanstack/react-query';
import { CallError, type CallFailure } from './api.ts';
import { session } from './session.ts';
import { SiteQueries } from './site-queries.ts';

const NOT_AGAIN: ReadonlySet<CallFailure> = new Set(['refused', 'timeout']);

export const queryClient = new SiteQueries({
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

/**
 * When a query that failed succeeds again, the page also fetches everything else that failed: names
 * and decimals too, for which no panel shows an error.
 */
export function askFailedAgain(): void {
  const failed = new Set<string>();
  queryClient.getQueryCache().subscribe((event) => {
    if (event.type !== 'updated') return;
    const { action, query } = event;
    if (action.type === 'error') failed.add(query.queryHash);
    if (action.type !== 'success' || !failed.delete(query.queryHash)) return;
    const hashes = new Set(failed);
    failed.clear();
    void queryClient.refetchQueries({ type: 'active', predicate: ({ queryHash }) => hashes.has(queryHash) });
  });
}

/**
 * Applies a streamed change to the data of a query. A reply that is on its way may have been read
 * before the change, and would undo it: once it is there, the query is asked again.
 */
export function applyChange<T>(queryKey: QueryKey, change: (data: T) => T): void {
  queryClient.setQueryData<T>(queryKey, (data) => (data === undefined ? data : change(data)));
  const query = queryClient.getQueryCache().find({ queryKey, exact: true });
  if (query !== undefined) void queryClient.askAfterReply(query);
}

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
