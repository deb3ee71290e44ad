/** An account that each user has for a feature. The feature's `accountText` is its name. */
export interface Account {
  /** The account's number in the ledger and in addresses; never used again. */
  readonly number: number;
  /**
   * Whether money in the account is at risk: staked, traded with leverage or invested in a fund.
   * Money that is held must stay in other accounts.
   */
  readonly isInPlay: boolean;
}
