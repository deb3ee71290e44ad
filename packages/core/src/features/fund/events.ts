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
  readonly buyNav: number;
  readonly boughtMs: number;
  readonly notional: number;
  readonly margin: number;
  readonly buyFee: number;
  /** Terms at the purchase, which a later offer does not change. */
  readonly sellFeePpm: number;
  readonly exitFeePpm: number;
  readonly lendingDailyPpb: number;
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
  /** An end that is due and waits for the reserve: 2 liquidation, 3 limit sale; 0 for none. */
  readonly shortAction: number;
  /** 1 holding, 2 sold, 3 liquidated, 4 exited. */
  readonly status: number;
  /** 0 until it has ended. */
  readonly closeNav: number;
  readonly closedMs: number;
  readonly closeFee: number;
  /** What came back to the owner at the end. */
  readonly payout: number;
}
