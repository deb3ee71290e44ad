/** Trades of a pair for programs, oldest first: recent ones from memory, older from the table. */
import { formatFixed } from '@glasshouse/money';
import { SELL } from '@glasshouse/core';
import type { Refusal } from '@glasshouse/protocol';
import type { Aggregate, EndpointNamed, ParametersOf, ProgramTrade } from '@glasshouse/protocol/programs';
import type { NamedMarket } from '../../../contract/catalogue.ts';
import type { Session } from '../../../db/database.ts';
import { ReplyText } from '../../../http/handler.ts';
import { invalidField } from '../../../http/invalid-input.ts';
import { readDeals, readDealsFrom, RECENT_DEALS, type Trade } from '../deals.ts';
import { BUSY, OldReads, type ReadPlaces } from '../old-reads.ts';
import type { MarketState } from '../state.ts';

export type AggregateRequest = Omit<
  ParametersOf<EndpointNamed<'market/get-aggregate-trades'>>,
  'symbol' | 'limit'
> & { readonly limit: number };
type Answer = ReplyText | Refusal | Promise<ReplyText | Refusal>;

/** Rows of one statement, and the most statements of one answer, which may then have fewer rows. */
const ROWS_READ = 1_000;
const READS_MAX = 10;

export class ProgramTrades {
  readonly #state: MarketState;
  readonly #database: Session;
  readonly #old: OldReads<ReplyText>;

  constructor(parts: {
    readonly state: MarketState;
    readonly database: Session;
    readonly places: ReadPlaces;
  }) {
    this.#state = parts.state;
    this.#database = parts.database;
    this.#old = new OldReads(parts.places);
  }

  /** The newest ones. */
  newest(pair: NamedMarket, limit: number): ReplyText {
    return rowsOf(pair, this.#recent(pair).slice(-limit));
  }

  /** Those from a number on. */
  from(pair: NamedMarket, fromId: number, limit: number): Answer {
    const recent = this.#recent(pair);
    if (this.#isAll(pair) || fromId >= recent[0]!.trade)
      return rowsOf(pair, recent.filter(({ trade }) => trade >= fromId).slice(0, limit));
    const { market } = pair.market.definition;
    let isFull = false;
    const load = async (): Promise<ReplyText> => {
      const trades = await readDealsFrom(this.#database, { market, fromId }, limit);
      isFull = trades.length === limit;
      return rowsOf(pair, trades);
    };
    return this.#old.read(`${market}/${fromId}/${limit}`, load, () => isFull) ?? BUSY;
  }

  /** The first ones from a number or a time on, else the newest, up to `endTime` inclusive. */
  aggregates(pair: NamedMarket, request: AggregateRequest): Answer {
    if (request.fromId !== undefined)
      for (const field of ['startTime', 'endTime'] as const)
        if (request[field] !== undefined) return invalidField('fromId', `not together with ${field}`);
    const known = this.#knownAggregates(pair, request);
    return known === null ? this.#readAggregates(pair, request) : aggregatesOf(pair, known);
  }

  /** Null if memory does not have all of them. */
  #knownAggregates(pair: NamedMarket, request: AggregateRequest): Group[] | null {
    const { fromId = 0, startTime = 0, endTime = Infinity, limit } = request;
    const isAll = this.#isAll(pair);
    const all = aggregated(this.#recent(pair));
    // The oldest trade in memory may not be the first one of its aggregate.
    const known = isAll ? all : all.slice(1);
    const found = known.filter(
      ([{ trade, timeMs }]) => trade >= fromId && timeMs >= startTime && timeMs <= endTime,
    );
    if (isNewest(request)) return isAll || found.length >= limit ? found.slice(-limit) : null;
    const [first] = known[0] ?? [];
    const reaches = first !== undefined && (first.trade <= fromId || first.timeMs < startTime);
    return isAll || reaches ? found.slice(0, limit) : null;
  }

  #readAggregates(pair: NamedMarket, request: AggregateRequest): Answer {
    const { market } = pair.market.definition;
    const { fromId, startTime, endTime, limit } = request;
    let isFull = false;
    const load = async (): Promise<ReplyText> => {
      const read = isNewest(request)
        ? await this.#newestAggregates(market, request)
        : await this.#aggregatesFrom(market, request);
      isFull = read.length === limit && !isNewest(request);
      return aggregatesOf(pair, read);
    };
    const key = ['aggregates', market, fromId, startTime, endTime, limit].join('/');
    return this.#old.read(key, load, () => isFull) ?? BUSY;
  }

  async #aggregatesFrom(market: number, request: AggregateRequest): Promise<Group[]> {
    const { fromId, startTime = 0, endTime = Infinity, limit } = request;
    const trades: Trade[] = fromId === undefined ? [] : await this.#before(market, fromId);
    let next: { fromId: number } | { fromMs: number } =
      fromId === undefined ? { fromMs: startTime } : { fromId };
    let groups: Group[] = [];
    for (let reads = 0; reads < READS_MAX; reads++) {
      const rows = await readDealsFrom(this.#database, { market, ...next }, ROWS_READ);
      trades.push(...rows);
      groups = aggregated(trades).filter(([{ trade }]) => trade >= (fromId ?? 0));
      const isEnd = rows.length < ROWS_READ || rows.at(-1)!.timeMs > endTime;
      // The last one is whole if another one follows, or nothing.
      if (isEnd) break;
      groups.pop();
      if (groups.length >= limit) break;
      next = { fromId: rows.at(-1)!.trade + 1 };
    }
    return groups.filter(([{ timeMs }]) => timeMs <= endTime).slice(0, limit);
  }

  /** The last trade before a number: the one with the number may belong to the same aggregate. */
  async #before(market: number, fromId: number): Promise<Trade[]> {
    return readDeals(this.#database, {
      market,
      before: fromId,
      startTime: 0,
      endTime: Number.MAX_SAFE_INTEGER,
      size: 1,
    });
  }

