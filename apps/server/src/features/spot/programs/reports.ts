/**
 * Tells programs of each execution: that an order was placed, each of its fills with the amounts up
 * to it, and how it ended (executionReport).
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
import { isWorking, nameOf, statusOf, termsOf } from './order-shapes.ts';

/** A fill of an order, from its side. */
interface OwnFill {
  readonly traded: Traded;
  readonly isMaker: boolean;
}

interface Report {
  readonly named: NamedMarket;
  readonly order: OrderFields;
  readonly number: number;
  readonly execution: Execution;
  readonly fill: OwnFill | null;
  readonly at: PlacedEvent;
}

export function executionReports(catalogue: Catalogue, numbers: OrderNumbers): ProgramEvents {
  return {
    ready: async (owner) => numbers.of(owner),
    of: (batch, isHeard) => {
      const told: ProgramEvent[] = [];
      for (const events of commandsOf(batch))
        for (const report of reportsOf(catalogue, numbers, { batch, events, isHeard }))
          told.push({
            owner: report.order.owner,
            place: eventPlace(report.at),
            event: executionReport(report),
          });
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

function* reportsOf(
  catalogue: Catalogue,
  numbers: OrderNumbers,
  { batch, events, isHeard }: OfCommand,
): Iterable<Report> {
  /** The fills of each order as the taker: its own event comes after all of them. */
  const taken = new Map<number, { readonly at: PlacedEvent; readonly traded: Traded }[]>();
  let met: { readonly at: PlacedEvent; readonly traded: Traded } | null = null;
  for (const at of events) {
    const { event, timeMs } = at;
    if (event.type === 'traded') {
      if (isHeard(event.taker))
        taken.set(event.takerOrder, [...(taken.get(event.takerOrder) ?? []), { at, traded: event }]);
      // The maker's order follows its trade.
      met = { at, traded: event };
    }
    if (event.type !== 'order-changed' || !isHeard(event.owner)) continue;
    const number = numbers.known(event.owner)?.numberOf(event.order);
    if (number === undefined) continue;
    const order: OrderFields = { ...event, changedMs: timeMs };
    const named = catalogue.marketAt(event.market);
    const base = { named, number, at };
    if (met?.traded.makerOrder === event.order && !taken.has(event.order)) {
      yield { ...base, order, execution: 'TRADE', fill: { traded: met.traded, isMaker: true } };
      met = null;
      continue;
    }
    const isNew = orderNumber(at) === number;
    const fills = taken.get(event.order) ?? [];
    taken.delete(event.order);
    const before = withoutFills(
      order,
      fills.map(({ traded }) => traded),
    );
    if (isNew) yield { ...base, order: before, execution: 'NEW', fill: null };
    let sofar = before;
    for (const [i, { at: placed, traded }] of fills.entries()) {
      sofar = withFill(sofar, traded);
      const isLast = i === fills.length - 1 && order.status === ORDER_STATUS.finished;
      yield {
        ...base,
        at: placed,
        order: isLast ? order : sofar,
        execution: 'TRADE',
        fill: { traded, isMaker: false },
      };
    }
    const end = endOf(order);
    if (end !== null) yield { ...base, order, execution: end, fill: null };
    else if (!isNew && fills.length === 0 && isTold(batch, at, order))
      yield {
        ...base,
        order,
        execution: order.firedTick > 0 && isFired(batch, at) ? 'NEW' : 'REPLACED',
        fill: null,
      };
  }
}

function endOf(order: OrderFields): 'CANCELED' | 'EXPIRED' | null {
  if (order.status !== ORDER_STATUS.cancelled) return null;
  return statusOf(order) === 'CANCELED' ? 'CANCELED' : 'EXPIRED';
}

const commandAt = ({ commands, firstSeq }: CommittedBatch, { seq }: PlacedEvent) =>
  commands[seq - firstSeq]?.type;
const isFired = (batch: CommittedBatch, at: PlacedEvent): boolean => commandAt(batch, at) === 'process-due';

/** That the trigger of a trailing stop has moved is no execution. */
function isTold(batch: CommittedBatch, at: PlacedEvent, order: OrderFields): boolean {
  const hasMoved = isFired(batch, at) && !isWorking(order);
  return order.status === ORDER_STATUS.unfinished && !hasMoved;
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

function executionReport({ named, order, number, execution, fill, at }: Report): ExecutionReport {
  const { base, quote, market } = named;
  const { priceDecimals, lotDecimals } = market.definition;
  const terms = termsOf(named, order);
  const name = nameOf(order.clientOrderId, number);
  const feeAsset = order.side === BUY ? base : quote;
  const traded = fill?.traded;
  const fee = fill === null ? 0 : fill.isMaker ? fill.traded.makerFee : fill.traded.takerFee;
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
    g: -1,
    C: execution === 'CANCELED' ? name : '',
    x: execution,
    X: terms.status,
    r: 'NONE',
    i: number,
    l: formatFixed(traded?.lots ?? 0, lotDecimals),
    z: terms.executedQty,
    L: formatFixed(traded?.price ?? 0, priceDecimals),
    n: formatFixed(fee, feeAsset.decimals),
    N: fill === null ? null : feeAsset.code,
    T: at.timeMs,
    t: traded?.trade ?? -1,
    I: eventPlace(at),
    w: order.status === ORDER_STATUS.unfinished && works,
    m: fill?.isMaker ?? false,
    M: false,
    O: order.placedMs,
    Z: terms.cummulativeQuoteQty,
    Y: formatFixed(traded?.quoteUnits ?? 0, quote.decimals),
    Q: terms.origQuoteOrderQty,
    ...(works ? { W: order.placedMs } : {}),
    ...(terms.trailingDelta === undefined ? {} : { d: terms.trailingDelta }),
    V: terms.selfTradePreventionMode,
  };
}
