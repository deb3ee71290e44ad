/**
 * Goal: a flood fills no disk, no secret is written, and what an operator must know is in the log,
 * even at a sudden end. Method: a log whose seconds the test controls, every secret field of every
 * call, and a process that logs and exits.
 */
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import path from 'node:path';
import { test } from 'node:test';
import { CALLS } from '@glasshouse/protocol';
import * as z from 'zod';
import { createLog, errorFields } from './log.ts';

function newLog() {
  const lines: Record<string, unknown>[] = [];
  const timers: (() => void)[] = [];
  const log = createLog('info', {
    write: (line) => void lines.push(JSON.parse(line) as Record<string, unknown>),
    inASecond: (summary) => void timers.push(summary),
  });
  return { log, lines, second: () => timers.shift()?.(), timers };
}

test('R13.10 lines of one kind appear at most once a second, with their number and sources', () => {
  const { log, lines, second, timers } = newLog();
  for (let i = 0; i < 1_000; i++) log.info({ call: 'a/b', error: 'x/y', ip: `192.0.2.${i % 3}` }, 'refused');
  log.info({ call: 'a/c', error: 'x/y', ip: '192.0.2.9' }, 'refused');
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
  log.info({ call: 'a/b', error: 'x/y', ip: '192.0.2.1' }, 'refused');
  assert.equal(lines.length, 3, 'the kind had its line of this second');
  second();
  assert.equal(lines[3]?.repeated, 1);
  second();
  assert.equal(timers.length, 0, 'nothing goes on where nothing is logged');
});

test('R13.10 kinds beyond the limit count as one kind', () => {
  const { log, lines, second } = newLog();
  for (let i = 0; i < 10_000; i++) log.error(`kind ${i}`);
  second();
  assert.ok(lines.length < 300, `${lines.length}`);
});

test('R13.10 a flood of one message, whatever it names, hides no line of another', () => {
  const { log, lines, second } = newLog();
  for (let i = 0; i < 10_000; i++)
    log.warn({ call: `call ${i % 500}`, field: `field ${i}`, error: `error ${i % 7}` }, 'refused');
  log.info('maintenance was begun');
  second();
  log.info('maintenance was ended');
  second();
  const told = lines.map(({ message }) => message).filter((message) => message !== 'refused');
  assert.deepEqual(told, ['maintenance was begun', 'maintenance was ended']);
  assert.ok(lines.length < 150, `${lines.length}`);
});

const SECRET_NAME = /^(?!inv).*(password|code|token)$/i;

test('R13.5 secrets of every call are redacted wherever they are logged', () => {
  const names = CALLS.flatMap(({ input }) =>
    Object.keys(z.toJSONSchema(input, { io: 'input', unrepresentable: 'any' }).properties ?? {}),
  );
  const secret = [...new Set(names)].filter((name) => SECRET_NAME.test(name));
  assert.ok(secret.length >= 7, secret.join());
  const { log, lines } = newLog();
  for (const name of new Set([...secret, 'token', 'authorization', 'cookie', 'x-access-token'])) {
    log.info({ [name]: 'typed', input: { [name]: 'typed', kept: 1 }, headers: { [name]: 'typed' } }, name);
    const { [name]: own, input, headers } = lines.pop() ?? {};
    const redacted = { [name]: '[redacted]' };
    assert.deepEqual([own, input, headers], ['[redacted]', { ...redacted, kept: 1 }, redacted]);
  }
});

test('R13.10 the readable form has one line per entry, and no logged text can start another', () => {
  const written: string[] = [];
  const log = createLog('info', { isReadable: true, write: (line) => written.push(line) });
  log.warn({ call: 'a/b', ip: '::1', why: 'two\n12:00:00 info forged', code: '123456' }, 'refused\nforged');
  assert.match(
    written[0] ?? '',
    /^\d\d:\d\d:\d\d\.\d{3} warn  refused\\nforged call=a\/b ip=::1 why="two\\n12:00:00 info forged" code="\[redacted\]"\n$/,
  );
  log.error(errorFields(new Error('failed\n12:00:00 info forged')), 'a call failed');
  const [head, ...frames] = (written[1] ?? '').trimEnd().split('\n');
  assert.match(head ?? '', /error="failed\\n12:00:00 info forged"$/);
  assert.ok(frames.length > 0 && frames.every((frame) => frame.startsWith('    at ')), frames.join());
});

test('R13.10 lines that fit into a pipe are not lost when the process ends right after them', () => {
  // Together less than the 64 kB that a pipe holds, so a slow reader loses none.
  const LINES = 20;
  const program = `
    const { createLog } = await import(${JSON.stringify(path.join(import.meta.dirname, 'log.ts'))});
    const log = createLog('info', { inASecond: () => {} });
    for (let i = 0; i < ${LINES}; i++) log.info({ text: 'x'.repeat(2_000) }, 'kind ' + i);
    log.error('the last');
    process.exit(70);`;
  const { status, stderr } = spawnSync(process.execPath, ['--input-type=module', '-e', program], {
    encoding: 'utf8',
  });
  assert.equal(status, 70);
  const lines = stderr
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line) as { message: string });
  assert.equal(lines.length, LINES + 1);
  assert.equal(lines.at(-1)?.message, 'the last');
});
