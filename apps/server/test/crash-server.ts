/**
 * The process that crash tests kill: database, pipeline and exchange, with JSON lines on standard
 * input and output. It writes one line `{"ready": ...}`, then `{"n", "outcome"}` for each `{"n",
 * "command", "owner", "key"}`, only after the commit.
 */
import readline from 'node:readline';
import type { Command } from '@glasshouse/core';
import { openDatabase } from '../src/db/open.ts';
import { startPipeline } from '../src/pipeline/start.ts';
import { EXIT_FATAL } from './crash-exit.ts';
import { makeWorld, PRICE, WORLD_PROJECTIONS, tick } from './world.ts';

export interface CrashRequest {
  readonly n: number;
  readonly command: Command;
  readonly owner: number;
  readonly key: string;
}

const TICK_EVERY_MS = 50;

const startMs = performance.now();
const onFatal = (error: Error): never => {
  process.stderr.write(`fatal: ${error.message}\n`);
  process.exit(EXIT_FATAL);
};
const database = await openDatabase({
  dataDir: process.env.DATA_DIR ?? '',
  databaseUrl: process.env.DATABASE_URL,
  onFatal,
});
const running = await startPipeline({
  database,
  projections: WORLD_PROJECTIONS,
  mode: 'production',
  onFatal,
  onNote: (note) => process.stderr.write(`${note}\n`),
  // Often, so that kills also hit a snapshot in progress.
  snapshotEveryCommands: 2_000,
});
const { pipeline, exchange, recovered } = running;
await makeWorld(pipeline);
answer({
  ready: performance.now() - startMs,
  seq: exchange.seq,
  replayedCommands: recovered.replayedCommands,
});

let turn = 0;
setInterval(() => {
  tick(pipeline, PRICE + (turn++ % 20) - 10).catch(() => {});
}, TICK_EVERY_MS);

for await (const line of readline.createInterface({ input: process.stdin })) {
  const { n, command, owner, key } = JSON.parse(line) as CrashRequest;
  pipeline.submit(command, { owner, key, requestHash: JSON.stringify(command).slice(0, 200) }).then(
    (outcome) => answer({ n, outcome }),
    () => {},
  );
}
await running.stop();
await database.close();
process.exit(0);

function answer(message: object): void {
  process.stdout.write(`${JSON.stringify(message)}\n`);
}
