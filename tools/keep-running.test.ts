/**
 * Goal: a server that dies is restarted; one that stopped in order or cannot run is not. Method:
 * small programs that count their starts in a file.
 */
import assert from 'node:assert/strict';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { test, type TestContext } from 'node:test';
import { keepRunning } from './keep-running.ts';

/**
 * Runs a program whose n-th start executes the n-th script. Returns its last exit code, the
 * messages, and the number of starts.
 */
async function play(context: TestContext, starts: readonly string[]) {
  const folder = mkdtempSync(path.join(tmpdir(), 'glasshouse-start-'));
  context.after(() => rmSync(folder, { recursive: true }));
  const count = path.join(folder, 'count');
  const program = `
    const fs = require('node:fs');
    fs.appendFileSync(${JSON.stringify(count)}, 'x');
    const start = fs.readFileSync(${JSON.stringify(count)}, 'utf8').length;
    eval(${JSON.stringify(starts)}[start - 1]);`;
  const said: string[] = [];
  const code = await keepRunning({
    command: [process.execPath, '-e', program],
    say: (line) => void said.push(line),
    secondMs: 1,
  });
  return { code, said, starts: readFileSync(count, 'utf8').length };
}

test('R14.8 a server that dies is started again after a growing pause, with one line each time', async (context) => {
  const played = await play(context, [
    'process.exit(70)',
    "process.kill(process.pid, 'SIGKILL')",
    'process.exit(1)',
    'process.exit(0)',
  ]);
  assert.deepEqual(played, {
    code: 0,
    said: [
      'The server died (code 70). It is started again in 1 s.',
      'The server died (SIGKILL). It is started again in 2 s.',
      'The server died (code 1). It is started again in 5 s.',
    ],
    starts: 4,
  });
});

test('R14.8 wrong settings and a stop in good order are the end', async (context) => {
  assert.deepEqual(await play(context, ['process.exit(78)']), { code: 78, said: [], starts: 1 });
  assert.deepEqual(await play(context, ['process.exit(0)']), { code: 0, said: [], starts: 1 });
});
