/** Operations that the guard can deny. A call names its operation. */

export const OPERATIONS = [
  /** Spot orders. */
  'trade',
  /** Seconds contracts. */
  'speculate',
  /** Flash exchange. */
  'exchange',
  /** Finance, mining, funds. */
  'invest',
  /** Subscriptions to new coins. */
  'subscribe',
  /** Transfers between the user's own accounts, and ends of what products hold. */
  'transfer',
  /** Withdrawals from the platform. */
  'withdraw',
  /** Changes of account protection. */
  'settings',
] as const;
export type Operation = (typeof OPERATIONS)[number];
