/**
 * Goal: nobody can predict ticks from the public ones. Method: an attack that works against the
 * generator of version 0.1, where 31 bits and a fast hash determine every future price. It runs
 * against that generator as a control, and against today's.
 */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { KeyedNoise, keyOfSeed } from './keyed-noise.ts';
import { SIMULATED_ASSETS, SimulatedSource, START_PRICES } from './simulated-source.ts';

const START_S = 1_795_000_000;
const TICKS = 30;
/** The control's seed is among the candidates. */
const CANDIDATES = 4096;
const CONTROL_SEED = 2718;
/** The correlation of thirty returns with an unrelated prediction reaches this once in 10^11. */
const FOUND_FROM = 0.9;

/** The hash of version 0.1. */
function oldUniform(seed: number, n: number, stream: number): number {
  let x =
    Math.imul(seed ^ Math.imul(stream + 1, 0x9e3779b1), 0x85ebca6b) ^
    Math.imul(n | 0, 0xc2b2ae35) ^
    Math.imul(Math.floor(n / 2 ** 32), 0x27d4eb2f);
  for (let round = 0; round < 2; round++) {
    x ^= x >>> 16;
    x = Math.imul(x, 0x85ebca6b);
    x ^= x >>> 13;
    x = Math.imul(x, 0xc2b2ae35);
    x ^= x >>> 16;
    x = (x + 0x6d2b79f5) | 0;
  }
  return (x >>> 0) / 2 ** 32;
}

function oldNormal(seed: number, n: number, stream: number): number {
  const u = Math.max(1e-12, oldUniform(seed, n, stream * 2));
  return Math.sqrt(-2 * Math.log(u)) * Math.cos(2 * Math.PI * oldUniform(seed, n, stream * 2 + 1));
}

/** The price change of BTC at a second, for a seed of version 0.1. */
function oldShock(seed: number, timeS: number): number {
  const { correlation } = SIMULATED_ASSETS[0]!;
  return (
    Math.sqrt(correlation) * oldNormal(seed, timeS, 0) +
    Math.sqrt(1 - correlation) * oldNormal(seed, timeS, 1)
  );
}

function correlation(a: readonly number[], b: readonly number[]): number {
  const mean = (values: readonly number[]) => values.reduce((sum, value) => sum + value, 0) / values.length;
  const [meanA, meanB] = [mean(a), mean(b)];
  let [product, squaresA, squaresB] = [0, 0, 0];
  a.forEach((value, i) => {
    product += (value - meanA) * (b[i]! - meanB);
    squaresA += (value - meanA) ** 2;
    squaresB += (b[i]! - meanB) ** 2;
  });
  return product / Math.sqrt(squaresA * squaresB);
}

/** The seed that explains the public returns, or null. */
function attack(returns: readonly number[]): number | null {
  for (let seed = 0; seed < CANDIDATES; seed++) {
    const predicted = returns.map((_, i) => oldShock(seed, START_S + 1 + i));
    if (correlation(predicted, returns) >= FOUND_FROM) return seed;
  }
  return null;
}

test('R10.9 D0006 the attack finds the seed of version 0.1 in 30 ticks, which shows that it works', () => {
  const volatility = 1e-4;
  const returns = Array.from(
    { length: TICKS },
    (_, i) => volatility * oldShock(CONTROL_SEED, START_S + 1 + i),
  );
  assert.equal(attack(returns), CONTROL_SEED);
});

test('R10.9 D0006 the attack finds nothing in the ticks of today', () => {
  for (const seed of [CONTROL_SEED, 1, 2, 3]) {
    const source = new SimulatedSource(keyOfSeed(seed));
    let prices = START_PRICES;
    const returns = Array.from({ length: TICKS }, (_, i) => {
      const next = source.next(prices, START_S + 1 + i, 1);
      const gained = Math.log(next['BTC']! / prices['BTC']!);
      prices = next;
      return gained;
    });
    assert.equal(attack(returns), null);
  }
});

test('R10.9 D0006 one bit of the key changes every number, and no number repeats over time', () => {
  const key = keyOfSeed(5);
  const numbers = (noise: KeyedNoise, n: number) => [...noise.draw(0, n, 18)];
  const noise = new KeyedNoise(key);
  const seen = new Set<number>();
  for (let bit = 0; bit < 256; bit += 17) {
    const other = Uint8Array.from(key, (byte, i) => (i === bit >> 3 ? byte ^ (1 << (bit & 7)) : byte));
    for (const value of numbers(new KeyedNoise(other), START_S)) seen.add(value);
  }
  for (let s = 0; s < 1000; s++) for (const value of numbers(noise, START_S + s)) seen.add(value);
  assert.equal(seen.size, 16 * 18 + 1000 * 18);
  assert.deepEqual(numbers(new KeyedNoise(key), START_S), numbers(noise, START_S));
});
