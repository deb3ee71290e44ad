/** The user's money that is locked in funds, for the portfolio. */
import { Balance } from '#shared/Balance.tsx';
import { useTranslation } from '#shared/i18n.ts';
import type { ProductLocks } from '#shared/product-locks.ts';
import { useOpenHoldings } from './calls.ts';
import { amountText } from './figures.ts';
import { useFundName } from './HoldingTable.tsx';
import { section } from './section.ts';
import { useLive } from './useLive.ts';

function useLocks(): ReturnType<ProductLocks['useLocks']> {
  const { t } = useTranslation();
  const query = useOpenHoldings();
  const nameOf = useFundName();
  const live = useLive();
  const rows = query.data;
  const accrued = new Map<string, { units: number; decimals: number }>();
  // Adds the profit alone: the ledger's amounts already count the interest as paid.
  for (const row of rows ?? []) {
    const { at, decimals } = live(row);
    const before = accrued.get(row.currency)?.units ?? 0;
    accrued.set(row.currency, { units: before + (at?.profit ?? 0), decimals });
  }
  return {
    locks: rows?.map((row) => {
      const { at, decimals } = live(row);
      return {
        key: `fund-${row.id}`,
        coin: row.currency,
        amount: row.margin,
        name: `${nameOf(row.fund)} #${row.id}`,
        kind: t('section.fund.name'),
        endMs: null,
        endsWhen: t('fund.whenSold'),
        gets: (
          <Balance
            value={at === undefined ? undefined : amountText(at.payout, decimals)}
            decimals={2}
            unit={row.currency}
          />
        ),
      };
    }),
    accrued:
      rows === undefined
        ? undefined
        : [...accrued].map(([coin, { units, decimals }]) => ({ coin, amount: amountText(units, decimals) })),
    failed: query.isError && rows === undefined ? query : undefined,
  };
}

export const locks: ProductLocks = { section, feature: 'fund', useLocks };
