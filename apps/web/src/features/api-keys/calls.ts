/** The calls of API keys. */
import { useQuery } from '@tanstack/react-query';
import { call, type CallData, type CallInput } from '#data/api.ts';
import { PERSONAL, queryClient } from '#data/query-client.ts';

export type CreatedKey = CallData<'api-keys/create-key'>;

export function useApiKeys() {
  return useQuery({
    queryKey: [PERSONAL, 'api-keys'],
    queryFn: () => call('api-keys/get-keys', {}, { quiet: true }),
  });
}

type ChangeName =
  | 'api-keys/create-key'
  | 'api-keys/update-key'
  | 'api-keys/end-key'
  | 'api-keys/end-all-keys';
/** Read again also after a failure: the answer may have been lost, and the change made. */
async function change<N extends ChangeName>(name: N, input: CallInput<N>): Promise<CallData<N>> {
  try {
    return await call(name, input, { quiet: true });
  } finally {
    void queryClient.invalidateQueries({ queryKey: [PERSONAL] });
  }
}
export const createKey = (input: CallInput<'api-keys/create-key'>) => change('api-keys/create-key', input);
export const updateKey = (input: CallInput<'api-keys/update-key'>) => change('api-keys/update-key', input);
export const endKey = (keyId: string) => change('api-keys/end-key', { keyId });
export const endAllKeys = () => change('api-keys/end-all-keys', {});
