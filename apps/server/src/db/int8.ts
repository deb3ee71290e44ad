/**
 * Converts bigint columns to numbers. The core limits all our bigint columns (units, sequence
 * numbers, milliseconds) to 2^53, so plain numbers are exact. A larger value is a broken invariant
 * and throws instead of being rounded.
 */
export const INT8_OID = 20;

export function parseInt8(text: string): number {
  const value = Number(text);
  if (!Number.isSafeInteger(value))
    throw new RangeError(`bigint ${text} from the database is not a safe integer`);
  return value;
}
