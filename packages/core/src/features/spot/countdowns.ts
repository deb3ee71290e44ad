/**
 * The dead man's switch of programs: at the first tick at or after the time of a countdown, all
 * open orders of its owner are cancelled, on one market or on all, unless the owner has moved the
 * time or taken the countdown back before.
 *
 * `process-due` does it at the turn of the countdown: what is open then is cancelled, up to
 * CANCELS_MAX, and what is left at the next tick. Of one tick, those with the earliest times go
 * first; of one time, those that were first set.
 */
import type { RefusalName } from '@glasshouse/protocol';
import type { PricedTick } from '../../contract/feature.ts';
import type { DueItem, DueQueue } from '../../due/due-queue.ts';
import type { ByteReader, ByteWriter } from '../../encoding/byte-stream.ts';
import type { EventLog } from '../../events/event-log.ts';
import type { Ledger } from '../../ledger/ledger.ts';
import { Deadlines } from '../../offers/deadlines.ts';
import type { Registry } from '../../registry.ts';
import type { CancelAfter } from './commands.ts';
import { DUE_ORDER, SPOT_CODE } from './due-orders.ts';
import type { SpotEvent } from './events.ts';
import { CANCELS_MAX, type MassCancels } from './mass-cancels.ts';

/** How far ahead a countdown may end. */
export const COUNTDOWN_MS_MAX = 86_400_000;

interface Countdown {
  /** Numbers count up, and begin again when there is no countdown. */
  readonly number: number;
  readonly owner: number;
  /** -1 means every market. */
  readonly market: number;
  readonly atMs: number;
}

interface Parts {
  readonly ledger: Ledger;
  readonly registry: Registry;
  readonly log: EventLog;
  readonly queue: DueQueue;
  readonly cancels: MassCancels;
}

/** Countdowns have their turns before the orders of any market. */
const BEFORE_MARKETS = -1;

const keyOf = (owner: number, market: number): string => `${owner}/${market}`;

export class Countdowns {
  readonly #parts: Parts;
  readonly #deadlines: Deadlines;
  readonly #byNumber = new Map<number, Countdown>();
  /** The number by owner and market. */
  readonly #numbers = new Map<string, number>();
  #last = 0;

  constructor(parts: Parts) {
    this.#parts = parts;
    this.#deadlines = new Deadlines(parts.queue, SPOT_CODE, BEFORE_MARKETS);
  }

  /** Sets the countdown of an owner on a market, moves it, or takes it back. */
  set({ owner, market, atMs }: CancelAfter, timeMs: number): RefusalName | null {
    const { ledger, registry } = this.#parts;
    if (!ledger.isOpen(owner)) return 'wallet/account-unknown';
    if (market !== -1 && registry.markets[market] === undefined) return 'market/unknown-pair';
    if (atMs < 0 || atMs > timeMs + COUNTDOWN_MS_MAX) return 'request/invalid';
    const number = this.#numbers.get(keyOf(owner, market));
    if (atMs !== 0) this.#file({ number: number ?? this.#last + 1, owner, market, atMs });
    else if (number !== undefined) this.#remove(this.#byNumber.get(number)!);
    return null;
  }

  #file(countdown: Countdown): void {
    const { number, owner, market, atMs } = countdown;
    this.#last = Math.max(this.#last, number);
    this.#byNumber.set(number, countdown);
    this.#numbers.set(keyOf(owner, market), number);
    // Those that are moved often would otherwise leave their former times behind.
    this.#deadlines.remove(number);
    this.#deadlines.set({ id: number, action: DUE_ORDER.countdown, dueMs: atMs });
  }

  #remove({ number, owner, market }: Countdown): void {
    this.#deadlines.remove(number);
    this.#byNumber.delete(number);
    this.#numbers.delete(keyOf(owner, market));
    if (this.#byNumber.size === 0) this.#last = 0;
  }

  onTick(tick: PricedTick): void {
    this.#deadlines.onTick(tick);
  }

  /** The turn of a countdown whose time a tick has reached. */
  process({ id }: DueItem): void {
    const countdown = this.#byNumber.get(id)!;
    const { owner, market } = countdown;
    const count = this.#parts.cancels.countedDown(owner, market);
    // The next tick goes on.
    if (count >= CANCELS_MAX) this.#file(countdown);
    else this.#remove(countdown);
    this.#parts.log.emit({ type: 'countdown-ended', owner, market, count } satisfies SpotEvent);
  }

  restoreDue(item: DueItem): void {
    this.#deadlines.restoreDue(item);
  }

  /** Nothing where there is none: such a state is written as before there were countdowns. */
  save(out: ByteWriter): void {
    if (this.#byNumber.size === 0) return;
    const all = [...this.#byNumber.values()].sort((a, b) => a.number - b.number);
    const fields = all.flatMap(({ number, owner, market, atMs }) => [number, owner, market, atMs]);
    out.numbers([this.#last, ...fields]);
  }

  load(input: ByteReader): void {
    if (input.isAtEnd) return;
    const [last = 0, ...fields] = input.numbers();
    for (let i = 0; i < fields.length; i += 4)
      this.#file({
        number: fields[i]!,
        owner: fields[i + 1]!,
        market: fields[i + 2]!,
        atMs: fields[i + 3]!,
      });
    this.#last = last;
  }
}
