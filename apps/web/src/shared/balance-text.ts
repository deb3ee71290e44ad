/** An amount of the user inside a sentence, where `Balance` cannot stand. */
import { formatNumber } from '@glasshouse/ui';
import { BALANCE_MASK, useHiddenBalances } from './hidden-balances.ts';

export function useBalanceText(): typeof formatNumber {
  return useHiddenBalances() ? () => BALANCE_MASK : formatNumber;
}