  async #newestAggregates(market: number, { endTime, limit }: AggregateRequest): Promise<Group[]> {
    const end = Math.min(endTime ?? Infinity, Number.MAX_SAFE_INTEGER - 1) + 1;
    let trades: Trade[] = [];
    let before = Number.MAX_SAFE_INTEGER;
    let groups: Group[] = [];
    for (let reads = 0; reads < READS_MAX; reads++) {
      const rows = await readDeals(this.#database, {
        market,
        before,
        startTime: 0,
        endTime: end,
        size: ROWS_READ,
      });
      trades = [...rows.toReversed(), ...trades];
      groups = aggregated(trades);
      if (rows.length < ROWS_READ) break;
      groups.shift();
      if (groups.length >= limit) break;
      before = rows.at(-1)!.trade;
    }
    return groups.slice(-limit);
  }

  #recent({ market }: NamedMarket): readonly Trade[] {
    return this.#state.deals.recent(market.definition.market);
  }

  /** Whether memory has all trades that the pair ever had. */
  #isAll(pair: NamedMarket): boolean {
    return this.#recent(pair).length < RECENT_DEALS;
  }
}

/** Whether it asks for the newest ones. */
const isNewest = ({ fromId, startTime }: AggregateRequest): boolean =>
  fromId === undefined && startTime === undefined;

/** The trades of an aggregate. */
type Group = [Trade, ...Trade[]];

/** Trades of one taker order at one price at one time, which follow each other. */
function aggregated(trades: readonly Trade[]): Group[] {
  const groups: Group[] = [];
  for (const trade of trades) {
    const last = groups.at(-1);
    const of = last?.[0];
    if (
      last !== undefined &&
      of?.takerOrder === trade.takerOrder &&
      of.price === trade.price &&
      of.timeMs === trade.timeMs
    )
      last.push(trade);
    else groups.push([trade]);
  }
  return groups;
}

const rowsOf = (pair: NamedMarket, trades: readonly Trade[]): ReplyText =>
  new ReplyText(JSON.stringify(trades.map((trade) => rowOf(pair, trade))));

function rowOf({ market, quote }: NamedMarket, trade: Trade): ProgramTrade {
  const { priceDecimals, lotDecimals } = market.definition;
  return {
    id: trade.trade,
    price: formatFixed(trade.price, priceDecimals),
    qty: formatFixed(trade.lots, lotDecimals),
    quoteQty: formatFixed(trade.quoteUnits, quote.decimals),
    time: trade.timeMs,
    isBuyerMaker: trade.takerSide === SELL,
    isBestMatch: true,
  };
}

const aggregatesOf = (pair: NamedMarket, groups: readonly Group[]): ReplyText =>
  new ReplyText(JSON.stringify(groups.map((group) => aggregateOf(pair, group))));

function aggregateOf({ market }: NamedMarket, group: Group): Aggregate {
  const { priceDecimals, lotDecimals } = market.definition;
  const [first] = group;
  return {
    a: first.trade,
    p: formatFixed(first.price, priceDecimals),
    q: formatFixed(
      group.reduce((sum, { lots }) => sum + lots, 0),
      lotDecimals,
    ),
    f: first.trade,
    l: group.at(-1)!.trade,
    T: first.timeMs,
    m: first.takerSide === SELL,
    M: true,
  };
}
