/**
 * XB1: a seeded stream of limit orders, cancels and market orders on one symbol, with a hash over
 * all trades. Every engine must end with the same hash, so a speed counts only if the hash agrees.
 * The next operation depends on the resting orders. So a book draws the stream once and records it,
 * and only the replay by an engine, with the hash, is timed.
 */

/**
 * An engine. Ids are the workload's own: 1, 2, 3 ... It reports each trade to the tape, in order. A
 * handle stands for the id that an engine gave an order, which a client would keep; it is small and
 * reused once the order is gone.
 */
export interface Engine {
  limit(id: number, order: WorkloadOrder): void;
  market(id: number, order: WorkloadOrder): void;
  cancel(handle: number): void;
}
/** side 0 buys. One object is reused. */
export interface WorkloadOrder {
  side: 0 | 1;
  price: number;
  lots: number;
  user: number;
  handle: number;
}

export interface Shape {
  readonly name: string;
  readonly prefill: number;
  readonly passiveRange: number;
  readonly liveMin: number;
  readonly liveMax: number;
  readonly limitDivisor: number;
  readonly marketDivisor: number;
  readonly hash: number | null;
}
export const SHAPES: Readonly<Record<string, Shape>> = {
  xb1: {
    name: 'XB1',
    prefill: 3000,
    passiveRange: 250,
    liveMin: 1000,
    liveMax: 5000,
    limitDivisor: 16,
    marketDivisor: 8,
    hash: -871080937,
  },
  deep: {
    name: 'XB1-deep',
    prefill: 150_000,
    passiveRange: 20_000,
    liveMin: 50_000,
    liveMax: 250_000,
    limitDivisor: 900,
    marketDivisor: 450,
    hash: -854723637,
  },
};
export const DEFAULT_SEED = 0x9e3779b9;

const NOWHERE = -1;

/**
 * The tape: the hash of the trades and, while a stream is drawn, the ids of resting orders, from
 * which cancels are picked.
 */
export class Tape {
  hash = 0;
  trades = 0;
  volume = 0;
  taker = 0;
  readonly live: Int32Array;
  liveCount = 0;
  readonly #place: Int32Array;

  /** Called with the id of an order that is gone. */
  readonly #onGone: ((id: number) => void) | null;

  /** `drawing`: for a stream of `ids` orders. */
  constructor(drawing: { ids: number; onGone: (id: number) => void } | null) {
    const ids = drawing?.ids ?? 0;
    this.live = new Int32Array(ids);
    this.#place = new Int32Array(ids).fill(NOWHERE);
    this.#onGone = drawing?.onGone ?? null;
  }

  isResting(id: number): boolean {
    return this.#place[id] !== NOWHERE;
  }

  trade(maker: number, price: number, lots: number): void {
    this.hash =
      (Math.imul(this.hash, 31) +
        Math.imul(this.taker, 7) +
        Math.imul(maker, 13) +
        Math.imul(price, 17) +
        lots) |
      0;
    this.trades++;
    this.volume += lots;
  }

  rests(id: number): void {
    if (this.#onGone === null) return;
    this.#place[id] = this.liveCount;
    this.live[this.liveCount++] = id;
  }

  gone(id: number): void {
    if (this.#onGone === null) return;
    const place = this.#place[id]!;
    const last = this.live[--this.liveCount]!;
    this.live[place] = last;
    this.#place[last] = place;
    this.#place[id] = NOWHERE;
    this.#onGone(id);
  }
}

/** `handles`: the number of handles. */
export type MakeEngine = (tape: Tape, handles: number) => Engine;

const LIMIT = 0;
const MARKET = 1;
const CANCEL = 2;

/**
 * A recorded stream: the prefill, then the timed operations. Four adjacent numbers per operation
 * keep reading cheap: kind, side and user; handle; price; lots. Ids increment with every order.
 */
export class Recording {
  readonly ids: number;
  readonly prefill: number;
  /** Handles are below this. 0 is that of market orders, which never rest. */
  handles = 1;
  readonly #numbers: Int32Array;
  readonly #handleOf: Int32Array;
  readonly #free: number[] = [];
  #length = 0;
  readonly #order: WorkloadOrder = { side: 0, price: 0, lots: 0, user: 0, handle: 0 };

  constructor(prefill: number, operations: number) {
    const size = prefill + operations;
    this.ids = size + 2;
    this.prefill = prefill;
    this.#numbers = new Int32Array(size * 4);
    this.#handleOf = new Int32Array(this.ids);
  }

  /** Assigns a handle to the order. */
  limit(id: number, order: WorkloadOrder): void {
    order.handle = this.#free.pop() ?? this.handles++;
    this.#handleOf[id] = order.handle;
    this.#add(LIMIT, order);
  }

  market(order: WorkloadOrder): void {
    order.handle = 0;
    this.#add(MARKET, order);
  }

  /** Returns the handle of the cancelled order. */
  cancel(id: number): number {
    const at = this.#length++ * 4;
    const handle = this.#handleOf[id]!;
    this.#numbers[at] = CANCEL;
    this.#numbers[at + 1] = handle;
    return handle;
  }

  /** Releases the handle of an order that no longer rests, or never did. */
  free(id: number): void {
    this.#free.push(this.#handleOf[id]!);
  }

  #add(kind: number, order: WorkloadOrder): void {
    const at = this.#length++ * 4;
    this.#numbers[at] = kind | (order.side << 2) | (order.user << 3);
    this.#numbers[at + 1] = order.handle;
    this.#numbers[at + 2] = order.price;
    this.#numbers[at + 3] = order.lots;
  }

  /**
   * Plays operations `from` up to but excluding `to` on an engine; `tape.taker` continues the ids.
   */
  play(engine: Engine, tape: Tape, range: { from: number; to: number }): void {
    const order = this.#order;
    const numbers = this.#numbers;
    let id = tape.taker;
    for (let at = range.from * 4; at < range.to * 4; at += 4) {
      const head = numbers[at]!;
      const kind = head & 3;
      if (kind === CANCEL) {
        engine.cancel(numbers[at + 1]!);
        continue;
      }
      order.side = ((head >> 2) & 1) as 0 | 1;
      order.user = head >> 3;
      order.handle = numbers[at + 1]!;
      order.price = numbers[at + 2]!;
      order.lots = numbers[at + 3]!;
      id++;
      tape.taker = id;
      if (kind === LIMIT) engine.limit(id, order);
      else engine.market(id, order);
    }
  }
}

/** Draws a stream as XB1 defines it, with an engine that plays along. */
export function draw(options: {
  shape: Shape;
  seed: number;
  operations: number;
  engine: MakeEngine;
}): Recording {
  const recording = new Recording(options.shape.prefill, options.operations);
  const tape = new Tape({ ids: recording.ids, onGone: (id) => recording.free(id) });
  const drawing = new Drawing({
    shape: options.shape,
    seed: options.seed,
    recording,
    tape,
    engine: options.engine(tape, recording.ids),
  });
  drawing.prefill();
  for (let i = 0; i < options.operations; i++) drawing.operate();
  return recording;
}

class Drawing {
  readonly #shape: Shape;
  readonly #recording: Recording;
  readonly #tape: Tape;
  readonly #engine: Engine;
  #x: number;
  #mid = 100_000;
  #id = 1;
  #step = 0;
  readonly #order: WorkloadOrder = { side: 0, price: 0, lots: 0, user: 0, handle: 0 };

