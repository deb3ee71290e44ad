/** Random numbers for the platform's own traders, whose orders nobody shall be able to foresee. */
import { randomFillSync } from 'node:crypto';

const numbers = new Uint32Array(1024);
let next = numbers.length;

/** Between 0 and 1, from the system's secure generator: the engine's own can be computed from its outputs. */
export function secureRandom(): number {
  if (next === numbers.length) {
    randomFillSync(numbers);
    next = 0;
  }
  return numbers[next++]! / 2 ** 32;
}
