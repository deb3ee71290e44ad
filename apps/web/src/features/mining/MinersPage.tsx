/** /pool/record: the reader's miners, their rewards, and their redemption. */
import { Button, Card, Tabs } from '@glasshouse/ui';
import { STATUS } from '@glasshouse/protocol/mining/terms';
import { useState, type ReactNode } from 'react';
import { download } from '#data/download.ts';
import { useBalanceText } from '#shared/balance-text.ts';
import { useTranslation } from '#shared/i18n.ts';
import { PageHeader } from '#shared/PageHeader.tsx';
import { decimalsNow } from '#shared/products/coin-decimals.ts';
import { FactStrip } from '#shared/products/FactStrip.tsx';
import { grownOf } from '#shared/products/fixed-terms.ts';
import { GrowthBars } from '#shared/products/GrowthBars.tsx';
import { useSetAsideFact } from '#shared/products/offer-facts.tsx';
import { PeriodAndFile, useEmpty, usePeriod } from '#shared/products/Period.tsx';
import { TabCount } from '#shared/products/TabCount.tsx';
import { useNow } from '#shared/products/useNow.ts';
import { useUrlChoice } from '#shared/url-state.ts';
import { useCounts, useMiners, useOpenMiners, type MinerRecord } from './calls.ts';
import { useOwnFacts } from './facts.tsx';
import { MinerTable } from './MinerTable.tsx';
import { RedeemDialog, RedeemEarlyDialog } from './RedeemDialogs.tsx';

const TABS = ['all', 'proceeding', 'over', 'redeemed'] as const;
const STATUS_OF = {
  all: undefined,
  proceeding: STATUS.proceeding,
  over: STATUS.toBeRedeemed,
  redeemed: STATUS.redeemed,
} as const;
const { proceeding, toBeRedeemed } = STATUS;

const EXACT = { decimals: 8, decimalsMin: 2 } as const;

interface MinersPageProps {
  /** The postings of a miner, which another feature shows. */
  readonly postings: (id: string) => ReactNode;
}
export function MinersPage({ postings }: MinersPageProps) {
  const { t } = useTranslation();
  const [tab, setTab] = useUrlChoice('tab', TABS);
  const status = STATUS_OF[tab];
  const since = usePeriod();
  const filter = { status, ...since.filter };
  const list = useMiners(filter);
  const { data: counts = [] } = useCounts();
  const facts = [...useOwnFacts(), useSetAsideFact('mining', useOpenMiners().data)];
  const [redeemed, setRedeemed] = useState<MinerRecord>();
  const [first, second, third, fourth] = counts;
  const count = {
    all: counts.length === 0 ? undefined : counts.reduce((a, b) => a + b, 0),
    proceeding: first,
    over: second,
    redeemed: third === undefined ? undefined : third + (fourth ?? 0),
  };
  const empty = useEmpty(since, {
    text: t('mining.noMiners'),
    page: '/pool/list',
    link: t('mining.toPools'),
  });
  return (
    <main className="max-w-page mx-auto w-full flex-1 px-6 py-4">
      <PageHeader title={t('mining.miners')} lead={t('mining.minersLead')} />
      <FactStrip facts={facts} />
      <Card padded={false} className="overflow-hidden">
        <Tabs
          label={t('mining.miners')}
          items={TABS.map((id) => ({
            id,
            label: (
              <>
                {t(`mining.tabs.${id}`)} <TabCount count={count[id]} since={since} />
              </>
            ),
          }))}
          value={tab}
          onValue={setTab}
          className="h-12! px-5!"
          end={<PeriodAndFile of={since} save={() => download('mining/export-orders', filter)} />}
        />
        <MinerTable
          key={`${tab} ${since.period}`}
          list={list}
          {...empty}
          renderActs={(miner) => <Acts miner={miner} onRedeem={() => setRedeemed(miner)} />}
          detail={{
            label: t('terms.open'),
            render: (miner: MinerRecord) => <MinerDetail miner={miner} postings={postings(miner.id)} />,
          }}
        />
        <p className="border-line text-mut border-t px-5 py-2.5 text-[12.5px]">{t('mining.foot')}</p>
      </Card>
      {redeemed !== undefined && <Redeem miner={redeemed} close={() => setRedeemed(undefined)} />}
    </main>
  );
}

function Redeem(props: { readonly miner: MinerRecord; readonly close: () => void }) {
  return props.miner.status === toBeRedeemed ? <RedeemDialog {...props} /> : <RedeemEarlyDialog {...props} />;
}

function Acts({ miner, onRedeem }: { readonly miner: MinerRecord; readonly onRedeem: () => void }) {
  const { t } = useTranslation();
  const balanceText = useBalanceText();
  if (miner.status === toBeRedeemed)
    return (
      <Button tone="brand" size="sm" onClick={onRedeem}>
        {t('mining.redeem.short', {
          amount: balanceText(miner.redeemableAmount, { decimals: 8, decimalsMin: 0 }),
        })}
      </Button>
    );
  if (miner.status !== proceeding) return null;
  return (
    <Button tone="ghost" size="sm" onClick={onRedeem}>
      {t('mining.early.short')}
    </Button>
  );
}

function MinerDetail({ miner, postings }: { readonly miner: MinerRecord; readonly postings: ReactNode }) {
  const { t } = useTranslation();
  const nowMs = useNow();
  const decimals = decimalsNow(miner.currency);
  const balanceText = useBalanceText();
  return (
    <div className="grid grid-cols-[340px_minmax(0,1fr)] gap-6 py-3">
      <div className="grid content-start gap-3">
        <GrowthBars
          order={miner}
          grown={grownOf(miner, miner.endTime ?? nowMs, decimals)}
          decimals={decimals}
        />
        {miner.endTime === null && (
          <p className="border-line text-mut rounded-lg border px-3 py-2 text-[12.5px] whitespace-normal">
            {t('mining.aside', { amount: balanceText(miner.interest, EXACT), coin: miner.currency })}
          </p>
        )}
      </div>
      <div className="min-w-0">
        <h3 className="text-[12.5px] font-semibold">{t('terms.postings')}</h3>
        {postings}
      </div>
    </div>
  );
}
