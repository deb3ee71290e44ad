/**
 * Bounds of the numbers in a definition. Outside them a definition is meaningless or its arithmetic
 * inexact.
 */

/** Both ends are inclusive. */
export type Range = readonly [min: number, max: number];

/** The highest fee, 10%. A higher one is a misplaced decimal point. */
export const FEE_PPM_MAX = 100_000;

export function isWithin(values: object, bounds: Readonly<Record<string, Range>>): boolean {
  return Object.entries(bounds).every(([field, [min, max]]) => {
    const value = (values as Readonly<Record<string, unknown>>)[field];
    return typeof value === 'number' && Number.isSafeInteger(value) && value >= min && value <= max;
  });
}
