/**
 * Plays XB1 with the full core of a checkout, in slices. It prints the hash of a whole play first.
 * Then, for each line that it reads, it plays the next slice and prints the CPU time of that, in
 * microseconds. When the stream has ended, the hash is checked and it begins anew.
 */
import path from 'node:path';
import { createInterface } from 'node:readline';
import { pathToFileURL } from 'node:url';
import type * as Engines from './engines.ts';
import type * as Workload from './xb1.ts';

const OPERATIONS = 1_000_000;
const SLICE = 50_000;

const [tree = '', shapeName = ''] = process.argv.slice(2);
const moduleOf = (file: string): Promise<unknown> => import(pathToFileURL(path.resolve(tree, file)).href);

await moduleOf('apps/server/src/process/tune-v8.ts');
const { BookEngine, CoreEngine } = (await moduleOf('bench/core/engines.ts')) as typeof Engines;
const { DEFAULT_SEED, draw, SHAPES, Tape } = (await moduleOf('bench/core/xb1.ts')) as typeof Workload;

const shape = SHAPES[shapeName];
if (shape === undefined) throw new Error(`no shape ${shapeName}`);
const recording = draw({
  shape,
  seed: DEFAULT_SEED,
  operations: OPERATIONS,
  engine: (tape, handles) => new BookEngine(tape, handles),
});

function begun(): { tape: InstanceType<typeof Tape>; engine: InstanceType<typeof CoreEngine>; at: number } {
  const tape = new Tape(null);
  const engine = new CoreEngine(tape, recording.handles);
  recording.play(engine, tape, { from: 0, to: recording.prefill });
  tape.hash = tape.trades = tape.volume = 0;
  return { tape, engine, at: 0 };
}

let play = begun();
console.log(shape.hash);
for await (const _ of createInterface({ input: process.stdin })) {
  const from = recording.prefill + play.at;
  const before = process.threadCpuUsage();
  recording.play(play.engine, play.tape, { from, to: from + SLICE });
  const { user, system } = process.threadCpuUsage(before);
  play.at += SLICE;
  console.log(user + system);
  if (play.at < OPERATIONS) continue;
  if (play.tape.hash !== shape.hash) throw new Error(`hash ${play.tape.hash} instead of ${shape.hash}`);
  play = begun();
}
