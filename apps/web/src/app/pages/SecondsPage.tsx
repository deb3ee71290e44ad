/** /scontract: ticks, ticket, running positions, history and checks. */
import { classNames } from '@glasshouse/ui';
import { lazy, Suspense, useCallback, useMemo, useState } from 'react';
import { PageTitle } from '#shared/PageTitle.tsx';
import { useTranslation } from '#shared/i18n.ts';
import { TIMEFRAME_NAMES, type Timeframe } from '#data/timeframes.ts';
import type { PairInfo } from '#data/pairs.ts';
import { useOffline } from '#data/stream.ts';
import { useCoinList } from '#data/tickers.ts';
import { useTicks } from '#data/ticks.ts';
import { DIMMED, PairHeader } from '#features/market/PairHeader.tsx';
import {
  useCheck,
  useLivePositions,
  useRunning,
  type CheckedOrder,
  type PositionRow,
} from '#features/seconds-contract/calls.ts';
import { useContractLines, useTickMarks } from '#features/seconds-contract/chart-lines.ts';
import { HistoryPanel } from '#features/seconds-contract/HistoryPanel.tsx';
import { Running } from '#features/seconds-contract/Running.tsx';
import { TickChart } from '#features/seconds-contract/TickChart.tsx';
import { Ticket } from '#features/seconds-contract/Ticket.tsx';
import { TickLog } from '#features/seconds-contract/TickLog.tsx';
import { LazyKlineChart } from '#shared/chart/LazyKlineChart.tsx';
import { TimeframePicker } from '#shared/chart/TimeframePicker.tsx';
import { useUrlChange, useUrlText } from '#shared/url-state.ts';
import { loadPart } from '#shared/chunk.ts';
import { PanelEdge, type PanelEdgeProps } from '#shared/PanelEdge.tsx';
import { SECONDS_GRID } from './desk-grid.ts';

const TransferDialog = lazy(() =>
  loadPart(() => import('#features/wallet/TransferDialog.tsx')).then((module) => ({
    default: module.TransferDialog,
  })),
);
const NONE: readonly PositionRow[] = [];
/** Enough for the tallest screen. */
const LOG_ROWS = 48;

export interface SecondsPageProps {
  readonly pair: PairInfo;
  readonly onPair: (pair: PairInfo) => void;
}

export function SecondsPage({ pair, onPair }: SecondsPageProps) {
  const { t } = useTranslation();
  const [transferring, setTransferring] = useState(false);
  const [chosen] = useUrlText('chosen');
  const changeUrl = useUrlChange();
  const positions = useRunning();
  const running = positions.data ?? NONE;
  const ticks = useTicks();
  const offline = useOffline();
  useLivePositions();
  useCoinList('USDT');
  const ofPair = useMemo(
    () => running.filter((each) => each.baseCoin === pair.baseCoin && each.quoteCoin === pair.quoteCoin),
    [running, pair],
  );
  const drawn = ofPair.find((each) => each.id === chosen) ?? ofPair[0];
  return (
    <main className={SECONDS_GRID}>
      <PageTitle of={`${t('section.seconds-contract.name')} ${pair.baseCoin}/${pair.quoteCoin}`} />
      <h1 className="sr-only">
        {t('section.seconds-contract.name')} {pair.baseCoin}/{pair.quoteCoin}
      </h1>
      <div className="flex min-w-0 flex-col gap-[3px]">
        <PairHeader
          pair={pair}
          onPair={onPair}
          dimmed={offline}
          shows="index"
          filter={(each) => each.secondsContract}
        />
        <ChartPanel pair={pair} positions={ofPair} chosen={drawn} dimmed={offline} />
        <Running
          positions={positions}
          chosen={drawn?.id}
          onChoose={(id) => changeUrl({ chosen: id, check: '' })}
        />
        <HistoryPanel />
      </div>
      <aside className="relative flex flex-col gap-[3px]" aria-label={t('seconds.ticket')}>
        <Edge panel="ticket" className="-left-[6px]" />
        <Ticket pair={pair} onTransfer={() => setTransferring(true)} />
        <TickLog ticks={ticks} pair={pair} rows={LOG_ROWS} />
      </aside>
      {transferring && (
        <Suspense>
          <TransferDialog open onOpenChange={setTransferring} />
        </Suspense>
      )}
    </main>
  );
}

type EdgeProps = Omit<PanelEdgeProps, 'label'> & { readonly panel: 'ticket' | 'ticks' };
function Edge(props: EdgeProps) {
  const { t } = useTranslation();
  return <PanelEdge {...props} label={t(`seconds.panels.${props.panel}`)} />;
}

