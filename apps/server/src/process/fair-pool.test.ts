/** Shared slots: how many work at once, and whose turn is next. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setImmediate } from 'node:timers/promises';
import { FairPool } from './fair-pool.ts';
import { waitOutside } from './held-place.ts';
import { newGate } from '../testing/gate.ts';

test('R13.6 D0016 of shared work two run at once, and the users take turns, whoever has queued most', async () => {
  const pool = new FairPool(2);
  const gate = newGate();
  const ran: string[] = [];
  let [running, most] = [0, 0];
  const work = (user: string) =>
    pool.run(user, async () => {
      ran.push(user);
      most = Math.max(most, ++running);
      await gate.opened;
      running--;
    });
  const all = ['a', 'a', 'a', 'a', 'a', 'b', 'b', 'c'].map(work);
  const failed = pool.run('d', () => Promise.reject(new Error('of the work')));
  gate.open(undefined);
  await assert.rejects(failed, /of the work/);
  await Promise.all(all);
  assert.equal(ran.join(''), 'aaabcaba');
  assert.equal(most, 2);
});

test('R13.6 D0016 whoever leaves waits no more, and the turn goes to the next', async () => {
  const pool = new FairPool(1);
  const gate = newGate();
  const first = pool.run('a', () => gate.opened);
  const leaving = new AbortController();
  const left = pool.enter('b', leaving.signal);
  const next = pool.enter('c', new AbortController().signal);
  leaving.abort();
  assert.equal(await left, null);
  assert.deepEqual([pool.waiting, pool.waitingOf('b'), pool.waitingOf('c')], [1, 0, 1]);
  gate.open(undefined);
  await first;
  (await next)?.();
  assert.equal(await pool.run('d', async () => 'a free slot'), 'a free slot');
});

test('R13.6 D0016 where turns are remembered, whoever had none goes first, then whoever waited longest', async () => {
  const pool = new FairPool(1, { rememberedMax: 3 });
  const ran: string[] = [];
  const work = (user: string) => pool.run(user, async () => void ran.push(user));
  for (const user of ['forgotten', 'c', 'b', 'a']) await work(user);
  const gate = newGate();
  const running = pool.run('a', () => gate.opened);
  const all = ['a', 'b', 'a', 'forgotten', 'new'].map(work);
  gate.open(undefined);
  await Promise.all([running, ...all]);
  assert.deepEqual(ran.slice(4), ['forgotten', 'new', 'b', 'a', 'a']);
});

test('R16.6 R13.6 D0016 where the newest goes first, whoever had a turn lately is still behind all who had none', async () => {
  const pool = new FairPool(1, { rememberedMax: 10, isNewestFirst: true });
  const ran: string[] = [];
  const work = (user: string) => pool.run(user, async () => void ran.push(user));
  await work('often');
  const gate = newGate();
  const running = pool.run('other', () => gate.opened);
  const all = ['often', 'burst-1', 'burst-2', 'often', 'new'].map(work);
  gate.open(undefined);
  await Promise.all([running, ...all]);
  assert.deepEqual(ran, ['often', 'new', 'burst-2', 'burst-1', 'often', 'often']);
});

test('R13.6 D0016 room for a newcomer is made by whoever waits with most, or had a turn later', async () => {
  const pool = new FairPool(1, { rememberedMax: 10 });
  const leave = await pool.enter('a');
  assert.equal(pool.makeRoomFor('new'), false, 'nobody waits');
  const [first, second, third] = [pool.enter('a'), pool.enter('b'), pool.enter('b')];
  assert.equal(pool.makeRoomFor('new'), true);
  assert.equal(await third, null);
  assert.equal(pool.makeRoomFor('new'), true);
  assert.equal(await first, null, 'its user has something running');
  assert.equal(pool.makeRoomFor('new'), false, 'it had no turn either');
  assert.deepEqual([pool.waiting, pool.next], [1, 'b']);
  leave?.();
  assert.notEqual(await second, null);
});

test('R11.8 D0042 who waits outside gives the slot to others, and takes one again in turn', async () => {
  const pool = new FairPool(1);
  const [rows, other] = [newGate(), newGate()];
  const done: string[] = [];
  const reader = pool.run('a', async () => {
    // Two statements of one task wait at the same time.
    await Promise.all([waitOutside(rows.opened), waitOutside(rows.opened)]);
    done.push('a');
  });
  const inMeantime = pool.run('b', async () => {
    rows.open(undefined);
    await other.opened;
    done.push('b');
  });
  const failing = pool.run('c', async () => {
    void waitOutside(other.opened);
    throw new Error('of the work');
  });
  await setImmediate();
  assert.deepEqual(done, []);
  other.open(undefined);
  await assert.rejects(failing, /of the work/);
  await Promise.all([reader, inMeantime]);
  assert.deepEqual(done, ['b', 'a']);
  // Nothing is held that nobody gives back.
  await pool.run('d', async () => assert.equal(pool.waiting, 0));
});
