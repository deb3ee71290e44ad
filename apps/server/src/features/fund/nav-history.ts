/**
 * What a basket was worth, from the closing prices of its pairs: a basket never changes, so this is
 * known for times before the fund as well. The NAV itself follows from the index.
 */
import { formatDecimal } from '@glasshouse/money';
import type { HistoryRange } from '@glasshouse/protocol/fund';
import { navOf } from '@glasshouse/protocol/fund/quote';
import type { Catalogue } from '../../contract/catalogue.ts';
import type { Database } from '../../db/database.ts';
import type { Sequencer } from '../../contract/sequencer.ts';
import { navText } from './rows.ts';

/** By range: the candle interval, and the seconds between two points; 288 to 366 points each. */
const RANGES: Readonly<
  Record<HistoryRange, { readonly timerS: number; readonly everyS: number; readonly points: number }>
> = {
  '1D': { timerS: 300, everyS: 300, points: 288 },
  '7D': { timerS: 1_800, everyS: 1_800, points: 336 },
  '30D': { timerS: 1_800, everyS: 7_200, points: 360 },
  '1Y': { timerS: 86_400, everyS: 86_400, points: 366 },
};
/** How long a history is kept. */
const KEPT_MS = 30_000;
const CHANGE_DECIMALS = 6;

export interface NavHistory {
  readonly list: readonly { readonly time: number; readonly nav: string }[];
  readonly changes: readonly (string | null)[];
}

type Basket = readonly { readonly asset: number; readonly market: number; readonly quantity: number }[];

export interface HistoryParts {
  readonly database: Pick<Database, 'query'>;
  readonly catalogue: Pick<Catalogue, 'assetAt' | 'marketAt'>;
  readonly sequencer: Pick<Sequencer, 'nowMs'>;
}

export class NavHistories {
  readonly #database: HistoryParts['database'];
  readonly #catalogue: HistoryParts['catalogue'];
  readonly #sequencer: HistoryParts['sequencer'];
  /** Kept histories, by fund and range: at most four for each fund. */
  readonly #kept = new Map<string, { readonly untilMs: number; readonly history: Promise<NavHistory> }>();

  constructor({ database, catalogue, sequencer }: HistoryParts) {
    this.#database = database;
    this.#catalogue = catalogue;
    this.#sequencer = sequencer;
  }

  /** `basket` is that of the fund. */
  of(fund: number, range: HistoryRange, basket: Basket): Promise<NavHistory> {
    const key = `${fund}/${range}`;
    const kept = this.#kept.get(key);
    // The time of the prices, because a demo's clock may be ahead of the machine's.
    const nowMs = this.#sequencer.nowMs();
    if (kept !== undefined && nowMs < kept.untilMs) return kept.history;
    const history = this.#read(basket, range, nowMs);
    this.#kept.set(key, { untilMs: nowMs + KEPT_MS, history });
    history.catch(() => this.#kept.delete(key));
    return history;
  }

  async #read(basket: Basket, range: HistoryRange, nowMs: number): Promise<NavHistory> {
    const { timerS, everyS, points } = RANGES[range];
    const toS = Math.floor(nowMs / 1000 / everyS) * everyS;
    const fromS = toS - points * everyS;
    const closes = await Promise.all(
      basket.map(({ market }) => this.#closesOf(market, { timerS, everyS, fromS })),
    );
    const scales = basket.map(({ asset, market }) => {
      const { priceDecimals } = this.#catalogue.marketAt(market).market.definition;
      return this.#catalogue.assetAt(asset).decimals + priceDecimals;
    });
    const last = basket.map(() => 0);
    const list: { time: number; nav: string }[] = [];
    for (let openS = fromS; openS <= toS; openS += everyS) {
      closes.forEach((of, i) => (last[i] = of.get(openS) ?? last[i]!));
      const parts = basket.map(({ quantity }, i) => ({ quantity, price: last[i]!, decimals: scales[i]! }));
      const nav = navOf(parts);
      if (nav > 0) list.push({ time: (openS + timerS) * 1000, nav: navText(nav) });
    }
    return { list, changes: closes.map(changeOf) };
  }

  /** Closing prices in ticks by the opening times of their candles, a point apart, oldest first. */
  async #closesOf(
    market: number,
    { timerS, everyS, fromS }: { readonly timerS: number; readonly everyS: number; readonly fromS: number },
  ): Promise<ReadonlyMap<number, number>> {
    const { rows } = await this.#database.query<{ id_s: number; close: number }>(
      `select id_s, close from klines
       where market = $1 and timer_s = $2 and id_s >= $3 and mod(id_s, $4) = 0 order by id_s`,
      [market, timerS, fromS, everyS],
    );
    return new Map(rows.map(({ id_s: openS, close }) => [openS, close]));
  }
}

/** As a share of the first price, rounded towards zero. */
function changeOf(closes: ReadonlyMap<number, number>): string | null {
  const prices = [...closes.values()];
  const [first, last] = [prices[0], prices.at(-1)];
  if (first === undefined || last === undefined || first === 0) return null;
  return formatDecimal(Math.trunc(((last - first) / first) * 10 ** CHANGE_DECIMALS), CHANGE_DECIMALS);
}
