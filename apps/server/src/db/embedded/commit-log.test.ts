/**
 * Goal: the commit log gives back every commit that was acknowledged, once and in order, whatever a
 * crash left of its end, and never takes damage for an end. Method: random commits in random
 * segments on the real disk, cut and flipped at every byte; and the embedded database, killed
 * between the log and PGlite.
 */
import assert from 'node:assert/strict';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { test, type TestContext } from 'node:test';
import fc from 'fast-check';
import { newPlace, openPlace } from '../../../test/engines.ts';
import { openEmbeddedDatabase } from './embedded-database.ts';
import { commitsAfter, frameOf, SEGMENT_BYTES, segmentName, type LoggedCommit } from './commit-log-file.ts';
import { CommitLog } from './commit-log.ts';
import { EmbeddedConnection } from './connection.ts';
import { takeOver, TakeOver } from './take-over.ts';

const WRITE = {
  statement: {
    name: 'kept',
    text: 'with t as (insert into kept values ($1) returning 1) select count(*) as n0 from t',
  },
  counts: [1],
};
const commitOf = (n: number, param: string | number | Uint8Array | null = n): LoggedCommit => ({
  ...WRITE,
  params: [param],
  n,
});

function folderOf(context: TestContext): string {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'glasshouse-log-'));
  context.after(() => fs.rmSync(folder, { recursive: true, force: true }));
  return folder;
}

/** Segments of these commits, from number 1 on; each ends with zeros, as a real one does. */
function writeSegments(folder: string, lengths: readonly number[], params: readonly string[]): number {
  let n = 0;
  for (const length of lengths) {
    const frames = Array.from({ length }, () => frameOf(commitOf(++n, params[n % params.length] ?? '')));
    fs.writeFileSync(
      path.join(folder, segmentName(n - length + 1)),
      Buffer.concat([...frames, Buffer.alloc(64)]),
    );
  }
  return n;
}

const numbers = (folder: string, after: number): number[] =>
  [...commitsAfter(folder, after, 0)].map(({ n }) => n);

test('R12.2 D0042 what was logged is read back: all values, in order, after any commit', (context) => {
  const folder = folderOf(context);
  const texts = fc.array(fc.string({ unit: 'binary', maxLength: 300 }), { minLength: 1, maxLength: 5 });
  const lengths = fc.array(fc.integer({ min: 1, max: 6 }), { minLength: 1, maxLength: 4 });
  fc.assert(
    fc.property(lengths, texts, fc.nat(), (segments, params, seed) => {
      for (const file of fs.readdirSync(folder)) fs.rmSync(path.join(folder, file));
      const last = writeSegments(folder, segments, params);
      const after = seed % (last + 1);
      const found = [...commitsAfter(folder, after, 0)];
      assert.deepEqual(
        found.map(({ n, params: [param] }) => [n, param]),
        Array.from({ length: last - after }, (_, i) => [
          after + i + 1,
          params[(after + i + 1) % params.length],
        ]),
      );
    }),
    { numRuns: 60 },
  );
});

test('R12.2 D0042 a last commit cut off at any byte was never acknowledged, and ends the log', (context) => {
  const folder = folderOf(context);
  writeSegments(folder, [3], ['some text']);
  const file = path.join(folder, segmentName(1));
  const whole = fs.readFileSync(file);
  const lastFrame = frameOf(commitOf(3, 'some text')).length;
  const begin = whole.length - 64 - lastFrame;
  for (let cut = begin; cut < begin + lastFrame; cut++) {
    // What did not reach the disk is still zeros.
    fs.writeFileSync(file, Buffer.concat([whole.subarray(0, cut), Buffer.alloc(whole.length - cut)]));
    assert.deepEqual(numbers(folder, 0), [1, 2], `cut at ${cut}`);
  }
});

test('R12.2 D0042 a flipped byte before another commit, and a missing segment, are refused', (context) => {
  const folder = folderOf(context);
  writeSegments(folder, [3, 2], ['some text']);
  const file = path.join(folder, segmentName(1));
  const whole = fs.readFileSync(file);
  const end = whole.length - 64;
  for (let at = 0; at < end; at++) {
    fs.writeFileSync(
      file,
      whole.map((byte, i) => (i === at ? byte ^ (1 << (at & 7)) : byte)),
    );
    assert.throws(() => numbers(folder, 0), /is damaged/, `flipped at ${at} of ${end}`);
  }
  fs.writeFileSync(file, whole);
  assert.deepEqual(numbers(folder, 2), [3, 4, 5]);
  fs.rmSync(file);
  assert.throws(() => numbers(folder, 2), /commits 3 to 3 are missing/);
  assert.deepEqual(numbers(folder, 3), [4, 5]);
});

