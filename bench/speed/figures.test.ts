/**
 * Goal: the comparison with the last release fails where it has to. Method: made-up samples, at the
 * bar and beyond it.
 */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { compared, multipleOf, note, type Figure } from './figures.ts';

const samples = (values: readonly number[]) => new Map<Figure, readonly number[]>([['noneAll', values]]);

test('R14.7 a figure fails beyond 1.15 times the other one, in the median of its samples', () => {
  const theirs = samples([100, 200, 100]);
  const [met] = compared(samples([114, 228, 500]), theirs);
  assert.equal(met?.isMet, true);
  assert.deepEqual(met.pairs, [1.14, 1.14, 5]);
  const [missed] = compared(samples([116, 240, 50]), theirs);
  assert.equal(missed?.isMet, false);
  assert.equal(missed.figure, 'noneAll');
  assert.equal(missed.ratio, 1.16);
});

test('R14.7 a figure that is no number fails, and one that only one of both has is an error', () => {
  assert.equal(compared(samples([NaN]), samples([100]))[0]?.isMet, false);
  assert.equal(compared(samples([100]), samples([0]))[0]?.isMet, false);
  assert.throws(() => compared(samples([100]), new Map()), /noneAll: samples without their counterpart/);
  assert.throws(() => compared(samples([100]), samples([100, 100])), /noneAll/);
  assert.deepEqual(compared(new Map(), new Map()), []);
});

test('R14.4 a multiple is the median of its samples, and of nothing there is none', () => {
  const found = new Map<Figure, readonly number[]>();
  for (const multiple of [5, 3, 45]) note(found, 'noneAll', multiple);
  assert.equal(multipleOf('noneAll', found), 5);
  assert.equal(multipleOf('noneMain', found), null);
});
