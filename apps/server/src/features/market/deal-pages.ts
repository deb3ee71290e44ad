/** Deals of a pair as JSON, newest first: recent ones from memory, older ones from the table. */
import type { Refusal } from '@glasshouse/protocol';
import type { Deal } from '@glasshouse/protocol/market';
import type { NamedMarket } from '../../contract/catalogue.ts';
import type { Session } from '../../db/database.ts';
import { Serialised } from '../../http/handler.ts';
import { RECENT_DEALS, readDeals, type DealRange } from './deals.ts';
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
      return this.#kept.of(`deals/${pair.symbol}/${size}`, () => recent.slice(-size).toReversed());
    const before = cursor === undefined ? Number.MAX_SAFE_INTEGER : Number(cursor);
    const found = recent.filter(({ id, ts }) => Number(id) < before && ts >= startTime && ts < endTime);
    const oldest = recent[0];
    const isInMemory =
      found.length >= size || oldest === undefined || recent.length < RECENT_DEALS || oldest.ts < startTime;
    if (isInMemory) return serialised(found.slice(-size).toReversed());
    return this.#readOld(pair, { market, size, before, startTime, endTime });
  }

  #readOld(pair: NamedMarket, range: DealRange): Promise<Serialised> | Refusal {
    const newest = this.#state.deals.recent(range.market).at(-1);
    // New deals come after the newest, at its time or later.
    const isFinal = newest !== undefined && (range.before <= Number(newest.id) || range.endTime <= newest.ts);
    const load = async () => serialised(await readDeals(this.#database, pair, range));
    return this.#old.read(Object.values(range).join('/'), load, () => isFinal) ?? BUSY;
  }
}

function serialised(deals: readonly Deal[]): Serialised {
  return new Serialised(JSON.stringify(deals));
}
