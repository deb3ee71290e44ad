/** What anybody may know of the running exchange, by calls that take no input. */
import { queryOptions, useQuery } from '@tanstack/react-query';
import { call, type CallData, type CallInput, type PlainCallName } from './api.ts';
import { queryClient } from './query-client.ts';

const FRESH_MS = 60_000;

const publicTerms = <N extends PlainCallName>(name: N) =>
  queryOptions({
    queryKey: ['public', name],
    staleTime: FRESH_MS,
    queryFn: ({ signal }): Promise<CallData<N>> => call(name, {} as CallInput<N>, { signal, quiet: true }),
  });

export function usePublicTerms<N extends PlainCallName>(name: N, isAsked = true) {
  return useQuery({ ...publicTerms(name), enabled: isAsked });
}

/**
 * The terms of several calls, in their order. The list must always be the same, because each entry
 * is a hook.
 */
export function usePublicTermsOf(names: readonly PlainCallName[], isAsked = (_name: PlainCallName) => true) {
  return names.map((name) => usePublicTerms(name, isAsked(name)));
}

/** Fetches the terms before a page is shown. The page itself shows a failure. */
export async function askPublicTerms(names: readonly PlainCallName[]): Promise<void> {
  await Promise.all(names.map((name) => queryClient.prefetchQuery(publicTerms(name))));
}
