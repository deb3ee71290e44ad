/**
 * Goal: a disk that fills is seen in time, and room that is made ends it. Method: made-up disks.
 */
import assert from 'node:assert/strict';
import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { test } from 'node:test';
import { createLog } from '../process/log.ts';
import { DiskRoom, stateOf, type Room } from './disk-room.ts';

const MB = 2 ** 20;
const GB = 2 ** 30;

test('R13.6 the floor follows the disk, and leaving it needs a margin', () => {
  const at = (bytes: number, diskBytes: number, files: number | null = null) =>
    stateOf({ bytes, files, diskBytes }, 'enough');
  // 300 MB: a floor of 48 MB. 8 GB: of 512 MB. 1 TB: of 1 GB.
  assert.deepEqual(
    [at(49 * MB, 300 * MB), at(47 * MB, 300 * MB), at(23 * MB, 300 * MB)],
    ['enough', 'short', 'none'],
  );
  assert.deepEqual([at(513 * MB, 8 * GB), at(511 * MB, 8 * GB)], ['enough', 'short']);
  assert.deepEqual([at(1.1 * GB, 1000 * GB), at(0.9 * GB, 1000 * GB)], ['enough', 'short']);
  assert.deepEqual([at(GB, 8 * GB, 1_999), at(GB, 8 * GB, 999)], ['short', 'none'], 'files count too');
  const room = { bytes: 50 * MB, files: null, diskBytes: 300 * MB };
  assert.deepEqual(
    [stateOf(room, 'short'), stateOf({ ...room, bytes: 53 * MB }, 'short')],
    ['short', 'enough'],
  );
});

test('R13.6 the state is logged once for each change, and a folder that cannot be read changes nothing', async (context) => {
  const lines: string[] = [];
  const disk = { room: { bytes: GB, files: null, diskBytes: 8 * GB } as Room | null };
  const read = async (): Promise<Room> => {
    if (disk.room === null) throw new Error('EIO');
    return disk.room;
  };
  const folder = mkdtempSync(path.join(tmpdir(), 'glasshouse-room-'));
  context.after(() => rmSync(folder, { recursive: true }));
  const isKept = () => existsSync(path.join(folder, 'room-kept'));
  const watch = new DiskRoom(folder, createLog('warn', { write: (line) => lines.push(line) }), read);
  const states: string[] = [];
  let changes = 0;
  watch.onChange(() => changes++);
  disk.room = { bytes: 4 * GB, files: null, diskBytes: 8 * GB };
  await watch.start();
  watch.stop();
  assert.ok(isKept());
  for (const bytes of [GB, 400 * MB, 300 * MB, 100 * MB]) {
    disk.room = { bytes, files: null, diskBytes: 8 * GB };
    await watch.look();
    states.push(watch.state);
  }
  disk.room = null;
  await watch.look();
  assert.equal(watch.state, 'none');
  assert.ok(!isKept(), 'what was kept makes room');
  disk.room = { bytes: GB, files: null, diskBytes: 8 * GB };
  await watch.look();
  assert.deepEqual(states, ['enough', 'short', 'short', 'none']);
  assert.equal(watch.state, 'enough');
  assert.equal(changes, 3, 'short, none, enough');
  for (const said of ['is nearly full', 'is full', 'has room again'])
    assert.equal(lines.filter((line) => line.includes(said)).length, 1, said);
});
