/** The terms of seconds contracts, on their card. */
import { breakEvenRate } from '@glasshouse/protocol/seconds-contract/quote';
import { formatPercent, neededPercent } from '@glasshouse/ui';
import { useContractConfigs, useContractFeeRate } from '#data/parameters.ts';
import { FactRows } from '#shared/FactRows.tsx';
import { useTranslation } from '#shared/i18n.ts';

const ppm = (rate: number) => Math.round(rate * 1_000_000);

export function ProductFacts() {
  const { t } = useTranslation();
  const config = useContractConfigs().data?.[0];
  const feeRate = useContractFeeRate().data;
  const income = config === undefined ? undefined : Number(config.incomeRate);
  const breakEven =
    income === undefined || feeRate === undefined
      ? undefined
      : breakEvenRate(ppm(income), ppm(Number(feeRate))) / 1_000_000;
  return (
    <FactRows
      rows={[
        [
          t('section.seconds-contract.paysWhenRight', { seconds: config?.second ?? '–' }),
          income === undefined ? '–' : formatPercent(income, { decimals: 0 }),
          'text-up',
        ],
        [t('seconds.breakEven'), breakEven === undefined ? '–' : neededPercent(breakEven)],
        [t('section.seconds-contract.whenWrong'), t('section.seconds-contract.stakeLost'), 'text-down'],
      ]}
    />
  );
}
