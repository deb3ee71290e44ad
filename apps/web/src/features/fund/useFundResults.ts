/** Shows the result of an order, with its NAV, when the account channel reports it. */
import { formatNumber } from '@glasshouse/ui';
import { UNIT_DECIMALS } from '@glasshouse/protocol/fund/quote';
import { useEffect, useEffectEvent } from 'react';
import { useAccountRows } from '#data/account-feed.ts';
import { useTranslation } from '#shared/i18n.ts';
import { notify } from '#shared/notify.ts';
import { HOLDING, isPaidInCoins, NAV_SHOWN, NOT_FILLED, results, type HoldingRow } from './calls.ts';
import { useFundName } from './HoldingTable.tsx';
import type { OrderKind } from './results.ts';

const boughtOf = ({ buyPrice, quantity, payment, buyFee, currency }: HoldingRow, name: string) => ({
  name,
  nav: formatNumber(buyPrice, { decimals: NAV_SHOWN }),
  units: formatNumber(quantity, { decimals: UNIT_DECIMALS, decimalsMin: 0 }),
  amount: formatNumber(payment, { decimals: 2 }),
  fee: formatNumber(buyFee, { decimals: 2 }),
  coin: currency,
});

export function useFundResults(): void {
  const { t } = useTranslation();
  const nameOf = useFundName();
  useAccountRows('fund', (rows) => rows.forEach((row) => results.see(row)));
  const tell = useEffectEvent((row: HoldingRow, kind: OrderKind): void => {
    const { status, reason, fund, id } = row;
    const name = nameOf(fund);
    const nav = (text: string | null) => formatNumber(text, { decimals: NAV_SHOWN });
    if (status === NOT_FILLED)
      return notify.warning(
        t('fund.results.notFilled', { name, why: t(`fund.reasons.${reason ?? 'no-nav'}`) }),
      );
    if (kind === 'buy') return notify.success(t('fund.results.bought', boughtOf(row, name)));
    if (status === HOLDING)
      return notify.warning(
        t('fund.results.kept', { name, id, why: t(`fund.reasons.${reason ?? 'no-nav'}`) }),
      );
    const amount = formatNumber(row.payout, { decimals: 2 });
    const coins = formatNumber(row.paidInCoins, { decimals: 2 });
    notify.success(
      t(isPaidInCoins(row) ? 'fund.results.endedInCoins' : 'fund.results.ended', {
        name,
        nav: nav(row.salePrice),
        amount,
        coin: row.currency,
        coins,
      }),
    );
  });
  useEffect(() => results.listen((row, kind) => tell(row, kind)), []);
}
