/** How values of parameters are shown. */
import type { OfficeParameter } from '@glasshouse/protocol/parameters/office';
import { formatNumber } from '@glasshouse/ui';
import { useTexts } from '../texts.ts';

const DECIMALS = 18;
const NUMBER = /^\d+(\.\d+)?$/;

/** Returns a function that shows a value of a parameter: with its unit, or that it is empty. */
export function useShown(): (parameter: Pick<OfficeParameter, 'unit'>, value: string) => string {
  const { t } = useTexts();
  return ({ unit }, value) => {
    if (value === '') return t('param_empty');
    if (!NUMBER.test(value)) return value;
    const number = formatNumber(value, { decimals: DECIMALS, decimalsMin: 0 });
    return unit === '' ? number : `${number} ${unit}`;
  };
}
