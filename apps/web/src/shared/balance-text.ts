/**
 * Formats amounts of the user inside texts, where the component `Balance` cannot be used. Hidden if
 * the user hides balances.
 */
import { formatNumber } from '@glasshouse/ui';
import { areBalancesHidden, BALANCE_MASK, useHiddenBalances } from './hidden-balances.ts';

const amountText = (isHidden: boolean): typeof formatNumber => (isHidden ? () => BALANCE_MASK : formatNumber);

export const useBalanceText = (): typeof formatNumber => amountText(useHiddenBalances());
/** Outside React, as in a toast. */
export const balanceTextNow = (): typeof formatNumber => amountText(areBalancesHidden());
