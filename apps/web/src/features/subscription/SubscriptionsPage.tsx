/** /subscribe/record: the user's subscriptions, their outcomes, and the check of their lists. */
import { Card, DateTime, Tabs } from '@glasshouse/ui';
import { Big } from 'big.js';
import { ShieldCheck } from 'lucide-react';
import type { ReactNode } from 'react';
import { download } from '#data/download.ts';
import { Balance } from '#shared/Balance.tsx';
import { useTranslation } from '#shared/i18n.ts';
import { PageHeader } from '#shared/PageHeader.tsx';
import { FactStrip, unknownFacts, type Fact } from '#shared/products/FactStrip.tsx';
import { FirstSum, SumNote } from '#shared/products/SumNote.tsx';
import { PeriodAndFile, useEmpty, usePeriod } from '#shared/products/Period.tsx';
import { TabCount } from '#shared/products/TabCount.tsx';
import { sumsOf } from '#shared/products/fixed-terms.ts';
import { useUrlChoice } from '#shared/url-state.ts';
import { useCounts, useFrozen, useProjects, useSubscriptions } from './calls.ts';
import { TimeLeft } from '#shared/products/TimeLeft.tsx';
import { PHASE } from './sale.ts';
import { SubscriptionTable, useProjectName } from './SubscriptionTable.tsx';

const TABS = ['all', 'open', 'closed', 'distributed', 'cancelled'] as const;
const STATUS = { all: undefined, open: 0, closed: 1, distributed: 2, cancelled: 3 } as const;

interface SubscriptionsPageProps {
  /** Renders the postings of a subscription, which is the task of another feature. */
  readonly postings: (id: string) => ReactNode;
}
export function SubscriptionsPage({ postings }: SubscriptionsPageProps) {
  const { t } = useTranslation();
  const [tab, setTab] = useUrlChoice('tab', TABS);
  const status = STATUS[tab];
  const since = usePeriod();
  const filter = { status, ...since.filter };
  const list = useSubscriptions(filter);
  const { data: counts } = useCounts();
  const countOf = (id: (typeof TABS)[number]): number | undefined =>
    id === 'all' ? counts?.reduce((a, b) => a + b, 0) : counts?.[STATUS[id]];
  const empty = useEmpty(since, {
    text: t('subscription.noOrders'),
    page: '/subscribe/list',
    link: t('subscription.toProjects'),
  });
  return (
    <main className="max-w-page mx-auto w-full flex-1 px-6 py-4">
      <PageHeader title={t('subscription.orders')} lead={t('subscription.ordersLead')} />
      <FactStrip facts={useFacts()} />
      <Card padded={false} className="overflow-hidden">
        <Tabs
          label={t('subscription.orders')}
          items={TABS.map((id) => ({
            id,
            label: (
              <>
                {t(`subscription.tabs.${id}`)} <TabCount count={countOf(id)} since={since} />
              </>
            ),
          }))}
          value={tab}
          onValue={setTab}
          className="h-12! px-5!"
          end={
            <PeriodAndFile of={since} save={() => download('subscription/export-subscriptions', filter)} />
          }
        />
        <SubscriptionTable
          key={`${tab} ${since.period}`}
          list={list}
          {...empty}
          detail={{
            label: t('terms.open'),
            render: (row) => (
              <div className="py-3">
                <h3 className="text-[12.5px] font-semibold">{t('terms.postings')}</h3>
                {postings(row.id)}
              </div>
            ),
          }}
        />
        <p className="border-line text-mut flex items-center gap-2 border-t px-5 py-2.5 text-[12.5px]">
          <ShieldCheck aria-hidden size={15} className="text-brand-ink" />
          {t('subscription.about')}
        </p>
      </Card>
    </main>
  );
}

function useFacts(): Fact[] {
  const { t } = useTranslation();
  const { data } = useFrozen();
  const rows = data ?? [];
  const { data: projects } = useProjects();
  const nameOf = useProjectName();
  const frozen = sumsOf(rows, ({ amount }) => amount);
  const own = (projects ?? []).filter(({ project }) => rows.some((row) => row.project === project));
  const nextClose = own
    .filter(({ phase }) => phase === PHASE.open)
    .toSorted((a, b) => a.closesTime - b.closesTime)[0];
  const nextCoins = own
    .filter(({ phase }) => phase === PHASE.open || phase === PHASE.closed)
    .toSorted((a, b) => a.distributesTime - b.distributesTime)[0];
  const coming = rows.filter(({ status, coins }) => status === STATUS.closed && new Big(coins).gt(0));
  const facts: Fact[] = [
    {
      key: 'frozen',
      label: t('subscription.facts.frozen'),
      value: <FirstSum sums={frozen} />,
      note: <SumNote sums={frozen} note={t('subscription.facts.projects', { count: rows.length })} />,
    },
    {
      key: 'close',
      label: t('subscription.facts.close'),
      value: nextClose === undefined ? '–' : <DateTime timeMs={nextClose.closesTime} kind="short" />,
      note: nextClose && (
        <>
          {nameOf(nextClose.project)} · <TimeLeft untilMs={nextClose.closesTime} />
        </>
      ),
    },
    {
      key: 'arrive',
      label: t('subscription.facts.arrive'),
      value: nextCoins === undefined ? '–' : <DateTime timeMs={nextCoins.distributesTime} kind="short" />,
      note: coming.map((row) => (
        <span key={row.id}>
          <Balance value={row.coins} decimals={2} unit={row.coin} />{' '}
        </span>
      )),
    },
    {
      key: 'proof',
      label: t('subscription.facts.proof'),
      icon: ShieldCheck,
      value: t('subscription.facts.public'),
      note: t('subscription.facts.proofText'),
    },
  ];
  return data === undefined ? unknownFacts(facts) : facts;
}
