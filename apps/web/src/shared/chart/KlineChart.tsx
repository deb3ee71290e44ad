/** The candle chart: klinecharts with our candles, our stream, and at most five updates a second. Loaded lazily. */
import { dispose, init, type Chart, type KLineData, type Period } from 'klinecharts';
import { useEffect, useEffectEvent, useRef } from 'react';
import { useTranslation } from '#shared/i18n.ts';
import { cachedKlines, fetchKlines, TIMEFRAMES, type Candle, type Timeframe } from '#data/klines.ts';
import { listen } from '#data/stream.ts';
import { useDark } from '#shared/theme.ts';
import { chartStyle } from './chart-style.ts';
import { drawOrderLines, type OrderLine } from './order-lines.ts';

const UPDATE_EVERY_MS = 200;
const VOLUME_PANE = 'volume';
const MA_PERIODS = [7, 25, 99];
const PERIODS: Record<Timeframe, Period> = {
  '1M': { type: 'minute', span: 1 },
  '5M': { type: 'minute', span: 5 },
  '15M': { type: 'minute', span: 15 },
  '30M': { type: 'minute', span: 30 },
  '1D': { type: 'day', span: 1 },
};

export interface KlineChartProps {
  readonly symbol: string;
  readonly name: string;
  readonly timeframe: Timeframe;
  readonly priceDecimals: number;
  readonly amountDecimals: number;
  readonly averages?: boolean;
  readonly volumeHeight?: number;
  readonly orders?: readonly OrderLine[];
}

const NO_ORDERS: readonly OrderLine[] = [];

export default function KlineChart(props: KlineChartProps) {
  const { symbol, name, timeframe, priceDecimals, amountDecimals } = props;
  const { averages = true, volumeHeight = 84, orders = NO_ORDERS } = props;
  const host = useRef<HTMLDivElement>(null);
  const chart = useRef<Chart | null>(null);
  const dark = useDark();
  const { language, t } = useTranslation();

  const make = useEffectEvent((element: HTMLElement) =>
    makeChart(element, { language, dark, averages, volumeHeight }),
  );

  useEffect(() => {
    const element = host.current;
    const made = element === null ? null : make(element);
    if (element === null || made === null) return;
    chart.current = made;
    const observer = new ResizeObserver(() => made.resize());
    observer.observe(element);
    return () => {
      observer.disconnect();
      dispose(element);
      chart.current = null;
    };
  }, []);
  useEffect(() => {
    const made = chart.current;
    if (made === null) return;
    made.setSymbol({ ticker: name, pricePrecision: priceDecimals, volumePrecision: amountDecimals });
    made.setPeriod(PERIODS[timeframe]);
    return loadInto(made, symbol, timeframe);
  }, [symbol, name, timeframe, priceDecimals, amountDecimals]);
  useEffect(() => {
    chart.current?.setStyles(chartStyle(dark));
  }, [dark]);
  useEffect(() => {
    chart.current?.setLocale(language);
  }, [language]);
  useEffect(() => {
    if (chart.current !== null) drawOrderLines(chart.current, orders, dark);
  }, [orders, dark]);

  return (
    <div
      ref={host}
      role="group"
      aria-label={t('market.chartLabel', { pair: name, timeframe })}
      className="min-h-0 min-w-0 flex-1"
    />
  );
}

interface MakeOptions {
  readonly language: string;
  readonly dark: boolean;
  readonly averages: boolean;
  readonly volumeHeight: number;
}
/** An empty chart in our look. */
function makeChart(element: HTMLElement, options: MakeOptions): Chart | null {
  const made = init(element, {
    locale: options.language,
    styles: chartStyle(options.dark),
    thousandsSeparator: { sign: ',' },
    decimalFold: { threshold: 8 },
  });
  if (made === null) return null;
  made.setBarSpace(7);
  made.setOffsetRightDistance(64);
  if (options.averages)
    made.createIndicator({ name: 'MA', paneId: 'candle_pane', calcParams: MA_PERIODS }, true);
  const volume = { name: 'VOL', paneId: VOLUME_PANE, calcParams: [], createTooltipDataSource: noLegend };
  made.createIndicator(volume, false);
  made.setPaneOptions({ id: VOLUME_PANE, height: options.volumeHeight });
  // klinecharts puts itself first in the tab order.
  for (const part of element.querySelectorAll<HTMLElement>('[tabindex]')) part.tabIndex = 0;
  return made;
}

/** The volume's own legend is too faint to read; its axis says enough. */
const noLegend = () => ({ name: '', calcParamsText: '', features: [], legends: [] });

/** Candles for one pair and timeframe: the cache at once, the call after it, then the stream. Gives the way to stop. */
function loadInto(chart: Chart, symbol: string, timeframe: Timeframe): () => void {
  const timer = TIMEFRAMES[timeframe];
  let fresh: Candle[] | undefined;
  let stopped = false;
  let stopStream: (() => void) | undefined;
  async function fill(callback: (bars: KLineData[], more: boolean) => void) {
    const shown = fresh ?? cachedKlines({ symbol, timer });
    if (shown !== undefined) callback(shown.map(asBar), false);
    if (fresh !== undefined) return;
    const fetched = await fetchKlines({ symbol, timer }).catch(() => undefined);
    if (stopped) return;
    if (fetched !== undefined && shown !== undefined) {
      fresh = fetched;
      chart.resetData();
    } else if (shown === undefined) callback((fetched ?? []).map(asBar), false);
  }
  chart.setDataLoader({
    getBars: ({ type, callback }) => {
      if (type === 'init') void fill(callback);
      else callback([], false);
    },
    subscribeBar: ({ callback }) => {
      stopStream?.();
      stopStream = streamBars(`kline:${symbol}:${timer}`, callback);
    },
    unsubscribeBar: () => stopStream?.(),
  });
  return () => {
    stopped = true;
    stopStream?.();
  };
}

function streamBars(channel: string, callback: (bar: KLineData) => void): () => void {
  let waiting: KLineData | undefined;
  let timer: ReturnType<typeof setTimeout> | undefined;
  const flush = () => {
    timer = undefined;
    if (waiting !== undefined) callback(waiting);
    waiting = undefined;
  };
  const stop = listen(channel, (frame) => {
    if (frame.type !== 'kline') return;
    const bar = asBar(frame.candle);
    // A candle that begins must not swallow the last state of the one that ends.
    if (waiting !== undefined && waiting.timestamp !== bar.timestamp) callback(waiting);
    waiting = bar;
    timer ??= setTimeout(flush, UPDATE_EVERY_MS);
  });
  return () => {
    clearTimeout(timer);
    stop();
  };
}

/** SPEC §3: timestamp is the id times 1000; turnover the mean of the four prices times volume. */
function asBar(candle: Candle): KLineData {
  const { id, open, close, high, low, vol } = candle;
  return {
    timestamp: id * 1000,
    open,
    close,
    high,
    low,
    volume: vol,
    turnover: ((open + close + high + low) / 4) * vol,
  };
}
