/**
 * Goal: a server that dies is restarted; one that stopped in order or cannot run is not. Method:
 * small programs that count their starts in a file.
 */
import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { test, type TestContext } from 'node:test';
import { keepRunning, type KeepRunningOptions } from './keep-running.ts';
import { ROOT } from './run.ts';

/**
 * Runs a program whose n-th start executes the n-th script. Returns its last exit code, the
 * messages, and the number of starts.
 */
async function play(
  context: TestContext,
  starts: readonly string[],
  more: Partial<Pick<KeepRunningOptions, 'anewMsMin' | 'env'>> = {},
) {
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
    ...more,
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

test('R14.8 a server that asks for a new start gets it at once, but not as soon as it has begun', async (context) => {
  const starts = ['process.exit(70)', 'process.exit(1)', 'process.exit(process.env.WITH === "it" ? 0 : 1)'];
  const atOnce = await play(context, starts, { anewMsMin: 0, env: { WITH: 'it' } });
  assert.deepEqual(atOnce, {
    code: 0,
    said: [
      'The server died (code 70). It is started again at once.',
      'The server died (code 1). It is started again in 2 s.',
    ],
    starts: 3,
  });
});

test('R14.8 wrong settings and a stop in good order are the end', async (context) => {
  assert.deepEqual(await play(context, ['process.exit(78)']), { code: 78, said: [], starts: 1 });
  assert.deepEqual(await play(context, ['process.exit(0)']), { code: 0, said: [], starts: 1 });
});

/**
 * `npm start` as package.json writes it, in a folder whose tools/start.ts runs a small program.
 * Returns npm's process, and what the program has written. It writes its number, and `closed` when
 * a signal ends it, which takes it a moment.
 */
async function startByNpm(context: TestContext) {
  const folder = mkdtempSync(path.join(tmpdir(), 'glasshouse-start-'));
  context.after(() => rmSync(folder, { recursive: true }));
  const { scripts } = JSON.parse(readFileSync(path.join(ROOT, 'package.json'), 'utf8')) as {
    readonly scripts: { readonly start: string };
  };
  writeFileSync(path.join(folder, 'package.json'), JSON.stringify({ type: 'module', scripts }));
  mkdirSync(path.join(folder, 'tools'));
  const program = `process.on('SIGTERM', () => setTimeout(() => (console.log('closed'), process.exit(0)), 300));
    console.log(process.pid); setInterval(() => {}, 1000);`;
  const start = `import { keepRunning } from ${JSON.stringify(path.join(ROOT, 'tools/keep-running.ts'))};
    process.exit(await keepRunning({ command: [process.execPath, '-e', ${JSON.stringify(program)}], say: console.log, endsWithParent: true }));`;
  writeFileSync(path.join(folder, 'tools', 'start.ts'), start);
  const env = { ...process.env, PATH: `${path.dirname(process.execPath)}:${process.env['PATH'] ?? ''}` };
  const npm = spawn('npm', ['start', '--silent'], { cwd: folder, env, stdio: ['ignore', 'pipe', 'inherit'] });
  let written = '';
  npm.stdout.setEncoding('utf8').on('data', (text: string) => (written += text));
  while (!/\d+\n/.test(written)) await once(npm.stdout, 'data');
  return { npm, pid: Number(/\d+/.exec(written)?.[0]), written: () => written };
}

test(
  'R14.8 `kill` of `npm start` stops the server in order before npm ends, and `kill -9` leaves none behind',
  { timeout: 60_000 },
  async (context) => {
    const asked = await startByNpm(context);
    asked.npm.kill('SIGTERM');
    await once(asked.npm, 'exit');
    assert.match(asked.written(), /closed/);
    assert.throws(() => process.kill(asked.pid, 0), { code: 'ESRCH' });

    const forced = await startByNpm(context);
    forced.npm.kill('SIGKILL');
    // The pipe ends when the last process that holds it has ended.
    await once(forced.npm.stdout, 'close');
    assert.match(forced.written(), /closed/);
    assert.throws(() => process.kill(forced.pid, 0), { code: 'ESRCH' });
  },
);
