/** Rates in parts per million as a reader sees them. */
import { formatPercent } from '@glasshouse/ui';

const PPM = 1_000_000;
const RATE_DECIMALS = 3;

/** 800 is '0.080%': all with the same decimals, so that they stand on their point. */
export const percentText = (ppm: number, decimals = RATE_DECIMALS): string =>
  formatPercent(ppm / PPM, { decimals, signed: false });

/** '0.2%', without zeros at the end, inside a sentence. */
export const plainPercent = (ppm: number): string =>
  formatPercent(ppm / PPM, { decimals: RATE_DECIMALS, decimalsMin: 0, signed: false });

/** The least and the most of several rates, or one of them where both are the same. */
export function rateRange(ppms: readonly number[], between: (least: string, most: string) => string): string {
  if (ppms.length === 0) return '–';
  const [least, most] = [plainPercent(Math.min(...ppms)), plainPercent(Math.max(...ppms))];
  return least === most ? least : between(least, most);
}
