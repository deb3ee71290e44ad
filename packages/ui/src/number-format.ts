/**
 * Formats every number: thousands separators, truncated decimals, a true minus sign. Takes decimal
 * strings so that no digit is lost (R5.10).
 */

export interface NumberStyle {
  /** Most decimals shown; further digits are cut off, never rounded up. Default 4. */
  readonly decimals?: number;
  /** Fewest decimals shown; missing ones are padded with zeros. Default: as `decimals`. */
  readonly decimalsMin?: number;
  /** Also shows '+' for gains. */
  readonly signed?: boolean;
  /** 1.69B or 16.9亿, for volumes only. */
  readonly compact?: boolean;
  readonly language?: string;
}

export const NO_NUMBER = '–';
const DEFAULT_DECIMALS = 4;
const cache = new Map<string, Intl.NumberFormat>();

/** '90369.259' with 2 decimals is '90,369.25'; text that is no number is '–'. */
export function formatNumber(value: string | number | null | undefined, style: NumberStyle = {}): string {
  if (value === null || value === undefined || value === '' || Number.isNaN(Number(value))) return NO_NUMBER;
  const text = formatterOf(style).format(String(value) as Intl.StringNumericLiteral);
  return text.replace('-', '−');
}

/** A ratio such as 0.0144 as '+1.44%'. */
export function formatPercent(ratio: number, style: NumberStyle = {}): string {
  if (!Number.isFinite(ratio)) return NO_NUMBER;
  // Twelve digits prevent a ratio such as 0.85 from truncating to 84.99.
  const percent = Number((ratio * 100).toPrecision(12));
  return `${formatNumber(percent, { decimals: 2, signed: true, ...style })}%`;
}

const TENTHS = 1000;
/** What keeps the error of a division from adding a tenth. */
const TINY = 1e-9;

/** A ratio that one has to reach, in percent: to a tenth, rounded up. */
export function neededPercent(ratio: number): string {
  return formatPercent(Math.ceil(ratio * TENTHS - TINY) / TENTHS, { signed: false, decimals: 1 });
}

/**
 * A plain decimal for an input field: truncated to `decimals`, no separators, no exponent, no
 * trailing zeros.
 */
export function plainDecimal(value: string | number, decimals: number): string {
  return formatterOf({ decimals, decimalsMin: 0 })
    .format(String(value) as Intl.StringNumericLiteral)
    .replaceAll(',', '');
}

function formatterOf(style: NumberStyle): Intl.NumberFormat {
  const decimals = style.decimals ?? DEFAULT_DECIMALS;
  const decimalsMin = style.decimalsMin ?? decimals;
  const language = style.compact ? (style.language ?? 'en-US') : 'en-US';
  const key = `${decimals}/${decimalsMin}/${style.signed ?? false}/${style.compact ?? false}/${language}`;
  let formatter = cache.get(key);
  if (formatter === undefined) {
    formatter = new Intl.NumberFormat(language, {
      minimumFractionDigits: Math.min(decimalsMin, decimals),
      maximumFractionDigits: decimals,
      roundingMode: 'trunc',
      // 'negative' and 'exceptZero' prevent '-0.00' for a truncated zero.
      signDisplay: style.signed ? 'exceptZero' : 'negative',
      // Chinese would omit the separator in 1678.
      ...(style.compact ? { notation: 'compact' as const, useGrouping: 'always' as const } : {}),
    });
    cache.set(key, formatter);
  }
  return formatter;
}

/**
 * Why a text is no amount: a minus, further decimals, another coin than that of the field, two
 * meanings, too many digits, anything else.
 */
export type DecimalFault = 'minus' | 'decimals' | 'unit' | 'unclear' | 'long' | 'unreadable';
export interface ToldFault {
  readonly fault: DecimalFault;
  /** The label of the field. */
  readonly field: string;
  readonly decimals: number;
  /** The coin of the field, '' if it has none. */
  readonly unit: string;
}

let words: (told: ToldFault) => string = ({ field }) => field;

/**
 * What a money field says of a number that it cannot take, in the words that the app has set. They
 * are here, because every page has this file, and the fields have one that the home page has not.
 */
export const decimalWords = (told: ToldFault): string => words(told);
export function setDecimalWords(next: typeof words): void {
  words = next;
}
