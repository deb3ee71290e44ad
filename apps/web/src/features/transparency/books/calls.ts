/** The public books. */
import { useQuery } from '@tanstack/react-query';
import { call, type CallData } from '#data/api.ts';

export type Books = CallData<'transparency/get-reserves'>;
export type ReserveRow = Books['reserves'][number];
export type CoinRow = Books['coins'][number];

/** The server adds up at most twice a minute. */
const AGAIN_AFTER_MS = 30_000;

export function useBooks() {
  return useQuery({
    queryKey: ['books'],
    refetchInterval: AGAIN_AFTER_MS,
    queryFn: ({ signal }) => call('transparency/get-reserves', {}, { signal, quiet: true }),
  });
}
