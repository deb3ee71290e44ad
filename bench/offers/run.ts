/**
 * `npm run bench:offers`: 300,000 orders of fixed terms that end in one tick. Measures the longest
 * that a portion of them holds the writer, what matching costs between portions and without them,
 * and a purchase compared with a transfer. The core alone, one thread. Exits with 1 if a bar is
 * missed.
 */
import '../../apps/server/src/tune-v8.ts';
import { Exchange, FIRST_USER, HOUSE, SELF_TRADE, TIME_IN_FORCE, WALLET } from '@glasshouse/core';
import type { Command, Outcome } from '@glasshouse/core';
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
const BETWEEN = 200;
const TRIALS = 5;
const SAMPLE = 20_000;
const WARM_UP = 200;
const QUIET = 300;
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

/** Nanoseconds of the processor per command, with its events, as other work delays the clock. */
function nsPer(exchange: Exchange, commands: readonly Command[]): number {
  const started = process.cpuUsage();
  commands.forEach((command, i) => {
    apply(exchange, command);
    if (i % BETWEEN === 0) exchange.drainEvents(() => undefined);
  });
  exchange.drainEvents(() => undefined);
  const { user, system } = process.cpuUsage(started);
  return ((user + system) * 1000) / commands.length;
}

const ratios = Array.from({ length: TRIALS }, () => {
  const exchange = prepared();
  const commandsOf = (make: (i: number) => Command) => Array.from({ length: SAMPLE }, (_, i) => make(i));
  nsPer(exchange, commandsOf(transfer));
  const purchaseNs = nsPer(exchange, commandsOf(buy));
  return { purchaseNs, transferNs: nsPer(exchange, commandsOf(transfer)) };
});
const purchaseNs = median(ratios.map((each) => each.purchaseNs));
const transferNs = median(ratios.map((each) => each.transferNs));

const exchange = prepared();
const before = process.memoryUsage().heapUsed;
for (let i = 0; i < ORDERS; i++) {
  apply(exchange, buy(i));
  if (i % 1_000 === 0) exchange.log.clear();
}
exchange.log.clear();
const bytes = (process.memoryUsage().heapUsed - before) / ORDERS;

const sorted = (values: readonly number[]): number[] => values.toSorted((a, b) => a - b);
const p99 = (values: readonly number[]): number => sorted(values)[Math.floor(values.length * 0.99)]!;

let orders = 0;
/** Milliseconds of each of some batches of orders. */
function matched(batches: number): number[] {
  return Array.from({ length: batches }, () => {
    const startedMs = performance.now();
    for (let i = 0; i < BETWEEN; i++) apply(exchange, order(orders++));
    const took = performance.now() - startedMs;
    drained();
    return took;
  });
}
function drained(): void {
  exchange.drainEvents(() => undefined);
}

matched(WARM_UP);
const quiet = matched(QUIET);
timeMs += 30 * DAY_MS + 60_000;
const tickMs = Math.ceil(timeMs / 1000) * 1000;
let startedMs = performance.now();
apply(exchange, { type: 'tick', tick: exchange.lastTick.tick + 1, tickMs, prices: [] });
drained();
const tickHoldMs = performance.now() - startedMs;

const holds: number[] = [];
const busy: number[] = [];
while (exchange.dueCount > 0) {
  startedMs = performance.now();
  apply(exchange, { type: 'process-due', limit: PORTION });
  drained();
  holds.push(performance.now() - startedMs);
  busy.push(...matched(1));
}
const broken = exchange.audit().filter(({ ok }) => !ok);
if (broken.length > 0) throw new Error(JSON.stringify(broken));

const figures = [
  { what: 'longest portion, ms', is: Math.max(...holds), bar: BARS.holdMs },
  { what: 'the tick that queues all, ms', is: tickHoldMs, bar: BARS.holdMs },
  {
    what: 'p99 of a batch of orders between portions / without',
    is: p99(busy) / p99(quiet),
    bar: BARS.matching,
  },
  { what: 'a purchase / a transfer', is: purchaseNs / transferNs, bar: BARS.purchase },
];
table(`${ORDERS.toLocaleString('en')} orders end in one tick`, [
  ...figures.map(({ what, is, bar }) => ({ what, is: is.toFixed(2), bar })),
  { what: 'portions', is: holds.length, bar: '' },
  { what: 'all portions, ms', is: holds.reduce((sum, ms) => sum + ms, 0).toFixed(0), bar: '' },
  { what: 'p99 of an order without, µs', is: ((p99(quiet) * 1000) / BETWEEN).toFixed(1), bar: '' },
  { what: 'purchase, ns', is: purchaseNs.toFixed(0), bar: '' },
  { what: 'transfer, ns', is: transferNs.toFixed(0), bar: '' },
  { what: 'bytes per open order', is: bytes.toFixed(0), bar: '' },
]);
process.exitCode = figures.some(({ is, bar }) => is > bar) ? 1 : 0;
