/**
 * Goal: a server whose standard output and error are closed continues. Method: the real server,
 * whose pipes are closed while it starts.
 */
import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import path from 'node:path';
import { test } from 'node:test';
import { freePort } from '../../../tools/free-port.ts';
import { newPlace } from './engines.ts';

const READY_MS_MAX = 300_000;

test('R14.8 a server outlives whoever read its output', async (context) => {
  const place = await newPlace('embedded', context);
  const port = await freePort();
  const main = path.resolve(import.meta.dirname, '../src/main.ts');
  const child = spawn(process.execPath, [main], {
    env: { ...process.env, MODE: 'demo', PORT: String(port), DATA_DIR: place.dataDir, LOG_LEVEL: 'debug' },
  });
  context.after(() => child.kill('SIGKILL'));
  child.stdout.destroy();
  child.stderr.destroy();
  const isReady = (): Promise<boolean> =>
    fetch(`http://127.0.0.1:${port}/readyz`).then(
      ({ ok }) => ok,
      () => false,
    );
  const deadline = performance.now() + READY_MS_MAX;
  while (!(await isReady())) {
    assert.ok(child.exitCode === null && performance.now() < deadline, `ended with ${child.exitCode}`);
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
  // Each writes a line to the log, which is closed.
  for (let i = 0; i < 20; i++) assert.ok(await isReady());
  const exited = new Promise((resolve) => child.once('exit', resolve));
  child.kill('SIGTERM');
  assert.equal(await exited, 0);
});
