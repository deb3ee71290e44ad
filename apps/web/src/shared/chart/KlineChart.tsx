/**
 * The candle chart: klinecharts with our style, candles, indicators, orders, fills and drawings.
 * Loaded lazily.
 */
import { Button, classNames, formatNumber } from '@glasshouse/ui';
import { dispose, init, type Chart } from 'klinecharts';
import { useEffect, useEffectEvent, useMemo, useRef, useState, type RefObject } from 'react';
import { useTranslation } from '#shared/i18n.ts';
import type { Timeframe } from '#data/timeframes.ts';
import { useDark } from '#shared/theme.ts';
import { ListFailed } from '#shared/lists/PagedBody.tsx';
import { keepApart, type AxisLabels } from './axis-labels.ts';
import { ChartWaiting } from './ChartWaiting.tsx';
import { loadInto, PERIODS } from './candle-loader.ts';
import type { BarStyle } from './chart-layout.ts';
import { chartStyle, type ChartLook } from './chart-style.ts';
import { Drawings, type Typing } from './drawings.ts';
import type { Fill } from './fill-groups.ts';
import { drawFills } from './fill-marks.ts';
import {
  DEFAULT_PARAMS,
  showIndicators,
  type IndicatorParams,
  type MainIndicator,
  type PaneIndicator,
  type ShownIndicators,
} from './indicators.ts';
import type { TextOfOrders } from './order-labels.ts';
import { keepLegendFree } from './legend-room.ts';
import { dragOrders } from './order-drag.ts';
import { OrderLines, type OrderLine } from './order-lines.ts';
import { TextOnChart } from './TextOnChart.tsx';

export interface KlineChartProps {
  readonly symbol: string;
  readonly name: string;
  readonly timeframe: Timeframe;
  readonly priceDecimals: number;
  readonly amountDecimals: number;
  readonly bars?: BarStyle;
  readonly main?: readonly MainIndicator[];
  readonly panes?: readonly PaneIndicator[];
  readonly params?: IndicatorParams;
  readonly volumeHeight?: number;
  /** The line of figures above the candles. */
  readonly legend?: boolean;
  readonly orders?: readonly OrderLine[];
  /** The text of several of them at nearby prices; must be a kept function. */
  readonly textOfOrders?: TextOfOrders;
  /** An order was dropped at another price. */
  readonly onMoveOrder?: (id: string, price: string) => void;
  readonly fills?: readonly Fill[];
  /** Receives the drawings once the chart exists, and undefined when it is removed. */
  readonly onDrawings?: (drawings: Drawings | undefined) => void;
}

const NONE: readonly never[] = [];
const VOLUME_ONLY = ['VOL'] as const;
const VOLUME_HEIGHT = 84;

