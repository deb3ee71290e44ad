/**
 * Goal: the features about people work on PostgreSQL as on the embedded database. Method: their
 * test files, by default two of them, run once more, two at a time, each in its own process on an
 * empty database of one real cluster.
 */
import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import path from 'node:path';
import { test } from 'node:test';
import { promisify } from 'node:util';
import { runs } from '../../../../tools/nightly.ts';
import { newMigrated, sharedPostgres } from '../../test/engines.ts';

const SOURCE = path.join(import.meta.dirname, '..');
const FILES = [
  // By default, the first ones alone.
  'features/identity/identity.test.ts',
  'features/identity/protection.test.ts',
  'features/kyc/uploads.test.ts',
  'features/identity/credential-changes.test.ts',
  'features/identity/strangers.test.ts',
  'features/identity/self-limits.test.ts',
  'features/notices/notices.test.ts',
  'http/access.test.ts',
  'http/closed-browser.test.ts',
];
const FILES_RUN = runs(2, FILES.length);
const AT_ONCE = 2;
/** A file takes seconds; this limit is for one that hangs. */
const LIMIT_MS = 600_000;

test('R14.11 identity, its verification, protection, access and a closed browser: the same on PostgreSQL', async () => {
  const cluster = await sharedPostgres();
  const waiting = FILES.slice(0, FILES_RUN);
  const work = async (): Promise<void> => {
    for (let file = waiting.shift(); file !== undefined; file = waiting.shift()) {
      const env: NodeJS.ProcessEnv = {
        ...process.env,
        TEST_DATABASE_URL: await newMigrated(),
        TEST_DATABASE_FOLDER: cluster.folder,
      };
      // A test runner that finds this set believes that it is inside a test, and runs nothing.
      delete env.NODE_TEST_CONTEXT;
      const ran = await promisify(execFile)(process.execPath, ['--test', path.join(SOURCE, file)], {
        env,
        timeout: LIMIT_MS,
      }).catch((error: { stdout: string }) => error);
      const passed = /^ℹ pass (\d+)$/m.exec(ran.stdout)?.[1];
      assert.match(ran.stdout, /^ℹ fail 0$/m, `${file}:\n${ran.stdout}`);
      assert.ok(Number(passed) >= 2, `${file} ran ${passed} tests`);
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, work));
});
