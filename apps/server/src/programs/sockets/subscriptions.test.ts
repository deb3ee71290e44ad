/**
 * Goal: a stream runs while somebody listens, its events are made once, and subscriptions have
 * limits. Method: subscriptions alone, with small limits, over streams that note what is asked.
 */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { MarketStreams } from '../../contract/market-streams.ts';
import type { SharedFrame } from '../../ws/shared-frame.ts';
import type { ProgramSocket } from './program-socket.ts';
import { Listener, Subscriptions } from './subscriptions.ts';

function setUp() {
  const asked: string[] = [];
  const looked: string[] = [];
  let send: Parameters<MarketStreams['sendTo']>[0] = () => assert.fail('nobody sends yet');
  const streams: MarketStreams = {
    has: (name) => {
      looked.push(name);
      return /^[a-e]$/.test(name);
    },
    join: (name) => void asked.push(`join ${name}`),
    leave: (name) => void asked.push(`leave ${name}`),
    sendTo: (given) => {
      send = given;
    },
  };
  const subscriptions = new Subscriptions(streams, { ofOneSocket: 3, inTotal: 5 });
  const listen = (isCombined: boolean) => {
    const frames: SharedFrame[] = [];
    const socket = { sendShared: (frame: SharedFrame) => void frames.push(frame) };
    return { frames, listener: new Listener(socket as unknown as ProgramSocket, isCombined) };
  };
  return { subscriptions, asked, looked, listen, send: (name: string, json: string) => send(name, json) };
}

test('R13.6 a stream runs from its first listener to its last; each event is made once', () => {
  const { subscriptions, asked, listen, send } = setUp();
  const [one, two, combined] = [listen(false), listen(false), listen(true)];
  for (const { listener } of [one, two, combined]) subscriptions.add(listener, ['a']);
  send('a', '{"x":1}');
  send('b', '{"x":2}');
  assert.equal(one.frames.length, 1);
  assert.equal(one.frames[0], two.frames[0]);
  assert.equal(one.frames[0]?.text, '{"x":1}');
  assert.equal(combined.frames[0]?.text, '{"stream":"a","data":{"x":1}}');
  for (const { listener } of [one, two]) subscriptions.remove(listener, ['a', 'b']);
  assert.deepEqual(asked, ['join a', 'join a', 'join a']);
  subscriptions.remove(combined.listener, combined.listener.names);
  assert.deepEqual(asked.slice(3), ['leave a']);
  send('a', '{"x":3}');
  assert.equal(combined.frames.length, 1);
});

test('R13.6 R11.8 a socket and all sockets have so many subscriptions; a refused request does nothing', () => {
  const { subscriptions, asked, listen } = setUp();
  const [one, two] = [listen(false), listen(false)];
  assert.equal(subscriptions.add(one.listener, ['a', 'x']), 'unknown');
  assert.equal(subscriptions.add(one.listener, ['a', 'b', 'c', 'd']), 'too-many');
  assert.deepEqual([asked, one.listener.names.size], [[], 0]);
  assert.equal(subscriptions.add(one.listener, ['a', 'b', 'b', 'c']), null);
  assert.equal(subscriptions.add(one.listener, ['a']), null, 'what it has counts once');
  assert.equal(subscriptions.add(two.listener, ['a', 'b', 'c']), 'full');
  assert.equal(subscriptions.add(two.listener, ['a', 'b']), null);
  subscriptions.remove(one.listener, ['a']);
  assert.equal(subscriptions.add(two.listener, ['c']), null);
});

test('R13.6 R11.8 a name that a message repeats is looked up once, and one that is listened to not again', () => {
  const { subscriptions, looked, listen } = setUp();
  const { listener } = listen(false);
  const many = Array.from({ length: 1_000 }, () => 'a');
  assert.equal(subscriptions.add(listener, many), null);
  assert.equal(subscriptions.add(listener, [...many, 'b']), null);
  assert.equal(subscriptions.unknownOf([...many, 'x']), 'x');
  assert.deepEqual(looked, ['a', 'b', 'a', 'x']);
});
