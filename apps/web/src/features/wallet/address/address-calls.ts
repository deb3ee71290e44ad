/** The calls of the address book. */
import { useQuery } from '@tanstack/react-query';
import { call, type CallInput } from '#data/api.ts';
import { PERSONAL, queryClient } from '#data/query-client.ts';

export function useAddresses() {
  return useQuery({
    queryKey: [PERSONAL, 'addresses'],
    queryFn: () => call('wallet/get-addresses', {}, { quiet: true }),
  });
}

type ChangeName =
  | 'wallet/add-address'
  | 'wallet/edit-address'
  | 'wallet/remove-address'
  | 'wallet/set-whitelist-only';
async function change<N extends ChangeName>(name: N, input: CallInput<N>): Promise<void> {
  await call(name, input, { quiet: true });
  await queryClient.invalidateQueries({ queryKey: [PERSONAL] });
}
export const addAddress = (input: CallInput<'wallet/add-address'>) => change('wallet/add-address', input);
export const editAddress = (input: CallInput<'wallet/edit-address'>) => change('wallet/edit-address', input);
export const removeAddress = (id: string) => change('wallet/remove-address', { id });
export const setWhitelistOnly = (input: CallInput<'wallet/set-whitelist-only'>) =>
  change('wallet/set-whitelist-only', input);
