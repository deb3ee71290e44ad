/** /about/us?view=status: what is open, how quickly it answers, and the limits of programs. */
import type { PublicTerms } from '@glasshouse/protocol/funding';
import { Card, CoinMark, DateTime, formatNumber, Note, Tag } from '@glasshouse/ui';
import { useCatalogueQuery, useSimulated, type PairInfo } from '#data/pairs.ts';
import { usePublicTerms } from '#data/public-terms.ts';
import { useClosed, useClosedUntil } from '#data/stream.ts';
import { useLastTick } from '#data/ticks.ts';
import { FactRows } from '#shared/FactRows.tsx';
import { useTranslation } from '#shared/i18n.ts';
import { DataTable, type Column } from '#shared/lists/DataTable.tsx';
import { networkName } from '#shared/network-name.ts';
import { PageHeader } from '#shared/PageHeader.tsx';
import { PairTag } from '#shared/PairState.tsx';
import { useNow } from '#shared/products/useNow.ts';
import { useAnswered, type RateLimit } from './calls.ts';

const ROW_PX = 40;
const LOADING = { pairs: 10, networks: 10 } as const;
/** A tick comes each second; after this long without one something is wrong. */
const TICK_LATE_MS = 5_000;
const SECOND_MS = 1_000;

export function StatusPage() {
  const { t } = useTranslation();
  const pairs = useCatalogueQuery();
  const terms = usePublicTerms('funding/get-terms');
  const networks = terms.data?.list ?? [];
  return (
    <main className="max-w-page mx-auto w-full flex-1 px-6 py-6">
      <PageHeader title={t('about.status')} lead={t('status.lead')} />
      <Overall pairs={pairs.data?.pairs ?? []} networks={networks} isKnown={pairs.data !== undefined} />
      <div className="mt-4 grid grid-cols-[minmax(0,2fr)_minmax(0,3fr)_320px] items-start gap-4">
        <Card padded={false} title={t('status.pairs')} className="overflow-hidden">
          <DataTable
            look="card"
            label={t('status.pairs')}
            list={{ ...pairs, rows: pairs.data?.pairs ?? [] }}
            loadingRows={LOADING.pairs}
            emptyText={t('status.noPairs')}
            columns={usePairColumns()}
            rowKey={({ baseCoin, quoteCoin }) => `${baseCoin} ${quoteCoin}`}
            rowHeight={ROW_PX}
          />
        </Card>
        <Card padded={false} title={t('status.networks')} className="overflow-hidden">
          <DataTable
            look="card"
            label={t('status.networks')}
            list={{ ...terms, rows: networks }}
            loadingRows={LOADING.networks}
            emptyText={t('status.noNetworks')}
            columns={useNetworkColumns()}
            rowKey={({ currency, chain }) => `${currency} ${chain}`}
            rowHeight={ROW_PX}
          />
        </Card>
        <div className="grid gap-4">
          <Answers />
          <Limits />
        </div>
      </div>
    </main>
  );
}

const isOpen = ({ state }: PairInfo): boolean => state === 'trading';
const isWhole = ({ status, deposits }: PublicTerms): boolean => status === 'open' && deposits === 'open';

interface OverallProps {
  readonly pairs: readonly PairInfo[];
  readonly networks: readonly PublicTerms[];
  readonly isKnown: boolean;
}
function Overall({ pairs, networks, isKnown }: OverallProps) {
  const { t } = useTranslation();
  const closed = useClosed();
  const untilMs = useClosedUntil();
  const halted = pairs.filter((pair) => !isOpen(pair)).length;
  const partly = networks.filter((network) => !isWhole(network)).length;
  if (closed === 'offline') return <Note tone="bad">{t('status.offline')}</Note>;
  if (closed === 'maintenance')
    return (
      <Note tone="warn">
        {t('status.maintenance')} {untilMs !== undefined && <DateTime timeMs={untilMs} kind="full" />}
      </Note>
    );
  if (closed === 'noRoom') return <Note tone="warn">{t('status.noRoom')}</Note>;
  if (!isKnown) return <Note>{t('status.reading')}</Note>;
  if (halted + partly > 0)
    return <Note tone="warn">{t('status.partly', { pairs: halted, networks: partly })}</Note>;
  return <Note>{t('status.allOpen')}</Note>;
}