test('R12.2 D0042 damage is told from an end whatever a commit contains, also in the newest segment', (context) => {
  const folder = folderOf(context);
  // Anybody may send such a text as a key.
  const last = writeSegments(folder, [6], ['a GHCL inside', 'GHCL']);
  const file = path.join(folder, segmentName(1));
  const whole = fs.readFileSync(file);
  const frames = [1, 2, 3, 4, 5, 6].map((n) => frameOf(commitOf(n, n % 2 === 1 ? 'GHCL' : 'a GHCL inside')));
  const beginOf = (n: number): number => frames.slice(0, n - 1).reduce((sum, { length }) => sum + length, 0);
  const middleOf = (n: number): number => beginOf(n) + Math.floor((frames[n - 1]?.length ?? 0) / 2);
  const damaged = (...at: readonly number[]): Buffer =>
    Buffer.from(whole.map((byte, i) => (at.includes(i) ? byte ^ 1 : byte)));
  for (let n = 1; n < last; n++) {
    fs.writeFileSync(file, damaged(middleOf(n)));
    assert.throws(() => numbers(folder, 0), new RegExp(`commit ${n} is damaged`));
    fs.writeFileSync(file, damaged(middleOf(n), middleOf(n + 1)));
    assert.throws(() => numbers(folder, 0), new RegExp(`commit ${n} is damaged`));
  }
  fs.writeFileSync(file, whole.subarray(0, beginOf(4)));
  assert.throws(() => [...commitsAfter(folder, 0, whole.length)], /bytes of \d+ are left/);
});

test('R12.2 D0042 segments are dropped once PGlite has their commits on its disk, and not before', async (context) => {
  const folder = folderOf(context);
  const log = await CommitLog.open(folder, {
    taken: 0,
    takeOver: async () => assert.fail('nothing is left'),
  });
  context.after(() => log.close());
  for (let n = 1; n <= 3; n++) assert.equal((await log.append(commitOf(n))).n, n);
  const dropUpTo = log.rotate();
  for (let n = 4; n <= 5; n++) await log.append(commitOf(n));
  dropUpTo(2);
  assert.deepEqual(numbers(folder, 0), [1, 2, 3, 4, 5]);
  dropUpTo(3);
  assert.deepEqual(numbers(folder, 3), [4, 5]);
  assert.throws(() => numbers(folder, 2), /missing/);
});

test('R10.4 R12.2 D0042 what PGlite had not taken over when the process died is there at the next start, once', async (context) => {
  const place = await newPlace('embedded', context);
  const one = await openPlace(place, context);
  await one.exec('create table kept (n bigint primary key)');
  await one.writer.commit({ ...WRITE, params: [1] });
  await one.query('select * from journal');
  await one.close();
  // The process died after it had synced three more commits, and before PGlite saw any.
  const folder = path.join(place.dataDir, 'commit-log');
  for (const file of fs.readdirSync(folder)) fs.rmSync(path.join(folder, file));
  fs.writeFileSync(
    path.join(folder, segmentName(1)),
    Buffer.concat([...[1, 2, 3, 4].map((n) => frameOf(commitOf(n))), Buffer.alloc(SEGMENT_BYTES)]),
  );
  for (let start = 1; start <= 2; start++) {
    const next = await openEmbeddedDatabase({ dataDir: place.dataDir, onFatal: assert.fail });
    const { rows } = await next.query<{ n: number }>('select n from kept order by n');
    assert.deepEqual(rows, [{ n: 1 }, { n: 2 }, { n: 3 }, { n: 4 }], `start ${start}`);
    await next.close();
  }
});

test('R12.2 D0042 PGlite takes over only what follows what it has', async (context) => {
  const place = await newPlace('embedded', context);
  const database = await openPlace(place, context);
  await database.exec('create table kept (n bigint primary key)');
  await database.close();
  const folder = path.join(place.dataDir, 'database');
  const connection = await EmbeddedConnection.open({ folder }, () => {});
  context.after(() => connection.close());
  const taken = (n: number) => takeOver(connection, [commitOf(n)], { isSynced: true });
  await taken(1);
  await assert.rejects(taken(3), /do not follow/);
});

test('R10.5 D0042 who reads commits waits for those so far, and not for later ones', async () => {
  const reached: number[] = [];
  const log = { last: 0, append: async () => ({ ...WRITE, params: [], n: ++appended }) };
  let appended = 0;
  const transactions: (() => void)[] = [];
  const taking = new TakeOver({
    log: log as unknown as CommitLog,
    connection: { takeOver: () => new Promise((resolve) => transactions.push(() => resolve())) },
    held: (work) => work(),
    onFatal: assert.fail,
  });
  const turn = () => new Promise((resolve) => setTimeout(resolve, 10));
  await taking.commit(WRITE as never);
  void taking.reached()?.then(() => reached.push(1));
  await turn();
  await taking.commit(WRITE as never);
  void taking.reached()?.then(() => reached.push(2));
  transactions.shift()?.();
  await turn();
  assert.deepEqual(reached, [1], 'the first transaction had the first commit');
  transactions.shift()?.();
  await turn();
  assert.deepEqual(reached, [1, 2]);
  assert.equal(taking.reached(), null);
});

test('R12.2 D0042 a commit that PGlite refuses ends the process', async (context) => {
  const place = await newPlace('embedded', context);
  const fatals: Error[] = [];
  const database = await openPlace(place, context, fatals);
  await database.exec('create table kept (n bigint primary key)');
  await database.writer.commit({ ...WRITE, params: [1] });
  await database.writer.commit({ ...WRITE, params: [1] });
  await assert.rejects(
    database.session(async () => undefined),
    /duplicate key/,
  );
  assert.match(fatals[0]?.message ?? '', /duplicate key/);
});
