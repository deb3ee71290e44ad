/** The calls of identity verification. */
import type { DataOf } from '@glasshouse/protocol';
import type { getStatus } from '@glasshouse/protocol/kyc';
import { useQuery } from '@tanstack/react-query';
import { call } from '#data/api.ts';
import { PERSONAL, queryClient } from '#data/query-client.ts';
import type { Payload } from '#data/payload.ts';
import { upload } from '#data/upload.ts';

export type KycStatus = DataOf<typeof getStatus>;
export type Side = 'front' | 'back';

const REVIEWING = 1;
/** While somebody reviews, the answer may come at any time. */
const ASK_AGAIN_MS = 15_000;

export function useKycStatus() {
  return useQuery({
    queryKey: [PERSONAL, 'kyc'],
    queryFn: () => call<KycStatus>('/bb/app/kyc/getStatus', {}, { quiet: true }),
    refetchInterval: ({ state }) => (state.data?.state === REVIEWING ? ASK_AGAIN_MS : false),
  });
}

export function uploadPhoto(side: Side, file: Blob): Promise<{ readonly id: string }> {
  return upload('/bb/app/kyc/uploadPhoto', file, { side });
}

export async function sendDocuments(payload: Payload): Promise<void> {
  await call('/bb/app/kyc/submit', payload, { quiet: true });
  await queryClient.invalidateQueries({ queryKey: [PERSONAL] });
}
