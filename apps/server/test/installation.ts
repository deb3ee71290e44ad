/**
 * An installation for tests: a pipeline on either kind of database with an example of everything in
 * it, and the operating commands beside it or alone.
 */
import assert from 'node:assert/strict';
import { spawn, spawnSync } from 'node:child_process';
import path from 'node:path';
import type { TestContext } from 'node:test';
import type { Database } from '../src/db/database.ts';
import { openOperatingSocket } from '../src/operating/socket.ts';
import { pipelineCommands } from '../src/pipeline/operating-commands.ts';
import { PRODUCTS } from '../src/composition/products.ts';
import { PROJECTIONS } from '../src/composition/projections.ts';
import { type RunningPipeline, startPipeline, type StartOptions } from '../src/pipeline/start.ts';
import { closeWith, type DatabasePlace, openPlace } from './engines.ts';
import {
  limitOrder,
  MAKER,
  makeWorld,
  MARKET,
  position,
  PRICE,
  WORLD_PROJECTIONS,
  TAKER,
  tick,
  transfer,
} from './world.ts';

export interface Started extends RunningPipeline {
  readonly database: Database;
  readonly notes: string[];
}

/** Opens the database, starts the pipeline and the operating socket, like a server. */
export async function start(
  place: DatabasePlace,
  context: TestContext,
  options: Partial<StartOptions> = {},
): Promise<Started> {
  const notes: string[] = [];
  const database = await openPlace(place, context);
  const running = await startPipeline({
    database,
    projections: WORLD_PROJECTIONS,
    mode: 'production',
    onFatal: (error) => assert.fail(error),
    onNote: (note) => notes.push(note),
    ...options,
  }).catch(async (error: unknown) => {
    await database.close();
    throw error;
  });
  const audited = { products: Object.values(PRODUCTS), projections: PROJECTIONS };
  const table = pipelineCommands({ ...running, database, audited });
  const onError = (error: unknown) => notes.push(String(error));
  const closeSocket = await openOperatingSocket({ dataDir: place.dataDir, table, onError });
  context.after(closeSocket);
  const stop: RunningPipeline['stop'] = (how) => {
    closeSocket();
    return running.stop(how);
  };
  closeWith(database, running);
  return { ...running, stop, database, notes };
}

/** Some trades, open orders, settled and open positions, quotes and transfers. */
export async function trade(running: RunningPipeline, rounds: number): Promise<void> {
  const { pipeline } = running;
  await makeWorld(pipeline);
  for (let round = 0; round < rounds; round++) {
    const quotes = [PRICE - 10 - round, 300, PRICE - 30, 300];
    await Promise.all([
      pipeline.submit(
        { type: 'replace-quotes', owner: MAKER, market: MARKET, bids: quotes, asks: [PRICE + 40, 300] },
        { owner: MAKER },
      ),
      pipeline.submit(limitOrder(1000, 0, PRICE - round), {
        owner: 1000,
        key: `buy ${round}`,
        requestHash: 'h',
      }),
      pipeline.submit(limitOrder(1001, 1, PRICE - 10), { owner: 1001 }),
      pipeline.submit(limitOrder(TAKER, 1, PRICE - 30), { owner: TAKER }),
      pipeline.submit(limitOrder(1003, 1, PRICE + 50 + round), { owner: 1003 }),
      pipeline.submit(position(1002), { owner: 1002 }),
      pipeline.submit(transfer(1003, 1e6), { owner: 1003 }),
    ]);
    await tick(pipeline, PRICE + round);
  }
}

/** Runs an operating command in its own process and blocks until it ends. */
export function runCommand(
  name: 'audit' | 'rebuild' | 'replay' | 'snapshot' | 'state',
  place: DatabasePlace,
  args: readonly string[] = [],
): { status: number | null; output: string } {
  const file = path.resolve(import.meta.dirname, `../src/commands/${name}.ts`);
  const env = {
    ...process.env,
    MODE: 'demo',
    DATA_DIR: place.dataDir,
    DATABASE_URL: place.databaseUrl ?? '',
  };
  const { status, stdout, stderr } = spawnSync(process.execPath, [file, ...args], {
    env,
    encoding: 'utf8',
    timeout: 300_000,
  });
  return { status, output: stdout + stderr };
}

/** Returns the state's hash. */
export async function stopAll(running: Started): Promise<string> {
  const hash = running.exchange.hash();
  await running.stop();
  await running.database.close();
  return hash;
}

/** Like `runCommand` without blocking, because the server in this process must answer. */
export async function runBeside(
  name: string,
  place: DatabasePlace,
  args: readonly string[] = [],
): Promise<{ status: number | null; output: string }> {
  const child = spawn(
    process.execPath,
    [path.resolve(import.meta.dirname, `../src/commands/${name}.ts`), ...args],
    {
      env: { ...process.env, DATA_DIR: place.dataDir, DATABASE_URL: place.databaseUrl ?? '' },
    },
  );
  let output = '';
  child.stdout.on('data', (chunk) => (output += String(chunk)));
  child.stderr.on('data', (chunk) => (output += String(chunk)));
  const status = await new Promise<number | null>((resolve) => child.once('close', resolve));
  return { status, output };
}
