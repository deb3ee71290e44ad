/** The event of funds. */

/** A holding as it now is. Amounts are in units of the quote asset. */
export interface HoldingChanged {
  readonly type: 'holding-changed';
  /** Its number, from 1 on. */
  readonly holding: number;
  readonly owner: number;
  readonly fund: number;
  readonly quote: number;
  /** How often it was reported, this time included: 1 for the purchase. */
  readonly revision: number;
  /** Hundredths of a unit. */
  readonly units: number;
  readonly leverage: number;
  /** When the purchase was accepted, and the highest NAV that it accepts. */
  readonly acceptedMs: number;
  readonly maxNav: number;
  /** The tick that it was bought at; 0 while it waits, and if it was not filled. */
  readonly buyNav: number;
  readonly boughtMs: number;
  /** While it waits, these and `maintenance` and `cover` are those at `maxNav`. */
  readonly notional: number;
  readonly margin: number;
  readonly buyFee: number;
  /** Terms at the acceptance, which a later offer does not change. */
  readonly buyFeePpm: number;
  readonly sellFeePpm: number;
  readonly exitFeePpm: number;
  readonly lendingDailyPpb: number;
  readonly maintenancePpm: number;
  readonly coverPpm: number;
  readonly maintenance: number;
  /** Frozen in the reserve for a profit. */
  readonly cover: number;
  /** Full days whose interest is charged, and the interest for them. */
  readonly days: number;
  readonly interest: number;
  /** The highest NAV at which it is liquidated; 0 without a loan. */
  readonly liquidationNav: number;
  /** The NAV of a limit sale that waits; 0 for none. */
  readonly limitNav: number;
  /** An end that its owner has ordered and that waits for its NAV: 2 sale, 4 exit; 0 for none. */
  readonly orderedEnd: number;
  readonly orderedMs: number;
  readonly minNav: number;
  /**
   * Why the last order had no effect: 1 the NAV was beyond its bound, 2 no NAV in time, 3 too small
   * at its NAV; 0 for none.
   */
  readonly reason: number;
  /** 0 waiting for its NAV, 1 holding, 2 sold, 3 liquidated, 4 exited, 5 not filled. */
  readonly status: number;
  /** 0 until it has ended. */
  readonly closeNav: number;
  readonly closedMs: number;
  readonly closeFee: number;
  /** What came back to the owner at the end: of what was not filled, all that was secured. */
  readonly payout: number;
  /** Of the payout, what was paid in coins of the fund, at `closeNav`. */
  readonly paidInCoins: number;
}
