/**
 * Candles for a chart: the cache at once, then the call, then the stream, at most five updates a
 * second, and the call again after a gap of the stream; older ones when the reader scrolls back.
 */
import type { Chart, DataLoadMore, KLineData, Period } from 'klinecharts';
import { cachedKlines, fetchKlines, KLINE_SIZE, type Candle } from '#data/klines.ts';
import { TIMEFRAMES, type Timeframe } from '#data/timeframes.ts';
import { listen } from '#data/stream.ts';
import { asBar } from './bar.ts';
import { candlesFrom } from './missed-candles.ts';

const UPDATE_EVERY_MS = 200;

export const PERIODS: Record<Timeframe, Period> = {
  '1M': { type: 'minute', span: 1 },
  '3M': { type: 'minute', span: 3 },
  '5M': { type: 'minute', span: 5 },
  '15M': { type: 'minute', span: 15 },
  '30M': { type: 'minute', span: 30 },
  '1H': { type: 'hour', span: 1 },
  '2H': { type: 'hour', span: 2 },
  '4H': { type: 'hour', span: 4 },
  '6H': { type: 'hour', span: 6 },
  '12H': { type: 'hour', span: 12 },
  '1D': { type: 'day', span: 1 },
  '3D': { type: 'day', span: 3 },
  '1W': { type: 'week', span: 1 },
  '1Mo': { type: 'month', span: 1 },
};

export interface CandleSource {
  readonly symbol: string;
  readonly timeframe: Timeframe;
  /** Called when the chart has candles, and at each later one. */
  readonly onBars: () => void;
  /** Called when the call has ended; with its error, what is drawn is old or nothing. */
  readonly onFetched: (error: Error | undefined) => void;
}
/** Returns the function that stops it. */
export function loadInto(chart: Chart, source: CandleSource): () => void {
  const { symbol, timeframe, onBars, onFetched } = source;
  const timer = TIMEFRAMES[timeframe];
  let fresh: Candle[] | undefined;
  /** Of the last candle of the timer that the chart has. */
  let lastId: number | undefined;
  let isFilling = false;
  let stopped = false;
  let stopStream: (() => void) | undefined;
  async function fill(callback: (bars: KLineData[], more?: DataLoadMore) => void) {
    const shown = fresh ?? cachedKlines({ symbol, timer });
    const show = (candles: readonly Candle[], isWhole: boolean) => {
      lastId = candles.at(-1)?.id;
      callback(candles.map(asBar), { forward: isWhole && candles.length > 0 });
      if (candles.length > 0) onBars();
    };
    // The cached candles are replaced soon, so older ones wait for the fresh ones.
    if (shown !== undefined) show(shown, fresh !== undefined);
    if (fresh !== undefined) return;
    isFilling = true;
    const fetched = await fetchNewest();
    isFilling = false;
    if (stopped) return;
    if (fetched !== undefined && shown !== undefined) restart(fetched);
    else if (shown === undefined) show(fetched ?? [], true);
  }
  function restart(candles: Candle[]) {
    fresh = candles;
    chart.resetData();
  }
  const fetchNewest = () => newestOf(source, (failure) => !stopped && onFetched(failure));
  /** The whole page of candles, whose reply the server keeps for everybody. */
  async function catchUp(take: (candle: Candle) => void): Promise<boolean> {
    const fetched = await fetchNewest();
    if (stopped || fetched === undefined) return stopped;
    const lacking = lastId === undefined ? undefined : candlesFrom(fetched, lastId);
    if (lacking === undefined) restart(fetched);
    else for (const candle of lacking) take(candle);
    return true;
  }
  async function fillOlder(endTime: number, callback: (bars: KLineData[], more?: DataLoadMore) => void) {
    const { bars, forward } = await olderOf(source, endTime);
    if (!stopped && chart.getDataList()[0]?.timestamp === endTime) callback(bars, { forward });
  }
  chart.setDataLoader({
    getBars: ({ type, timestamp, callback }) => {
      // A change of pair or period asks the former source once more.
      if (stopped) return;
      if (type === 'init') void fill(callback);
      else if (type === 'forward' && timestamp !== null) void fillOlder(timestamp, callback);
      else callback([], false);
    },
    subscribeBar: ({ callback }) => {
      stopStream?.();
      const take = (candle: Candle) => {
        lastId = Math.max(candle.id, lastId ?? 0);
        callback(asBar(candle));
        onBars();
      };
      stopStream = streamCandles(`kline:${symbol}:${timer}`, {
        take,
        isBehind: ([first]) => !isFilling && first !== undefined && first.id > (lastId ?? first.id),
        catchUp: () => catchUp(take),
      });
    },
    unsubscribeBar: () => stopStream?.(),
  });
  return () => {
    stopped = true;
    stopStream?.();
  };
}

async function newestOf(
  { symbol, timeframe }: CandleSource,
  onFetched: (failure: Error | undefined) => void,
): Promise<Candle[] | undefined> {
  try {
    const fetched = await fetchKlines({ symbol, timer: TIMEFRAMES[timeframe] });
    onFetched(undefined);
    return fetched;
  } catch (error) {
    onFetched(error as Error);
    return undefined;
  }
}

/** What opened before a candle. The end of the history is a page that is not full. */
async function olderOf({ symbol, timeframe }: CandleSource, endTime: number) {
  const timer = TIMEFRAMES[timeframe];
  const older = await fetchKlines({ symbol, timer, endTime }).catch(() => undefined);
  const bars = (older ?? []).map(asBar);
  // After a failure, scrolling back asks again.
  return { bars, forward: older === undefined || older.length === KLINE_SIZE };
}

interface Follower {
  readonly take: (candle: Candle) => void;
  /** Whether the chart ends before these candles, which begin a subscription. */
  readonly isBehind: (candles: readonly Candle[]) => boolean;
  /** Takes what came in a gap; false if it failed. */
  readonly catchUp: () => Promise<boolean>;
}
function streamCandles(channel: string, { take, isBehind, catchUp }: Follower): () => void {
  /** The last state of each candle. They wait while those before them are fetched. */
  let waiting: Candle[] = [];
  let timer: ReturnType<typeof setTimeout> | undefined;
  let hasGap = false;
  let isCatchingUp = false;
  let stopped = false;
  async function flush() {
    timer = undefined;
    if (isCatchingUp) return;
    isCatchingUp = hasGap;
    // After a failure, the next frame tries again.
    if (hasGap) hasGap = !(await catchUp());
    isCatchingUp = false;
    if (stopped || hasGap) return;
    for (const candle of waiting) take(candle);
    waiting = [];
  }
  const stop = listen(channel, (frame, isAfterGap) => {
    if (frame.type !== 'kline') return;
    hasGap ||= isAfterGap || (frame.previous === null && isBehind(frame.candles));
    for (const candle of frame.candles) waiting = [...waiting.filter(({ id }) => id !== candle.id), candle];
    timer ??= setTimeout(() => void flush(), UPDATE_EVERY_MS);
  });
  return () => {
    stopped = true;
    clearTimeout(timer);
    stop();
  };
}
