/** Goal: uploads take turns, by user and area. Method: slots alone, and uploads without bytes. */
import assert from 'node:assert/strict';
import { EventEmitter } from 'node:events';
import type { ServerResponse } from 'node:http';
import { test } from 'node:test';
import {
  UPLOAD_GIVES_WAY_MS,
  UPLOAD_WAITS_MS,
  UploadSlots,
  UPLOADS_AT_ONCE,
  UPLOADS_OF_ONE,
  UPLOADS_WAITING_MAX,
} from './uploads.ts';

/** An upload whose body is still coming. */
class Upload extends EventEmitter {
  destroyed = false;
  readonly req = {
    complete: false,
    destroyed: false,
    destroy: (): void => {
      this.req.destroyed = true;
    },
  };
}

function newPlaces() {
  const slots = new UploadSlots();
  const sendAs = (sender: string, isVisitor: boolean) => {
    const upload = new Upload();
    const slot = slots.take({ sender, isVisitor }, upload as unknown as ServerResponse);
    return { upload, slot };
  };
  const send = (sender: string) => sendAs(sender, true);
  return { send, sendAs };
}

test('R16.6 D0016 of one area some uploads wait, and whoever leaves makes room for the next', async (context) => {
  context.mock.timers.enable({ apis: ['setTimeout'] });
  const { send } = newPlaces();
  const begun = Array.from({ length: UPLOADS_AT_ONCE.ofVisitors }, () => send('192.0.2.1'));
  const [first] = await Promise.all(begun.map(({ slot }) => slot));
  const rest = UPLOADS_OF_ONE.area - UPLOADS_AT_ONCE.ofVisitors;
  const waiting = Array.from({ length: rest }, (_, i) => send(`192.0.2.${i}`));
  assert.equal(await send('192.0.2.99').slot, null, 'one more');
  const other = send('198.51.100.1');
  waiting[0]?.upload.emit('close');
  assert.equal(await waiting[0]?.slot, null);
  const later = send('192.0.2.99');
  first?.();
  assert.notEqual(await other.slot, null, 'an area that had no slot goes first');
  (await other.slot)?.();
  assert.notEqual(await waiting[1]?.slot, null);
  context.mock.timers.tick(UPLOAD_WAITS_MS);
  assert.equal(await later.slot, null, 'it waits no longer');
});

test('R16.6 D0016 a slow upload gives way to one of another area alone', async (context) => {
  context.mock.timers.enable({ apis: ['setTimeout'] });
  const { send } = newPlaces();
  const [slow, complete] = [send('192.0.2.1'), send('192.0.2.2')];
  await Promise.all([slow.slot, complete.slot]);
  complete.upload.req.complete = true;
  void send('192.0.2.3');
  context.mock.timers.tick(UPLOAD_GIVES_WAY_MS);
  assert.equal(slow.upload.req.destroyed, false, 'to none of its own area');
  void send('198.51.100.1');
  assert.equal(slow.upload.req.destroyed, true);
  assert.equal(complete.upload.req.destroyed, false, 'it is being decoded');
});

test('R13.4 D0016 users who always send slowly keep nobody out who has sent nothing lately', async (context) => {
  context.mock.timers.enable({ apis: ['setTimeout'] });
  const { sendAs } = newPlaces();
  const slowUsers = ['1', '2', '3', '4', '5', '6'];
  /** What is cut off is sent again at once. */
  const sendAgain = async (user: string): Promise<void> => {
    const { upload, slot } = sendAs(user, false);
    const giveBack = await slot;
    upload.req.destroy = () => {
      upload.req.destroyed = true;
      // A socket closes later.
      setImmediate(() => {
        giveBack?.();
        if (giveBack !== null) void sendAgain(user);
      });
    };
  };
  for (const user of slowUsers) void sendAgain(user);
  for (const user of slowUsers) void sendAgain(user);
  await settled();
  assert.equal(await sendAs('1', false).slot, null, 'a user has two at most');
  for (let round = 0; round < 5; round++) {
    const honest = sendAs(`honest ${round}`, false);
    context.mock.timers.tick(UPLOAD_GIVES_WAY_MS);
    await settled();
    const giveBack = await honest.slot;
    assert.notEqual(giveBack, null);
    giveBack?.();
    await settled();
  }
});

test('R13.4 D0016 one upload that waits ends one that is slow, however many are', async (context) => {
  context.mock.timers.enable({ apis: ['setTimeout'] });
  const { sendAs } = newPlaces();
  const slow = Array.from({ length: UPLOADS_AT_ONCE.ofUsers }, (_, i) => sendAs(`${i}`, false));
  const honest = sendAs('honest', false);
  await settled();
  context.mock.timers.tick(UPLOAD_GIVES_WAY_MS);
  const ended = () => slow.filter(({ upload }) => upload.req.destroyed);
  assert.equal(ended().length, 1, 'all are slow at the same moment');
  (await ended()[0]?.slot)?.();
  assert.notEqual(await honest.slot, null);
  void sendAs('another', false);
  assert.equal(ended().length, 2);
});

test('R16.6 D0016 a newcomer takes the slot of one that waits with others of its area', async (context) => {
  context.mock.timers.enable({ apis: ['setTimeout'] });
  const { send } = newPlaces();
  const areas = ['192.0.2', '198.51.100', '203.0.113', '10.0.1', '10.0.2', '10.0.3'];
  const all = areas.flatMap((area) =>
    Array.from({ length: UPLOADS_OF_ONE.area }, (_, i) => send(`${area}.${i}`)),
  );
  let refused = 0;
  const begun: (() => void)[] = [];
  for (const { slot } of all)
    void slot.then((giveBack) => (giveBack === null ? refused++ : begun.push(giveBack)));
  await settled();
  const before = refused;
  assert.equal(before, all.length - UPLOADS_AT_ONCE.ofVisitors - UPLOADS_WAITING_MAX);
  const newcomer = send('10.0.4.1');
  await settled();
  assert.equal(refused, before + 1, 'one of the others goes');
  assert.equal(await send('10.0.4.2').slot, null, 'no longer a newcomer');
  // The other areas have had no slot either.
  for (let i = 0; i < areas.length; i++) {
    begun.shift()?.();
    await settled();
  }
  assert.notEqual(await newcomer.slot, null);
});

/** Once all that follows from what is done has happened. */
const settled = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));
