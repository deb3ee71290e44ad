/**
 * `npx glasshouse bench-growth`: how the core scales. Measures time per operation from a thousand
 * to a million resting orders and accounts, bytes per order and per account, single operations, and
 * a hundred thousand contracts due in the same second. One thread.
 *
 * Each size runs in its own process, so that none inherits garbage. Orders come and go in two ways:
 * uniformly anywhere in the book, the worst case of a cache; and near the best prices, as in a
 * market, while the rest stays. For comparison the bench measures dependent random reads among as
 * many records on this machine.
 */
import { spawnSync } from 'node:child_process';
import { setTimeout as sleep } from 'node:timers/promises';
import '../../apps/server/src/process/tune-v8.ts';
import {
  Exchange,
  FIRST_USER,
  HOUSE,
  SELF_TRADE,
  TIME_IN_FORCE,
  WALLET,
  type Command,
  type Outcome,
} from '@glasshouse/core';
import { collectGarbage } from '../collect-garbage.ts';
import { median, table } from '../report.ts';
import { MARKET, opened } from './market.ts';

const OPERATIONS = 200_000;
/** Commands per batch, like the writer's. */
const BATCH = 64;
const START_MS = 1_700_000_000_000;
const MID = 1_000_000;
const SIZES = [1_000, 10_000, 100_000, 1_000_000];
const CONTRACTS = 100_000;
/**
 * With OPERATIONS, less than one pass over a million orders: a second pass would find each owner's
 * list in the order of the first.
 */
const ROUNDS = 9;
/** Orders that come and go near the best prices, and their distance from the middle. */
const NEAR = 1000;
const NEAR_TICKS = 100;
const LOADS = 3_000_000;
/** 80 bytes. */
const RECORD_WORDS = 20;
const ORDERS_A_LEVEL = 5;
/** Of each asset, per account. */
const UNITS = 4e9;

