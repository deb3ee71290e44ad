/** The list of exchanges, newest first. */
import type { ExchangeRow } from '@glasshouse/protocol/flash-exchange';
import { Card, DateTime, Num } from '@glasshouse/ui';
import { amountColumn } from '#shared/lists/amount-column.tsx';
import { DataTable, type Column, type DataTableProps } from '#shared/lists/DataTable.tsx';
import { useTranslation } from '#shared/i18n.ts';
import { useExchanges } from './calls.ts';
import { rateOf } from './quote-figures.ts';

const ROW_PX = 44;
/** No coin has more decimals in the ledger. */
const EXACT_DECIMALS = 8;

export function ExchangeHistory() {
  const { t } = useTranslation();
  return (
    <Card padded={false} className="mt-4 overflow-hidden" title={t('flash-exchange.history')}>
      <ExchangeTable list={useExchanges()} emptyText={t('flash-exchange.noHistory')} look="card" />
    </Card>
  );
}

export function ExchangeTable(
  table: Pick<DataTableProps<ExchangeRow>, 'list' | 'emptyText' | 'look' | 'detail'>,
) {
  const { t } = useTranslation();
  return (
    <DataTable
      {...table}
      label={t('flash-exchange.history')}
      columns={useColumns()}
      rowKey={(row) => row.id}
      rowHeight={ROW_PX}
    />
  );
}

function useColumns(): Column<ExchangeRow>[] {
  const { t } = useTranslation();
  return [
    {
      key: 'time',
      head: t('market.time'),
      className: 'text-mut',
      render: (row) => <DateTime timeMs={row.time} />,
    },
    amountColumn<ExchangeRow>({
      key: 'paid',
      head: t('flash-exchange.paid'),
      isOwn: true,
      amount: ({ payAmount: value, payCurrency: unit }) => ({ value, unit, decimals: EXACT_DECIMALS }),
    }),
    amountColumn<ExchangeRow>({
      key: 'received',
      head: t('flash-exchange.received'),
      isOwn: true,
      className: 'font-semibold',
      amount: ({ receiveAmount: value, receiveCurrency: unit }) => ({
        value,
        unit,
        decimals: EXACT_DECIMALS,
      }),
    }),
    {
      key: 'rate',
      head: t('market.price'),
      right: true,
      className: 'text-mut',
      render: (row) => {
        const rate = rateOf(row);
        if (rate === null) return '–';
        return (
          <>
            1 {rate.one} = <Num value={rate.price} decimals={6} decimalsMin={2} unit={rate.in} />
          </>
        );
      },
    },
    {
      key: 'id',
      head: t('flash-exchange.number'),
      right: true,
      className: 'text-mut num',
      render: (row) => row.id,
    },
  ];
}
