/** The claim on early transfers, which operators can drop (R1.6). The terms of an offer stay. */
import { CLAIM_SHOWN } from '@glasshouse/protocol/parameters/claims';
import { useParameter } from '#data/parameters.ts';
import type { Claim } from '#shared/claims/ClaimText.tsx';
import { useTranslation } from '#shared/i18n.ts';

export function useEarlyTransferClaim(): Claim | undefined {
  const { t } = useTranslation();
  return useParameter('claim_no_early_transfer') === CLAIM_SHOWN
    ? { sentence: t('claims.noEarlyTransfer'), why: t('claims.noEarlyTransferWhy') }
    : undefined;
}
