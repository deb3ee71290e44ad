/** Fields of the file of wallet terms, and amounts in smallest units. */
import * as z from 'zod';

export const amount = z.string().regex(/^(0|[1-9]\d{0,20})(\.\d{1,36})?$/, 'not an amount such as 0.5');
export const whole = z.number().int().positive();

/** A decimal in smallest units. */
export function unitsIn(text: string, decimals: number): bigint {
  const [whole = '', fraction = ''] = text.split('.');
  if (fraction.length > decimals) throw new Error(`${text} has more than ${decimals} decimals`);
  return BigInt(whole + fraction.padEnd(decimals, '0'));
}
