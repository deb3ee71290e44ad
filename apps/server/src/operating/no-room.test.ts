/**
 * Goal: whoever is connected hears at once that the disk is nearly full, and that it has room
 * again. Method: a whole server whose disk is made up.
 */
import assert from 'node:assert/strict';
import { once } from 'node:events';
import { test } from 'node:test';
import { WebSocket } from 'ws';
import { startTestServer } from '../testing/harness.ts';
import { DiskRoom, type Room } from './disk-room.ts';

const GB = 2 ** 30;

interface Hello {
  readonly type: string;
  readonly isShortOfRoom?: true;
}

test('R13.6 R14.5 the stream tells everybody that the platform is short of room, until it has some', async (context) => {
  let room: Room = { bytes: 4 * GB, files: null, diskBytes: 8 * GB };
  let watch: DiskRoom | undefined;
  context.mock.method(DiskRoom, 'open', async (...[folder, log]: Parameters<typeof DiskRoom.open>) => {
    watch = new DiskRoom(folder, log, async () => room);
    await watch.start();
    return watch;
  });
  const server = await startTestServer({ writeLog: () => undefined });
  context.after(() => server.close());
  const heard: (true | undefined)[] = [];
  const socket = new WebSocket(`${server.server.url.replace('http', 'ws')}/ws`);
  socket.on('message', (data) => {
    const frames = [JSON.parse((data as Buffer).toString()) as Hello | Hello[]].flat();
    for (const { type, isShortOfRoom } of frames) if (type === 'hello') heard.push(isShortOfRoom);
  });
  const hear = async (bytes: number, count: number) => {
    room = { ...room, bytes };
    await watch?.look();
    while (heard.length < count) await once(socket, 'message');
  };
  await hear(4 * GB, 1);
  await hear(GB / 10, 2);
  await hear(4 * GB, 3);
  socket.close();
  assert.deepEqual(heard, [undefined, true, undefined]);
});
