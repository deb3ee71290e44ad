/** The parts of a sum: the largest by name, and the rest as one. Pure. */
import { Big } from 'big.js';

export interface Part {
  readonly name: string;
  /** In USDT. */
  readonly value: string;
}
export interface Share extends Part {
  /** The share of the whole, from 0 to 1. */
  readonly ratio: number;
  /** The place in the ring where the share begins, from 0 to 1. */
  readonly start: number;
}

/** Parts of nothing are left out. At most `most` shares; the last is then `rest`. */
export function sharesOf(parts: readonly Part[], most: number, rest: string): readonly Share[] {
  const held = parts
    .filter(({ value }) => Number(value) > 0)
    .toSorted((a, b) => Number(b.value) - Number(a.value));
  const named = held.length > most ? held.slice(0, most - 1) : held;
  const others = held.slice(named.length);
  const all = others.length === 0 ? named : [...named, { name: rest, value: sumOf(others) }];
  const total = new Big(sumOf(all));
  let start = 0;
  return all.map((part) => {
    const ratio = new Big(part.value).div(total).toNumber();
    const share = { ...part, ratio, start };
    start += ratio;
    return share;
  });
}

export const sumOf = (parts: readonly Pick<Part, 'value'>[]): string =>
  parts.reduce((sum, { value }) => sum.plus(value), new Big(0)).toFixed();

/** The whole of all shares, in hundredths of a percent. */
const WHOLE = 10_000;

/**
 * Percentages of two decimals that add up to 100: each is cut, and those that lost most by it get
 * the missing hundredths.
 */
export function percentsOf(shares: readonly Pick<Share, 'ratio'>[]): readonly number[] {
  const exact = shares.map(({ ratio }) => ratio * WHOLE);
  const cut = exact.map(Math.floor);
  const missing = shares.length === 0 ? 0 : WHOLE - cut.reduce((sum, part) => sum + part, 0);
  const byLoss = exact
    .map((value, at) => ({ at, loss: value - Math.floor(value) }))
    .toSorted((a, b) => b.loss - a.loss);
  for (const { at } of byLoss.slice(0, missing)) cut[at]!++;
  return cut.map((part) => part / WHOLE);
}
