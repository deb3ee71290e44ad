/** A closed position in the records: its times, rates and fees, and how it ended. */
import { DateTime } from '@glasshouse/ui';
import { usePanelDecimals } from '#data/pairs.ts';
import { Balance } from '#shared/Balance.tsx';
import { useTranslation } from '#shared/i18n.ts';
import { DetailFacts } from '#shared/lists/DetailFacts.tsx';
import { plainPercent, ppmOf } from '#shared/rates.ts';
import { LIQUIDATED, type PositionRow } from '#features/seconds-contract/calls.ts';

export function PositionFacts({ row }: { readonly row: PositionRow }) {
  const { t } = useTranslation();
  const decimals = usePanelDecimals()(row.quoteCoin);
  const isLiquidated = row.status === LIQUIDATED;
  return (
    <>
      <DetailFacts
        facts={[
          [t('records.contract.openTime'), <DateTime key="open" timeMs={row.openTime} kind="full" />],
          [t('records.contract.finishTime'), <DateTime key="finish" timeMs={row.finishTime} kind="full" />],
          [
            t('records.contract.status'),
            t(isLiquidated ? 'records.contract.liquidated' : 'records.contract.completed'),
          ],
          [t('records.contract.profitRate'), plainPercent(ppmOf(row.profitRate))],
          [t('records.contract.feeRate'), plainPercent(ppmOf(row.feeRate))],
          [
            t('records.contract.fees'),
            <Balance key="fees" value={row.fees} decimals={decimals} unit={row.quoteCoin} />,
          ],
        ]}
      />
      {isLiquidated && <p className="text-mut px-3 pt-2 text-[12.5px]">{t('seconds.nothingToCheck')}</p>}
    </>
  );
}
