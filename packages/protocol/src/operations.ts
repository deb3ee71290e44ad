/** What people do that somebody may be kept from. A call names its operation; the server's guard knows who may. */

export const OPERATIONS = [
  /** Spot orders. */
  'trade',
  /** Seconds contracts. */
  'speculate',
  /** Flash exchange. */
  'exchange',
  /** Finance, mining, funds. */
  'invest',
  /** New coins. */
  'subscribe',
  /** Between the own accounts. */
  'transfer',
  /** Out of the platform. */
  'withdraw',
  /** Changes of what protects the account. */
  'settings',
] as const;
export type Operation = (typeof OPERATIONS)[number];
