/**
 * XB1: a seeded stream of limit orders, cancels and market orders on one symbol, with a hash over all trades.
 * Every engine that plays it must end with the same hash, so a speed counts only where the hash agrees.
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

/** The tape: hash of the trades, and the ids of resting orders from which cancels are drawn. */
export class Tape {
  hash = 0;
  trades = 0;
  volume = 0;
  taker = 0;
  live: Int32Array;
  liveCount = 0;
  #place: Int32Array;

  constructor(ids: number) {
    this.live = new Int32Array(ids);
    this.#place = new Int32Array(ids);
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
    this.#place[id] = this.liveCount;
    this.live[this.liveCount++] = id;
  }

  gone(id: number): void {
    const place = this.#place[id]!;
    const last = this.live[--this.liveCount]!;
    this.live[place] = last;
    this.#place[last] = place;
  }
}

export class Workload {
  readonly shape: Shape;
  readonly tape: Tape;
  readonly engine: Engine;
  #x: number;
  #mid = 100_000;
  #id = 1;
  #step = 0;
  readonly #order: WorkloadOrder = { side: 0, price: 0, lots: 0, user: 0 };

  constructor(options: { shape: Shape; seed: number; operations: number; engine: (tape: Tape) => Engine }) {
    this.shape = options.shape;
    this.tape = new Tape(options.shape.prefill + options.operations + 2);
    this.engine = options.engine(this.tape);
    this.#x = options.seed | 0;
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
    const a = this.#rnd(this.shape.passiveRange);
    const b = this.#rnd(this.shape.passiveRange);
    return 1 + (a < b ? a : b);
  }

  prefill(): void {
    const order = this.#order;
    for (let i = 0; i < this.shape.prefill; i++) {
      order.side = this.#rnd(2) as 0 | 1;
      const d = this.#passive();
      order.lots = 1 + this.#rnd(100);
      order.user = this.#rnd(1000);
      order.price = order.side === 1 ? this.#mid + d : this.#mid - d;
      this.#limit(this.#id++);
    }
  }

  run(operations: number): void {
    for (let i = 0; i < operations; i++) this.#operate();
  }

  #operate(): void {
    if (this.#step++ % 32 === 0) this.#mid += this.#rnd(3) - 1;
    const { tape, shape } = this;
    let r = this.#rnd(100);
    if (tape.liveCount < shape.liveMin && r >= 60) r = 0;
    else if (tape.liveCount > shape.liveMax && r < 60) r = 60;
    if (r < 60) this.#drawLimit();
    else if (r < 95) {
      const id = tape.live[this.#rnd(tape.liveCount)]!;
      this.engine.cancel(id);
      tape.gone(id);
    } else {
      const order = this.#order;
      order.side = this.#rnd(2) as 0 | 1;
      order.lots = 1 + this.#rnd(20 + Math.floor(tape.liveCount / shape.marketDivisor));
      order.user = this.#rnd(1000);
      const id = this.#id++;
      tape.taker = id;
      this.engine.market(id, order);
    }
  }

  #drawLimit(): void {
    const order = this.#order;
    order.side = this.#rnd(2) as 0 | 1;
    order.user = this.#rnd(1000);
    const id = this.#id++;
    if (this.#rnd(100) < 18) {
      const d = this.#rnd(10);
      order.price = order.side === 1 ? this.#mid - d : this.#mid + d;
      order.lots = 1 + this.#rnd(20 + Math.floor(this.tape.liveCount / this.shape.limitDivisor));
    } else {
      const d = this.#passive();
      order.price = order.side === 1 ? this.#mid + d : this.#mid - d;
      order.lots = 1 + this.#rnd(100);
    }
    this.#limit(id);
  }

  #limit(id: number): void {
    this.tape.taker = id;
    this.engine.limit(id, this.#order);
  }
}