  constructor(parts: { shape: Shape; seed: number; recording: Recording; tape: Tape; engine: Engine }) {
    this.#shape = parts.shape;
    this.#recording = parts.recording;
    this.#tape = parts.tape;
    this.#engine = parts.engine;
    this.#x = parts.seed | 0;
  }

  #rnd(n: number): number {
    let x = this.#x;
    x ^= x << 13;
    x ^= x >>> 17;
    x ^= x << 5;
    this.#x = x;
    // A small integer. Otherwise every engine would store the orders' numbers as doubles.
    return ((x >>> 0) % n) | 0;
  }

  #passive(): number {
    const a = this.#rnd(this.#shape.passiveRange);
    const b = this.#rnd(this.#shape.passiveRange);
    return 1 + (a < b ? a : b);
  }

  prefill(): void {
    const order = this.#order;
    for (let i = 0; i < this.#shape.prefill; i++) {
      order.side = this.#rnd(2) as 0 | 1;
      const d = this.#passive();
      order.lots = 1 + this.#rnd(100);
      order.user = this.#rnd(1000);
      order.price = order.side === 1 ? this.#mid + d : this.#mid - d;
      this.#limit(this.#id++);
    }
  }

  operate(): void {
    if (this.#step++ % 32 === 0) this.#mid += this.#rnd(3) - 1;
    const tape = this.#tape;
    const shape = this.#shape;
    let r = this.#rnd(100);
    if (tape.liveCount < shape.liveMin && r >= 60) r = 0;
    else if (tape.liveCount > shape.liveMax && r < 60) r = 60;
    if (r < 60) this.#drawLimit();
    else if (r < 95) {
      const id = tape.live[this.#rnd(tape.liveCount)]!;
      this.#engine.cancel(this.#recording.cancel(id));
      tape.gone(id);
    } else this.#drawMarket();
  }

  #drawMarket(): void {
    const order = this.#order;
    order.side = this.#rnd(2) as 0 | 1;
    order.price = 0;
    order.lots = 1 + this.#rnd(20 + Math.floor(this.#tape.liveCount / this.#shape.marketDivisor));
    order.user = this.#rnd(1000);
    const id = this.#id++;
    this.#tape.taker = id;
    this.#recording.market(order);
    this.#engine.market(id, order);
  }

  #drawLimit(): void {
    const order = this.#order;
    order.side = this.#rnd(2) as 0 | 1;
    order.user = this.#rnd(1000);
    const id = this.#id++;
    if (this.#rnd(100) < 18) {
      const d = this.#rnd(10);
      order.price = order.side === 1 ? this.#mid - d : this.#mid + d;
      order.lots = 1 + this.#rnd(20 + Math.floor(this.#tape.liveCount / this.#shape.limitDivisor));
    } else {
      const d = this.#passive();
      order.price = order.side === 1 ? this.#mid + d : this.#mid - d;
      order.lots = 1 + this.#rnd(100);
    }
    this.#limit(id);
  }

  #limit(id: number): void {
    this.#tape.taker = id;
    this.#recording.limit(id, this.#order);
    this.#engine.limit(id, this.#order);
    if (!this.#tape.isResting(id)) this.#recording.free(id);
  }
}
