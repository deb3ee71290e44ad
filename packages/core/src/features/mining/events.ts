/** The event of mining. */

/** An entry as it now is. */
export interface MiningChanged {
  readonly type: 'mining-changed';
  /** Its number, from 1 on. */
  readonly entry: number;
  readonly owner: number;
  readonly asset: number;
  /** Units of the asset. */
  readonly amount: number;
  readonly openedMs: number;
}
