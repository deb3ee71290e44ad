/**
 * Reads what a person types or pastes as an amount. No other file of the site does.
 *
 * A text is read if it has one meaning in its field, and refused otherwise:
 *
 * - A point is a decimal point: the site and its calls write all numbers so. Several points
 *   separate groups. Pasted, one point with three digits behind it may separate thousands where the
 *   field has fewer decimals: 92.800 is then asked for too.
 * - A comma is a decimal comma, or separates thousands, or lakhs and crores. One comma with three
 *   digits behind it may be either: 1,000 is a thousand on this site and one in half of the world,
 *   whose keyboards have a comma where others have the point. A wrong guess would be wrong by a
 *   thousand times, so the field asks.
 * - Spaces, apostrophes and underscores separate groups.
 * - The text may name the coin of its field and no other: 0.5 ETH is no amount of BTC.
 */
import type { DecimalFault } from './number-format.ts';

export interface ReadingRules {
  readonly decimals: number;
  /** The coin of the field, or '%'. */
  readonly unit?: string | undefined;
  /** Not typed sign by sign. */
  readonly isPasted?: boolean;
}
export interface Refused {
  readonly fault: DecimalFault;
  /** The amounts that the text may mean. */
  readonly readings: readonly string[];
}

const WHOLE_DIGITS_MAX = 18;
const GROUP_DIGITS = 3;

/** A plain decimal, '' for an empty text, or why the text is none. */
export function readDecimal(
  text: string,
  { decimals, unit, isPasted = false }: ReadingRules,
): string | Refused {
  const plain = withoutUnit(withPlainSigns(text), unit);
  if (/^[.,+]?$/.test(plain)) return '';
  if (isNegative(plain)) return refused('minus');
  const { mantissa, places } = scaled(plain.replace(/^\+/, ''));
  const mayGroup = isPasted && decimals < GROUP_DIGITS;
  const readings = readingsOf(mantissa, mayGroup).map((parts) => movedPoint(parts, places));
  if (readings.length === 0) return refused(namesUnit(plain) && unit !== undefined ? 'unit' : 'unreadable');
  if (readings.some(({ whole }) => whole.length > WHOLE_DIGITS_MAX)) return refused('long');
  const exact = readings.filter(({ fraction }) => /^0*$/.test(fraction.slice(decimals)));
  const texts = (exact.length > 0 ? exact : readings).map((parts) => cutText(parts, decimals));
  if (readings.length > 1) return refused('unclear', texts);
  return exact.length > 0 ? texts[0]! : refused('decimals', texts.filter(isAboveZero));
}

/** Whether further keys can make an amount of it: '12,345,6' is on its way to 12,345,678. */
export function isUnfinished(text: string, rules: ReadingRules): boolean {
  return ['0', '00', '000'].some((end) => typeof readDecimal(text + end, rules) === 'string');
}

const refused = (fault: DecimalFault, readings: readonly string[] = []): Refused => ({ fault, readings });
const isAboveZero = (text: string): boolean => /[1-9]/.test(text);

const FULL_WIDTH = 0xfee0;
/**
 * One sign for all that mean the same. Compatibility forms are not normalized: they would make 52
 * of 5².
 */
function withPlainSigns(text: string): string {
  return text
    .replace(/[\p{Cf}\u00ad]/gu, '')
    .replace(/[\uff01-\uff5e]/g, (sign) => String.fromCharCode(sign.charCodeAt(0) - FULL_WIDTH))
    .replace(/[\u0660-\u0669\u06f0-\u06f9]/g, (digit) => String(digit.charCodeAt(0) & 0xf))
    .replace(/[\u066b\u3002\uff61]/g, '.')
    .replace(/\u060c/g, ',')
    .replace(/[\u066c\u2018\u2019\u02bc\u2032_]/g, "'")
    .replace(/[\u2010-\u2015\u2212\ufe63]/g, '-')
    .replace(/\p{Zs}/gu, ' ')
    .trim();
}

/** Prices in coins of a dollar are written with the dollar's sign everywhere. */
const unitNames = (unit: string): readonly string[] =>
  unit.startsWith('USD') ? [unit, 'US$', 'USD', '$'] : [unit];

