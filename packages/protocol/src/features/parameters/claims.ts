/**
 * The parameters that change or drop a claim of the marketing (R1.6). Without zod, so that pages
 * stay small.
 */

export const CLAIM_SHOWN = 'shown';
export const CLAIM_DROPPED = 'dropped';
/** The hours of the claim on withdrawals, or `dropped`. */
export const WITHDRAWAL_CLAIM = 'claim_withdrawal_hours';
/** The claims whose figures follow from terms: `shown` or `dropped`. */
export const CLAIM_PARAMETERS = [
  'claim_deposit_time',
  'claim_confirmations',
  'claim_market_cap',
  'claim_no_early_transfer',
] as const;
export type ClaimParameter = (typeof CLAIM_PARAMETERS)[number] | typeof WITHDRAWAL_CLAIM;
