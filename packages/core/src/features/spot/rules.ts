/** What the versions of the rules of spot trading differ in (D0014). */
import type { Rules } from '../../rules.ts';

export const SPOT = 'spot';
export const NEWEST_SPOT_RULES = 2;

export class SpotRules {
  readonly #rules: Rules;

  constructor(rules: Rules) {
    this.#rules = rules;
  }

  get #isSecond(): boolean {
    return this.#rules.versionOf(SPOT) >= 2;
  }

  /** Whether a tick only queues the stops that it reaches; `process-due` places them. */
  get queuesStops(): boolean {
    return this.#isSecond;
  }

  /** Whether the volumes of the fee tiers end at what is exact. */
  get capsVolumes(): boolean {
    return this.#isSecond;
  }

  /** Whether a stop says by its kind which way it fires; before, the index price at acceptance decided. */
  get hasStopKinds(): boolean {
    return this.#isSecond;
  }

  /** Whether a buy by total that cannot spend it all is cancelled in part, or refused as all-or-nothing, as one by lots is. */
  get checksTotals(): boolean {
    return this.#isSecond;
  }

  /** Whether orders that never rest go through at the limit of open orders. */
  get letsTakersPass(): boolean {
    return this.#isSecond;
  }

  /** Whether an amendment to what is filled, or less, cancels the rest. */
  get amendsToFilled(): boolean {
    return this.#isSecond;
  }

  /** Whether an order's id is never given again, even after 2^32 orders in one slot of the pool. */
  get keepsIdsUnique(): boolean {
    return this.#isSecond;
  }

  /** Whether what a command meets, the lists that it brings, and what it cancels, have limits, and definitions bounds. */
  get boundsCommands(): boolean {
    return this.#isSecond;
  }
}
