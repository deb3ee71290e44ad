/**
 * `npx glasshouse bench-against TREE [SHAPE]`: XB1 by the full core of this checkout and of another
 * one, whose packages are installed; each with its own limits of V8 (`tune-v8.ts`). Both play the
 * same stream in slices of some 15 ms, in turns on one core, so that another tenant of the machine
 * slows them alike. What is left is chance in V8's compilation, some 4 % from one process to the
 * next: the result is the median of many rounds. A second process of the other checkout shows how
 * large the chance is. What V8 compiles beside the main thread is not counted.
 *
 * Exits non-zero if this checkout has less than 0.97 of the other one's speed.
 */
import { spawn, type ChildProcessWithoutNullStreams } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { median, table } from '../report.ts';

/** Each is two rounds, one of either direction. */
const PAIRS = Number(process.env['PAIRS'] ?? 8);
const BAR = 0.97;
/** In slices, of which a play has 20. */
const WARM_UP = 60;
const MEASURED = 60;

const [named, shape = 'xb1'] = process.argv.slice(2);
if (named === undefined) throw new Error('usage: npx glasshouse bench-against TREE [SHAPE]');
// As in the folder in which npm was called.
const other = path.resolve(process.env['INIT_CWD'] ?? '', named);
const here = path.join(import.meta.dirname, '../..');
const CACHES = mkdtempSync(path.join(tmpdir(), 'glasshouse-bench-against-'));
process.on('exit', () => rmSync(CACHES, { recursive: true, force: true }));

interface Player {
  readonly child: ChildProcessWithoutNullStreams;
  /** The next line that it prints. */
  readonly line: () => Promise<string>;
  readonly end: () => Promise<void>;
}

function started(tree: string): Player {
  const script = path.join(import.meta.dirname, 'slices.ts');
  const child = spawn('taskset', ['-c', '1', process.execPath, script, tree, shape], {
    // Types are stripped once, by a process before the first that counts: see `run.ts`.
    env: { ...process.env, NODE_COMPILE_CACHE: path.join(CACHES, tree === here ? 'here' : 'other') },
  });
  child.stderr.pipe(process.stderr);
  const lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]();
  const line = async (): Promise<string> => {
    const { done, value } = await lines.next();
    if (done === true) throw new Error(`the player of ${tree} has ended`);
    return value;
  };
  const end = async (): Promise<void> => {
    const ended = once(child, 'exit');
    child.stdin.end();
    await ended;
  };
  return { child, line, end };
}

/** The microseconds of each measured slice, of each of the trees. */
async function slicesOf(trees: readonly string[], round: number): Promise<number[][]> {
  const players: Player[] = [];
  const streams = new Set<string>();
  for (const tree of trees) {
    const player = started(tree);
    // The hash of what it will play, against which it checks each play.
    streams.add(await player.line());
    players.push(player);
  }
  if (streams.size !== 1) throw new Error('the checkouts play different streams');
  const slices: number[][] = trees.map(() => []);
  for (let turn = 0; turn < WARM_UP + MEASURED; turn++) {
    // In turn each is first, so that none plays after itself. Whom one plays after can be worth a
    // tenth of its speed, so every other round goes the other way round.
    for (let i = 0; i < players.length; i++) {
      const index = (round + (round % 2 === 0 ? i : players.length - i)) % players.length;
      const { child, line } = players[index]!;
      child.stdin.write('\n');
      const microseconds = Number(await line());
      if (turn >= WARM_UP) slices[index]!.push(microseconds);
    }
  }
  for (const { end } of players) await end();
  return slices;
}

/** How fast one was, of the other's speed: the median over slices of the same operations. */
const ratioOf = (ours: readonly number[], theirs: readonly number[]): number =>
  median(ours.map((microseconds, index) => theirs[index]! / microseconds));

for (const tree of [other, here]) {
  const player = started(tree);
  await player.line();
  await player.end();
}
const ratios: number[] = [];
const controls: number[] = [];
for (let pair = 0; pair < PAIRS; pair++) {
  let [ratio, control] = [1, 1];
  for (const round of [2 * pair, 2 * pair + 1]) {
    const [theirs = [], ours = [], again = []] = await slicesOf([other, here, other], round);
    ratio *= ratioOf(ours, theirs);
    control *= ratioOf(again, theirs);
  }
  ratios.push(Math.sqrt(ratio));
  controls.push(Math.sqrt(control));
}
const row = (name: string, found: readonly number[]): Record<string, string> => ({
  name,
  median: median(found).toFixed(3),
  rounds: found.map((ratio) => ratio.toFixed(2)).join(' '),
});
table(`${shape}: speed in parts of that of the other checkout`, [
  row('this checkout', ratios),
  row('the other one again', controls),
]);
const isMet = median(ratios) >= BAR;
console.log(isMet ? 'The bar is met.' : `The bar of ${BAR} is missed.`);
process.exit(isMet ? 0 : 1);
