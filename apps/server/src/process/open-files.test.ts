/** Goal: connections never take the files that the exchange needs. */
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import path from 'node:path';
import { test } from 'node:test';
import { slotsWithin, STREAM_SLOTS } from '../ws/stream-slots.ts';
import { FILES_MIN, placesWithin, TooFewFiles } from './open-files.ts';

test('R13.6 connections and streams get what the exchange leaves of the files; with too few it does not start', () => {
  for (const [files, places, streams, visitors] of [
    [FILES_MIN, 64, 32, 19],
    [1_024, 400, 200, 120],
    [4_096, 3_472, 1_736, 1_041],
    [Infinity, Infinity, STREAM_SLOTS.total, STREAM_SLOTS.visitors],
  ] as const) {
    assert.equal(placesWithin(files), places);
    const slots = slotsWithin(places);
    assert.deepEqual([slots.total, slots.visitors], [streams, visitors]);
  }
  assert.throws(() => placesWithin(FILES_MIN - 1), TooFewFiles);
});

test('R13.6 the limit is that of the process', { skip: process.platform !== 'linux' }, () => {
  const file = path.join(import.meta.dirname, 'open-files.ts');
  const program = `import(${JSON.stringify(file)}).then(({ openFilesMax }) => console.log(openFilesMax()))`;
  const command = 'ulimit -n 777; exec "$0" -e "$1"';
  const told = execFileSync('sh', ['-c', command, process.execPath, program], { encoding: 'utf8' });
  assert.equal(Number(told), 777);
});
