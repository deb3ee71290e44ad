/** The calls of identity verification. */
import { useQuery } from '@tanstack/react-query';
import { call, upload, type CallData, type CallInput } from '#data/api.ts';
import { PERSONAL, queryClient } from '#data/query-client.ts';
import { smallerPhoto } from '#data/smaller-photo.ts';

export type KycStatus = CallData<'kyc/get-status'>;
export type Side = CallInput<'kyc/upload-photo'>['side'];

const REVIEWING = 1;
/** During a review the decision may come at any time. */
const ASK_AGAIN_MS = 15_000;

export function useKycStatus() {
  return useQuery({
    queryKey: [PERSONAL, 'kyc'],
    queryFn: () => call('kyc/get-status', {}, { quiet: true }),
    refetchInterval: ({ state }) => (state.data?.state === REVIEWING ? ASK_AGAIN_MS : false),
  });
}

export async function uploadPhoto(side: Side, file: Blob) {
  return upload('kyc/upload-photo', { side }, await smallerPhoto(file));
}

export async function sendDocuments(input: CallInput<'kyc/submit'>): Promise<void> {
  await call('kyc/submit', input, { quiet: true });
  await queryClient.invalidateQueries({ queryKey: [PERSONAL] });
}
