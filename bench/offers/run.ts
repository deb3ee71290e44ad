/**
 * `npx glasshouse bench-offers`: 300,000 orders of fixed terms that end in one tick. Measures the
 * longest that the tick and a portion of them hold the writer, what matching costs between portions
 * and without them, and a purchase compared with a transfer. What is compared takes turns in one
 * process, so that work of others meets both. The core alone, one thread. Exits with 1 if a bar is
 * missed.
 */
import '../../apps/server/src/process/tune-v8.ts';
import { Exchange, FIRST_USER, HOUSE, SELF_TRADE, TIME_IN_FORCE, WALLET } from '@glasshouse/core';
import type { Command, Outcome } from '@glasshouse/core';
import { collectGarbage } from '../collect-garbage.ts';
import { median, table } from '../report.ts';
import { MARKET, opened } from '../core/market.ts';

const ORDERS = 300_000;
/** An owner has at most 200 open orders. */
const OWNERS = 3_000;
const START_MS = 1_700_000_000_000;
const DAY_MS = 86_400_000;
const AMOUNT = 1_000_000;
/** Of each asset, per account. */
const UNITS = 10 ** 11;
const TERMS = { offer: 1, dailyRatePpb: 260_000, days: 30 };
/** As the server has it. */
const PORTION = 100;
/** Orders on the book between two portions: a batch of the server. */
const BATCH = 200;
/** Purchases with one time. */
const AT_ONCE = 100;
const TRIALS = 3;
/** Turns of one exchange, each with commands of both kinds. */
const TURNS = 40;
const COMMANDS = 2_000;
/** Portions, and batches without portions, of one turn. */
const PORTIONS = 100;
/** Turns that warm up. */
const COLD = 4;
const BARS = { holdMs: 100, matching: 2, purchase: 3 } as const;

let timeMs = START_MS;

function apply(exchange: Exchange, command: Command): Outcome {
  const outcome = exchange.apply(exchange.seq + 1, timeMs, command);
  if (outcome.error !== null) throw new Error(`${command.type}: ${outcome.error}`);
  return outcome;
}

function prepared(): Exchange {
  const exchange = new Exchange();
  for (const command of MARKET) apply(exchange, command);
  for (let i = 0; i < OWNERS; i++)
    for (const command of opened(FIRST_USER + i, UNITS)) apply(exchange, command);
  const house = { owner: HOUSE.financeReserve, wallet: WALLET.house, reason: 'house-capital' } as const;
  apply(exchange, { type: 'issue', ...house, asset: 0, amount: 10 ** 12 });
  apply(exchange, {
    type: 'define-finance-offer',
    ...TERMS,
    asset: 0,
    minAmount: 1,
    maxPerOwner: 0,
    quota: 0,
    opensMs: 0,
    closesMs: 0,
    isOpen: 1,
  });
  exchange.log.clear();
  return exchange;
}

const buy = (i: number): Command => ({
  type: 'buy-finance',
  owner: FIRST_USER + (i % OWNERS),
  amount: AMOUNT + (i % 97),
  ...TERMS,
});
const transfer = (i: number): Command => {
  const [from, to] = i % 2 === 0 ? [WALLET.exchange, WALLET.contract] : [WALLET.contract, WALLET.exchange];
  return { type: 'transfer', owner: FIRST_USER + ((i >> 1) % OWNERS), from, to, asset: 0, amount: AMOUNT };
};
/** Meets the order before it, so that the book stays small. */
const order = (i: number): Command => ({
  type: 'place-order',
  owner: FIRST_USER + (i % OWNERS),
  market: 0,
  side: (i + Math.floor(i / OWNERS)) % 2 === 0 ? 0 : 1,
  price: 1_000_000,
  lots: 1_000,
  quoteAmount: 0,
  timeInForce: TIME_IN_FORCE.GTC,
  selfTrade: SELF_TRADE.cancelNewest,
  clientOrderId: null,
});

const drained = (exchange: Exchange): void => exchange.drainEvents(() => undefined);

/** Nanoseconds per command, with its events. */
function nsPer(exchange: Exchange, commands: readonly Command[]): number {
  const startedMs = performance.now();
  commands.forEach((command, i) => {
    apply(exchange, command);
    if (i % BATCH === BATCH - 1) drained(exchange);
  });
  return ((performance.now() - startedMs) * 1e6) / commands.length;
}

/** Of each turn, what a purchase and a transfer cost. Work of others delays a few turns at most. */
function compared(): { readonly purchaseNs: number; readonly transferNs: number }[] {
  const exchange = prepared();
  const turn = (make: (i: number) => Command, number: number) =>
    nsPer(
      exchange,
      Array.from({ length: COMMANDS }, (_, i) => make(number * COMMANDS + i)),
    );
  return Array.from({ length: TURNS }, (_, number) => ({
    transferNs: turn(transfer, number),
    purchaseNs: turn(buy, number),
  })).slice(COLD);
}

