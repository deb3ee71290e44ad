/** The differences between the versions of the wallet's rules (D0014). */
import type { Rules } from '../../rules.ts';

export const WALLET_FEATURE = 'wallet';
export const NEWEST_WALLET_RULES = 2;

export class WalletRules {
  readonly #rules: Rules;

  constructor(rules: Rules) {
    this.#rules = rules;
  }

  /** Whether capital comes in to accounts of the house's own money alone, as it moves. */
  get keepsCapitalApart(): boolean {
    return this.#rules.versionOf(WALLET_FEATURE) >= 2;
  }
}
