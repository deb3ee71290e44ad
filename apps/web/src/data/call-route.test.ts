/**
 * Goal: every call is sent to the address where the server answers it. Method: all calls of the
 * protocol.
 */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { CALLS } from '@glasshouse/protocol';
import { routeOf } from './call-route.ts';

test("R7.1 every call has the protocol's path and body, and retries if it moves money", () => {
  for (const { name, path, prefixes, method, movesMoney, uploadBytesMax } of CALLS) {
    const body = prefixes[0] === '/contract/app' ? 'form' : 'json';
    const sends = method === 'GET' ? 'query' : uploadBytesMax === null ? body : 'file';
    assert.deepEqual(routeOf(name), { path: prefixes[0] + path, sends, movesMoney }, name);
  }
  const money = CALLS.filter(({ name }) => routeOf(name).movesMoney);
  assert.ok(money.length >= 7 && money.length < CALLS.length);
});
