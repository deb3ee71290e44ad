/** The event of fund. */

/** An entry as it now is. */
export interface FundChanged {
  readonly type: 'fund-changed';
  /** Its number, from 1 on. */
  readonly entry: number;
  readonly owner: number;
  readonly asset: number;
  /** Units of the asset. */
  readonly amount: number;
  readonly openedMs: number;
}
