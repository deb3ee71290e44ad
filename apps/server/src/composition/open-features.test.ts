/**
 * Goal: a feature that is wired wrongly is named when the server starts, and features with commands
 * that need no server open without one. Method: wrong features, and the real ones on the services
 * of a command.
 */
import assert from 'node:assert/strict';
import fs from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { after, before, test } from 'node:test';
import { readConfig } from '../config.ts';
import { createLog } from '../process/log.ts';
import { startTestServer, type TestServer } from '../testing/harness.ts';
import { checkOpened, giversOf } from './feature-checks.ts';
import { FEATURE_NAMES, Opener } from './open-features.ts';
import { commandAtRest, type RestingCommands } from './operating-commands.ts';

let server: TestServer;
const dataDir = fs.mkdtempSync(path.join(tmpdir(), 'glasshouse-resting-'));
before(async () => {
  server = await startTestServer();
});
after(async () => {
  await server.close();
  fs.rmSync(dataDir, { recursive: true, force: true });
});

test('D0040 two features that give one port are named', () => {
  assert.throws(() => giversOf({ a: { gives: ['people'] }, b: { gives: ['people'] } }), /a and b both give/);
  assert.deepEqual([...giversOf({ a: { gives: ['people'] }, b: {} })], [['people', 'a']]);
});

test('D0040 what a feature returns is what it says, and is known', () => {
  const parameters = {
    get: () => '',
    needsIdentity: () => false,
    lastSet: () => undefined,
    record: async () => 1,
  };
  const gives = { parameters };
  checkOpened('a', ['parameters'], { gives, restingCommands: { 'a/list': async () => [] } });
  assert.throws(() => checkOpened('a', ['parameters'], {}), /a says that it gives 'parameters'/);
  assert.throws(() => checkOpened('a', [], { gives }), /without saying so/);
  assert.throws(
    () => checkOpened('a', [], { restingCommands: { 'b/list': async () => [] } }),
    /begin with 'a\/'/,
  );
  const misspelt = { restingCommands: {}, keepup: async () => {} };
  assert.throws(() => checkOpened('a', [], misspelt), /a returns 'keepup'/);
});

test('D0040 a port that nothing gives is named, with the feature that asks for it', () => {
  const opener = new Opener({});
  assert.throws(() => opener.get('identity'), /there is no port '\w+' here \(asked for by \w+\)/);
});

test('D0040 every command that works without a server is found on the services that it has then', () => {
  const parts = {
    config: readConfig({ DATA_DIR: dataDir }),
    database: server.server.database,
    log: createLog('silent', { isReadable: false }),
  };
  const { open } = server.server.features;
  const names = FEATURE_NAMES.flatMap((name) => {
    const { restingCommands = {} } = open[name] as { readonly restingCommands?: object };
    return Object.keys(restingCommands) as (keyof RestingCommands)[];
  });
  assert.ok(names.length > 0);
  for (const name of names) assert.equal(typeof commandAtRest(name, parts).run, 'function', name);
});