interface ChartPanelProps {
  readonly pair: PairInfo;
  readonly positions: readonly PositionRow[];
  readonly chosen: PositionRow | undefined;
  readonly dimmed: boolean;
}
function ChartPanel({ pair, positions, chosen, dimmed }: ChartPanelProps) {
  const { t } = useTranslation();
  const [view, setView] = useUrlText('view');
  const timeframe = TIMEFRAME_NAMES.find((name) => name === view);
  const checked = useCheckedOf(pair);
  return (
    <section className="bg-panel relative" aria-label={t('market.chart')}>
      <div className="border-line flex h-10 items-center gap-1 border-b px-3">
        <button
          type="button"
          aria-pressed={timeframe === undefined}
          onClick={() => setView('')}
          className="text-mut aria-pressed:bg-raised aria-pressed:text-fg h-6 rounded px-2 text-[11.5px] font-semibold"
        >
          {t('seconds.ticks')}
        </button>
        <TimeframePicker value={timeframe} hasAll onValue={setView} />
        <ChartAside timeframe={timeframe} checked={checked} />
      </div>
      <div
        className={classNames(
          'flex h-(--ticks-height,372px) flex-col [@media(min-height:1000px)]:h-(--ticks-height,500px) [@media(min-height:1300px)]:h-(--ticks-height,680px)',
          dimmed && DIMMED,
        )}
      >
        {timeframe === undefined ? (
          <Ticks pair={pair} positions={positions} chosen={chosen} checked={checked} />
        ) : (
          <Candles
            pair={pair}
            timeframe={timeframe}
            positions={positions}
            chosen={checked?.order ?? chosen}
          />
        )}
      </div>
      <Edge panel="ticks" className="-bottom-[6px]" sizeIn={chartIn} />
    </section>
  );
}

/** Below the line of its controls. */
const chartIn = (panel: HTMLElement): number => panel.children.item(1)?.getBoundingClientRect().height ?? 0;

/** The closed contract that the address asks to check, if it belongs to this pair. */
function useCheckedOf({ baseCoin, quoteCoin }: PairInfo): CheckedOrder | undefined {
  const [id] = useUrlText('check');
  const checked = useCheck(id).data ?? undefined;
  const { order } = checked ?? {};
  return order?.baseCoin === baseCoin && order.quoteCoin === quoteCoin ? checked : undefined;
}

interface ChartAsideProps {
  readonly timeframe: Timeframe | undefined;
  readonly checked: CheckedOrder | undefined;
}
/** While the ticks of a closed contract are shown, the way back to the newest ones. */
function ChartAside({ timeframe, checked }: ChartAsideProps) {
  const { t } = useTranslation();
  const [, setChecked] = useUrlText('check');
  if (timeframe !== undefined) return null;
  if (checked !== undefined)
    return (
      <button
        type="button"
        onClick={() => setChecked('')}
        className="text-brand-ink hover:bg-raised ml-auto h-6 rounded px-2 font-medium"
      >
        {t('seconds.backToLive')}
      </button>
    );
  return (
    <span className="text-mut ml-auto flex items-center gap-1.5">
      <i aria-hidden className="bg-brand size-1.5 rounded-full" />
      {t('seconds.everyDot')}
    </span>
  );
}

interface TicksProps extends Omit<ChartPanelProps, 'dimmed'> {
  readonly checked: CheckedOrder | undefined;
}
/** The newest ticks with the running contracts, or those of a closed one that is being checked. */
function Ticks({ pair, positions, chosen, checked }: TicksProps) {
  const ticks = useTicks();
  if (checked === undefined)
    return <TickChart pair={pair} ticks={ticks} positions={positions} chosen={chosen} />;
  const { order } = checked;
  return <TickChart pair={pair} ticks={checked.ticks} positions={[order]} chosen={order} />;
}

interface CandlesProps extends Omit<ChartPanelProps, 'dimmed'> {
  readonly timeframe: Timeframe;
}
function Candles({ pair, timeframe, positions, chosen }: CandlesProps) {
  const { t } = useTranslation();
  const orders = useContractLines(positions, pair);
  const ticks = useTickMarks(chosen);
  const textOf = useCallback(
    (side: 'buy' | 'sell', count: number) =>
      t('seconds.linesNear', { direction: t(`seconds.${side === 'buy' ? 'up' : 'down'}`), count }),
    [t],
  );
  return (
    <LazyKlineChart
      symbol={pair.symbol}
      name={`${pair.baseCoin}/${pair.quoteCoin}`}
      timeframe={timeframe}
      priceDecimals={pair.priceDecimals}
      amountDecimals={pair.amountDecimals}
      orders={orders}
      textOfOrders={textOf}
      fills={ticks}
    />
  );
}
