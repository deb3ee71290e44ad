/** Who is signed in. */
import { useQuery } from '@tanstack/react-query';
import type { OperatorSelf } from '@glasshouse/protocol/operators';
import { call, CallError } from './api.ts';

/** Null: nobody. */
export function useSelf() {
  return useQuery<OperatorSelf | null>({
    queryKey: ['self'],
    staleTime: Infinity,
    queryFn: async () => {
      try {
        return await call('operators/get-self', {});
      } catch (error) {
        if (error instanceof CallError && error.error === 'operators/not-signed-in') return null;
        throw error;
      }
    },
  });
}
