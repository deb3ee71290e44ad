/**
 * Goal: whatever happens to processes, disk, network and clock, nothing acknowledged is lost or
 * executed twice, and every rule holds. Method: some 50 seeds of the simulation, 1,500
 * in the nightly run; `npx glasshouse simulate --seeds 10000` runs more.
 */
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import test from 'node:test';
import { IS_NIGHTLY, runs } from '../../../tools/nightly.ts';
import { MUTATIONS } from './planted-bugs.ts';
import { simulate } from './simulation.ts';

/** They find planted bugs that neither the first fifty nor a test of the core finds. */
const RARE = IS_NIGHTLY ? [] : [65, 90, 318, 839, 1_302];
const SEEDS = [...Array.from({ length: runs(50, 1_500) }, (_, index) => index + 1), ...RARE];

test(`R10.4 R12.2 spot I8 ${SEEDS.length} seeds of the simulated pipeline keep every rule`, async (context) => {
  const figures: Record<string, number> = {};
  for (const seed of SEEDS) {
    const result = await simulate(seed);
    assert.deepEqual(result.breaches, [], `npx glasshouse simulate --seed ${seed}`);
    for (const [name, figure] of Object.entries(result.figures))
      figures[name] = (figures[name] ?? 0) + figure;
  }
  context.diagnostic(JSON.stringify(figures));
  // An event that hardly ever happened proves nothing.
  for (const name of [
    'kill',
    'freeze',
    'jump',
    'lost-before',
    'lost-after',
    'hollow',
    'records damaged',
    'keys reused',
  ])
    assert.ok((figures[name] ?? 0) > SEEDS.length / 2, `${name}: ${figures[name]}`);
});

test('R11.3 the same seed gives the same run', async () => {
  const [one, two] = [await simulate(77), await simulate(77)];
  assert.deepEqual(one, two);
});

test('R14.7 every planted bug fits the sources of today, once', () => {
  const root = path.resolve(import.meta.dirname, '../../..');
  const misfits = MUTATIONS.filter(
    ({ file, from }) => fs.readFileSync(path.join(root, file), 'utf8').split(from).length !== 2,
  );
  assert.deepEqual(
    misfits.map(({ name }) => name),
    [],
  );
  assert.ok(MUTATIONS.length >= 25);
  assert.equal(new Set(MUTATIONS.map(({ name }) => name)).size, MUTATIONS.length);
});

test('R14.7 a planted bug that does not exist is refused before anything is simulated', () => {
  const mutations = path.join(import.meta.dirname, 'mutations.ts');
  const names = ['fees are rounded up', 'fees are rounded'];
  const { status, stdout, stderr } = spawnSync(process.execPath, [mutations, ...names], { encoding: 'utf8' });
  assert.deepEqual([status, stdout, stderr], [1, '', 'There is no planted bug "fees are rounded".\n']);
});
