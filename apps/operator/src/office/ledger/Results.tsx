/** What each product earned, by day and coin, and what it owes now. */
import type { ResultRow } from '@glasshouse/protocol/wallet/office';
import { Num } from '@glasshouse/ui';
import { useQuery } from '@tanstack/react-query';
import { call, callForFile } from '../api.ts';
import { EmptyState } from '../parts/states.tsx';
import { bookAmount, useCoinColumn } from '../parts/columns.tsx';
import type { Column } from '../parts/table/columns.ts';
import { Table } from '../parts/table/Table.tsx';
import { wholeRows } from '../parts/table/whole-rows.ts';
import { useTexts } from '../texts.ts';
import { DaysForm } from './DaysForm.tsx';
import { productName } from './names.ts';
import { daysOf, type LedgerViewProps } from './search.ts';

const DECIMALS = 8;

export function Results({ search, go }: LedgerViewProps) {
  const { t } = useTexts();
  const days = daysOf(search);
  const query = useQuery({
    queryKey: ['ledger-results', days],
    queryFn: () => call('ledger/get-results', days),
  });
  const list = query.data?.list ?? [];
  return (
    <>
      <DaysForm
        days={days}
        onDays={go}
        file={list.length === 0 ? undefined : () => callForFile('ledger/export-results', days)}
      />
      <Table
        label={t('ledgerView_results')}
        columns={useColumns()}
        rows={wholeRows(query, list)}
        keyOf={({ day, product, currency }) => `${day} ${product} ${currency}`}
        empty={<EmptyState title={t('ledgerNoResults')} text={t('ledgerNoResultsText')} />}
        sums={t('ledgerResultsText')}
      />
    </>
  );
}

function useColumns(): readonly Column<ResultRow>[] {
  const { t } = useTexts();
  const coin = useCoinColumn();
  return [
    { id: 'day', head: t('ledgerHead_day'), width: 116, cell: ({ day }) => day },
    {
      id: 'product',
      head: t('ledgerHead_product'),
      width: '2fr',
      cell: ({ product }) => productName(t, product),
    },
    coin,
    {
      id: 'fees',
      head: t('ledgerHead_fees'),
      width: '2fr',
      align: 'right',
      cell: ({ fees }) => bookAmount(fees),
    },
    {
      id: 'received',
      head: t('ledgerHead_received'),
      width: '2fr',
      align: 'right',
      cell: ({ received }) => bookAmount(received),
    },
    {
      id: 'paid',
      head: t('ledgerHead_paid'),
      width: '2fr',
      align: 'right',
      cell: ({ paid }) => bookAmount(paid),
    },
    {
      id: 'net',
      head: t('ledgerHead_net'),
      width: '2fr',
      align: 'right',
      cell: ({ net }) => <Num value={net} decimals={DECIMALS} decimalsMin={2} signed toned />,
    },
  ];
}
