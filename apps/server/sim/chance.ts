/**
 * A seeded random generator: the same seed gives the same run. xorshift32, sufficient to choose
 * faults.
 */
export class Chance {
  #x: number;

  constructor(seed: number) {
    // Neighbouring seeds must not start alike, and zero would stay zero.
    this.#x = Math.imul(seed + 1, 0x9e3779b1) | 1;
    for (let i = 0; i < 8; i++) this.below(2);
  }

  /** A whole number from 0 to n - 1. */
  below(n: number): number {
    let x = this.#x;
    x ^= x << 13;
    x ^= x >>> 17;
    x ^= x << 5;
    this.#x = x;
    return (x >>> 0) % n;
  }

  /** True with a probability of `percent` in 100. */
  percent(percent: number): boolean {
    return this.below(100) < percent;
  }

  pick<T>(items: readonly T[]): T {
    return items[this.below(items.length)]!;
  }
}
