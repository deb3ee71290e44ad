/** Goal: the lag has a bound, and whoever waits for rows is told when they are there, or never. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { JournalRecord } from '../record.ts';
import { Backlog } from './backlog.ts';

const record = (batch: number, commands: number) =>
  ({ batch, first_seq: 1, last_seq: commands }) as JournalRecord;

test('R11.8 D0042 from 5,000 commands on there is no room, until rows are written', () => {
  const backlog = new Backlog({ batch: 2, onWait: () => {} });
  let rooms = 0;
  backlog.onRoom(() => rooms++);
  // Its rows are written already.
  backlog.add(record(2, 9_000));
  backlog.add(record(3, 4_999));
  assert.deepEqual([backlog.commands, backlog.isFull], [4_999, false]);
  backlog.add(record(4, 1));
  assert.ok(backlog.isFull);
  backlog.reach(3);
  assert.deepEqual([backlog.commands, backlog.isFull, rooms], [1, false, 1]);
});

test('R10.5 D0042 whoever waits gets the rows of what was sent before, is hurried for once, and hears of a failure', async () => {
  let hurries = 0;
  const backlog = new Backlog({ batch: 0, onWait: () => hurries++ });
  assert.equal(backlog.reached(), null);
  backlog.add(record(1, 1));
  const told: string[] = [];
  void backlog.reached()?.then(() => told.push('one'));
  void backlog.reached()?.then(() => told.push('one again'));
  backlog.add(record(2, 1));
  const two = backlog.reached();
  assert.equal(hurries, 2);
  backlog.reach(1);
  await Promise.resolve();
  assert.deepEqual(told, ['one', 'one again']);
  backlog.fail(new Error('no more rows'));
  await assert.rejects(two ?? Promise.resolve(), /no more rows/);
  await assert.rejects(backlog.reached() ?? Promise.resolve(), /no more rows/);
});
