/** An account of each user that a feature has. Its name is the feature's `accountText`. */
export interface Account {
  /** Its number in the ledger and in addresses; never given again. */
  readonly number: number;
  /**
   * Whether money in the account is at risk: staked, traded with leverage or invested in a fund.
   * Money that is held must stay in other accounts.
   */
  readonly isInPlay: boolean;
}
