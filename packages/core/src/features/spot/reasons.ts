/** The posting reasons of spot trading. Codes are never reused. */
export const SPOT_REASON = {
  'order-frozen': 3,
  'order-released': 4,
  trade: 5,
  fee: 6,
  referral: 13,
} as const;
export type SpotReason = keyof typeof SPOT_REASON;
