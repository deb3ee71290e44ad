/**
 * /account/trade: records of spot orders, fills, seconds contracts and exchanges, with filters that
 * the address keeps. The menu links to it with the query type=4.
 */
import { Card, Tabs } from '@glasshouse/ui';
import { PageTitle } from '#shared/PageTitle.tsx';
import { useTranslation } from '#shared/i18n.ts';
import { useExchanges } from '#features/flash-exchange/calls.ts';
import { ExchangeTable } from '#features/flash-exchange/ExchangeHistory.tsx';
import { useHistory } from '#features/seconds-contract/calls.ts';
import { HistoryTable } from '#features/seconds-contract/HistoryPanel.tsx';
import { useFills, useOrderHistory } from '#features/spot/calls.ts';
import { useUrlChoice } from '#shared/url-state.ts';
import { FillTable, OrderTable } from '#features/spot/tables.tsx';
import { isFiltered, type FilterInput, type FilterName } from './record-filters.ts';
import { useRecordFilters } from './useRecordFilters.ts';
import { RecordFilterRow } from './RecordFilterRow.tsx';

const TABS = ['orders', 'fills', 'contracts', 'exchanges'] as const;
const FILTERS: Readonly<Record<(typeof TABS)[number], readonly FilterName[]>> = {
  orders: ['pair', 'status', 'days'],
  fills: ['pair', 'days'],
  contracts: ['pair', 'days'],
  exchanges: ['days'],
};

export function RecordsPage() {
  const { t } = useTranslation();
  const [tab, setTab] = useUrlChoice('tab', TABS);
  const filters = useRecordFilters(FILTERS[tab]);
  const Table = TABLES[tab];
  const none = isFiltered(filters.filters) ? t('records.noneFits') : undefined;
  return (
    <main className="mx-auto w-full max-w-page flex-1 px-6 py-6">
      <PageTitle of={t('shell.records')} />
      <h1 className="text-[22px] leading-7 font-semibold tracking-[-0.01em]">{t('shell.records')}</h1>
      <p className="text-mut mt-0.5 mb-4 text-[13px]">{t('records.lead')}</p>
      <Card padded={false} className="overflow-hidden">
        <Tabs
          label={t('shell.records')}
          items={TABS.map((id) => ({ id, label: t(`records.${id}`) }))}
          value={tab}
          onValue={setTab}
          className="h-12! px-5!"
        />
        <RecordFilterRow of={filters} shown={FILTERS[tab]} />
        <Table input={filters.input} none={none} />
      </Card>
    </main>
  );
}

interface TableOf {
  readonly input: FilterInput;
  /** What an empty list says if filters are in use. */
  readonly none: string | undefined;
}

function Orders({ input, none }: TableOf) {
  const { t } = useTranslation();
  const list = useOrderHistory(input.status, input.pair, input.range);
  return <OrderTable label={t('records.orders')} list={list} emptyText={none ?? t('spot.noOrders')} tall />;
}
function Fills({ input, none }: TableOf) {
  const { t } = useTranslation();
  const list = useFills(input.pair, input.range);
  return <FillTable label={t('records.fills')} list={list} emptyText={none ?? t('spot.noFills')} tall />;
}
function Contracts({ input, none }: TableOf) {
  return <HistoryTable list={useHistory(undefined, { ...input.pair, ...input.range })} emptyText={none} />;
}
function Exchanges({ input, none }: TableOf) {
  const { t } = useTranslation();
  const list = useExchanges(input.range);
  return <ExchangeTable list={list} emptyText={none ?? t('flash-exchange.noHistory')} look="records" />;
}

const TABLES = { orders: Orders, fills: Fills, contracts: Contracts, exchanges: Exchanges };
