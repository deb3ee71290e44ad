/**
 * Plays a recorded stream with one engine, several times in this process, and prints one line of
 * JSON per play. The first is cold, the last warm.
 */
import '../../apps/server/src/process/tune-v8.ts';
import { BookEngine, CoreEngine, PeerEngine } from './engines.ts';
import { DEFAULT_SEED, draw, SHAPES, Tape, type MakeEngine } from './xb1.ts';

const OPERATIONS = 1_000_000;
const ENGINES: Readonly<Record<string, MakeEngine>> = {
  book: (tape, handles) => new BookEngine(tape, handles),
  core: (tape, handles) => new CoreEngine(tape, handles),
  peer: (tape) => new PeerEngine(tape),
};

const [engineName = '', shapeName = '', plays = '4', seed = String(DEFAULT_SEED)] = process.argv.slice(2);
const makeEngine = ENGINES[engineName];
const shape = SHAPES[shapeName];
if (makeEngine === undefined || shape === undefined)
  throw new Error(`no engine ${engineName} or shape ${shapeName}`);

const drawBook: MakeEngine = (tape, handles) => new BookEngine(tape, handles);
const recording = draw({ shape, seed: Number(seed), operations: OPERATIONS, engine: drawBook });
for (let play = 0; play < Number(plays); play++) {
  const tape = new Tape(null);
  const engine = makeEngine(tape, recording.handles);
  recording.play(engine, tape, { from: 0, to: recording.prefill });
  tape.hash = tape.trades = tape.volume = 0;
  // CPU time of this thread, which excludes preemption by a busy machine.
  const before = process.threadCpuUsage();
  recording.play(engine, tape, { from: recording.prefill, to: recording.prefill + OPERATIONS });
  const { user, system } = process.threadCpuUsage(before);
  const seconds = (user + system) / 1e6;
  console.log(
    JSON.stringify({
      operationsPerSecond: OPERATIONS / seconds,
      hash: tape.hash,
      trades: tape.trades,
      volume: tape.volume,
    }),
  );
}
