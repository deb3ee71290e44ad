/**
 * The history of a new simulated market: one path of prices per coin, coarse in the far past and
 * fine near now, which ends where the live market begins. Candles of every interval are cut from
 * the same path, so they agree. The site labels it as simulated.
 */
import { KEPT_TIMERS, KLINE_LIMIT, TIMER_MS, type KeptTimer } from '@glasshouse/protocol/market';
import type { NamedMarket } from '../../contract/catalogue.ts';
import type { Session } from '../../db/database.ts';
import type { KlinesTable } from './tables.ts';
import { pairPrice, type CoinPrices } from './index-prices.ts';
import { START_PRICES, type SimulatedSource } from './simulated-source.ts';
import { tradeProfile } from './trade-profile.ts';

/** Prices of all coins at a moment. */
interface PathPoint {
  readonly timeS: number;
  readonly prices: CoinPrices;
}
/** Points per candle of the shortest interval at that time: open, two in between, and close. */
const POINTS_PER_CANDLE = 4;

/** A path up to `nowS` (a whole minute) that ends at the source's start prices. */
export function pricePath(source: SimulatedSource, nowS: number): PathPoint[] {
  const points: PathPoint[] = [];
  let prices = START_PRICES;
  const spans = KEPT_TIMERS.toReversed().map((timer) => TIMER_MS[timer] / 1000);
  let timeS = Math.floor((nowS - KLINE_LIMIT * spans[0]!) / spans[0]!) * spans[0]!;
  spans.forEach((stepS, i) => {
    const finer = spans[i + 1];
    const untilS = finer === undefined ? nowS : Math.floor((nowS - KLINE_LIMIT * finer) / stepS) * stepS;
    const pointS = stepS / POINTS_PER_CANDLE;
    for (; timeS < untilS; timeS += pointS) {
      points.push({ timeS, prices });
      prices = source.next(prices, timeS, pointS);
    }
  });
  points.push({ timeS: nowS, prices });
  const last = prices;
  const scaled = ([code, price]: [string, number]): [string, number] => [
    code,
    price * (START_PRICES[code]! / last[code]!),
  ];
  return points.map((point) => ({
    timeS: point.timeS,
    prices: Object.fromEntries(Object.entries(point.prices).map(scaled)),
  }));
}

export function candlesOf(
  path: readonly PathPoint[],
  {
    source,
    pair,
    timer,
    nowS,
  }: { source: SimulatedSource; pair: NamedMarket; timer: KeptTimer; nowS: number },
): KlinesTable[] {
  const stepS = TIMER_MS[timer] / 1000;
  const { priceDecimals, lotDecimals, market } = pair.market.definition;
  const profile = tradeProfile(pair.base.code, pair.quote.code);
  const fromS = Math.floor(nowS / stepS) * stepS - (KLINE_LIMIT - 1) * stepS;
  const candles: KlinesTable[] = [];
  let lastPrice = 0;
  for (const point of path) {
    const price = Math.max(1, Math.round(pairPrice(pair, point.prices) * 10 ** priceDecimals));
    const openS = Math.floor(point.timeS / stepS) * stepS;
    const candle = candles.at(-1);
    if (candle?.id_s === openS) {
      candle.high = Math.max(candle.high, price);
      candle.low = Math.min(candle.low, price);
      candle.close = price;
    } else if (openS >= fromS && openS <= nowS) {
      if (candle !== undefined) closeAt(candle, price);
      candles.push({
        market,
        timer_s: stepS,
        id_s: openS,
        open: lastPrice || price,
        high: Math.max(lastPrice || price, price),
        low: Math.min(lastPrice || price, price),
        close: price,
        lots: 0,
        quote_units: 0,
        trades: 0,
        buy_lots: 0,
        buy_quote_units: 0,
        first_trade: 0,
      });
    }
    lastPrice = price;
  }
  for (const candle of candles) addVolume(candle, { source, pair, profile, lotDecimals });
  return candles;
}

/** A candle closes at the next one's open. */
function closeAt(candle: KlinesTable, price: number): void {
  candle.close = price;
  candle.high = Math.max(candle.high, price);
  candle.low = Math.min(candle.low, price);
}

/** A volume similar to live trading: more in volatile candles. */
function addVolume(
  candle: KlinesTable,
  options: {
    source: SimulatedSource;
    pair: NamedMarket;
    profile: ReturnType<typeof tradeProfile>;
    lotDecimals: number;
  },
): void {
  const { source, pair, profile, lotDecimals } = options;
  const { quote } = pair;
  const range = (candle.high - candle.low) / candle.close;
  const usual = 0.5 * Math.sqrt(candle.timer_s / YEAR_S);
  const [tradesNoise, valueNoise] = source.volumeNoise(candle.market, {
    timerS: candle.timer_s,
    openS: candle.id_s,
  });
  const liveliness = Math.min(4, 0.5 + (0.5 * range) / usual) * (0.6 + 0.8 * tradesNoise);
  const trades = Math.max(1, Math.round(profile.tradesPerSecond * candle.timer_s * liveliness));
  const valueUsdt = trades * profile.usualValue * (0.8 + 0.4 * valueNoise);
  const price = candle.close / 10 ** pair.market.definition.priceDecimals;
  const value = valueUsdt / QUOTE_VALUE[quote.code]!;
  candle.trades = trades;
  candle.lots = Math.max(1, Math.round((value / price) * 10 ** lotDecimals));
  candle.quote_units = Math.max(0, pair.market.quoteFloor(candle.close, candle.lots));
  candle.buy_lots = Math.round(candle.lots * (0.3 + 0.4 * valueNoise));
  candle.buy_quote_units = Math.max(0, pair.market.quoteFloor(candle.close, candle.buy_lots));
}

const YEAR_S = 365 * 86_400;
/** Approximate values in USDT, used only to scale the volume of cross pairs. */
const QUOTE_VALUE: Readonly<Record<string, number>> = { USDT: 1, BTC: 90_000, ETH: 3100 };

const INSERT = `insert into klines select x.* from json_to_recordset($1::json) as
  x(market integer, timer_s integer, id_s bigint, open bigint, high bigint, low bigint, close bigint, lots bigint, quote_units bigint, trades integer,
    buy_lots bigint, buy_quote_units bigint, first_trade bigint)
  on conflict do nothing`;

/** Candles that are there stay as they are. */
export async function insertCandles(database: Session, candles: readonly KlinesTable[]): Promise<void> {
  await database.query(INSERT, [JSON.stringify(candles)]);
}

/** Writes 2000 candles of each interval of every pair. Can be repeated after a crash. */
export async function writeHistory(
  database: Session,
  options: { pairs: readonly NamedMarket[]; source: SimulatedSource; nowMs: number },
): Promise<void> {
  const nowS = Math.floor(options.nowMs / 60_000) * 60;
  const path = pricePath(options.source, nowS);
  for (const pair of options.pairs) {
    for (const timer of KEPT_TIMERS)
      await insertCandles(database, candlesOf(path, { source: options.source, pair, timer, nowS }));
  }
}
