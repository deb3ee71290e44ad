/**
 * Goal: only its owner can read the data folder. Method: a whole server on a folder that was open
 * to all, then the mode of every file.
 */
import assert from 'node:assert/strict';
import fs from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { test } from 'node:test';
import { startTestServer } from '../testing/harness.ts';

test('R13.11 only its owner can read the data folder, its old files and its new ones', async () => {
  const dataDir = fs.mkdtempSync(path.join(tmpdir(), 'glasshouse-modes-'));
  fs.mkdirSync(path.join(dataDir, 'database.init'));
  fs.writeFileSync(path.join(dataDir, 'older'), '');
  for (const [name, mode] of [
    ['', 0o755],
    ['database.init', 0o777],
    ['older', 0o666],
  ] as const)
    fs.chmodSync(path.join(dataDir, name), mode);
  const server = await startTestServer({ dataDir });
  try {
    const all = fs.readdirSync(dataDir, { recursive: true, withFileTypes: true });
    assert.ok(all.length > 100, 'the database is there');
    const open = all
      .map((entry) => path.join(entry.parentPath, entry.name))
      .filter((place) => (fs.statSync(place).mode & 0o077) !== 0);
    assert.deepEqual(open.slice(0, 5), []);
    assert.equal(fs.statSync(dataDir).mode & 0o777, 0o700);
  } finally {
    await server.close();
    fs.rmSync(dataDir, { recursive: true, force: true });
  }
});
