/** Deals of a pair as JSON, newest first: recent ones from memory, older ones from the table. */
import type { Refusal } from '@glasshouse/protocol';
import type { NamedMarket } from '../../contract/catalogue.ts';
import type { Session } from '../../db/database.ts';
import { Serialised } from '../../http/handler.ts';
import { RECENT_DEALS, readDeals, toDeal, type DealRange, type Trade } from './deals.ts';
import type { KeptReplies } from './kept-replies.ts';
import { BUSY, OldReads, type ReadPlaces } from './old-reads.ts';
import type { MarketState } from './state.ts';

export interface DealRequest {
  readonly size: number;
  readonly cursor?: string | undefined;
  readonly startTime?: number | undefined;
  readonly endTime?: number | undefined;
}

export class DealPages {
  readonly #state: MarketState;
  readonly #database: Session;
  readonly #kept: KeptReplies;
  readonly #old: OldReads<Serialised>;

  constructor(parts: { state: MarketState; database: Session; kept: KeptReplies; places: ReadPlaces }) {
    this.#state = parts.state;
    this.#database = parts.database;
    this.#kept = parts.kept;
    this.#old = new OldReads(parts.places);
  }

  /** At most `size` deals: the newest of the range. */
  read(pair: NamedMarket, request: DealRequest): Serialised | Refusal | Promise<Serialised | Refusal> {
    const { market } = pair.market.definition;
    const { size, cursor, startTime = 0, endTime = Number.MAX_SAFE_INTEGER } = request;
    const recent = this.#state.deals.recent(market);
    if (cursor === undefined && request.startTime === undefined && request.endTime === undefined)
      return this.#kept.of(`deals/${pair.symbol}/${size}`, () =>
        shown(pair, recent.slice(-size).toReversed()),
      );
    const before = cursor === undefined ? Number.MAX_SAFE_INTEGER : Number(cursor);
    const found = recent.filter(
      ({ trade, timeMs }) => trade < before && timeMs >= startTime && timeMs < endTime,
    );
    const oldest = recent[0];
    const isInMemory =
      found.length >= size ||
      oldest === undefined ||
      recent.length < RECENT_DEALS ||
      oldest.timeMs < startTime;
    if (isInMemory) return shown(pair, found.slice(-size).toReversed());
    return this.#readOld(pair, { market, size, before, startTime, endTime });
  }

  #readOld(pair: NamedMarket, range: DealRange): Promise<Serialised> | Refusal {
    const newest = this.#state.deals.recent(range.market).at(-1);
    // New deals come after the newest, at its time or later.
    const isFinal = newest !== undefined && (range.before <= newest.trade || range.endTime <= newest.timeMs);
    const load = async () => shown(pair, await readDeals(this.#database, range));
    return this.#old.read(Object.values(range).join('/'), load, () => isFinal) ?? BUSY;
  }
}

function shown(pair: NamedMarket, trades: readonly Trade[]): Serialised {
  return new Serialised(JSON.stringify(trades.map((trade) => toDeal(pair, trade))));
}
