/**
 * Goal: the record of speed keeps what was measured, and only that. Method: made-up rows, written
 * and read.
 */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { FIGURE_NAMES } from './figures.ts';
import { rowsOf, speedDocument, withRow, type Row } from './record.ts';

const row = (version: string, first: number | null): Row => ({
  version,
  date: '2026-12-01',
  multiples: FIGURE_NAMES.map((_, i) => (i === 0 ? first : i + 0.5)),
});

test('R14.4 the record gives back its rows, and the newest version stands first', () => {
  const rows = [row('0.9.0', 1.25), row('0.10.0', null)];
  const document = speedDocument(rows);
  assert.deepEqual(rowsOf(document), rows.toReversed());
  assert.equal(speedDocument(rowsOf(document)), document);
});

test('R14.4 a version that is measured again has one row', () => {
  const rows = withRow([row('0.2.0', 1), row('0.3.0', 2)], row('0.2.0', 3));
  assert.deepEqual(rows, [row('0.3.0', 2), row('0.2.0', 3)]);
});

test('R14.7 a row that lacks a figure, or has a word in its place, is no row of the record', () => {
  const document = speedDocument([row('0.2.0', 1.25)]);
  assert.throws(() => rowsOf(document.replace('| 1.25 |', '|')), /0\.2\.0 does not have its/);
  assert.throws(() => rowsOf(document.replace('| 1.25 |', '| fast |')), /0\.2\.0 does not have its/);
});
