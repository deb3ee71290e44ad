/**
 * /fund/record: the user's holdings with their live profit, and the dialogs that sell or exit them.
 */
import { Card, formatNumber, formatPercent, Tabs } from '@glasshouse/ui';
import { useState, type ReactNode } from 'react';
import { download } from '#data/download.ts';
import { Balance } from '#shared/Balance.tsx';
import { useBalanceText } from '#shared/balance-text.ts';
import { useTranslation } from '#shared/i18n.ts';
import { PageHeader } from '#shared/PageHeader.tsx';
import { FactStrip, unknownFacts, type Fact } from '#shared/products/FactStrip.tsx';
import { PeriodAndFile, useEmpty, usePeriod } from '#shared/products/Period.tsx';
import { TabCount } from '#shared/products/TabCount.tsx';
import { useUrlChoice } from '#shared/url-state.ts';
import { Backing } from './Backing.tsx';
import { NOT_FILLED, useCounts, useHoldings, useOffers, useOpenHoldings, type HoldingRow } from './calls.ts';
import { ExitDialog } from './ExitDialog.tsx';
import { amountText, navUnits } from './figures.ts';
import { HoldingTable } from './HoldingTable.tsx';
import { SellDialog } from './SellDialog.tsx';
import { useLive, type Live } from './useLive.ts';

/** Waiting orders have no tab, because they wait for about a second; 'all' contains them. */
const TABS = ['all', 'holding', 'sold', 'liquidated', 'exited', 'notFilled'] as const;
const STATUS = {
  all: undefined,
  holding: 1,
  sold: 2,
  liquidated: 3,
  exited: 4,
  notFilled: NOT_FILLED,
} as const;

interface HoldingsPageProps {
  /** Renders the postings of a holding, which is the task of another feature. */
  readonly postings: (id: string) => ReactNode;
}
type Ending = { readonly kind: 'sell' | 'exit'; readonly holding: HoldingRow };

export function HoldingsPage({ postings }: HoldingsPageProps) {
  const { t } = useTranslation();
  const [tab, setTab] = useUrlChoice('tab', TABS);
  const [ending, setEnding] = useState<Ending>();
  const status = STATUS[tab];
  const since = usePeriod();
  const filter = { status, ...since.filter };
  const list = useHoldings(filter);
  const { data: counts } = useCounts();
  const offers = useOffers().data;
  const countOf = (id: (typeof TABS)[number]) =>
    id === 'all' ? counts?.reduce((a, b) => a + b, 0) : counts?.[STATUS[id]];
  const items = TABS.map((id) => {
    const label = (
      <>
        {t(`fund.tabs.${id}`)} <TabCount count={countOf(id)} since={since} />
      </>
    );
    return { id, label };
  });
  const empty = useEmpty(since, { text: t('fund.noHoldings'), page: '/fund/list', link: t('fund.toFunds') });
  return (
    <main className="max-w-page mx-auto w-full flex-1 px-6 py-4">
      <PageHeader title={t('fund.holdings')} lead={t('fund.holdingsLead')} />
      <FactStrip facts={useFacts()} />
      <Card padded={false} className="overflow-hidden">
        <Tabs
          label={t('fund.holdings')}
          items={items}
          value={tab}
          onValue={setTab}
          className="h-12! px-5!"
          end={<PeriodAndFile of={since} save={() => download('fund/export-holdings', filter)} />}
        />
        <HoldingTable
          key={`${tab} ${since.period}`}
          list={list}
          {...empty}
          detail={{ label: t('fund.postings'), render: ({ id }) => postings(id) }}
          onSell={(holding) => setEnding({ kind: 'sell', holding })}
          onExit={(holding) => setEnding({ kind: 'exit', holding })}
        />
        {offers !== undefined && (
          <div className="border-line border-t">
            <Backing offers={offers} />
          </div>
        )}
      </Card>
      {ending?.kind === 'sell' && <SellDialog holding={ending.holding} close={() => setEnding(undefined)} />}
      {ending?.kind === 'exit' && <ExitDialog holding={ending.holding} close={() => setEnding(undefined)} />}
    </main>
  );
}

/**
 * The holding nearest to its liquidation, with the fall of the NAV to there as a ratio. Null if no
 * holding can be liquidated.
 */
function nearestOf(rows: readonly HoldingRow[], live: Live) {
  const falls = rows.flatMap((row) => {
    const { nav } = live(row);
    const at = navUnits(row.liquidationPrice);
    return at === 0 || nav === 0 ? [] : [{ row, fall: at / nav - 1 }];
  });
  return falls.toSorted((a, b) => b.fall - a.fall)[0] ?? null;
}

function useFacts(): Fact[] {
  const { t } = useTranslation();
  const balanceText = useBalanceText();
  const { data } = useOpenHoldings();
  const rows = data ?? [];
  const live = useLive();
  const sum = (of: (row: HoldingRow) => number): string =>
    amountText(
      rows.reduce((total, row) => total + of(row), 0),
      live(rows[0]).decimals,
    );
  const nearest = nearestOf(rows, live);
  const coin = rows[0]?.currency ?? 'USDT';
  const open = sum((row) => live(row).at?.open ?? 0);
  const margin = sum((row) => live(row).at?.margin ?? 0);
  const interest = sum((row) => live(row).at?.interest ?? 0);
  const facts: Fact[] = [
    {
      key: 'equity',
      label: t('fund.facts.equity'),
      value: <Balance value={sum((row) => live(row).at?.equity ?? 0)} decimals={2} unit={coin} />,
      note: t('fund.facts.count', { count: rows.length }),
    },
    {
      key: 'profit',
      label: t('fund.facts.profit'),
      value: <Balance value={open} decimals={2} unit={coin} signed toned />,
      note:
        Number(margin) === 0
          ? t('fund.facts.beforeFees')
          : t('fund.facts.ofMargin', {
              share: formatNumber((Number(open) / Number(margin)) * 100, { decimals: 2, signed: true }),
            }),
    },
    {
      key: 'loan',
      label: t('fund.loan'),
      value: <Balance value={sum((row) => live(row).at?.debt ?? 0)} decimals={2} unit={coin} />,
      note: t('fund.facts.interest', { amount: balanceText(interest, { decimals: 2 }) }),
    },
    {
      key: 'nearest',
      label: t('fund.facts.nearest'),
      value: nearest === null ? t('fund.facts.none') : formatPercent(nearest.fall, { decimals: 1 }),
      note:
        nearest === null
          ? t('fund.facts.noLoans')
          : t('fund.facts.at', {
              id: nearest.row.id,
              nav: formatNumber(nearest.row.liquidationPrice, { decimals: 4 }),
            }),
    },
  ];
  return data === undefined ? unknownFacts(facts) : facts;
}
