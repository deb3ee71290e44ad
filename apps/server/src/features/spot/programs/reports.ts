/**
 * Tells programs of each execution: that an order was placed, each of its fills with the amounts up
 * to it, and how it ended (executionReport); then of lists that were placed or have ended, and of
 * countdowns that have.
 */
import { BUY, ORDER_STATUS, type Traded } from '@glasshouse/core';
import { formatFixed } from '@glasshouse/money';
import type { Execution, ExecutionReport } from '@glasshouse/protocol/programs';
import type { Catalogue, NamedMarket } from '../../../contract/catalogue.ts';
import type { ProgramEvent, ProgramEvents } from '../../../contract/program-events.ts';
import type { CommittedBatch, PlacedEvent } from '../../../pipeline/batch.ts';
import { eventPlace } from '../../../values/event-place.ts';
import { orderNumber } from '../order-number.ts';
import type { OrderNumbers } from '../order-numbers.ts';
import type { OrderFields } from '../rows.ts';
import { countdownEvents } from './countdowns.ts';
import { listEvents } from './order-list-shapes.ts';
import { isWorking, nameOf, NO_LIST, statusOf, termsOf } from './order-shapes.ts';

/** A fill of an order, from its side. */
interface OwnFill {
  readonly traded: Traded;
  readonly isMaker: boolean;
}

interface Report {
  readonly named: NamedMarket;
  readonly order: OrderFields;
  readonly number: number;
  /** The number of its list; null if it has none. */
  readonly list: number | null;
  readonly execution: Execution;
  readonly fill: OwnFill | null;
  readonly at: PlacedEvent;
}

export function executionReports(catalogue: Catalogue, numbers: OrderNumbers): ProgramEvents {
  return {
    ready: async (owner) => numbers.of(owner),
    listened: (owner, isListened) => numbers.keep(owner, isListened),
    of: (batch, isHeard) => {
      const told: ProgramEvent[] = [];
      for (const events of commandsOf(batch)) {
        for (const report of reportsOf(catalogue, numbers, { batch, events, isHeard }))
          told.push({
            owner: report.order.owner,
            place: eventPlace(report.at),
            event: executionReport(report),
          });
        told.push(...listEvents(catalogue, numbers, { events, isHeard }));
        told.push(...countdownEvents(catalogue, events, isHeard));
      }
      return told;
    },
  };
}

/** The events of a batch, command by command. */
function* commandsOf({ events }: CommittedBatch): Iterable<readonly PlacedEvent[]> {
  let from = 0;
  for (let i = 1; i <= events.length; i++)
    if (i === events.length || events[i]!.seq !== events[from]!.seq) {
      yield events.slice(from, i);
      from = i;
    }
}

interface OfCommand {
  readonly batch: CommittedBatch;
  readonly events: readonly PlacedEvent[];
  readonly isHeard: (owner: number) => boolean;
}

interface Trade {
  readonly at: PlacedEvent;
  readonly traded: Traded;
}

/** What is the same in all reports of one event of an order. */
type Base = Pick<Report, 'named' | 'number' | 'list' | 'at'>;

/** The executions of one command. */
class CommandReports {
  readonly #batch: CommittedBatch;
  /** The fills of each order as the taker: its own event comes after all of them. */
  readonly #taken = new Map<number, Trade[]>();
  /** The last trade: the event of its maker's order follows it. */
  #last: Trade | null = null;

  constructor(batch: CommittedBatch) {
    this.#batch = batch;
  }

  trade(trade: Trade): void {
    const { takerOrder } = trade.traded;
    const taken = this.#taken.get(takerOrder);
    if (taken === undefined) this.#taken.set(takerOrder, [trade]);
    else taken.push(trade);
    this.#last = trade;
  }

  *of(order: OrderFields, base: Base): Iterable<Report> {
    const fills = this.#taken.get(order.order) ?? [];
    const last = this.#last;
    if (last?.traded.makerOrder === order.order && fills.length === 0) {
      this.#last = null;
      yield { ...base, order, execution: 'TRADE', fill: { traded: last.traded, isMaker: true } };
      return;
    }
    this.#taken.delete(order.order);
    const isNew = orderNumber(base.at) === base.number;
    const before = withoutFills(
      order,
      fills.map(({ traded }) => traded),
    );
    if (isNew) yield { ...base, order: before, execution: 'NEW', fill: null };
    yield* takerReports({ order, before, fills }, base);
    const end = endOf(order);
    if (end !== null) yield { ...base, order, execution: end, fill: null };
    else if (!isNew && fills.length === 0) yield* this.#changed(order, base);
  }

  /** An amendment, or a stop that has fired and rests. That a trailing trigger moved is none. */
  *#changed(order: OrderFields, base: Base): Iterable<Report> {
    const { commands, firstSeq } = this.#batch;
    const isDue = commands[base.at.seq - firstSeq]?.type === 'process-due';
    if (isDue && !isWorking(order)) return;
    yield { ...base, order, execution: isDue ? 'NEW' : 'REPLACED', fill: null };
  }
}

