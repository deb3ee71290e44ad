/** The claim of finance on the home page. */
import type { ComponentType } from 'react';
import { ClaimItem } from '#shared/claims/ClaimText.tsx';
import { useEarlyTransferClaim } from './early-transfer.ts';

export const HomeClaim: ComponentType = () => <ClaimItem claim={useEarlyTransferClaim()} />;
