/** The posting reasons and house accounts of subscriptions. */

/** Codes of postings; never reused. */
export const SUBSCRIPTION_REASON = {
  'subscription-pooled': 48,
  'subscription-frozen': 49,
  'subscription-cancelled': 50,
  'subscription-coins': 51,
  'subscription-paid': 52,
  'subscription-returned': 53,
  'subscription-fee': 54,
} as const;

/** Coins for sale, and what was paid for them. */
export const SUBSCRIPTION_HOUSE = { subscriptionPool: 14, subscriptionProceeds: 15 } as const;