export default function KlineChart(props: KlineChartProps) {
  const { symbol, name, timeframe, priceDecimals, bars = 'candle_solid' } = props;
  const {
    main = NONE,
    panes = VOLUME_ONLY,
    params = DEFAULT_PARAMS,
    volumeHeight = VOLUME_HEIGHT,
    legend = true,
  } = props;
  const { orders = NONE, textOfOrders, fills = NONE, onDrawings } = props;
  const host = useRef<HTMLDivElement>(null);
  const chart = useRef<Chart | null>(null);
  const lines = useRef<OrderLines | null>(null);
  const labels = useRef<AxisLabels | null>(null);
  /** An axis without candles would show prices from 0 to 10. */
  const [hasBars, setHasBars] = useState(false);
  /** Of the last fetch; null: it came. */
  const [failure, setFailure] = useState<Error | null>();
  const dark = useDark();
  const { language, t } = useTranslation();
  const textOf = useTextOfOrders(textOfOrders);

  const make = useEffectEvent((element: HTMLElement) => makeChart(element, { language, dark, bars, legend }));

  useEffect(() => {
    const element = host.current;
    const made = element === null ? null : make(element);
    if (element === null || made === null) return;
    chart.current = made;
    lines.current = new OrderLines(made);
    labels.current = keepApart(made, lines.current.tagYs);
    const stop = follow(element, made);
    return () => {
      stop();
      dispose(element);
      chart.current = null;
    };
  }, []);
  useIndicators(chart, host, { main, panes, params, volumeHeight });
  useCandles(chart, props, {
    onBars: () => {
      setHasBars(true);
      lines.current?.makeRoom();
      labels.current?.refresh();
    },
    onFetched: (error) => setFailure(error ?? null),
  });
  useLook(chart, { dark, bars, language, legend });
  useEffect(() => {
    lines.current?.draw(orders, { dark, textOf });
    labels.current?.refresh();
  }, [orders, textOf, dark]);
  useFillMarks(chart, { fills, timeframe, dark });
  const dragged = useOrderDrag({ host, chart, lines }, priceDecimals, props.onMoveOrder);
  // Nothing can be drawn on a hidden chart.
  const typing = useDrawings(chart, symbol, hasBars ? onDrawings : undefined);

  return (
    <div className="relative flex min-h-0 min-w-0 flex-1">
      <div
        ref={host}
        role="group"
        aria-label={t('market.chartLabel', { pair: name, timeframe })}
        className={classNames(
          'min-h-0 min-w-0 flex-1 data-movable:[&_*]:cursor-ns-resize!',
          !hasBars && 'invisible',
        )}
      />
      {dragged !== undefined && <DragLine {...dragged} />}
      <CandleState hasBars={hasBars} failure={failure} onRetry={() => chart.current?.resetData()} />
      {typing !== undefined && <TextOnChart typing={typing} />}
    </div>
  );
}

interface CandleStateProps {
  readonly hasBars: boolean;
  /** Of the last fetch; null: it came; undefined: it is under way. */
  readonly failure: Error | null | undefined;
  readonly onRetry: () => void;
}
/** Instead of candles that are not there; above those that could not be brought up to date. */
function CandleState({ hasBars, failure, onRetry }: CandleStateProps) {
  const { t } = useTranslation();
  if (hasBars && !failure) return null;
  if (hasBars)
    return (
      <p
        role="alert"
        className="bg-warn-soft text-fg absolute top-8 left-3 z-10 flex items-center gap-3 rounded-md py-1 pr-1 pl-3"
      >
        {t('chart.candlesOld')}
        <Button size="xs" tone="line" onClick={onRetry}>
          {t('common.tryAgain')}
        </Button>
      </p>
    );
  return (
    <div className="absolute inset-0 flex flex-col justify-center">
      {failure === undefined && <ChartWaiting />}
      {failure === null && <p className="text-dim text-center">{t('chart.noCandles')}</p>}
      {failure && <ListFailed error={failure} onRetry={() => Promise.resolve(onRetry())} />}
    </div>
  );
}

function useIndicators(
  chart: RefObject<Chart | null>,
  host: RefObject<HTMLElement | null>,
  { main, panes, params, volumeHeight }: ShownIndicators,
): void {
  useEffect(() => {
    if (chart.current === null) return;
    showIndicators(chart.current, { main, panes, params, volumeHeight });
    keepLegendFree(chart.current);
    resetTabOrder(host.current);
  }, [chart, host, main, panes, params, volumeHeight]);
}

interface Follower {
  readonly onBars: () => void;
  readonly onFetched: (error: Error | undefined) => void;
}
/** The candles of the pair and the timeframe. */
function useCandles(chart: RefObject<Chart | null>, props: KlineChartProps, follower: Follower): void {
  const { symbol, name, timeframe, priceDecimals, amountDecimals } = props;
  const onBars = useEffectEvent(follower.onBars);
  const onFetched = useEffectEvent(follower.onFetched);
  useEffect(() => {
    const made = chart.current;
    if (made === null) return;
    made.setSymbol({ ticker: name, pricePrecision: priceDecimals, volumePrecision: amountDecimals });
    made.setPeriod(PERIODS[timeframe]);
    return loadInto(made, {
      symbol,
      timeframe,
      onBars: () => onBars(),
      onFetched: (error) => onFetched(error),
    });
  }, [chart, symbol, name, timeframe, priceDecimals, amountDecimals]);
}

