/** What was traded since a minute, as one candle of each pair. */
import type { NamedMarket } from '../../../contract/catalogue.ts';
import type { Session } from '../../../db/database.ts';
import { added, type CandleTicks } from '../candle-series.ts';
import { readSums, type Klines } from '../klines.ts';
import { OldReads, type ReadPlaces } from '../old-reads.ts';

const DAY_S = 86_400;
/** The step of the candles that sum up more than a day. */
const QUARTER_S = 900;

export type Sums = ReadonlyMap<NamedMarket, CandleTicks | null>;

export class Windows {
  readonly #klines: Klines;
  readonly #database: Session;
  readonly #old: OldReads<ReadonlyMap<number, CandleTicks>>;

  constructor(parts: { readonly klines: Klines; readonly database: Session; readonly places: ReadPlaces }) {
    this.#klines = parts.klines;
    this.#database = parts.database;
    this.#old = new OldReads(parts.places);
  }

  /**
   * Since a minute of the last 24 hours and a minute, which memory has; null if no candle opened
   * since then.
   */
  ofDay({ market }: NamedMarket, fromS: number): CandleTicks | null {
    return this.#klines.series(market.definition.market, '1min').summary(fromS);
  }

  /**
   * Since a minute of the last seven days: the minutes of its quarter of an hour from the table,
   * the later quarters from memory. Null if too many reads are running.
   */
  async longer(pairs: readonly NamedMarket[], fromS: number): Promise<Sums | null> {
    const wholeS = (Math.floor(fromS / QUARTER_S) + 1) * QUARTER_S;
    const edges = await this.#edges(pairs, fromS, wholeS);
    if (edges === null) return null;
    return new Map(
      pairs.map((pair) => {
        const { market } = pair.market.definition;
        const edge = edges.get(market) ?? null;
        const rest = this.#klines.series(market, '15min').summary(wholeS);
        return [pair, edge === null || rest === null ? (edge ?? rest) : added(edge, rest)];
      }),
    );
  }

  /** They are older than a day and never change. */
  async #edges(
    pairs: readonly NamedMarket[],
    fromS: number,
    toS: number,
  ): Promise<ReadonlyMap<number, CandleTicks> | null> {
    const markets = pairs.map(({ market }) => market.definition.market);
    const load = async () => readSums(this.#database, { markets, fromS, toS });
    return this.#old.read(`${fromS}/${markets.join('/')}`, load, () => true);
  }
}

/** The first whole minute of the last 24 hours, as on the site. */
export const dayBeginsS = (nowMs: number): number => Math.floor(nowMs / 60_000) * 60 - DAY_S + 60;
/** The minute that contains the beginning of a window. */
export const windowBeginsS = (nowMs: number, sizeS: number): number =>
  Math.floor((nowMs / 1000 - sizeS) / 60) * 60;
/** The last midnight in a time zone, which is so many minutes before UTC. */
export const midnightS = (nowMs: number, zoneMinutes: number): number =>
  Math.floor((nowMs / 1000 + zoneMinutes * 60) / DAY_S) * DAY_S - zoneMinutes * 60;
