/** The calls of the address book. */
import type { AddressRow } from '@glasshouse/protocol/wallet';
import { useQuery } from '@tanstack/react-query';
import { call } from '#data/api.ts';
import type { Payload } from '#data/payload.ts';
import { PERSONAL, queryClient } from '#data/query-client.ts';

interface Book {
  readonly list: readonly AddressRow[];
  readonly whitelistOnly: boolean;
}

export function useAddresses() {
  return useQuery({
    queryKey: [PERSONAL, 'addresses'],
    queryFn: () => call<Book>('/bb/app/wallet/getAddresses', {}, { quiet: true }),
  });
}

async function change(name: string, payload: Payload): Promise<void> {
  await call(`/bb/app/wallet/${name}`, payload, { quiet: true });
  await queryClient.invalidateQueries({ queryKey: [PERSONAL] });
}
export const addAddress = (payload: Payload) => change('addAddress', payload);
export const removeAddress = (id: string) => change('removeAddress', { id });
export const setWhitelistOnly = (payload: Payload) => change('setWhitelistOnly', payload);
