/** The assets of an account as the table lists them. Pure. */
import type { AssetRow } from '@glasshouse/protocol/wallet';

/** Hide-small keeps assets with a total above 0.1 (R4.9). */
export const SMALL_TOTAL = 0.1;

export interface AssetFilter {
  readonly search: string;
  readonly hideSmall: boolean;
  /** Hides coins without a balance, for accounts that hold few coins. */
  readonly hideEmpty?: boolean;
}
export function shownAssets(
  list: readonly AssetRow[],
  { search, hideSmall, hideEmpty = false }: AssetFilter,
): AssetRow[] {
  const wanted = search.trim().toUpperCase();
  return list
    .filter(({ availableCurrency, frozenCurrency }) =>
      hideEmpty ? /[1-9]/.test(availableCurrency + frozenCurrency) : true,
    )
    .filter((row) => row.currencyName.toUpperCase().includes(wanted))
    .filter((row) => !hideSmall || Number(row.total) > SMALL_TOTAL)
    .sort((a, b) => Number(b.total) - Number(a.total));
}