function usePairColumns(): Column<PairInfo>[] {
  const { t } = useTranslation();
  return [
    {
      key: 'pair',
      head: t('market.pair'),
      render: ({ baseCoin, quoteCoin }) => (
        <span className="flex items-center gap-2.5">
          <CoinMark code={baseCoin} size={20} />
          <b className="font-semibold">
            {baseCoin}
            <span className="text-mut font-normal">/{quoteCoin}</span>
          </b>
        </span>
      ),
    },
    {
      key: 'state',
      head: t('status.state'),
      right: true,
      render: (pair) =>
        isOpen(pair) && pair.delistsAt === null ? (
          <Tag tone="ok">{t('status.trading')}</Tag>
        ) : (
          <PairTag pair={pair} />
        ),
    },
  ];
}

function useNetworkColumns(): Column<PublicTerms>[] {
  const { t } = useTranslation();
  const tag = (isGood: boolean, text: string) => <Tag tone={isGood ? 'ok' : 'warn'}>{text}</Tag>;
  return [
    {
      key: 'network',
      head: t('status.network'),
      render: ({ currency, chain }) => (
        <span className="flex items-center gap-2.5">
          <CoinMark code={currency} size={20} />
          <b className="font-semibold">{currency}</b>
          <span className="text-mut">{networkName(chain)}</span>
        </span>
      ),
    },
    {
      key: 'deposits',
      head: t('status.deposits'),
      right: true,
      render: ({ deposits }) =>
        tag(deposits === 'open', t(deposits === 'open' ? 'status.open' : 'status.closed')),
    },
    {
      key: 'withdrawals',
      head: t('status.withdrawals'),
      right: true,
      render: ({ status }) => tag(status === 'open', t(`status.${status}`)),
    },
  ];
}

/** What this browser measures, again and again. */
function Answers() {
  const { t } = useTranslation();
  const { data, isError } = useAnswered();
  const tick = useLastTick();
  const nowMs = useNow(SECOND_MS);
  const isSimulated = useSimulated();
  const ageMs = tick === undefined ? 0 : nowMs - tick.timeMs;
  const whole = (value: number) => formatNumber(value, { decimals: 0 }) ?? '–';
  const ms = (value: number | undefined) =>
    value === undefined ? '–' : t('status.ms', { ms: whole(Math.max(1, value)) });
  return (
    <Card title={t('status.answers')}>
      <FactRows
        rows={[
          [t('status.answerTime'), isError ? t('status.noAnswer') : ms(data?.ms)],
          [
            t('status.clock'),
            data === undefined
              ? '–'
              : t(data.aheadMs >= 0 ? 'status.ahead' : 'status.behind', {
                  ms: whole(Math.abs(data.aheadMs)),
                }),
          ],
          [t('status.tick'), tick === undefined ? '–' : <span className="num">#{whole(tick.tick)}</span>],
          [
            t('status.tickAge'),
            tick === undefined
              ? '–'
              : t('common.seconds', { count: Math.max(0, Math.round(ageMs / SECOND_MS)) }),
            ageMs > TICK_LATE_MS ? 'text-warn' : '',
          ],
          [t('status.prices'), isSimulated ? t('status.simulated') : t('status.exchanges')],
        ]}
      />
    </Card>
  );
}

function Limits() {
  const { t } = useTranslation();
  const { data } = useAnswered();
  const whole = (value: number) => formatNumber(value, { decimals: 0 }) ?? '–';
  const nameOf = ({ rateLimitType, interval, intervalNum }: RateLimit) =>
    t('status.limit', {
      what: t(`status.limits.${rateLimitType}`),
      every: t(`status.every.${interval}`, { count: intervalNum }),
    });
  return (
    <Card
      title={t('status.limits.title')}
      right={
        <a href="/docs/api#trading-limits" className="text-brand-ink font-medium hover:underline">
          {t('status.docs')}
        </a>
      }
    >
      <FactRows
        rows={[
          ...(data?.limits ?? []).map((limit) => [nameOf(limit), whole(limit.limit)] as const),
          [t('status.used'), data === undefined ? '–' : whole(data.used)],
        ]}
      />
    </Card>
  );
}