interface End {
  readonly tickMs: number;
  readonly portionsMs: readonly number[];
  /** Of each turn, the 99th percentile of a batch of orders between portions and without them. */
  readonly turns: readonly { readonly busyMs: number; readonly quietMs: number }[];
  readonly bytes: number;
}

function p99(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length * 0.99)]!;
}

function timed(exchange: Exchange, commands: readonly Command[]): number {
  const startedMs = performance.now();
  for (const command of commands) apply(exchange, command);
  drained(exchange);
  return performance.now() - startedMs;
}

/** As the thread's time on the processor, in steps of some milliseconds. */
function held(exchange: Exchange, commands: readonly Command[]): number {
  const before = process.threadCpuUsage();
  timed(exchange, commands);
  const { user, system } = process.threadCpuUsage(before);
  return (user + system) / 1000;
}

/** Of objects and typed arrays, also those parts of the arrays that no order uses yet. */
function bytesInUse(): number {
  const { heapUsed, arrayBuffers } = process.memoryUsage();
  return heapUsed + arrayBuffers;
}

/** All orders end in one tick. Batches with portions and without take turns on one exchange. */
function ended(): End {
  const exchange = prepared();
  collectGarbage();
  const before = bytesInUse();
  for (let i = 0; i < ORDERS; i++) {
    if (i % AT_ONCE === 0) timeMs++;
    apply(exchange, buy(i));
    if (i % 1_000 === 0) exchange.log.clear();
  }
  exchange.log.clear();
  collectGarbage();
  const bytes = (bytesInUse() - before) / ORDERS;
  timeMs += TERMS.days * DAY_MS;
  const next = { tick: exchange.lastTick.tick + 1, tickMs: Math.ceil(timeMs / 1000) * 1000 };
  const tickMs = timed(exchange, [{ type: 'tick', ...next, prices: [] }]);
  let orders = 0;
  const batchMs = (): number =>
    timed(
      exchange,
      Array.from({ length: BATCH }, () => order(orders++)),
    );
  const portionsMs: number[] = [];
  const turns: { busyMs: number; quietMs: number }[] = [];
  while (exchange.dueCount > 0) {
    const quietMs = p99(Array.from({ length: PORTIONS }, batchMs));
    const busy: number[] = [];
    while (busy.length < PORTIONS && exchange.dueCount > 0) {
      portionsMs.push(held(exchange, [{ type: 'process-due', limit: PORTION }]));
      busy.push(batchMs());
    }
    turns.push({ quietMs, busyMs: p99(busy) });
  }
  const broken = exchange.audit().filter(({ ok }) => !ok);
  if (broken.length > 0) throw new Error(JSON.stringify(broken));
  return { tickMs, portionsMs, turns: turns.slice(COLD), bytes };
}

const costs = Array.from({ length: TRIALS }, compared).flat();
const ends = Array.from({ length: TRIALS }, ended);
const turns = ends.flatMap((end) => end.turns);
const longest = ends.map(({ portionsMs }) => portionsMs.reduce((most, ms) => Math.max(most, ms), 0));

const figures = [
  { what: 'longest portion, ms', is: median(longest), bar: BARS.holdMs },
  { what: 'the tick that ends all, ms', is: median(ends.map(({ tickMs }) => tickMs)), bar: BARS.holdMs },
  {
    what: 'p99 of a batch of orders between portions / without',
    is: median(turns.map(({ busyMs, quietMs }) => busyMs / quietMs)),
    bar: BARS.matching,
  },
  {
    what: 'a purchase / a transfer',
    is: median(costs.map(({ purchaseNs, transferNs }) => purchaseNs / transferNs)),
    bar: BARS.purchase,
  },
];
const sumMs = ({ portionsMs }: End): number => portionsMs.reduce((sum, ms) => sum + ms, 0);
const orderUs = median(turns.map(({ quietMs }) => (quietMs * 1000) / BATCH));
table(`${ORDERS.toLocaleString('en')} orders end in one tick: medians of turns and of ${TRIALS} trials`, [
  ...figures.map(({ what, is, bar }) => ({ what, is: is.toFixed(2), bar })),
  { what: 'portions', is: ends[0]!.portionsMs.length, bar: '' },
  { what: 'all portions, ms', is: median(ends.map(sumMs)).toFixed(0), bar: '' },
  { what: 'p99 of an order without, µs', is: orderUs.toFixed(1), bar: '' },
  { what: 'purchase, ns', is: median(costs.map(({ purchaseNs }) => purchaseNs)).toFixed(0), bar: '' },
  { what: 'transfer, ns', is: median(costs.map(({ transferNs }) => transferNs)).toFixed(0), bar: '' },
  { what: 'bytes per open order', is: median(ends.map(({ bytes }) => bytes)).toFixed(0), bar: '' },
]);
process.exitCode = figures.some(({ is, bar }) => is > bar) ? 1 : 0;
