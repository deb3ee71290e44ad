/** Cleans the text of a money field: digits and one point, cut to the asset's decimals. */
import { plainDecimal, type DecimalFault } from './number-format.ts';

/** What a pasted '1e-8' is; without the letter it would be 18. */
const WITH_EXPONENT = /^[\d.]+e[+-]?\d+$/i;
/** More than any coin has. */
const MOST_DECIMALS = 40;

/**
 * Keeps digits and the first point. A comma counts as a point if there is no point, or if points
 * separate thousands. Further decimals are cut off.
 */
export function cleanDecimal(typed: string, decimals: number): string {
  const narrow = typed.normalize('NFKC').replaceAll('。', '.').trim();
  if (WITH_EXPONENT.test(narrow)) return cleanDecimal(plainDecimal(narrow, decimals), decimals);
  const pointed = narrow.includes('.') ? pointOf(narrow) : commaMeaning(narrow);
  const kept = pointed.replace(/[^\d.]/g, '');
  const point = kept.indexOf('.');
  if (point < 0) return withoutLeadingZeros(kept);
  const whole = withoutLeadingZeros(kept.slice(0, point)) || '0';
  if (decimals === 0) return whole;
  return `${whole}.${kept
    .slice(point + 1)
    .replaceAll('.', '')
    .slice(0, decimals)}`;
}

/** What `cleanDecimal` leaves out of a number, besides separators and letters. */
export function faultOfDecimal(typed: string, decimals: number): DecimalFault | undefined {
  const narrow = typed.normalize('NFKC').trim();
  if (/^[-\u2212]/.test(narrow)) return 'minus';
  if (WITH_EXPONENT.test(narrow)) return undefined;
  const fraction = cleanDecimal(narrow, MOST_DECIMALS).split('.')[1] ?? '';
  return fraction.length > decimals ? 'decimals' : undefined;
}

/** '1.234,5' is pasted with points as separators; in '1,234.5' the commas separate. */
function pointOf(text: string): string {
  const isComma = /^\d{1,3}(\.\d{3})+,\d+$/.test(text);
  return isComma ? text.replaceAll('.', '').replace(',', '.') : text.replaceAll(',', '');
}

/** '1,234' is pasted with a separator, '0,5' is typed with a decimal comma. */
function commaMeaning(text: string): string {
  return /^[1-9]\d{0,2}(,\d{3})+$/.test(text) ? text.replaceAll(',', '') : text.replace(',', '.');
}

function withoutLeadingZeros(digits: string): string {
  return digits.replace(/^0+(?=\d)/, '').slice(0, 18);
}

/** The value `steps` of its last decimal higher or lower, at least 0. */
export function steppedDecimal(value: string, decimals: number, steps: number): string {
  const [whole = '', fraction = ''] = cleanDecimal(value, decimals).split('.');
  const units = BigInt(whole + fraction.padEnd(decimals, '0') || '0') + BigInt(steps);
  const digits = (units < 0n ? 0n : units).toString().padStart(decimals + 1, '0');
  if (decimals === 0) return digits;
  return `${digits.slice(0, -decimals)}.${digits.slice(-decimals)}`;
}
