/**
 * Updates the displayed lists with streamed balances. Loaded with the first of them, because it
 * needs the arithmetic.
 */
import type { BalanceRow } from '@glasshouse/protocol/wallet';
import type { AssetRow } from '@glasshouse/protocol/wallet';
import { Big } from 'big.js';
import { assetsKey, type AccountAssets } from './assets.ts';
import { applyChange } from './query-client.ts';

export function applyBalances(balances: readonly BalanceRow[]): void {
  for (const balance of balances) {
    applyChange<AccountAssets>(assetsKey(balance.account), (assets) => {
      const list = assets.list.map((row) =>
        row.currencyName === balance.currency ? withBalance(row, balance) : row,
      );
      return { list, totalValue: list.reduce((sum, row) => sum.plus(row.total), new Big(0)).toFixed() };
    });
  }
}

function withBalance(row: AssetRow, balance: BalanceRow): AssetRow {
  // Total = (available + frozen) times price (R3.6).
  const total = new Big(balance.available).plus(balance.frozen).times(row.price || 0);
  return {
    ...row,
    availableCurrency: balance.available,
    frozenCurrency: balance.frozen,
    total: total.round(8, Big.roundDown).toFixed(),
  };
}
