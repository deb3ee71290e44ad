/**
 * The chart of the trading page: candles or depth, with its tools, own orders and own fills; full
 * screen on request.
 */
import { classNames, formatNumber, Segmented } from '@glasshouse/ui';
import { Camera, Maximize2, Minimize2, Tags } from 'lucide-react';
import { lazy, Suspense, useCallback, useEffect, useMemo, useRef, useState, type RefObject } from 'react';
import { useTranslation } from '#shared/i18n.ts';
import { USUAL_TIMEFRAMES } from '#data/timeframes.ts';
import type { MarketFeed } from '#data/market-feed.ts';
import type { PairInfo } from '#data/pairs.ts';
import { DIMMED } from '#features/market/PairHeader.tsx';
import { useOpenOrders, useRecentFills } from '#features/spot/calls.ts';
import { movedName } from '#features/spot/amend-fields.ts';
import { orderLabel } from '#features/spot/order-types.ts';
import { BarStyleMenu, IndicatorMenu } from '#shared/chart/ChartMenus.tsx';
import { changeChartLayout, useChartLayout } from '#shared/chart/chart-layout.ts';
import { DrawingRail, Tool } from '#shared/chart/DrawingRail.tsx';
import type { Drawings } from '#shared/chart/drawings.ts';
import { LazyKlineChart } from '#shared/chart/LazyKlineChart.tsx';
import { TimeframePicker } from '#shared/chart/TimeframePicker.tsx';
import { useShortcuts } from '#shared/shortcuts.ts';
import { useTradePreferences } from '#shared/trade-preferences.ts';
import { useUrlChoice } from '#shared/url-state.ts';
import { loadPart } from '#shared/chunk.ts';

const DepthChart = lazy(() => loadPart(() => import('#features/market/DepthChart.tsx')));
const MoveDialog = lazy(() =>
  loadPart(() => import('#features/spot/MoveDialog.tsx')).then((module) => ({ default: module.MoveDialog })),
);
const VIEWS = ['chart', 'depth'] as const;
type View = (typeof VIEWS)[number];

export interface ChartPanelProps {
  readonly feed: MarketFeed;
  readonly pair: PairInfo;
  readonly dimmed: boolean;
  readonly className: string;
}
export function ChartPanel({ feed, pair, dimmed, className }: ChartPanelProps) {
  const { t } = useTranslation();
  const host = useRef<HTMLElement>(null);
  const [view, setView] = useUrlChoice('view', VIEWS);
  const [drawings, setDrawings] = useState<Drawings>();
  const { timeframe } = useChartLayout();
  useChartKeys({ view, setView, host });
  return (
    <section ref={host} aria-label={t('market.chart')} className={className}>
      <div className="border-line flex h-10 shrink-0 items-center gap-1 border-b px-2">
        {view === 'chart' && (
          <>
            <TimeframePicker
              value={timeframe}
              hasAll
              onValue={(next) => changeChartLayout({ timeframe: next })}
            />
            <i aria-hidden className="border-line mx-1 h-4 border-l" />
            <BarStyleMenu />
            <IndicatorMenu />
          </>
        )}
        <div className="ml-auto flex items-center gap-0.5">
          <Segmented
            label={t('chart.view')}
            items={[
              { id: 'chart', label: t('market.chart') },
              { id: 'depth', label: t('market.depth') },
            ]}
            value={view}
            onValue={setView}
            className="mr-1.5"
          />
          {view === 'chart' && <ChartTools drawings={drawings} pair={pair} />}
          <FullScreen host={host} />
        </div>
      </div>
      <div className={classNames('flex min-h-0 flex-1', dimmed && DIMMED)}>
        {view === 'chart' ? (
          <>
            <DrawingRail key={pair.symbol} drawings={drawings} />
            <Candles pair={pair} onDrawings={setDrawings} />
          </>
        ) : (
          <Suspense>
            <DepthChart feed={feed} pair={pair} />
          </Suspense>
        )}
      </div>
    </section>
  );
}

interface ChartKeysOptions {
  readonly view: View;
  readonly setView: (view: View) => void;
  readonly host: RefObject<HTMLElement | null>;
}
/** Keys 1 to 8 choose a timeframe, D the depth, F full screen. */
function useChartKeys({ view, setView, host }: ChartKeysOptions): void {
  const { keys } = useTradePreferences();
  const timeframes = USUAL_TIMEFRAMES.map((timeframe, index) => [
    String(index + 1),
    () => changeChartLayout({ timeframe }),
  ]);
  useShortcuts(keys, {
    ...Object.fromEntries(timeframes),
    d: () => setView(view === 'chart' ? 'depth' : 'chart'),
    f: () => toggleFullScreen(host.current),
  });
}

