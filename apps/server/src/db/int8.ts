/**
 * How bigint columns become numbers. Every bigint column of ours (units, sequence numbers, milliseconds) stays within 2^53 by the core's
 * own limits, so plain numbers are exact; a value beyond that is a broken invariant and throws rather than rounding.
 */
export const INT8_OID = 20;

export function parseInt8(text: string): number {
  const value = Number(text);
  if (!Number.isSafeInteger(value))
    throw new RangeError(`bigint ${text} from the database is not a safe integer`);
  return value;
}
