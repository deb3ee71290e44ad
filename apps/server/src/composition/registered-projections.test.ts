/**
 * Goal: a start does not load the API twice. Method: the modules that the projector's thread loads,
 * as Node reports them.
 */
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { test } from 'node:test';

const PROGRAM = `
import { registerHooks } from 'node:module';
const loaded = [];
registerHooks({ load: (url, context, next) => (loaded.push(url), next(url, context)) });
for (const file of ['composition/registered-projections.ts', 'features/market/projection.ts'])
  await import(new URL(file, process.argv[1]));
console.log(JSON.stringify(loaded));
`;

test('R14.4 the projector’s thread loads rows and rules, and no shapes of calls', () => {
  const source = new URL('../', import.meta.url).href;
  const output = execFileSync(process.execPath, ['--input-type=module', '--eval', PROGRAM, source], {
    encoding: 'utf8',
  });
  const loaded = JSON.parse(output) as string[];
  assert.ok(loaded.some((url) => url.endsWith('features/spot/projection.ts')));
  assert.deepEqual(
    loaded.filter((url) => /\/node_modules\/zod\/|\/protocol\/src\/index\.ts$/.test(url)),
    [],
  );
});