interface CandlesProps {
  readonly pair: PairInfo;
  readonly onDrawings: (drawings: Drawings | undefined) => void;
}
function Candles({ pair, onDrawings }: CandlesProps) {
  const { timeframe, bars, main, panes, params, fillsShown } = useChartLayout();
  const orders = useOrderLines(pair);
  const fills = useOwnFills(pair, fillsShown);
  const [moved, setMoved] = useState<{ readonly id: string; readonly price: string }>();
  const order = useOpenOrders().data?.find(({ id }) => id === moved?.id);
  const move = useCallback((id: string, price: string) => setMoved({ id, price }), []);
  return (
    <>
      <LazyKlineChart
        symbol={pair.symbol}
        name={`${pair.baseCoin}/${pair.quoteCoin}`}
        timeframe={timeframe}
        priceDecimals={pair.priceDecimals}
        amountDecimals={pair.amountDecimals}
        {...{ bars, main, panes, params, orders, fills, onDrawings }}
        onMoveOrder={move}
      />
      {moved !== undefined && order !== undefined && (
        <Suspense>
          <MoveDialog {...{ order, pair }} price={moved.price} close={() => setMoved(undefined)} />
        </Suspense>
      )}
    </>
  );
}

function ChartTools({
  drawings,
  pair,
}: {
  readonly drawings: Drawings | undefined;
  readonly pair: PairInfo;
}) {
  const { t } = useTranslation();
  const { fillsShown } = useChartLayout();
  return (
    <>
      <Tool
        label={t('chart.ownFills')}
        pressed={fillsShown}
        onPress={() => changeChartLayout({ fillsShown: !fillsShown })}
      >
        <Tags aria-hidden className="size-4" strokeWidth={1.7} />
      </Tool>
      <Tool label={t('chart.picture')} onPress={() => drawings !== undefined && savePicture(drawings, pair)}>
        <Camera aria-hidden className="size-4" strokeWidth={1.7} />
      </Tool>
    </>
  );
}

function savePicture(drawings: Drawings, pair: PairInfo): void {
  const background = getComputedStyle(document.documentElement).getPropertyValue('--panel').trim();
  const link = document.createElement('a');
  link.href = drawings.picture(background);
  link.download = `${pair.symbol}-${new Date().toISOString().slice(0, 16).replace(/[:T]/g, '-')}.png`;
  link.click();
}

function FullScreen({ host }: { readonly host: RefObject<HTMLElement | null> }) {
  const { t } = useTranslation();
  const [full, setFull] = useState(false);
  useEffect(() => {
    const follow = () => setFull(document.fullscreenElement !== null);
    document.addEventListener('fullscreenchange', follow);
    return () => document.removeEventListener('fullscreenchange', follow);
  }, []);
  const Icon = full ? Minimize2 : Maximize2;
  return (
    <Tool
      label={full ? t('chart.leaveFullScreen') : t('chart.fullScreen')}
      onPress={() => toggleFullScreen(host.current)}
    >
      <Icon aria-hidden className="size-4" strokeWidth={1.7} />
    </Tool>
  );
}

function toggleFullScreen(element: HTMLElement | null): void {
  void (document.fullscreenElement === null ? element?.requestFullscreen() : document.exitFullscreen());
}

function useOwnFills(pair: PairInfo, shown: boolean) {
  const fills = useRecentFills(pair).data;
  return useMemo(
    () =>
      shown
        ? (fills ?? []).map(({ direction, price, time }) => ({
            side: direction,
            price: Number(price),
            timeMs: time,
          }))
        : [],
    [fills, shown],
  );
}

function useOrderLines(pair: PairInfo) {
  const { t } = useTranslation();
  const open = useOpenOrders().data;
  return useMemo(
    () =>
      (open ?? [])
        .filter((order) => order.baseCoin === pair.baseCoin && order.quoteCoin === pair.quoteCoin)
        .flatMap((order) => {
          // A waiting order is drawn at its trigger, because its limit is not on the book yet.
          const price = order.waiting ? order.triggerPrice : order.price;
          const what = order.waiting ? `${t(orderLabel(order))} ` : '';
          if (price === null) return [];
          const size = order.amount ?? `${order.quoteAmount ?? ''} ${order.quoteCoin}`;
          return [
            {
              id: order.id,
              price: Number(price),
              side: order.direction,
              priceText: formatNumber(price, { decimals: pair.priceDecimals }),
              text: `${what}${t(`spot.${order.direction}`)} ${size}`,
              isMovable: movedName(order) !== undefined,
            },
          ];
        }),
    [open, pair, t],
  );
}
