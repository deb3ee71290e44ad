/** The calls of vouchers: payment addresses, handing in, and the state of each voucher. */
import type { VoucherRow, VoucherTerms } from '@glasshouse/protocol/vouchers';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useAccountRows } from '#data/account-feed.ts';
import { call, upload, type CallInput } from '#data/api.ts';
import { usePaged } from '#data/paged.ts';
import { PERSONAL, queryClient } from '#data/query-client.ts';
import { smallerPhoto } from '#data/smaller-photo.ts';

export type { VoucherRow, VoucherTerms };

const VOUCHERS = [PERSONAL, 'vouchers'] as const;

const askAgain = () => queryClient.invalidateQueries({ queryKey: VOUCHERS });

export function useVoucherTerms() {
  return useQuery({
    queryKey: [PERSONAL, 'voucher-terms'],
    queryFn: async ({ signal }) => (await call('vouchers/get-terms', {}, { signal, quiet: true })).list,
  });
}

export function useVouchers() {
  useAccountRows('funding', (rows) => {
    if (rows.some(({ kind }) => kind === 'deposit')) void askAgain();
  });
  return usePaged({
    key: VOUCHERS,
    name: 'vouchers/get-list',
    input: {},
    isWaiting: ({ status }) => status === 'pending',
  });
}

export type HandedIn = CallInput<'vouchers/hand-in'>;

export async function handIn(input: HandedIn, picture: Blob): Promise<void> {
  await upload('vouchers/hand-in', input, await smallerPhoto(picture));
  await askAgain();
}

export function useTakeBack() {
  return useMutation({
    mutationFn: (id: string) => call('vouchers/take-back', { id }),
    onSettled: askAgain,
  });
}