function* takerReports(
  taken: { readonly order: OrderFields; readonly before: OrderFields; readonly fills: readonly Trade[] },
  base: Base,
): Iterable<Report> {
  const { order, before, fills } = taken;
  let sofar = before;
  for (const [i, { at, traded }] of fills.entries()) {
    sofar = withFill(sofar, traded);
    const isDone = i === fills.length - 1 && order.status === ORDER_STATUS.finished;
    const fill = { traded, isMaker: false };
    yield { ...base, at, order: isDone ? order : sofar, execution: 'TRADE', fill };
  }
}

function* reportsOf(
  catalogue: Catalogue,
  numbers: OrderNumbers,
  { batch, events, isHeard }: OfCommand,
): Iterable<Report> {
  const reports = new CommandReports(batch);
  for (const at of events) {
    const { event, timeMs } = at;
    if (event.type === 'traded') reports.trade({ at, traded: event });
    if (event.type !== 'order-changed' || !isHeard(event.owner)) continue;
    const known = numbers.known(event.owner)?.find(event.order);
    if (known === undefined) continue;
    const { number, list } = known;
    const order: OrderFields = { ...event, changedMs: timeMs };
    yield* reports.of(order, { named: catalogue.marketAt(event.market), number, list, at });
  }
}

function endOf(order: OrderFields): 'CANCELED' | 'EXPIRED' | null {
  if (order.status !== ORDER_STATUS.cancelled) return null;
  return statusOf(order) === 'CANCELED' ? 'CANCELED' : 'EXPIRED';
}

/** The order before these fills of one command. */
function withoutFills(order: OrderFields, fills: readonly Traded[]): OrderFields {
  const sum = (of: (traded: Traded) => number): number => fills.reduce((total, one) => total + of(one), 0);
  return {
    ...order,
    status: ORDER_STATUS.unfinished,
    end: 0,
    filledLots: order.filledLots - sum(({ lots }) => lots),
    filledQuote: order.filledQuote - sum(({ quoteUnits }) => quoteUnits),
  };
}

const withFill = (order: OrderFields, { lots, quoteUnits }: Traded): OrderFields => ({
  ...order,
  filledLots: order.filledLots + lots,
  filledQuote: order.filledQuote + quoteUnits,
});

function executionReport(report: Report): ExecutionReport {
  const { named, order, number, list, execution, at } = report;
  const { priceDecimals, lotDecimals } = named.market.definition;
  const terms = termsOf(named, order);
  const name = nameOf(order.clientOrderId, number);
  const works = isWorking(order);
  return {
    e: 'executionReport',
    E: at.timeMs,
    s: terms.symbol,
    c: name,
    S: terms.side,
    o: terms.type,
    f: terms.timeInForce,
    q: terms.origQty,
    p: terms.price,
    P: terms.stopPrice ?? formatFixed(0, priceDecimals),
    F: terms.icebergQty ?? formatFixed(0, lotDecimals),
    g: list ?? NO_LIST,
    C: execution === 'CANCELED' ? name : '',
    x: execution,
    X: terms.status,
    r: 'NONE',
    i: number,
    z: terms.executedQty,
    ...fillOf(report),
    T: at.timeMs,
    I: eventPlace(at),
    w: order.status === ORDER_STATUS.unfinished && works,
    M: false,
    O: order.placedMs,
    Z: terms.cummulativeQuoteQty,
    Q: terms.origQuoteOrderQty,
    ...(works ? { W: order.placedMs } : {}),
    ...(terms.trailingDelta === undefined ? {} : { d: terms.trailingDelta }),
    V: terms.selfTradePreventionMode,
  };
}

/** The fields of the last fill: lots, price, fee, trade, whether it made, value. */
function fillOf({ named: { base, quote, market }, order, fill }: Report) {
  const { priceDecimals, lotDecimals } = market.definition;
  const feeAsset = order.side === BUY ? base : quote;
  if (fill === null) {
    const nothing = { l: formatFixed(0, lotDecimals), L: formatFixed(0, priceDecimals) };
    const noFee = { n: formatFixed(0, feeAsset.decimals), N: null };
    return { ...nothing, ...noFee, t: -1, m: false, Y: formatFixed(0, quote.decimals) };
  }
  const { traded, isMaker } = fill;
  return {
    l: formatFixed(traded.lots, lotDecimals),
    L: formatFixed(traded.price, priceDecimals),
    n: formatFixed(isMaker ? traded.makerFee : traded.takerFee, feeAsset.decimals),
    N: feeAsset.code,
    t: traded.trade,
    m: isMaker,
    Y: formatFixed(traded.quoteUnits, quote.decimals),
  };
}
