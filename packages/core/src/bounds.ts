/** Bounds of the numbers in a definition: outside them it makes no sense, or its arithmetic would not be exact. */

/** Both ends are allowed. */
export type Range = readonly [min: number, max: number];

/** The highest fee, a tenth: more is a mistake of the decimal point. */
export const FEE_PPM_MAX = 100_000;

export function isWithin(values: object, bounds: Readonly<Record<string, Range>>): boolean {
  return Object.entries(bounds).every(([field, [min, max]]) => {
    const value = (values as Readonly<Record<string, unknown>>)[field];
    return typeof value === 'number' && Number.isSafeInteger(value) && value >= min && value <= max;
  });
}
