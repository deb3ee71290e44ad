/**
 * Measures the commands per second that the pipeline commits, and their cost on the event loop:
 * `node apps/server/test/throughput.ts [seconds]`. A closed loop of clients, each of which waits
 * for its reply before the next order, on a fresh database of each kind.
 */
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { monitorEventLoopDelay } from 'node:perf_hooks';
import { openDatabase } from '../src/db/open.ts';
import { startPipeline } from '../src/pipeline/start.ts';
import { findPostgresBinaries, startPostgres } from './postgres.ts';
import { limitOrder, makeWorld, PRICE, WORLD_PROJECTIONS, USERS } from './world.ts';

const CLIENTS = [1, 16, 64, 256] as const;
const SECONDS = Number(process.argv[2] ?? 3);

async function measure(databaseUrl: string | undefined): Promise<void> {
  const dataDir = fs.mkdtempSync(path.join(os.tmpdir(), 'glasshouse-throughput-'));
  const onFatal = (error: Error): never => {
    throw error;
  };
  const database = await openDatabase({ dataDir, databaseUrl, onFatal });
  const { pipeline, snapshots, stop } = await startPipeline({
    database,
    projections: WORLD_PROJECTIONS,
    mode: 'production',
    onFatal,
  });
  await makeWorld(pipeline);
  const rows: Record<string, object> = {};
  let n = 0;
  const order = async (): Promise<void> => {
    const owner = USERS[++n % USERS.length] ?? USERS[0];
    // Half of the orders meet a resting one.
    const command = limitOrder(owner, n & 2 ? 0 : 1, PRICE + (n % 5));
    await pipeline.submit(command, { owner, key: `order ${n}`, requestHash: 'h' });
  };
  for (const clients of [256, ...CLIENTS]) {
    const latencies: number[] = [];
    const delay = monitorEventLoopDelay({ resolution: 1 });
    delay.enable();
    const batches = pipeline.figures.batches;
    const endMs = performance.now() + SECONDS * 1_000;
    const client = async (): Promise<void> => {
      while (performance.now() < endMs) {
        const startMs = performance.now();
        await order();
        latencies.push(performance.now() - startMs);
      }
    };
    await Promise.all(Array.from({ length: clients }, client));
    delay.disable();
    latencies.sort((a, b) => a - b);
    // The first round is a warm-up; the last one overwrites it.
    rows[`${clients} clients`] = {
      'commands/s': Math.round(latencies.length / SECONDS),
      'per commit': +(latencies.length / (pipeline.figures.batches - batches)).toFixed(1),
      'p50 ms': +(latencies[latencies.length >> 1] ?? 0).toFixed(2),
      'p99 ms': +(latencies[Math.floor(latencies.length * 0.99)] ?? 0).toFixed(2),
      'loop delay p99 ms': +(delay.percentile(99) / 1e6).toFixed(2),
    };
  }
  const snapshot = await snapshots.take();
  console.log(
    `${database.kind}; a snapshot of ${snapshot.bytes} bytes took ${snapshot.elapsedMs.toFixed(0)} ms beside the writer`,
  );
  console.table(rows);
  await stop({ withoutSnapshot: true });
  await database.close();
  fs.rmSync(dataDir, { recursive: true, force: true });
}

await measure(undefined);
if (findPostgresBinaries() !== null) {
  const postgres = await startPostgres();
  await measure(await postgres.createDatabase());
  await postgres.stop();
}
