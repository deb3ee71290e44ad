/**
 * XB1: a seeded stream of limit orders, cancels and market orders on one symbol, with a hash over all trades.
 * Every engine that plays it must end with the same hash, so a speed counts only where the hash agrees. What is drawn next depends on which
 * orders rest, so the stream is drawn once, by a book, and recorded; what is timed is an engine that plays the record, and the hash.
 */

/** What an engine does; ids are the workload's own, 1, 2, 3 ... It reports each trade to the tape, in order. */
export interface Engine {
  limit(id: number, order: WorkloadOrder): void;
  market(id: number, order: WorkloadOrder): void;
  cancel(id: number): void;
}
/** side 0 buys. Reused between calls. */
export interface WorkloadOrder {
  side: 0 | 1;
  price: number;
  lots: number;
  user: number;
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

/** The tape: hash of the trades, and, while a stream is drawn, the ids of resting orders from which cancels are picked. */
export class Tape {
  hash = 0;
  trades = 0;
  volume = 0;
  taker = 0;
  readonly live: Int32Array;
  liveCount = 0;
  readonly #place: Int32Array;
  readonly #isDrawing: boolean;

  constructor(ids: number, isDrawing: boolean) {
    this.live = new Int32Array(isDrawing ? ids : 0);
    this.#place = new Int32Array(isDrawing ? ids : 0);
    this.#isDrawing = isDrawing;
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
    if (!this.#isDrawing) return;
    this.#place[id] = this.liveCount;
    this.live[this.liveCount++] = id;
  }

  gone(id: number): void {
    if (!this.#isDrawing) return;
    const place = this.#place[id]!;
    const last = this.live[--this.liveCount]!;
    this.live[place] = last;
    this.#place[last] = place;
  }
}

export type MakeEngine = (tape: Tape, ids: number) => Engine;

const LIMIT = 0;
const MARKET = 1;
const CANCEL = 2;

/** A recorded stream: the prefill, then the operations that are timed. */
export class Recording {
  readonly ids: number;
  readonly prefill: number;
  readonly #kinds: Uint8Array;
  readonly #idsOf: Int32Array;
  readonly #sides: Uint8Array;
  readonly #prices: Int32Array;
  readonly #lots: Int32Array;
  readonly #users: Int32Array;
  #length = 0;
  readonly #order: WorkloadOrder = { side: 0, price: 0, lots: 0, user: 0 };

  constructor(prefill: number, operations: number) {
    const size = prefill + operations;
    this.ids = size + 2;
    this.prefill = prefill;
    this.#kinds = new Uint8Array(size);
    this.#idsOf = new Int32Array(size);
    this.#sides = new Uint8Array(size);
    this.#prices = new Int32Array(size);
    this.#lots = new Int32Array(size);
    this.#users = new Int32Array(size);
  }

  limit(id: number, order: WorkloadOrder): void {
    this.#add(LIMIT, id, order);
  }

  market(id: number, order: WorkloadOrder): void {
    this.#add(MARKET, id, order);
  }

  cancel(id: number): void {
    this.#kinds[this.#length] = CANCEL;
    this.#idsOf[this.#length++] = id;
  }

  #add(kind: number, id: number, order: WorkloadOrder): void {
    const at = this.#length++;
    this.#kinds[at] = kind;
    this.#idsOf[at] = id;
    this.#sides[at] = order.side;
    this.#prices[at] = order.price;
    this.#lots[at] = order.lots;
    this.#users[at] = order.user;
  }

  /** Plays operations `from` to `to` (not included) on an engine. */
  play(engine: Engine, tape: Tape, range: { from: number; to: number }): void {
    const order = this.#order;
    for (let at = range.from; at < range.to; at++) {
      const id = this.#idsOf[at]!;
      const kind = this.#kinds[at]!;
      if (kind === CANCEL) {
        engine.cancel(id);
        continue;
      }
      order.side = this.#sides[at] as 0 | 1;
      order.price = this.#prices[at]!;
      order.lots = this.#lots[at]!;
      order.user = this.#users[at]!;
      tape.taker = id;
      if (kind === LIMIT) engine.limit(id, order);
      else engine.market(id, order);
    }
  }
}

/** Draws the stream of a shape, as XB1 writes it down, with an engine that plays along. */
export function draw(options: {
  shape: Shape;
  seed: number;
  operations: number;
  engine: MakeEngine;
}): Recording {
  const recording = new Recording(options.shape.prefill, options.operations);
  const tape = new Tape(recording.ids, true);
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
  readonly #order: WorkloadOrder = { side: 0, price: 0, lots: 0, user: 0 };

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
    return (x >>> 0) % n;
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
      this.#recording.cancel(id);
      this.#engine.cancel(id);
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
    this.#recording.market(id, order);
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
  }
}
