/**
 * Goal: what is public pays nobody: no strategy gains from the market maker, the platform's own
 * accounts or the contracts. Method: a short run of `market-strategies`; without fees, who knows
 * the next second gains, so gains would be seen.
 */
import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import path from 'node:path';
import { test } from 'node:test';

const PROGRAM = path.join(import.meta.dirname, 'strategies.ts');

async function run(...more: readonly string[]): Promise<{ code: number; text: string }> {
  return new Promise((resolve) => {
    execFile(process.execPath, [PROGRAM, '--trades', '1000', ...more], (error, text) =>
      resolve({ code: error === null ? 0 : Number(error.code), text }),
    );
  });
}

test('R10.1 market I9 no strategy gains beyond its error; without fees latency does', async (context) => {
  const [played, free] = await Promise.all([run(), run('--without-fees')]);
  context.diagnostic(played.text.trim().replaceAll('\n', '; '));
  assert.equal(played.code, 0, played.text);
  assert.match(played.text, /ok {4}latency, at a gain/);
  assert.equal(free.code, 1, free.text);
  assert.match(free.text, /GAINS latency, at a gain/);
});
