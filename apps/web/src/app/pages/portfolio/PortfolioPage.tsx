/** /account/portfolio: all accounts together, what comes back when, what each coin has brought. */
import { Big } from 'big.js';
import type { ReactNode } from 'react';
import { useRunning } from '#features/seconds-contract/calls.ts';
import { useAccountValues } from '#features/wallet/portfolio/account-values.ts';
import { Allocation } from '#features/wallet/portfolio/Allocation.tsx';
import { useValueLine } from '#features/wallet/portfolio/calls.ts';
import { DayResults } from '#features/wallet/portfolio/DayResults.tsx';
import { Profit } from '#features/wallet/portfolio/Profit.tsx';
import { ResultLine, Total } from '#features/wallet/portfolio/ValueCard.tsx';
import { Balance } from '#shared/Balance.tsx';
import { HideBalances } from '#shared/HideBalances.tsx';
import { useHiddenBalances } from '#shared/hidden-balances.ts';
import { useTranslation } from '#shared/i18n.ts';
import { CENTER_GRID } from '#shared/lists/CardLoading.tsx';
import { ComesBack } from './ComesBack.tsx';
import { EarnedCard } from './EarnedCard.tsx';

const RESULT_DAYS = 30;

export function PortfolioPage() {
  return (
    <main className="max-w-page mx-auto grid w-full flex-1 content-start gap-4 px-6 py-6">
      <Sums />
      <ComesBack />
      <div className={`${CENTER_GRID} items-stretch!`}>
        <Profit />
        <Allocation />
      </div>
      <DayResults days={RESULT_DAYS} />
      <EarnedCard />
    </main>
  );
}

/** What is free and what is frozen add up to the total; stakes have left the accounts. */
function Sums() {
  const { t } = useTranslation();
  const { total, free, frozen } = useAccountValues();
  const { line } = useValueLine(RESULT_DAYS);
  const running = useRunning().data;
  const atStake = running
    ?.reduce((sum, { openAmount, fees }) => sum.plus(openAmount).plus(fees), new Big(0))
    .toFixed();
  return (
    <header className="flex flex-wrap items-end justify-between gap-x-8 gap-y-3">
      <div>
        <div className="text-mut flex items-center gap-1.5 text-[13px]">
          <h1>{t('portfolio.total')}</h1>
          <HideBalances />
        </div>
        <div className="flex flex-wrap items-baseline gap-x-5">
          {/* The result beside it must not move when the total comes. */}
          <div className="min-w-[336px]">
            <Total total={total} />
          </div>
          <ResultLine
            name={t('portfolio.over', { days: RESULT_DAYS })}
            result={line?.result}
            hidden={useHiddenBalances()}
          />
        </div>
      </div>
      <dl className="flex flex-wrap gap-x-8 gap-y-2 text-right">
        <Sum name={t('portfolio.free')} value={free} />
        <Sum name={t('portfolio.frozen')} value={frozen} />
        <Sum name={t('portfolio.atStake')} value={atStake} apart />
      </dl>
    </header>
  );
}

interface SumProps {
  readonly name: ReactNode;
  readonly value: string | undefined;
  /** Beside the total, not in it. */
  readonly apart?: boolean;
}
function Sum({ name, value, apart = false }: SumProps) {
  return (
    <div className={`min-w-20 ${apart ? 'border-line2 border-l pl-8' : ''}`}>
      <dt className="text-mut">{name}</dt>
      <dd className={`text-[17px] leading-7 font-semibold ${apart ? 'text-mut' : ''}`}>
        <Balance value={value} decimals={2} />
      </dd>
    </div>
  );
}
