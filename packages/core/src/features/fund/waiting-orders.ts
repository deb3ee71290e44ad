/**
 * Orders that wait for the first NAV after their acceptance: purchases, and ends that owners have
 * ordered. Neither an owner nor the house knows that NAV when the order is accepted.
 */
import type { PricedTick } from '../../contract/feature.ts';
import type { Fund } from './fund-offer.ts';
import { isWaiting, type Holding } from './holding.ts';

/** A NAV that comes later than this after the acceptance is none. */
const ORDER_GRACE_MS = 5_000;

const NONE: ReadonlySet<Holding> = new Set();

/** An order that a tick decides. The NAV is 0 if none came in time. */
interface Decided {
  readonly holding: Holding;
  readonly nav: number;
}

export class WaitingOrders {
  readonly #byFund = new Map<number, Set<Holding>>();

  add(holding: Holding): void {
    const waiting = this.#byFund.get(holding.fund) ?? new Set<Holding>();
    this.#byFund.set(holding.fund, waiting);
    waiting.add(holding);
  }

  remove(holding: Holding): void {
    this.#byFund.get(holding.fund)?.delete(holding);
  }

  /** Takes the orders of a fund that a tick decides: ends before purchases, then by number. */
  takeDecided({ offer, nav }: Fund, { tickMs }: Pick<PricedTick, 'tickMs'>): Decided[] {
    const decided: Decided[] = [];
    for (const holding of this.#byFund.get(offer.fund) ?? NONE) {
      const sinceMs = isWaiting(holding) ? holding.acceptedMs : holding.orderedMs;
      const isLate = tickMs - sinceMs > ORDER_GRACE_MS;
      const isDecided = isLate || (tickMs > sinceMs && nav > 0);
      if (isDecided) decided.push({ holding, nav: isLate ? 0 : nav });
    }
    for (const { holding } of decided) this.remove(holding);
    return decided.sort(
      (a, b) =>
        Number(isWaiting(a.holding)) - Number(isWaiting(b.holding)) || a.holding.holding - b.holding.holding,
    );
  }
}
