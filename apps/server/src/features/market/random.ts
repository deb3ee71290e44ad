/** Unpredictable random numbers for the orders of the platform's own traders. */
import { randomFillSync } from 'node:crypto';

const numbers = new Uint32Array(1024);
let next = numbers.length;

/**
 * Between 0 and 1, from the system's secure generator: the outputs of `Math.random` can be
 * predicted.
 */
export function secureRandom(): number {
  if (next === numbers.length) {
    randomFillSync(numbers);
    next = 0;
  }
  return numbers[next++]! / 2 ** 32;
}
