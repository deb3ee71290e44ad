/** /finance/record: the reader's orders, what they have grown by, and when they are free. */
import { Card, Tabs } from '@glasshouse/ui';
import { STATUS } from '@glasshouse/protocol/finance/terms';
import type { ReactNode } from 'react';
import { download } from '#data/download.ts';
import { useTranslation } from '#shared/i18n.ts';
import { PageHeader } from '#shared/PageHeader.tsx';
import { FactStrip } from '#shared/products/FactStrip.tsx';
import { useOwedFact, useSetAsideFact } from '#shared/products/offer-facts.tsx';
import { PeriodAndFile, useEmpty, usePeriod } from '#shared/products/Period.tsx';
import { TabCount } from '#shared/products/TabCount.tsx';
import { useUrlChoice } from '#shared/url-state.ts';
import {
  useCounts,
  useOffers,
  useOpenOrders,
  useOrders,
  OrderTable,
  type FinanceOrderRow,
} from './product.tsx';
import { useOwnFacts } from './facts.tsx';
import { OrderDetail } from './OrderDetail.tsx';

const TABS = ['all', 'hosting', 'completed'] as const;
const STATUS_OF = { all: undefined, ...STATUS };

interface FinanceOrdersPageProps {
  /** The postings of an order, which another feature shows. */
  readonly postings: (id: string) => ReactNode;
}
export function FinanceOrdersPage({ postings }: FinanceOrdersPageProps) {
  const { t } = useTranslation();
  const [tab, setTab] = useUrlChoice('tab', TABS);
  const status = STATUS_OF[tab];
  const since = usePeriod();
  const filter = { status, ...since.filter };
  const list = useOrders(filter);
  const { data: counts } = useCounts();
  const facts = [...useOwnFacts(), useSetAsideFact('finance', useOpenOrders().data)];
  const owed = useOwedFact('finance', useOffers().data);
  const count = {
    all: counts && counts.reduce((a, b) => a + b, 0),
    hosting: counts?.[0],
    completed: counts?.[1],
  };
  const empty = useEmpty(since, {
    text: t('finance.noOrders'),
    page: '/finance/list',
    link: t('finance.toProducts'),
  });
  return (
    <main className="max-w-page mx-auto w-full flex-1 px-6 py-4">
      <PageHeader title={t('finance.orders')} lead={t('finance.ordersLead')} />
      <FactStrip facts={facts} />
      <Card padded={false} className="overflow-hidden">
        <Tabs
          label={t('finance.orders')}
          items={TABS.map((id) => ({
            id,
            label: (
              <>
                {t(`finance.tabs.${id}`)} <TabCount count={count[id]} since={since} />
              </>
            ),
          }))}
          value={tab}
          onValue={setTab}
          className="h-12! px-5!"
          end={<PeriodAndFile of={since} save={() => download('finance/export-orders', filter)} />}
        />
        <OrderTable
          key={`${tab} ${since.period}`}
          list={list}
          {...empty}
          detail={{
            label: t('terms.open'),
            render: (order: FinanceOrderRow) => <OrderDetail order={order} postings={postings(order.id)} />,
          }}
        />
        <p className="border-line text-mut flex gap-2 border-t px-5 py-2.5 text-[12.5px]">
          {owed.label}: {owed.value} · {owed.note}
        </p>
      </Card>
    </main>
  );
}
