/**
 * Goal: the example of a market maker trades, and accounts for every unit. Method: it runs for a
 * while, as its page says, against the real server with its simulated market.
 */
import assert from 'node:assert/strict';
import { spawn, type ChildProcess } from 'node:child_process';
import path from 'node:path';
import { test } from 'node:test';
import { freePort } from '../../../tools/free-port.ts';
import { runs } from '../../../tools/nightly.ts';
import { newPlace } from './engines.ts';
import { endServer, startServer } from './server-process.ts';

const MAKER = path.resolve(import.meta.dirname, '../../../examples/maker/maker.ts');
const SECONDS = runs(20, 120);

/** Resolves with what it printed when it has ended. */
function output(child: ChildProcess): Promise<{ readonly code: number | null; readonly text: string }> {
  let text = '';
  child.stdout?.on('data', (bytes: Buffer) => (text += bytes.toString()));
  child.stderr?.on('data', (bytes: Buffer) => (text += bytes.toString()));
  return new Promise((resolve) => child.once('close', (code) => resolve({ code, text })));
}

test('D0053 R7.8 the market maker of the examples reconciles to the unit', async (context) => {
  const place = await newPlace('embedded', context);
  const port = await freePort();
  const server = await startServer(place, port);
  const given = [
    ['--url', `http://127.0.0.1:${port}`],
    ['--keys', path.join(place.dataDir, 'demo-api-keys.json')],
    ['--seconds', String(SECONDS)],
  ];
  const maker = spawn(process.execPath, [MAKER, ...given.flat()]);
  context.after(async () => {
    maker.kill();
    await endServer(server, 'SIGKILL');
  });
  const { code, text } = await output(maker);
  context.diagnostic(text.trim());
  assert.equal(code, 0, text);
  const [, trades = '0'] = /^Reconciled: (\d+) trades/m.exec(text) ?? [];
  assert.ok(Number(trades) > 0, `it traded: ${text}`);
  for (const symbol of ['BTCUSDT', 'ETHUSDT', 'LTCUSDT'])
    assert.match(text, new RegExp(`^${symbol}: -?\\d+\\.\\d{6} USDT at \\d+\\.\\d+$`, 'm'));
});
