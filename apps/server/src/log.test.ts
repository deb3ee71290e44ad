/** Goal: a flood fills no disk, and what an operator has to know of it is still in the log. Method: a log whose seconds the test lets pass. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createLog } from './log.ts';

function newLog() {
  const lines: Record<string, unknown>[] = [];
  const timers: (() => void)[] = [];
  const log = createLog('info', {
    write: (line) => void lines.push(JSON.parse(line) as Record<string, unknown>),
    inASecond: (summary) => void timers.push(summary),
  });
  return { log, lines, second: () => timers.shift()?.(), timers };
}

test('TRUST lines of one kind are at most one a second, with their number and where they came from', () => {
  const { log, lines, second, timers } = newLog();
  for (let i = 0; i < 1_000; i++) log.info('refused', { call: 'a/b', error: 'x/y', ip: `192.0.2.${i % 3}` });
  log.info('refused', { call: 'a/c', error: 'x/y', ip: '192.0.2.9' });
  assert.deepEqual(
    lines.map(({ call, repeated }) => [call, repeated]),
    [
      ['a/b', undefined],
      ['a/c', undefined],
    ],
  );
  second();
  assert.equal(lines.length, 3);
  assert.deepEqual([lines[2]?.repeated, lines[2]?.ips], [999, ['192.0.2.1', '192.0.2.2', '192.0.2.0']]);
  log.info('refused', { call: 'a/b', error: 'x/y', ip: '192.0.2.1' });
  assert.equal(lines.length, 3, 'the kind had its line of this second');
  second();
  assert.equal(lines[3]?.repeated, 1);
  second();
  assert.equal(timers.length, 0, 'nothing goes on where nothing is logged');
});

test('TRUST kinds without end are one kind', () => {
  const { log, lines, second } = newLog();
  for (let i = 0; i < 10_000; i++) log.error(`kind ${i}`);
  second();
  assert.ok(lines.length < 300, `${lines.length}`);
});
