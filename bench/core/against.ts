/**
 * `npm run bench:against -- TREE [SHAPE]`: XB1 by the full core of this checkout and of another
 * one, whose packages are installed. Both play the same stream in slices of some 15 ms, in turns on
 * one core, so that another tenant of the machine slows them alike. What is left is chance in V8's
 * compilation, some 4 % from one process to the next: the result is the median of many pairs of
 * processes. A second process of the other checkout shows how large the chance is.
 *
 * Exits non-zero if this checkout has less than 0.97 of the other one's speed.
 */
import { spawn, type ChildProcessWithoutNullStreams } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { median, table } from '../report.ts';

const ROUNDS = Number(process.env['ROUNDS'] ?? 15);
const BAR = 0.97;
/** In slices, of which a play has 20. */
const WARM_UP = 60;
const MEASURED = 60;

const [other, shape = 'xb1'] = process.argv.slice(2);
if (other === undefined) throw new Error('usage: npm run bench:against -- TREE [SHAPE]');
const here = path.join(import.meta.dirname, '../..');
const CACHES = mkdtempSync(path.join(tmpdir(), 'glasshouse-bench-against-'));
process.on('exit', () => rmSync(CACHES, { recursive: true, force: true }));

interface Player {
  readonly child: ChildProcessWithoutNullStreams;
  /** The next line that it prints. */
  readonly line: () => Promise<string>;
}

function started(tree: string): Player {
  const script = path.join(import.meta.dirname, 'slices.ts');
  const child = spawn('taskset', ['-c', '1', process.execPath, script, tree, shape], {
    // Types are stripped once: see `run.ts`.
    env: { ...process.env, NODE_COMPILE_CACHE: path.join(CACHES, path.basename(path.resolve(tree))) },
  });
  child.stderr.pipe(process.stderr);
  const lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]();
  const line = async (): Promise<string> => {
    const { done, value } = await lines.next();
    if (done === true) throw new Error(`the player of ${tree} has ended`);
    return value;
  };
  return { child, line };
}

/** The microseconds of each measured slice, of each of the trees. */
async function slicesOf(trees: readonly string[], round: number): Promise<number[][]> {
  const players: Player[] = [];
  for (const tree of trees) {
    const player = started(tree);
    await player.line();
    players.push(player);
  }
  const slices: number[][] = trees.map(() => []);
  for (let turn = 0; turn < WARM_UP + MEASURED; turn++) {
    const order = [...players.keys()];
    if ((turn + round) % 2 === 1) order.reverse();
    for (const index of order) {
      const { child, line } = players[index]!;
      child.stdin.write('\n');
      const microseconds = Number(await line());
      if (turn >= WARM_UP) slices[index]!.push(microseconds);
    }
  }
  for (const { child } of players) child.stdin.end();
  return slices;
}

/** How fast one was, of the other's speed: the median over slices of the same operations. */
const ratioOf = (ours: readonly number[], theirs: readonly number[]): number =>
  median(ours.map((microseconds, index) => theirs[index]! / microseconds));

const ratios: number[] = [];
const controls: number[] = [];
for (let round = 0; round < ROUNDS; round++) {
  const [theirs = [], ours = [], again = []] = await slicesOf([other, here, other], round);
  ratios.push(ratioOf(ours, theirs));
  controls.push(ratioOf(again, theirs));
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
