/**
 * `npx glasshouse bench-chains`: a million watched addresses, and blocks of 5,000 transfers, of
 * which 50 are to them. Measures the index of addresses, how long a block takes to be matched, and
 * to be read from a node's answer and matched, and how long 10,000 blocks take to be followed;
 * beside a plain scan of the same blocks, which looks up nothing. CPU time of rounds on one
 * processor; ADDRESSES, BLOCKS and ROUNDS change the size. Exits non-zero if a block is not matched
 * in 100 ms.
 */
import { spawnSync, type SpawnSyncOptionsWithStringEncoding } from 'node:child_process';
import path from 'node:path';
import { median, table } from '../report.ts';
import type { Round } from './step.ts';

const ROUNDS = Number(process.env['ROUNDS'] ?? 3);
const MATCHED_MS_MAX = 100;

function round(): Round {
  const step = ['--max-old-space-size=4096', path.join(import.meta.dirname, 'step.ts')];
  const how: SpawnSyncOptionsWithStringEncoding = {
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'inherit'],
  };
  const pinned = spawnSync('taskset', ['-c', '1', process.execPath, ...step], how);
  const ran = pinned.error === undefined ? pinned : spawnSync(process.execPath, step, how);
  if (ran.status !== 0) throw new Error(`a round ended with ${ran.status}`);
  return JSON.parse(ran.stdout) as Round;
}

const rounds = Array.from({ length: ROUNDS }, round);
const figures = Object.keys(rounds[0]!) as (keyof Round)[];
table(
  `${ROUNDS} rounds`,
  figures.map((figure) => {
    const values = rounds.map((one) => one[figure]);
    const [least, middle, most] = [Math.min(...values), median(values), Math.max(...values)];
    return { figure, median: middle.toFixed(2), min: least.toFixed(2), max: most.toFixed(2) };
  }),
);
const matchedMs = median(rounds.map((one) => one['block matched ms']));
const isMet = matchedMs < MATCHED_MS_MAX;
console.log(
  `A block is matched in ${matchedMs.toFixed(1)} ms; the bar is ${MATCHED_MS_MAX} ms: ${isMet ? 'met' : 'missed'}.`,
);
process.exit(isMet ? 0 : 1);
