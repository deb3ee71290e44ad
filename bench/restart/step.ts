/**
 * One step of the restart benchmark in its own process: build, restart, snapshot, replay. Sends its
 * figures to its parent.
 */
import { monitorEventLoopDelay } from 'node:perf_hooks';
import { Exchange, FIRST_USER, WALLET, type Command } from '@glasshouse/core';
import { openDatabase } from '../../apps/server/src/db/open.ts';
import type { Database } from '../../apps/server/src/db/database.ts';
import { exchangeFactory } from '../../apps/server/src/pipeline/exchange-factory.ts';
import {
  JOURNAL_START,
  makeRecord,
  positionOf,
  type JournalPosition,
  type JournalRecord,
} from '../../apps/server/src/pipeline/record.ts';
import { recover } from '../../apps/server/src/pipeline/recovery.ts';
import { startPipeline, type RunningPipeline } from '../../apps/server/src/pipeline/start.ts';
import { WORLD_PROJECTIONS } from '../../apps/server/test/world.ts';

export type Step = 'build' | 'restart' | 'snapshot' | 'replay';
export type StepResult = Readonly<Record<string, string | number>>;

const ACCOUNTS = Number(process.env['ACCOUNTS'] ?? 1_000_000);
const COMMANDS = Number(process.env['COMMANDS'] ?? 10_000_000);
const BATCH = 200;
const INSERT_BATCHES = 50;
/** Commands after the last snapshot: as many as between two snapshots. */
const TAIL_COMMANDS = 50_000;
const CLIENTS = 64;
const QUIET_MS = 3_000;
const PRICE = 6_000_000;

const [step, dataDir] = process.argv.slice(2) as [Step, string];
const onFatal = (error: Error): never => {
  throw error;
};
const STEPS: Readonly<Record<Step, (database: Database) => Promise<StepResult>>> = {
  build,
  restart,
  snapshot,
  replay,
};
const database = await openDatabase({ dataDir, databaseUrl: undefined, onFatal });
const startMs = performance.now();
const figures = await STEPS[step](database);
process.send?.({ step, ...figures, 'step s': Math.round((performance.now() - startMs) / 1000) });
await database.close();
process.exit(0);

function start(): Promise<RunningPipeline> {
  return startPipeline({ database, projections: WORLD_PROJECTIONS, mode: 'production', onFatal });
}

/**
 * Writes directly to the journal, because the pipeline would take an hour. The last snapshot
 * precedes the tail.
 */
async function build(): Promise<StepResult> {
  const exchange = new Exchange();
  const commands = lifeOf(exchange);
  let position = JOURNAL_START;
  let waiting: JournalRecord[] = [];
  const write = async (): Promise<void> => {
    await insertRecords(waiting);
    waiting = [];
  };
  let isSaved = false;
  for (let batch = nextBatch(commands); batch.length > 0; batch = nextBatch(commands)) {
    const timeMs = 1_700_000_000_000 + position.batch;
    const outcomes = exchange.applyAll({ firstSeq: position.seq + 1, timeMs, commands: batch });
    const postings = exchange.postingsDigest();
    exchange.log.clear();
    const record = makeRecord(position, { timeMs, commands: batch, outcomes, postings });
    position = positionOf(record);
    waiting.push(record);
    if (waiting.length === INSERT_BATCHES) await write();
    if (!isSaved && position.seq >= COMMANDS - TAIL_COMMANDS) {
      await write();
      isSaved = true;
      await skipRows(position);
      await saveAt();
    }
  }
  await write();
  await skipRows(position);
  return { accounts: ACCOUNTS, commands: position.seq, batches: position.batch };
}

/** As if the projector had written the rows up to here, which would take an hour too. */
async function skipRows({ batch, seq }: JournalPosition): Promise<void> {
  await database.query('update projected set batch = $1, seq = $2', [batch, seq]);
}

/** Uses a real server, which replays the journal and saves the state when it stops. */
async function saveAt(): Promise<void> {
  const running = await start();
  await running.stop();
}

function nextBatch(commands: Iterator<Command>): Command[] {
  const batch: Command[] = [];
  while (batch.length < BATCH) {
    const { value, done } = commands.next();
    if (done === true) break;
    batch.push(value as Command);
  }
  return batch;
}

function* lifeOf(exchange: Exchange): Generator<Command> {
  let count = 0;
  for (const command of setUp()) {
    count++;
    yield command;
  }
  let x = 2463534242;
  const random = (n: number): number => {
    x ^= x << 13;
    x ^= x >>> 17;
    x ^= x << 5;
    return (x >>> 0) % n;
  };
  for (; count < COMMANDS; count++) {
    const owner = FIRST_USER + random(ACCOUNTS);
    const [open] = exchange.features.spot.openOrders(owner);
    if (open !== undefined) yield { type: 'cancel-order', owner, order: open.order };
    else yield order(owner, random(2) as 0 | 1, PRICE + random(2001) - 1000);
  }
}

