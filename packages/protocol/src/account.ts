/** An account of each user that a feature has. Its name is the feature's `accountText`. */
export interface Account {
  /** Its number in the ledger and in addresses; never given again. */
  readonly number: number;
  /** Whether money there may be lost: what is held from play is never there. */
  readonly isInPlay: boolean;
}
