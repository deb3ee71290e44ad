/**
 * The alerts that wait, in memory: for each pair those above and those below the price, sorted so
 * that the next one to be reached is the last. A tick looks at one alert of each side of a pair,
 * and at those that it reaches.
 */

export interface WaitingAlert {
  readonly id: number;
  readonly userId: number;
  readonly market: number;
  /** In steps of the pair's index price. */
  readonly price: number;
  readonly isAbove: boolean;
  /** Only later ticks count. */
  readonly sinceTick: number;
  readonly addedMs: number;
}

export interface ReachedAlert {
  readonly alert: WaitingAlert;
  readonly tick: number;
  readonly timeMs: number;
  /** The index price of that tick. */
  readonly price: number;
}

export class AlertBook {
  readonly #sides = new Map<string, WaitingAlert[]>();
  readonly #ofUsers = new Map<number, Map<number, WaitingAlert>>();
  #size = 0;

  get size(): number {
    return this.#size;
  }

  /** A user's alerts, oldest first. */
  ofUser(userId: number): readonly WaitingAlert[] {
    return [...(this.#ofUsers.get(userId)?.values() ?? [])];
  }

  add(alert: WaitingAlert): void {
    const own = this.#ofUsers.get(alert.userId) ?? new Map<number, WaitingAlert>();
    if (own.has(alert.id)) return;
    this.#ofUsers.set(alert.userId, own.set(alert.id, alert));
    const side = this.#side(alert);
    side.splice(placeIn(side, alert), 0, alert);
    this.#size++;
  }

  /** Returns whether it was there. */
  remove(alert: WaitingAlert): boolean {
    const side = this.#side(alert);
    const at = side.indexOf(alert, placeIn(side, alert));
    if (at < 0) return false;
    side.splice(at, 1);
    return this.#forget(alert);
  }

  /** Takes out the alerts of a pair that an index price reaches. */
  takeReached(market: number, price: number): readonly WaitingAlert[] {
    const reached: WaitingAlert[] = [];
    for (const isAbove of [true, false]) {
      const side = this.#sides.get(sideName(market, isAbove));
      for (let next = side?.at(-1); next !== undefined && isReached(next, price); next = side?.at(-1)) {
        side?.pop();
        this.#forget(next);
        reached.push(next);
      }
    }
    return reached;
  }

  #side({ market, isAbove }: WaitingAlert): WaitingAlert[] {
    const name = sideName(market, isAbove);
    const known = this.#sides.get(name);
    if (known !== undefined) return known;
    const made: WaitingAlert[] = [];
    this.#sides.set(name, made);
    return made;
  }

  #forget({ userId, id }: WaitingAlert): boolean {
    const own = this.#ofUsers.get(userId);
    if (own?.delete(id) !== true) return false;
    if (own.size === 0) this.#ofUsers.delete(userId);
    this.#size--;
    return true;
  }
}

export const isReached = ({ isAbove, price }: WaitingAlert, now: number): boolean =>
  isAbove ? now >= price : now <= price;

const sideName = (market: number, isAbove: boolean): string => `${market}/${isAbove ? 'above' : 'below'}`;

/** The first place whose alert is reached no later than this one. */
function placeIn(side: readonly WaitingAlert[], { price, isAbove }: WaitingAlert): number {
  let [low, high] = [0, side.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    const other = side[middle]?.price ?? 0;
    if (isAbove ? other > price : other < price) low = middle + 1;
    else high = middle;
  }
  return low;
}
