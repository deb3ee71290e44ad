/** The differences between the versions of the rules of fixed terms (D0014), by product. */
import type { Rules } from '../rules.ts';

export const NEWEST_FIXED_TERM_RULES = 2;

export class FixedTermRules {
  readonly #rules: Rules;
  readonly #feature: string;

  /** `feature` is `FeatureDefinition.name` of the product. */
  constructor(rules: Rules, feature: string) {
    this.#rules = rules;
    this.#feature = feature;
  }

  /** Whether what is sold of an offer without quota has an end too: the largest exact number. */
  get boundsSold(): boolean {
    return this.#rules.versionOf(this.#feature) >= 2;
  }
}
