/** Converts decimal strings to units and back. Only here does text become money. */
import { MAX_UNITS } from './limits.ts';

/**
 * Why a text is not an amount: not a plain non-negative decimal, more decimals than the asset has,
 * or beyond MAX_UNITS.
 */
export type DecimalError = 'malformed' | 'too-precise' | 'too-large';

const PLAIN = /^(\d{1,30})(?:\.(\d{1,30}))?$/;

/**
 * True for a plain non-negative decimal such as '12', '0.5' or '12.50'; no sign, exponent, spaces
 * or separators.
 */
export function isDecimal(text: string): boolean {
  return PLAIN.test(text);
}

/**
 * '1.5' with 6 decimals is 1500000. Trailing zeros beyond the decimals are allowed, other digits
 * are 'too-precise'.
 */
export function parseDecimal(text: string, decimals: number): number | DecimalError {
  const match = PLAIN.exec(text);
  if (match === null) return 'malformed';
  const whole = match[1] ?? '0';
  const fraction = (match[2] ?? '').replace(/0+$/, '');
  if (fraction.length > decimals) return 'too-precise';
  const units = BigInt(whole + fraction.padEnd(decimals, '0'));
  return units > BigInt(MAX_UNITS) ? 'too-large' : Number(units);
}

/** 1500000 with 6 decimals is '1.5': no trailing zeros, never an exponent. */
export function formatDecimal(units: number, decimals: number): string {
  const fixed = formatFixed(units, decimals);
  if (!fixed.includes('.')) return fixed;
  return fixed.replace(/\.?0+$/, '');
}

/** 1500000 with 6 decimals is '1.500000': always all decimals. */
export function formatFixed(units: number, decimals: number): string {
  if (!Number.isSafeInteger(units)) throw new RangeError(`not an amount in units: ${units}`);
  return withPoint(units < 0 ? '-' : '', String(Math.abs(units)), decimals);
}

/**
 * numerator / denominator with all decimals, rounded to the nearest, halves away from zero, such as
 * an average price or a change in percent. The denominator is positive.
 */
export function formatRatio(numerator: bigint, denominator: bigint, decimals: number): string {
  const whole = (numerator < 0n ? -numerator : numerator) * 10n ** BigInt(decimals);
  const rounded = (2n * whole + denominator) / (2n * denominator);
  return withPoint(numerator < 0n && rounded > 0n ? '-' : '', String(rounded), decimals);
}

function withPoint(sign: string, whole: string, decimals: number): string {
  const digits = whole.padStart(decimals + 1, '0');
  if (decimals === 0) return sign + digits;
  return `${sign}${digits.slice(0, -decimals)}.${digits.slice(-decimals)}`;
}
