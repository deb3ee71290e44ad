/**
 * `npx glasshouse bench-core`: XB1 and XB1-deep by our book, our full core and npm's
 * nodejs-order-book, in turns. Each play has its own process, pinned to one core, and plays the
 * same recorded stream. Modules come from Node's compile cache, filled by a first play, because
 * stripping types in the process would slow every engine's typed arrays (HACKING, Traps). Prints
 * the median of the warm speeds and the ratios to the peer. Exits non-zero if the hashes differ.
 */
import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { median, table } from '../report.ts';
import { DEFAULT_SEED, SHAPES } from './xb1.ts';

const ROUNDS = Number(process.env['ROUNDS'] ?? 5);
/** Plays per engine. The peer takes half a minute for XB1-deep, so it gets fewer. */
const PLAYS: Readonly<Record<string, number>> = { book: 5, core: 5, peer: 2 };
const SEEDS = [DEFAULT_SEED, 12_345, 987_654_321];

const CACHE = mkdtempSync(path.join(tmpdir(), 'glasshouse-bench-core-'));

interface Play {
  readonly operationsPerSecond: number;
  readonly hash: number;
  readonly trades: number;
  readonly volume: number;
}

function play(engine: string, shape: string, options: { plays: number; seed: number }): Play[] {
  const script = path.join(import.meta.dirname, 'play.ts');
  const command = [process.execPath, script, engine, shape, String(options.plays), String(options.seed)];
  const how = { encoding: 'utf8', env: { ...process.env, NODE_COMPILE_CACHE: CACHE } } as const;
  const pinned = spawnSync('taskset', ['-c', '1', ...command], how);
  const ran = pinned.error === undefined ? pinned : spawnSync(process.execPath, command.slice(1), how);
  if (ran.status !== 0) throw new Error(`${engine} failed on ${shape}:\n${ran.stderr}`);
  return ran.stdout
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as Play);
}

process.on('exit', () => rmSync(CACHE, { recursive: true, force: true }));
play('core', 'xb1', { plays: 1, seed: DEFAULT_SEED });

let failures = 0;
for (const shape of process.argv.length > 2 ? process.argv.slice(2) : ['xb1', 'deep']) {
  const expected = SHAPES[shape]?.hash;
  const speeds: Record<string, { warm: number[]; cold: number[] }> = {
    book: { warm: [], cold: [] },
    core: { warm: [], cold: [] },
    peer: { warm: [], cold: [] },
  };
  for (let round = 0; round < ROUNDS; round++) {
    for (const [engine, found] of Object.entries(speeds)) {
      const plays = play(engine, shape, { plays: PLAYS[engine] ?? 1, seed: DEFAULT_SEED });
      for (const { hash } of plays) if (hash !== expected) failures++;
      found.cold.push(plays[0]!.operationsPerSecond);
      found.warm.push(Math.max(...plays.slice(1).map(({ operationsPerSecond }) => operationsPerSecond)));
    }
  }
  for (const seed of SEEDS.slice(1)) {
    const hashes = Object.keys(speeds).map((engine) => play(engine, shape, { plays: 1, seed })[0]!.hash);
    if (new Set(hashes).size !== 1) failures++;
  }
  const peer = median(speeds['peer']!.warm);
  table(
    `${SHAPES[shape]!.name}, 1,000,000 operations, median of ${ROUNDS} processes`,
    Object.entries(speeds).map(([engine, { warm, cold }]) => ({
      engine,
      'warm M/s': (median(warm) / 1e6).toFixed(2),
      'cold M/s': (median(cold) / 1e6).toFixed(2),
      'to the peer': `${(median(warm) / peer).toFixed(1)}x`,
    })),
  );
}
console.log(failures === 0 ? 'All hashes agree.' : `${failures} hashes differ.`);
process.exit(failures === 0 ? 0 : 1);
