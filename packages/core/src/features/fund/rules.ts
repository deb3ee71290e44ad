/** The differences between the versions of the rules of funds (D0014). */
import type { Rules } from '../../rules.ts';

export const FUND = 'fund';
export const NEWEST_FUND_RULES = 2;

export class FundRules {
  readonly #rules: Rules;

  constructor(rules: Rules) {
    this.#rules = rules;
  }

  get #isSecond(): boolean {
    return this.#rules.versionOf(FUND) >= 2;
  }

  /**
   * Whether a purchase accepts no NAV far above the last one. It froze a cover of any size until
   * its NAV came, for coins that it never had to pay.
   */
  get boundsPurchases(): boolean {
    return this.#isSecond;
  }

  /** Whether nothing is sold while an end waits to be paid, which the reserve then owes first. */
  get paysEndsFirst(): boolean {
    return this.#isSecond;
  }

  /**
   * Whether an exit costs at least what a sale does, because one that is ordered may end as a limit
   * sale.
   */
  get ordersFees(): boolean {
    return this.#isSecond;
  }
}
