/** The result of each day (UTC), newest first. Deposits and withdrawals are no result. */
import { Card, Change, DateTime } from '@glasshouse/ui';
import { BALANCE_MASK, useHiddenBalances } from '#shared/hidden-balances.ts';
import { useTranslation } from '#shared/i18n.ts';
import { amountColumn } from '#shared/lists/amount-column.tsx';
import { DataTable, type Column } from '#shared/lists/DataTable.tsx';
import { useValueLine } from './calls.ts';
import type { DayResult } from './value-line.ts';

const ROW_PX = 40;

export function DayResults({ days }: { readonly days: number }) {
  const { t } = useTranslation();
  const { line, error, refetch } = useValueLine(days);
  const rows = line?.days.toReversed() ?? [];
  return (
    <Card
      padded={false}
      className="overflow-hidden"
      title={t('portfolio.byDay.title')}
      aside={t('portfolio.byDay.aside', { days })}
    >
      {/* A region that scrolls is reached by keys. */}
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex */}
      <div
        className="max-h-[360px] overflow-y-auto"
        tabIndex={0}
        role="region"
        aria-label={t('portfolio.byDay.title')}
      >
        <DataTable
          look="card"
          label={t('portfolio.byDay.title')}
          list={{
            rows,
            isPending: line === undefined && error === null,
            isError: error !== null,
            error,
            refetch,
          }}
          loadingRows={days}
          emptyText=""
          columns={useDayColumns()}
          rowKey={({ timeMs }) => String(timeMs)}
          rowHeight={ROW_PX}
        />
      </div>
    </Card>
  );
}

function useDayColumns(): Column<DayResult>[] {
  const { t } = useTranslation();
  const hidden = useHiddenBalances();
  const figure = (key: 'value' | 'flow' | 'amount', head: string, isResult: boolean) =>
    amountColumn<DayResult>({
      key,
      head,
      isOwn: true,
      className: isResult ? 'font-semibold' : 'text-mut',
      amount: (row) => ({ value: row[key], decimals: 2, signed: key !== 'value', toned: isResult }),
    });
  return [
    {
      key: 'day',
      head: t('portfolio.byDay.day'),
      render: ({ timeMs }) => <DateTime timeMs={timeMs} kind="date" utc />,
    },
    figure('value', t('portfolio.byDay.value'), false),
    figure('flow', t('portfolio.byDay.flow'), false),
    figure('amount', t('portfolio.byDay.result'), true),
    {
      key: 'ratio',
      head: '%',
      right: true,
      render: ({ ratio }) => (ratio === undefined ? '–' : hidden ? BALANCE_MASK : <Change ratio={ratio} />),
    },
  ];
}