function* setUp(): Generator<Command> {
  yield { type: 'define-asset', asset: 0, code: 'USDT', decimals: 6 };
  yield { type: 'define-asset', asset: 1, code: 'BTC', decimals: 8 };
  yield {
    type: 'define-market',
    market: 0,
    base: 1,
    quote: 0,
    priceDecimals: 2,
    lotDecimals: 5,
    indexDecimals: 2,
    makerFeePpm: 800,
    takerFeePpm: 1000,
    minNotional: 1,
    maxNotional: 2 ** 52,
    limitBandPpm: 500_000,
    marketBandPpm: 100_000,
    maxOpenOrders: 200,
  };
  for (let i = 0; i < ACCOUNTS; i++) {
    const owner = FIRST_USER + i;
    yield { type: 'open-account', owner };
    yield { type: 'issue', owner, wallet: WALLET.exchange, asset: 0, amount: 8e9, reason: 'play-money' };
    yield { type: 'issue', owner, wallet: WALLET.exchange, asset: 1, amount: 1e8, reason: 'play-money' };
  }
}

function order(owner: number, side: 0 | 1, price: number): Command {
  return {
    type: 'place-order',
    owner,
    market: 0,
    side,
    price,
    lots: 100,
    quoteAmount: 0,
    timeInForce: 0,
    selfTrade: 1,
    clientOrderId: null,
  };
}

async function insertRecords(records: readonly JournalRecord[]): Promise<void> {
  if (records.length === 0) return;
  const columns = Object.keys(records[0] ?? {});
  const rows = records.map((_, r) => `(${columns.map((_, c) => `$${r * columns.length + c + 1}`).join()})`);
  await database.query(
    `insert into journal (${columns.join()}) values ${rows.join()}`,
    records.flatMap((record) => Object.values(record) as (string | number | Uint8Array)[]),
  );
}

async function restart(): Promise<StepResult> {
  const { recovered, stop } = await start();
  const { snapshotSeq, replayedCommands, elapsedMs } = recovered;
  const rssMb = Math.round(process.memoryUsage().rss / 1e6);
  await stop({ withoutSnapshot: true });
  return {
    'snapshot seq': snapshotSeq ?? 0,
    'commands replayed': replayedCommands,
    'start ms': Math.round(elapsedMs),
    'rss MB': rssMb,
  };
}

/** Submits orders continuously, first without a snapshot, then with one. */
async function snapshot(): Promise<StepResult> {
  const { pipeline, exchange, snapshots, stop } = await start();
  const load = { isOver: false };
  let commits = 0;
  let n = 0;
  const client = async (): Promise<void> => {
    while (!load.isOver) {
      const owner = FIRST_USER + (n++ % ACCOUNTS);
      await pipeline.submit(order(owner, (n & 1) as 0 | 1, PRICE + (n % 50)), { owner });
      commits++;
    }
  };
  const clients = Array.from({ length: CLIENTS }, client);
  // Warms up the code and lets the projector finish its restore.
  await snapshots.take();
  const during = async (work: () => Promise<unknown>): Promise<[number, number]> => {
    const delay = monitorEventLoopDelay({ resolution: 1 });
    delay.enable();
    const before = commits;
    const beginMs = performance.now();
    await work();
    const perSecond = (commits - before) / ((performance.now() - beginMs) / 1000);
    delay.disable();
    return [delay.max / 1e6, Math.round(perSecond)];
  };
  const [quietMs, quietPerSecond] = await during(
    () => new Promise((resolve) => setTimeout(resolve, QUIET_MS)),
  );
  const [delayMs, perSecond] = await during(() => snapshots.take());
  load.isOver = true;
  await Promise.all(clients);
  const pauseStartMs = performance.now();
  const bytes = exchange.snapshot().length;
  const pauseMs = performance.now() - pauseStartMs;
  await stop({ withoutSnapshot: true });
  return {
    'state MB': Math.round(bytes / 1e6),
    'loop delay max ms': Math.round(delayMs),
    'without snapshot': Math.round(quietMs),
    'commands/s': perSecond,
    'without snapshot/s': quietPerSecond,
    'pause of a writer that does it itself ms': Math.round(pauseMs),
  };
}

async function replay(): Promise<StepResult> {
  const beginMs = performance.now();
  const { replayedCommands } = await database.session((session) =>
    recover(session, { factory: exchangeFactory, from: 'none' }),
  );
  return { 'commands replayed': replayedCommands, 'replay ms': Math.round(performance.now() - beginMs) };
}