function withoutUnit(text: string, unit: string | undefined): string {
  if (unit === undefined) return text;
  const upper = text.toUpperCase();
  for (const name of unitNames(unit.toUpperCase())) {
    const before = text.slice(0, -name.length);
    if (upper.endsWith(name) && /[\d.,\s)]$/.test(before)) return before.trim();
    const after = text.slice(name.length);
    if (upper.startsWith(name) && /^[\d.,\s+(-]/.test(after)) return after.trim();
    const unsigned = text.slice(1 + name.length);
    if (/^[+-]/.test(text) && upper.startsWith(name, 1) && /^[\d.,\s]/.test(unsigned))
      return text.slice(0, 1) + unsigned.trim();
  }
  return text;
}

/** A minus in front or behind, or the parentheses of bookkeepers. */
const isNegative = (text: string): boolean => /^-[^-]*$|^[^-e]*\d-$|^\(.*\)$/i.test(text);
const namesUnit = (text: string): boolean =>
  /^[\p{L}\p{Sc}%]+ ?[\d.,' ]+$|^[\d.,' ]+[\p{L}\p{Sc}%]+$/u.test(text);

const POWERS: Readonly<Record<string, number>> = { k: 3, 万: 4, 萬: 4, 亿: 8, 億: 8 };
function scaled(text: string): { mantissa: string; places: number } {
  const [, short = '', power = ''] = /^(.*\d) ?([k万萬亿億])$/iu.exec(text) ?? [];
  if (power !== '') return { mantissa: short, places: POWERS[power.toLowerCase()] ?? 0 };
  const [, mantissa = text, exponent = '0'] = /^(.*[\d.,])e([+-]?\d{1,2})$/i.exec(text) ?? [];
  return { mantissa, places: Number(exponent) };
}

interface Parts {
  readonly whole: string;
  readonly fraction: string;
}
/** All that the text of a number may mean. */
function readingsOf(text: string, mayGroup: boolean): Parts[] {
  const readings: Parts[] = [];
  const isPointed = text.split('.').length === 2 && !mayGroup;
  const groups = isPointed ? undefined : withoutGroups(text);
  if (groups !== undefined) readings.push({ whole: groups, fraction: '' });
  for (const mark of ['.', ',']) {
    const [before = '', fraction, ...further] = text.split(mark);
    const whole = withoutGroups(before);
    // '1.234,' may still become 1234.5, or be the end of a sentence.
    if (whole === undefined || fraction === undefined || further.length > 0) continue;
    if (/^\d+$/.test(fraction) || (fraction === '' && whole !== '' && whole === before))
      readings.push({ whole, fraction });
  }
  return readings;
}

/** The digits of '1234', '1,234', '12,34,567' or ''; undefined for other marks among them. */
function withoutGroups(text: string): string | undefined {
  if (/^\d*$/.test(text)) return text;
  const mark = /[.,' ]/.exec(text)?.[0];
  if (mark === undefined || !/^[1-9]/.test(text)) return undefined;
  const sizes = text.split(mark).map((group) => (/^\d+$/.test(group) ? group.length : 0));
  const [first = 0, ...others] = sizes;
  const last = others.pop();
  const isGrouped = (size: number, most: number) =>
    first > 0 && first <= most && last === 3 && others.every((other) => other === size);
  return isGrouped(3, 3) || (mark === ',' && isGrouped(2, 2)) ? text.replaceAll(mark, '') : undefined;
}

function movedPoint({ whole, fraction }: Parts, places: number): Parts {
  const point = Math.max(whole.length + places, 0);
  const digits = '0'.repeat(Math.max(-whole.length - places, 0)) + whole + fraction;
  return {
    whole: digits.padEnd(point, '0').slice(0, point).replace(/^0+/, ''),
    fraction: digits.slice(point),
  };
}

function cutText({ whole, fraction }: Parts, decimals: number): string {
  const kept = fraction.slice(0, decimals);
  return `${whole || '0'}${kept === '' ? '' : '.'}${kept}`;
}

/** The value `steps` of its last decimal higher or lower, at least 0. */
export function steppedDecimal(value: string, decimals: number, steps: number): string {
  const [whole = '', fraction = ''] = value.split('.');
  const units = BigInt(whole + fraction.slice(0, decimals).padEnd(decimals, '0') || '0') + BigInt(steps);
  const digits = (units < 0n ? 0n : units).toString().padStart(decimals + 1, '0');
  if (decimals === 0) return digits;
  return `${digits.slice(0, -decimals)}.${digits.slice(-decimals)}`;
}
