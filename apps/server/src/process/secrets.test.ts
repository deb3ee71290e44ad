/**
 * The demo's generated key: it exists completely or not at all, and anything else is never accepted
 * as a key.
 */
import assert from 'node:assert/strict';
import { mkdtempSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { test, type TestContext } from 'node:test';
import { loadMasterKey } from './secrets.ts';

function demoIn(context: TestContext) {
  const dataDir = mkdtempSync(path.join(tmpdir(), 'glasshouse-key-'));
  context.after(() => rmSync(dataDir, { recursive: true }));
  const file = path.join(dataDir, 'demo-master.key');
  return { file, dataDir, masterKey: null, mode: 'demo' } as const;
}

test('R13.11 a demo generates its key once, readable only by its owner', (context) => {
  const demo = demoIn(context);
  const key = loadMasterKey(demo);
  assert.equal(key.length, 64);
  assert.equal(loadMasterKey(demo), key);
  assert.equal(statSync(demo.file).mode & 0o777, 0o600);
  assert.deepEqual(readdirSync(demo.dataDir), ['demo-master.key']);
});

test('R13.11 a first start that fails on a full disk leaves no key; an empty or torn key is refused', (context) => {
  const demo = demoIn(context);
  writeFileSync(`${demo.file}.new`, 'to');
  const key = loadMasterKey(demo);
  assert.equal(key.length, 64);
  for (const torn of ['', '\n', key.slice(0, 20)]) {
    writeFileSync(demo.file, torn);
    assert.throws(() => loadMasterKey(demo), /holds no whole key/);
  }
});