/** xorshift: the same stream on every machine. */
class Random {
  #x = 2_463_534_242;
  below(n: number): number {
    this.#x ^= this.#x << 13;
    this.#x ^= this.#x >>> 17;
    this.#x ^= this.#x << 5;
    // A small integer, as prices and sides are from any source.
    return ((this.#x >>> 0) % n) | 0;
  }
}

class Bench {
  readonly exchange = new Exchange();
  readonly random = new Random();
  timeMs = START_MS;
  /** Largest distance of prices from the middle, in ticks. */
  readonly #spread: number;

  constructor(accounts: number, spread = MID >> 1) {
    this.#spread = spread;
    for (const command of MARKET) this.do(command);
    for (let i = 0; i < accounts; i++) for (const command of opened(FIRST_USER + i, UNITS)) this.do(command);
  }

  do(command: Command): number {
    const { error, id } = this.exchange.apply(this.#nextSeq(1), this.timeMs, command);
    if (error !== null) throw new Error(`${command.type} was refused: ${error}`);
    return id;
  }

  doAll(commands: readonly Command[]): Outcome[] {
    const firstSeq = this.#nextSeq(commands.length);
    const outcomes = this.exchange.applyAll({ firstSeq, timeMs: this.timeMs, commands });
    const refused = outcomes.find(({ error }) => error !== null);
    if (refused !== undefined) throw new Error(`a command was refused: ${refused.error}`);
    return outcomes;
  }

  /** Clears the events at times, as the writer does after each batch. */
  #nextSeq(count: number): number {
    const { exchange } = this;
    const seq = exchange.seq + 1;
    if (seq % 256 < count) exchange.log.clear();
    return seq;
  }

  /** A limit order that rests: buys below the middle, sells above it. */
  order(owner: number, within = this.#spread): Command {
    const side = this.random.below(2) as 0 | 1;
    const distance = 1 + this.random.below(within);
    return {
      type: 'place-order',
      owner,
      market: 0,
      side,
      price: side === 0 ? MID - distance : MID + distance,
      lots: 1,
      quoteAmount: 0,
      timeInForce: TIME_IN_FORCE.GTC,
      selfTrade: SELF_TRADE.allow,
      clientOrderId: null,
    };
  }
}

/** Bytes in use. Buffers are only freed after the collection that found them unused. */
async function bytesNow(): Promise<number> {
  for (let i = 0; i < 3; i++) {
    collectGarbage();
    await sleep(20);
  }
  const { arrayBuffers, heapUsed } = process.memoryUsage();
  return arrayBuffers + heapUsed;
}

/** Nanoseconds per dependent read among `count` records in random order. */
function loadNs(count: number): number {
  const random = new Random();
  const places = Int32Array.from({ length: count }, (_, i) => i);
  for (let i = count - 1; i > 0; i--) swap(places, i, random.below(i + 1));
  const records = new Int32Array(count * RECORD_WORDS);
  for (let i = 0; i < count; i++)
    records[places[i]! * RECORD_WORDS] = places[(i + 1) % count]! * RECORD_WORDS;
  const times = Array.from({ length: ROUNDS }, () => {
    const startMs = performance.now();
    let at = 0;
    for (let i = 0; i < LOADS; i++) at = records[at]!;
    return at < 0 ? NaN : ((performance.now() - startMs) * 1e6) / LOADS;
  });
  return median(times);
}

/** Resting orders, in an order unrelated to their memory. */
interface Live {
  readonly ids: Float64Array;
  readonly owners: Int32Array;
}

/**
 * Replaces resting orders by new ones; returns nanoseconds per operation (a cancel and a placement
 * are two). The choice was drawn before, and the bench reads its own list sequentially, so the time
 * is the core's.
 */
function churn(bench: Bench, live: Live, within?: number): number {
  const { ids, owners } = live;
  const times: number[] = [];
  let at = 0;
  for (let round = 0; round < ROUNDS; round++) {
    // A thread's own time has a resolution of milliseconds: too coarse for a round.
    const startMs = performance.now();
    for (let i = 0; i < OPERATIONS; i += BATCH) {
      const commands: Command[] = [];
      for (let j = 0; j < BATCH / 2; j++) {
        const live = (at + j) % ids.length;
        const owner = owners[live]!;
        commands.push({ type: 'cancel-order', owner, order: ids[live]! }, bench.order(owner, within));
      }
      const outcomes = bench.doAll(commands);
      for (let j = 0; j < BATCH / 2; j++) ids[(at + j) % ids.length] = outcomes[2 * j + 1]!.id;
      at = (at + BATCH / 2) % ids.length;
    }
    times.push(((performance.now() - startMs) * 1e6) / OPERATIONS);
  }
  return median(times);
}

function fill(bench: Bench, { accounts, orders }: { accounts: number; orders: number }): Live {
  const live = { ids: new Float64Array(orders), owners: new Int32Array(orders) };
  for (let i = 0; i < orders; i++) {
    live.owners[i] = FIRST_USER + bench.random.below(accounts);
    live.ids[i] = bench.do(bench.order(live.owners[i]!));
  }
  for (let i = orders - 1; i > 0; i--) {
    const other = bench.random.below(i + 1);
    swap(live.ids, i, other);
    swap(live.owners, i, other);
  }
  return live;
}

function swap(values: Float64Array | Int32Array, i: number, j: number): void {
  const value = values[i]!;
  values[i] = values[j]!;
  values[j] = value;
}

/** The measurement of one process. `spread` is the largest distance of prices from the middle. */
interface Size {
  readonly grows: 'orders' | 'accounts';
  readonly orders: number;
  readonly accounts: number;
  readonly spread: number;
}
interface Figures {
  readonly ns: number;
  readonly nearNs: number;
  readonly bytes: number;
  readonly loadNs: number;
}

async function measure({ grows, orders, accounts, spread }: Size): Promise<Figures> {
  let bench: Bench | null = new Bench(1000);
  churn(bench, fill(bench, { accounts: 1000, orders: 1000 }));
  bench = null;
  let before = await bytesNow();
  bench = new Bench(accounts, spread);
  if (grows === 'accounts') before = (await bytesNow()) - before;
  else before = await bytesNow();
  const live = fill(bench, { accounts, orders });
  const bytes =
    grows === 'accounts'
      ? before / accounts
      : ((await bytesNow()) - before - live.ids.byteLength - live.owners.byteLength) / orders;
  const ns = churn(bench, live);
  const near = { ids: live.ids.subarray(0, NEAR), owners: live.owners.subarray(0, NEAR) };
  const nearNs = churn(bench, near, NEAR_TICKS);
  return { ns, nearNs, bytes, loadNs: loadNs(grows === 'orders' ? orders : accounts) };
}

function rowOf(size: Size): Record<string, string | number> {
  const child = spawnSync(process.execPath, [import.meta.filename, JSON.stringify(size)], {
    encoding: 'utf8',
  });
  if (child.status !== 0) throw new Error(child.stderr);
  const { ns, nearNs, bytes, loadNs: load } = JSON.parse(child.stdout) as Figures;
  return {
    resting: size.orders,
    accounts: size.accounts,
    'ns/operation, anywhere': ns.toFixed(0),
    'near the best': nearNs.toFixed(0),
    'bytes each': bytes.toFixed(0),
    'ns/read': load.toFixed(1),
  };
}

/**
 * Orders grow on a thousand accounts, then accounts under ten thousand orders: the cost of each,
 * and its effect on the others.
 */
function growth(): void {
  const byOrders = (spreadOf: (orders: number) => number): void =>
    table(
      'cancel and place anew; bytes per order',
      SIZES.map((orders) => rowOf({ grows: 'orders', orders, accounts: 1000, spread: spreadOf(orders) })),
    );
  console.log(`\nResting orders grow, as dense as on XB1-deep, ${ORDERS_A_LEVEL} to a level:`);
  byOrders((orders) => Math.ceil(orders / ORDERS_A_LEVEL / 2));
  console.log('\nResting orders grow, spread over a million ticks, at the end one to a level:');
  byOrders(() => MID >> 1);
  table(
    'Accounts grow: the same; bytes per account with two wallets and two assets',
    SIZES.map((accounts) => rowOf({ grows: 'accounts', orders: 10_000, accounts, spread: MID >> 1 })),
  );
}

/** Latency of single operations, the clock's own time included. */
function latency(): void {
  const bench = new Bench(1000);
  const { ids, owners } = fill(bench, { accounts: 1000, orders: 10_000 });
  const times = new Float64Array(OPERATIONS * 2);
  for (let i = 0; i < times.length; i += 2) {
    const at = bench.random.below(ids.length);
    const startMs = performance.now();
    bench.do({ type: 'cancel-order', owner: owners[at]!, order: ids[at]! });
    const middleMs = performance.now();
    ids[at] = bench.do(bench.order(owners[at]!));
    times[i] = middleMs - startMs;
    times[i + 1] = performance.now() - middleMs;
  }
  const sorted = times.subarray(OPERATIONS).toSorted();
  const at = (share: number): string => (sorted[Math.floor(sorted.length * share)]! * 1000).toFixed(2);
  table('Single operations, µs', [{ p50: at(0.5), p99: at(0.99), 'p99.9': at(0.999), 'p99.99': at(0.9999) }]);
}

/** All contracts are due at one tick: the core's time for them, and for the audit after it. */
function contracts(): void {
  const bench = new Bench(1000);
  const asset = 0;
  bench.do({
    type: 'define-seconds-contract',
    market: 0,
    feeRatePpm: 2000,
    maxPositions: CONTRACTS,
    maxUserStake: 0,
    maxOpenStake: 0,
    durations: [{ seconds: 30, profitRatePpm: 850_000, minStake: 1, maxStake: 1e9 }],
  });
  const owner = HOUSE.secondsContractReserve;
  bench.do({ type: 'issue', owner, wallet: WALLET.house, asset, amount: 1e12, reason: 'house-capital' });
  for (let i = 0; i < 1000; i++)
    bench.do({
      type: 'issue',
      owner: FIRST_USER + i,
      wallet: WALLET.contract,
      asset,
      amount: 1e9,
      reason: 'play-money',
    });
  let tick = 0;
  const tickAt = (seconds: number): void => {
    bench.timeMs = START_MS + seconds * 1000;
    bench.do({ type: 'tick', tick: ++tick, tickMs: bench.timeMs, prices: [MID + (seconds % 7) - 3] });
  };
  tickAt(1);
  for (let i = 0; i < CONTRACTS; i++)
    bench.do({
      type: 'open-position',
      owner: FIRST_USER + (i % 1000),
      market: 0,
      direction: i % 2 === 0 ? 1 : 2,
      stake: 1_000_000,
      seconds: 30,
    });
  tickAt(2);
  bench.exchange.log.clear();
  const before = process.threadCpuUsage();
  tickAt(32);
  const { user, system } = process.threadCpuUsage(before);
  const left = bench.exchange.features['seconds-contract'].positions.size;
  const breaches = bench.exchange.audit().filter(({ ok }) => !ok);
  table('Contracts due in the same second', [
    {
      contracts: CONTRACTS,
      'ms of core time': ((user + system) / 1000).toFixed(0),
      'still open': left,
      breaches: breaches.length,
    },
  ]);
  if (left > 0 || breaches.length > 0) process.exitCode = 1;
}

const size = process.argv[2];
if (size === undefined) {
  growth();
  latency();
  contracts();
} else console.log(JSON.stringify(await measure(JSON.parse(size) as Size)));
