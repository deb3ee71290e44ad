/**
 * /account/trade: records of spot orders, fills and seconds contracts. The menu links to it with
 * the query type=4.
 */
import { Card, Tabs } from '@glasshouse/ui';
import { PageTitle } from '#shared/PageTitle.tsx';
import { useTranslation } from '#shared/i18n.ts';
import { useHistory } from '#features/seconds-contract/calls.ts';
import { HistoryTable } from '#features/seconds-contract/HistoryPanel.tsx';
import { useFills, useOrderHistory } from '#features/spot/calls.ts';
import { useUrlChoice } from '#shared/url-state.ts';
import { FillTable, OrderTable } from '#features/spot/tables.tsx';

const TABS = ['orders', 'fills', 'contracts'] as const;

export function RecordsPage() {
  const { t } = useTranslation();
  const [tab, setTab] = useUrlChoice('tab', TABS);
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
        {tab === 'orders' ? <Orders /> : tab === 'fills' ? <Fills /> : <Contracts />}
      </Card>
    </main>
  );
}

function Orders() {
  const { t } = useTranslation();
  const list = useOrderHistory(undefined);
  return <OrderTable label={t('records.orders')} list={list} emptyText={t('spot.noOrders')} tall />;
}
function Fills() {
  const { t } = useTranslation();
  const list = useFills();
  return <FillTable label={t('records.fills')} list={list} emptyText={t('spot.noFills')} tall />;
}
function Contracts() {
  return <HistoryTable list={useHistory()} />;
}
