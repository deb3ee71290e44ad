/** The differences between the versions of the spot rules (D0014). */
import type { Rules } from '../../rules.ts';

export const SPOT = 'spot';
export const NEWEST_SPOT_RULES = 8;

export class SpotRules {
  readonly #rules: Rules;

  constructor(rules: Rules) {
    this.#rules = rules;
  }

  get #isSecond(): boolean {
    return this.#rules.versionOf(SPOT) >= 2;
  }

  get #isThird(): boolean {
    return this.#rules.versionOf(SPOT) >= 3;
  }

  /**
   * Whether orders can have exits, a time at which they end and a bound on slippage; whether stops
   * can be amended, follow at a distance in ticks, and wait for the last trade or for two prices.
   */
  get hasExtendedTerms(): boolean {
    return this.#rules.versionOf(SPOT) >= 4;
  }

  /** Whether orders can be icebergs, and decrement on self-trade. */
  get hasIcebergs(): boolean {
    return this.#rules.versionOf(SPOT) >= 5;
  }

  /** Whether orders of owners whose money is held from withdrawal keep near the index. */
  get keepsHeldNear(): boolean {
    return this.#rules.versionOf(SPOT) >= 6;
  }

  /**
   * Whether a stop whose market halts before its turn counts as processed: a portion then ends at
   * its limit also where its items only change hands.
   */
  get countsHeldStops(): boolean {
    return this.#rules.versionOf(SPOT) >= 7;
  }

  /**
   * Whether an order of all or nothing is refused where the hidden parts of icebergs would bring
   * its match to its limit of orders before the end.
   */
  get countsPartsOfIcebergs(): boolean {
    return this.#rules.versionOf(SPOT) >= 8;
  }

  /** Whether a pair of an owner whose money is held needs an index price of its moment. */
  get bindsPairs(): boolean {
    return this.#rules.versionOf(SPOT) >= 8;
  }

  /** Whether slippage is counted from the best price of others, where own orders do not trade. */
  get slipsFromOthers(): boolean {
    return this.#rules.versionOf(SPOT) >= 8;
  }

  /** Whether an order that can only meet its owner's own orders is refused for that reason. */
  get namesOwnOrders(): boolean {
    return this.#isThird;
  }

  /** Whether a stop at market can buy a quantity, also as the stop of a pair. */
  get stopsBuyLots(): boolean {
    return this.#isThird;
  }

  /** Whether two open orders of an owner cannot have the same clientOrderId. */
  get keepsClientOrderIdsUnique(): boolean {
    return this.#isThird;
  }

  /** Whether a tick only queues the stops that it reaches; `process-due` places them. */
  get queuesStops(): boolean {
    return this.#isSecond;
  }

  /** Whether the volumes of the fee tiers are capped at the largest exact number. */
  get capsVolumes(): boolean {
    return this.#isSecond;
  }

  /** Whether a stop's kind sets its direction. Before, the index price at acceptance did. */
  get hasStopKinds(): boolean {
    return this.#isSecond;
  }

  /**
   * Whether a buy by total that cannot spend all of it is cancelled in part, or refused if
   * all-or-nothing, like one by lots.
   */
  get checksTotals(): boolean {
    return this.#isSecond;
  }

  /** Whether orders that never rest are accepted at the limit of open orders. */
  get letsTakersPass(): boolean {
    return this.#isSecond;
  }

  /** Whether an amendment to the filled quantity, or less, cancels the rest. */
  get amendsToFilled(): boolean {
    return this.#isSecond;
  }

  /** Whether an order id is never reused, even after 2^32 orders in one slot of the pool. */
  get keepsIdsUnique(): boolean {
    return this.#isSecond;
  }

  /** Whether matches, lists in commands and cancels are limited, and definitions have bounds. */
  get boundsCommands(): boolean {
    return this.#isSecond;
  }
}
