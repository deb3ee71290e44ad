/**
 * The lives of holds: placed, grown, shrunk, ended. An end in time is that of a public tick, and
 * `process-due` executes it.
 */
import type { DueItem } from '../../due/due-queue.ts';
import type { Kernel, PricedTick } from '../../contract/feature.ts';
import type { MoneyHold } from '../../ledger/held-money.ts';
import { Timers } from '../../due/timers.ts';
import type { HoldChanged } from './events.ts';

/** Action of due holds: DueItem.action. */
const END = 1;
/** Holds belong to no market. */
const NO_MARKET = 0;

type Placed = Omit<MoneyHold, 'hold'>;

export class Holds {
  /** By number, in the order of placing. */
  readonly all = new Map<number, MoneyHold>();
  /** Number of the last hold. */
  count = 0;
  readonly #timers = new Timers<{ readonly hold: number; readonly untilMs: number }>();
  /** Items of the due queue, by hold. */
  readonly #queued = new Map<number, DueItem>();
  readonly #kernel: Kernel;
  readonly #feature: number;

  /** `feature` is the code under which ends are queued. */
  constructor(kernel: Kernel, feature: number) {
    this.#kernel = kernel;
    this.#feature = feature;
  }

  /**
   * Adds units to what is held of this asset for this reason. The later end holds for all of it.
   */
  place(placed: Placed): void {
    const { owner, asset, reason, units, untilMs } = placed;
    const there = this.#kernel.heldMoney.find(owner, asset, reason);
    if (there === undefined) {
      const hold = { hold: ++this.count, ...placed };
      this.file(hold);
      this.#report(hold);
      return;
    }
    there.units += units;
    const wasQueued = this.#unqueue(there);
    if (wasQueued || untilMs > there.untilMs) {
      there.untilMs = Math.max(untilMs, there.untilMs);
      this.#timers.add(there.untilMs, { hold: there.hold, untilMs: there.untilMs });
    }
    this.#report(there);
  }

  /** Holds so many units less, and nothing if there are not more. */
  shrink({ owner, asset, reason, units }: Omit<Placed, 'untilMs'>): void {
    const hold = this.#kernel.heldMoney.find(owner, asset, reason);
    if (hold === undefined) return;
    if (hold.units <= units) return this.#end(hold);
    hold.units -= units;
    this.#report(hold);
  }

  of(owner: number): readonly MoneyHold[] {
    return this.#kernel.heldMoney.of(owner);
  }

  /** Indexes a hold without an event, on placing and on restore. */
  file(hold: MoneyHold): void {
    this.all.set(hold.hold, hold);
    this.#kernel.heldMoney.add(hold);
    if (hold.untilMs > 0) this.#timers.add(hold.untilMs, { hold: hold.hold, untilMs: hold.untilMs });
  }

  onTick({ tick, tickMs }: PricedTick): void {
    const ended = this.#timers.takeDue(tickMs).filter(({ hold, untilMs }) => {
      // Others were placed anew, or ended.
      return this.all.get(hold)?.untilMs === untilMs && !this.#queued.has(hold);
    });
    for (const { hold } of ended.sort((a, b) => a.hold - b.hold)) {
      // The same end can have come twice, once from a snapshot.
      if (this.#queued.has(hold)) continue;
      const place = { feature: this.#feature, tick, market: NO_MARKET, id: hold };
      const item = { ...place, action: END, tickMs, price: 0 };
      this.#kernel.due.add(item);
      this.#queued.set(hold, item);
    }
  }

  processDue({ id }: DueItem): void {
    this.#queued.delete(id);
    this.#end(this.all.get(id)!);
  }

  restoreDue(item: DueItem): void {
    this.#queued.set(item.id, item);
    this.#kernel.due.add(item);
  }

  #end(hold: MoneyHold): void {
    this.#unqueue(hold);
    hold.units = 0;
    hold.untilMs = 0;
    this.all.delete(hold.hold);
    this.#kernel.heldMoney.remove(hold);
    this.#report(hold);
  }

  #unqueue({ hold }: MoneyHold): boolean {
    const item = this.#queued.get(hold);
    if (item === undefined) return false;
    this.#kernel.due.remove(item);
    return this.#queued.delete(hold);
  }

  #report(hold: MoneyHold): void {
    this.#kernel.log.emit(holdEvent(hold));
  }
}

/** Its fields are in one order, however the hold was made. */
export function holdEvent({ hold, owner, asset, reason, units, untilMs }: MoneyHold): HoldChanged {
  return { type: 'hold-changed', hold, owner, asset, reason, units, untilMs };
}
