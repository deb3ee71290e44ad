/** Goal: visitors' uploads take turns by area. Method: places alone, and uploads without bytes. */
import assert from 'node:assert/strict';
import { EventEmitter } from 'node:events';
import type { ServerResponse } from 'node:http';
import { test } from 'node:test';
import {
  UPLOAD_GIVES_WAY_MS,
  UPLOAD_WAITS_MS,
  UploadPlaces,
  UPLOADS_AT_ONCE,
  UPLOADS_WAITING,
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
  const places = new UploadPlaces();
  const send = (sender: string) => {
    const upload = new Upload();
    const place = places.take({ sender, isVisitor: true }, upload as unknown as ServerResponse);
    return { upload, place };
  };
  return { send };
}

test('R16.6 D0016 of one area some uploads wait, and whoever leaves makes room for the next', async (context) => {
  context.mock.timers.enable({ apis: ['setTimeout'] });
  const { send } = newPlaces();
  const begun = Array.from({ length: UPLOADS_AT_ONCE.ofVisitors }, () => send('192.0.2.1'));
  const [first] = await Promise.all(begun.map(({ place }) => place));
  const waiting = Array.from({ length: UPLOADS_WAITING.ofOneArea }, (_, i) => send(`192.0.2.${i}`));
  assert.equal(await send('192.0.2.99').place, null, 'one more');
  const other = send('198.51.100.1');
  waiting[0]?.upload.emit('close');
  assert.equal(await waiting[0]?.place, null);
  const later = send('192.0.2.99');
  first?.();
  assert.notEqual(await waiting[1]?.place, null);
  (await waiting[1]?.place)?.();
  assert.notEqual(await other.place, null, 'areas take turns');
  context.mock.timers.tick(UPLOAD_WAITS_MS);
  assert.equal(await later.place, null, 'it waits no longer');
});

test('R16.6 D0016 a slow upload gives way to one of another area alone', async (context) => {
  context.mock.timers.enable({ apis: ['setTimeout'] });
  const { send } = newPlaces();
  const [slow, complete] = [send('192.0.2.1'), send('192.0.2.2')];
  await Promise.all([slow.place, complete.place]);
  complete.upload.req.complete = true;
  void send('192.0.2.3');
  context.mock.timers.tick(UPLOAD_GIVES_WAY_MS);
  assert.equal(slow.upload.req.destroyed, false, 'to none of its own area');
  void send('198.51.100.1');
  assert.equal(slow.upload.req.destroyed, true);
  assert.equal(complete.upload.req.destroyed, false, 'it is being decoded');
});
