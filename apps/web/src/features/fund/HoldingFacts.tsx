/** The facts of a holding: its costs, and the times and NAVs of its purchase and its sale. */
import { DateTime, Num } from '@glasshouse/ui';
import { Balance } from '#shared/Balance.tsx';
import { useTranslation } from '#shared/i18n.ts';
import { DetailFacts } from '#shared/lists/DetailFacts.tsx';
import { isPaidInCoins, NAV_SHOWN, type HoldingRow } from './calls.ts';

export function HoldingFacts({ row }: { readonly row: HoldingRow }) {
  const { t } = useTranslation();
  const paid = (value: string) => <Balance value={value} decimals={2} unit={row.currency} />;
  return (
    <DetailFacts
      facts={[
        [t('fund.buyAmount'), paid(row.buyAmount)],
        [t('fund.buyTime'), <DateTime key="bought" timeMs={row.buyTime} kind="full" />],
        [t('fund.saleTime'), <DateTime key="sold" timeMs={row.saleTime} kind="full" />],
        [t('fund.youPay'), paid(row.payment)],
        [t('fund.boughtAt'), <Num key="buy" value={row.buyPrice} decimals={NAV_SHOWN} />],
        [t('fund.soldAt'), <Num key="sale" value={row.salePrice} decimals={NAV_SHOWN} />],
        ...(isPaidInCoins(row) ? ([[t('fund.paidInCoins'), paid(row.paidInCoins ?? '0')]] as const) : []),
      ]}
    />
  );
}
