/** The event of subscription. */

/** An entry as it now is. */
export interface SubscriptionChanged {
  readonly type: 'subscription-changed';
  /** Its number, from 1 on. */
  readonly entry: number;
  readonly owner: number;
  readonly asset: number;
  /** Units of the asset. */
  readonly amount: number;
  readonly openedMs: number;
}
