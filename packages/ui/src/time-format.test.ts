/**
 * Goal: times are told by the clock of the reader, with its zone. Method: zones east, west and at
 * UTC.
 */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { withLocalTimes, zoneOf } from './time-format.ts';

const JULY = Date.parse('2026-07-01T22:30:00Z');

test('R3.8 a time that the server names in UTC is told by the clock of the reader, with its zone', (context) => {
  const { env } = process;
  const { TZ } = env;
  context.after(() => {
    if (TZ === undefined) delete env['TZ'];
    else env['TZ'] = TZ;
  });
  for (const [zone, name] of [
    ['America/St_Johns', 'UTC-2:30'],
    ['UTC', 'UTC'],
    ['Asia/Shanghai', 'UTC+8'],
  ] as const) {
    env['TZ'] = zone;
    assert.equal(zoneOf(JULY), name);
  }
  assert.equal(withLocalTimes('Held until 2026-07-01 22:30 UTC.'), 'Held until 2026-07-02 06:30 UTC+8.');
  assert.equal(withLocalTimes('Days end at midnight UTC.'), 'Days end at midnight UTC.');
});
