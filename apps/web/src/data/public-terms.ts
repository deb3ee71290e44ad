/** What anybody may know of the running exchange, by calls that take no input. */
import { useQuery } from '@tanstack/react-query';
import { call, type CallData, type CallInput, type PlainCallName } from './api.ts';

const FRESH_MS = 60_000;

export function usePublicTerms<N extends PlainCallName>(name: N, isAsked = true) {
  return useQuery({
    queryKey: ['public', name],
    staleTime: FRESH_MS,
    enabled: isAsked,
    queryFn: ({ signal }): Promise<CallData<N>> => call(name, {} as CallInput<N>, { signal, quiet: true }),
  });
}
