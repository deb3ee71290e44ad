/** One's own entries, and adding one. */
import { useMutation, useQuery } from '@tanstack/react-query';
import { call, type CallInput } from '#data/api.ts';
import { PERSONAL, queryClient } from '#data/query-client.ts';

const KEY = [PERSONAL, 'api-keys'] as const;

export function useEntries() {
  return useQuery({ queryKey: KEY, queryFn: () => call('api-keys/get-list', {}) });
}

export function useAddEntry() {
  return useMutation({
    mutationFn: (input: CallInput<'api-keys/add'>) => call('api-keys/add', input),
    onSettled: () => void queryClient.invalidateQueries({ queryKey: KEY }),
  });
}
