/** Rates in parts per million, from a call and to a reader. */
import { parseDecimal, PPM } from '@glasshouse/money';
import { formatPercent } from '@glasshouse/ui/numbers';

const RATE_DECIMALS = 6;
const SHOWN_DECIMALS = 3;

/** A rate such as 0.002 in parts per million; 0 for what is no rate. */
export function ppmOf(rate: string): number {
  const parsed = parseDecimal(rate, RATE_DECIMALS);
  return typeof parsed === 'number' ? parsed : 0;
}

/** 800 is '0.080%': all with the same decimals, so that they stand on their point. */
export const percentText = (ppm: number, decimals = SHOWN_DECIMALS): string =>
  formatPercent(ppm / PPM, { decimals, signed: false });

/** '0.2%', without zeros at the end, inside a sentence. */
export const plainPercent = (ppm: number): string =>
  formatPercent(ppm / PPM, { decimals: SHOWN_DECIMALS, decimalsMin: 0, signed: false });

/** The words between two rates, in the reader's language. */
export type RangeWords = (least: string, most: string) => string;

/** The least and the most of several, or one of them where both read the same. */
export function rangeText(
  values: readonly number[],
  between: RangeWords,
  text: (value: number) => string = plainPercent,
): string | undefined {
  if (values.length === 0) return undefined;
  const [least, most] = [text(Math.min(...values)), text(Math.max(...values))];
  return least === most ? least : between(least, most);
}
