/** How values of parameters are shown. */
import type { OfficeParameter } from '@glasshouse/protocol/parameters/office';
import { useTexts } from '../texts.ts';

/** Returns a function that shows a value of a parameter: with its unit, or that it is empty. */
export function useShown(): (parameter: Pick<OfficeParameter, 'unit'>, value: string) => string {
  const { t } = useTexts();
  return ({ unit }, value) => {
    if (value === '') return t('param_empty');
    return unit !== '' && /^\d/.test(value) ? `${value} ${unit}` : value;
  };
}
