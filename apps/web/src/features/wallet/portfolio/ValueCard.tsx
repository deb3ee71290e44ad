/** The value of all accounts: now, its results, and its line over the last days. */
import { Amount, Change, Num, Segmented, Skeleton, toneOf } from '@glasshouse/ui';
import { Big } from 'big.js';
import type { ReactNode } from 'react';
import { useTicker } from '#data/tickers.ts';
import { Balance } from '#shared/Balance.tsx';
import { HideBalances } from '#shared/HideBalances.tsx';
import { BALANCE_MASK, useHiddenBalances } from '#shared/hidden-balances.ts';
import { useTranslation } from '#shared/i18n.ts';
import { ListFailed } from '#shared/lists/PagedBody.tsx';
import { useUrlChoice } from '#shared/url-state.ts';
import { useValueLine, type ValueQuery } from './calls.ts';
import { ValueChart } from './ValueChart.tsx';
import type { Result } from './value-line.ts';

const PERIODS = ['30', '7', '90', '365'] as const;
const SHOWN = ['7', '30', '90', '365'] as const satisfies readonly (typeof PERIODS)[number][];

export interface ValueCardProps {
  readonly total: string | undefined;
  readonly actions: ReactNode;
}

export function ValueCard({ total, actions }: ValueCardProps) {
  const { t } = useTranslation();
  const hidden = useHiddenBalances();
  const [period, setPeriod] = useUrlChoice('days', PERIODS);
  const query = useValueLine(Number(period));
  return (
    <section aria-label={t('wallet.totalValue')} className="border-line bg-panel rounded-xl border p-5">
      <div className="flex items-start gap-4">
        <div>
          <div className="text-mut flex items-center gap-1.5 text-[13px]">
            <h1>{t('wallet.totalValue')}</h1>
            <HideBalances />
          </div>
          <Total total={total} />
        </div>
        <span className="ml-auto flex gap-2">{actions}</span>
      </div>
      <div className="mt-1 flex h-8 items-center gap-5 text-[12.5px]">
        <ResultLine name={t('portfolio.today')} result={query.line?.today} hidden={hidden} />
        <ResultLine
          name={t('portfolio.over', { days: Number(period) })}
          result={query.line?.result}
          hidden={hidden}
        />
        <span className="ml-auto">
          <Segmented
            label={t('portfolio.period')}
            items={SHOWN.map((id) => ({ id, label: t('portfolio.days', { days: Number(id) }) }))}
            value={period}
            onValue={setPeriod}
          />
        </span>
      </div>
      <div className="mt-2 h-[172px]">
        <Chart query={query} hidden={hidden} />
      </div>
    </section>
  );
}

function Chart({ query, hidden }: { readonly query: ValueQuery; readonly hidden: boolean }) {
  const { t } = useTranslation();
  const { line, error, refetch } = query;
  if (hidden)
    return (
      <p className="text-mut border-line grid h-full place-items-center rounded-lg border border-dashed">
        {t('portfolio.hidden')}
      </p>
    );
  if (line !== undefined) return <ValueChart points={line.points} />;
  return error === null ? (
    <Skeleton className="h-full w-full" />
  ) : (
    <ListFailed error={error} onRetry={refetch} />
  );
}

interface ResultLineProps {
  readonly name: string;
  readonly result: Result | undefined;
  readonly hidden: boolean;
}
/** Deposits and withdrawals are no result. */
export function ResultLine({ name, result, hidden }: ResultLineProps) {
  return (
    <span className="text-mut">
      {name}{' '}
      {hidden ? (
        BALANCE_MASK
      ) : (
        <span className={`font-medium ${toneOf(result?.amount)}`}>
          <Amount value={result?.amount} decimals={2} signed />{' '}
          {result?.ratio !== undefined && (
            <>
              (<Change ratio={result.ratio} />)
            </>
          )}
        </span>
      )}
    </span>
  );
}

export function Total({ total }: { readonly total: string | undefined }) {
  const hidden = useHiddenBalances();
  const bitcoin = useTicker('btcusdt')?.close;
  const inBitcoin =
    total === undefined || bitcoin === undefined || bitcoin === 0
      ? undefined
      : new Big(total).div(bitcoin).toFixed(8);
  return (
    <div className="mt-0.5 flex items-baseline gap-3">
      <span className="text-[32px] leading-10 font-semibold tracking-[-0.02em]">
        <Balance value={total} decimals={2} />
      </span>
      <span className="text-mut text-[14px] font-medium">USDT</span>
      {!hidden && inBitcoin !== undefined && (
        <Num value={inBitcoin} decimals={8} prefix="≈ " unit="BTC" className="text-mut text-[13px]" />
      )}
    </div>
  );
}
