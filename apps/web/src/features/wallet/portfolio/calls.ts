/** The calls for daily holdings, and for the daily prices of those coins. */
import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { call } from '#data/api.ts';
import { RESULTS_KEY } from '#data/assets.ts';
import { fetchKlines } from '#data/klines.ts';
import { useCatalogue } from '#data/pairs.ts';
import { serverNow } from '#data/server-time.ts';
import { useTickers } from '#data/tickers.ts';
import { DAY_MS, valueLineOf, type Closes, type ValueLine } from './value-line.ts';

const PRICED_IN = 'USDT';
const NO_CLOSES: Closes = new Map();
const PRICES_STALE_MS = 300_000;

function useHistory(days: number) {
  return useQuery({
    queryKey: [...RESULTS_KEY, 'history', days],
    staleTime: 60_000,
    queryFn: ({ signal }) => call('wallet/get-history', { days }, { signal, quiet: true }),
  });
}

function useCloses(coins: readonly string[], days: number) {
  const pairs = useCatalogue()?.pairs;
  const symbols = coins.flatMap((coin) => {
    const pair = pairs?.find(({ baseCoin, quoteCoin }) => baseCoin === coin && quoteCoin === PRICED_IN);
    return pair === undefined ? [] : [{ coin, symbol: pair.symbol }];
  });
  return useQuery({
    queryKey: ['daily-closes', symbols.map(({ symbol }) => symbol).join(), days],
    enabled: pairs !== undefined,
    staleTime: PRICES_STALE_MS,
    queryFn: () =>
      Promise.all(
        symbols.map(async ({ coin, symbol }) => {
          // The close of the day before is the opening of the first day.
          const candles = await fetchKlines({ symbol, timer: '1day', size: days + 1 });
          return [coin, new Map(candles.map(({ id, close }) => [dayOf(id), close]))] as const;
        }),
      ),
  });
}

/** The beginning of the day (UTC) of a candle, whose id is in seconds. */
const dayOf = (seconds: number): number => Math.floor((seconds * 1000) / DAY_MS) * DAY_MS;

export interface ValueQuery {
  readonly line: ValueLine | undefined;
  readonly error: Error | null;
  readonly refetch: () => Promise<unknown>;
}

export function useValueLine(days: number): ValueQuery {
  const history = useHistory(days);
  const coins = useMemo(
    () => history.data?.list.map(({ currency }) => currency).filter((coin) => coin !== PRICED_IN) ?? [],
    [history.data],
  );
  const prices = useCloses(coins, days);
  const tickers = useTickers();
  const line = useMemo(() => {
    if (history.data === undefined || prices.data === undefined) return undefined;
    const closes: ReadonlyMap<string, Closes> = new Map(prices.data);
    return valueLineOf({
      history: history.data,
      closesOf: (coin) => closes.get(coin) ?? NO_CLOSES,
      priceOf: (coin) => (coin === PRICED_IN ? 1 : tickers[`${coin}${PRICED_IN}`.toLowerCase()]?.close),
      nowMs: serverNow(),
    });
  }, [history.data, prices.data, tickers]);
  return {
    line,
    error: history.error ?? prices.error,
    refetch: () => Promise.all([history.refetch(), prices.refetch()]),
  };
}
