/** The claim of finance on the home page. */
import { ClaimItem } from '#shared/claims/ClaimText.tsx';
import { useEarlyTransferClaim } from './early-transfer.ts';

export function HomeClaim() {
  const claim = useEarlyTransferClaim();
  return claim === undefined ? null : <ClaimItem {...claim} />;
}