interface Dragging {
  readonly host: RefObject<HTMLElement | null>;
  readonly chart: RefObject<Chart | null>;
  readonly lines: RefObject<OrderLines | null>;
}
interface Dragged {
  readonly y: number;
  readonly text: string;
}
/** The order that is being dragged: where, and its price there. */
function useOrderDrag(
  { host, chart, lines }: Dragging,
  decimals: number,
  onMove: KlineChartProps['onMoveOrder'],
): Dragged | undefined {
  const [dragged, setDragged] = useState<Dragged>();
  const orderAt = useEffectEvent((x: number, y: number) => lines.current?.movableAt(x, y));
  const onDrag = useEffectEvent((at: { readonly y: number; readonly price: number } | undefined) =>
    setDragged(at && { y: at.y, text: formatNumber(at.price.toFixed(decimals), { decimals }) }),
  );
  const onDrop = useEffectEvent((id: string, price: number) => onMove?.(id, price.toFixed(decimals)));
  const canMove = onMove !== undefined;
  useEffect(() => {
    if (!canMove || host.current === null || chart.current === null) return;
    return dragOrders(host.current, chart.current, {
      orderAt: (x, y) => orderAt(x, y),
      onDrag: (at) => onDrag(at),
      onDrop: ({ id }, price) => onDrop(id, price),
    });
  }, [canMove, host, chart]);
  return dragged;
}

function DragLine({ y, text }: Dragged) {
  return (
    <p
      style={{ top: y }}
      className="border-brand text-brand-ink pointer-events-none absolute inset-x-0 z-10 border-t border-dashed text-right"
    >
      <span translate="no" className="num notranslate bg-panel border-brand mr-20 rounded border px-1.5">
        {text}
      </span>
    </p>
  );
}

interface FillMarks {
  readonly fills: readonly Fill[];
  readonly timeframe: Timeframe;
  readonly dark: boolean;
}
function useFillMarks(chart: RefObject<Chart | null>, { fills, timeframe, dark }: FillMarks): void {
  useEffect(() => {
    if (chart.current !== null) drawFills(chart.current, fills, { timeframe, dark });
  }, [chart, fills, timeframe, dark]);
}

function useLook(chart: RefObject<Chart | null>, { dark, bars, language, legend }: ChartLook): void {
  useEffect(() => {
    chart.current?.setStyles(chartStyle({ dark, bars, language, legend }));
    chart.current?.setLocale(language);
  }, [chart, dark, bars, language, legend]);
}

/** The given text of several orders, or that of spot orders. */
function useTextOfOrders(given: TextOfOrders | undefined): TextOfOrders {
  const { t } = useTranslation();
  return useMemo(
    () => given ?? ((side, count) => t('chart.ordersNear', { side: t(`chart.sides.${side}`), count })),
    [given, t],
  );
}

/** The drawings on the pair's chart; returns the text being typed. */
function useDrawings(
  chart: RefObject<Chart | null>,
  symbol: string,
  onDrawings: KlineChartProps['onDrawings'],
): Typing | undefined {
  const [typing, setTyping] = useState<Typing>();
  useEffect(() => {
    if (chart.current === null || onDrawings === undefined) return;
    const drawings = new Drawings(chart.current, symbol, setTyping);
    onDrawings(drawings);
    return () => {
      drawings.leave();
      onDrawings(undefined);
    };
  }, [chart, symbol, onDrawings]);
  return typing;
}

/** Fits a chart to its element at each change of the size; returns the function that stops it. */
function follow(element: HTMLElement, chart: Chart): () => void {
  const observer = new ResizeObserver(() => {
    chart.resize();
    keepLegendFree(chart);
  });
  observer.observe(element);
  return () => observer.disconnect();
}

/** An empty chart in our style. */
function makeChart(element: HTMLElement, look: ChartLook): Chart | null {
  const made = init(element, {
    locale: look.language,
    styles: chartStyle(look),
    thousandsSeparator: { sign: ',' },
    decimalFold: { threshold: 8 },
  });
  made?.setBarSpace(7);
  return made;
}

/** klinecharts puts itself first in the tab order. */
function resetTabOrder(host: HTMLElement | null): void {
  for (const part of host?.querySelectorAll<HTMLElement>('[tabindex]') ?? []) part.tabIndex = 0;
}
