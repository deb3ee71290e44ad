/** Plays a workload with one engine, several times in this process, and prints one line of JSON per play: the first is cold, the last warm. */
import { BookEngine, CoreEngine, PeerEngine } from './engines.ts';
import { DEFAULT_SEED, SHAPES, Workload, type Engine, type Tape } from './xb1.ts';

const OPERATIONS = 1_000_000;
const ENGINES: Readonly<Record<string, (tape: Tape) => Engine>> = {
  book: (tape) => new BookEngine(tape),
  core: (tape) => new CoreEngine(tape),
  peer: (tape) => new PeerEngine(tape),
};

const [engineName = '', shapeName = '', plays = '4', seed = String(DEFAULT_SEED)] = process.argv.slice(2);
const engine = ENGINES[engineName];
const shape = SHAPES[shapeName];
if (engine === undefined || shape === undefined)
  throw new Error(`no engine ${engineName} or shape ${shapeName}`);

for (let play = 0; play < Number(plays); play++) {
  const workload = new Workload({ shape, seed: Number(seed), operations: OPERATIONS, engine });
  workload.prefill();
  const { tape } = workload;
  tape.hash = tape.trades = tape.volume = 0;
  // CPU time of this thread, so that a busy machine that takes the core away does not count.
  const before = process.threadCpuUsage();
  workload.run(OPERATIONS);
  const { user, system } = process.threadCpuUsage(before);
  const seconds = (user + system) / 1e6;
  console.log(
    JSON.stringify({
      operationsPerSecond: OPERATIONS / seconds,
      hash: tape.hash,
      trades: tape.trades,
      volume: tape.volume,
      live: tape.liveCount,
    }),
  );
}
