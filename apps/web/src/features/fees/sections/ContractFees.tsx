/**
 * The durations of seconds contracts with their odds: payout, break-even win rate and average
 * result.
 */
import { Code, neededPercent, Num } from '@glasshouse/ui';
import type { ContractConfig } from '#data/parameters.ts';
import { useTranslation } from '#shared/i18n.ts';
import { DataTable } from '#shared/lists/DataTable.tsx';
import { oddsOf } from '../fee-figures.ts';
import { percentText, plainPercent, ppmOf } from '#shared/rates.ts';
import type { Fees } from '../useFees.ts';
import { FeeSection } from './FeeSection.tsx';

const ROW_PX = 40;
const LOADING_ROWS = 5;
/** The scale of the bar, in parts per million of a win rate, and the middle of a coin flip. */
const SCALE = { from: 450_000, to: 600_000, coinFlip: 500_000 } as const;
const ODDS_DECIMALS = 1;
const PPM = 1_000_000;

export function ContractFees({ fees }: { readonly fees: Fees }) {
  const { t } = useTranslation();
  const { contracts, contractFee } = fees;
  const feeRate = contractFee.data ?? '0';
  const odds = (row: ContractConfig) => oddsOf({ profitRate: row.incomeRate, feeRate });
  return (
    <FeeSection
      id="contract"
      title={t('section.seconds-contract.name')}
      aside={t('fees.contractFee', { rate: plainPercent(ppmOf(feeRate)) })}
      foot={t('fees.contractFoot')}
    >
      <DataTable
        look="card"
        label={t('fees.durations')}
        list={{ ...contracts, rows: contracts.data ?? [] }}
        loadingRows={LOADING_ROWS}
        emptyText={t('fees.noContracts')}
        rowHeight={ROW_PX}
        rowKey={({ second }) => String(second)}
        columns={[
          {
            key: 'duration',
            head: t('fees.duration'),
            width: '150px',
            render: ({ second }) => t('common.seconds', { count: second }),
          },
          {
            key: 'stake',
            head: t('fees.stake'),
            right: true,
            render: ({ openAmountMin, openAmountMax }) => (
              <>
                <Num value={openAmountMin} decimals={6} decimalsMin={0} /> –{' '}
                <Num value={openAmountMax} decimals={6} decimalsMin={0} />
              </>
            ),
          },
          {
            key: 'profit',
            head: t('fees.profit'),
            right: true,
            className: 'num font-semibold',
            render: ({ incomeRate }) => plainPercent(ppmOf(incomeRate)),
          },
          {
            key: 'even',
            head: t('fees.breakEven'),
            right: true,
            width: '240px',
            render: (row) => (
              <span className="flex items-center justify-end gap-3">
                <Even ppm={odds(row).breakEvenPpm} />
                <Code className="num w-11 font-semibold">{neededPercent(odds(row).breakEvenPpm / PPM)}</Code>
              </span>
            ),
          },
          {
            key: 'flip',
            head: t('fees.coinFlip'),
            right: true,
            className: 'num text-down',
            render: (row) => percentText(odds(row).coinFlipPpm, ODDS_DECIMALS),
          },
        ]}
      />
    </FeeSection>
  );
}

/**
 * The break-even bar. The mark is a coin flip; the bar shows how much better a trader has to be.
 */
function Even({ ppm }: { readonly ppm: number }) {
  const at = (value: number) => `${((value - SCALE.from) / (SCALE.to - SCALE.from)) * 100}%`;
  return (
    <span aria-hidden className="bg-raised relative h-1 w-28 rounded-full">
      <i className="bg-warn absolute inset-y-0 left-0 rounded-full" style={{ width: at(ppm) }} />
      <i
        className="bg-fg absolute -top-1 h-3 w-0.5 [box-shadow:0_0_0_1px_var(--panel)]"
        style={{ left: at(SCALE.coinFlip) }}
      />
    </span>
  );
}
