/** Formats amounts of money for panels, where not every decimal has room. Pure. */
import { formatNumber } from './number-format.ts';

/** No coin has more. */
const EXACT_DECIMALS = 18;
const CENTS = 2;

export interface AmountStyle {
  /** Most decimals shown. */
  readonly decimals: number;
  readonly signed?: boolean | undefined;
}
export interface AmountTexts {
  readonly shown: string;
  readonly exact: string;
}

/**
 * '0.123456' with 4 decimals shows as '0.1234', '5' as '5.00'. An amount that would look like none
 * shows all its decimals instead.
 */
export function amountTexts(
  value: string | number | null | undefined,
  { decimals, signed = false }: AmountStyle,
): AmountTexts {
  const decimalsMin = Math.min(CENTS, decimals);
  const exact = formatNumber(value, { decimals: EXACT_DECIMALS, decimalsMin, signed });
  const shown = formatNumber(value, { decimals, decimalsMin, signed });
  return { exact, shown: isNone(shown) ? exact : shown };
}
const isNone = (text: string): boolean => !/[1-9]/.test(text);

/** The number of decimals in a text. */
export const placesOf = (text: string): number => text.split('.')[1]?.length ?? 0;
