/**
 * Goal: no command says that it is done while the server that runs does not know. Method: a real
 * server on PostgreSQL, and a command on the same database with another data folder, as from
 * another machine.
 */
import assert from 'node:assert/strict';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { test } from 'node:test';
import { freePort } from '../../../tools/free-port.ts';
import { commandOn } from '../src/testing/command.ts';
import { newPlace } from './engines.ts';
import { findPostgresBinaries } from './postgres.ts';
import { endServer, startServer } from './server-process.ts';

const skip = findPostgresBinaries() === null ? 'no PostgreSQL binaries' : false;

test(
  'R14.30 R16.3 beside a server elsewhere a command is refused, and without one it is done',
  { skip },
  async (context) => {
    const place = await newPlace('postgres', context);
    const server = await startServer(place, await freePort());
    const elsewhere = mkdtempSync(path.join(tmpdir(), 'glasshouse-elsewhere-'));
    context.after(() => rmSync(elsewhere, { recursive: true, force: true }));
    const env = { DATABASE_URL: place.databaseUrl ?? '' };
    const createIn = (folder: string) =>
      commandOn('operators', () => folder, env)('create', 'far-agent', '--role', 'support', '--by', 'owner');
    const refused = await createIn(elsewhere);
    assert.deepEqual(
      [refused.status, /a server runs on this database/.test(refused.output)],
      [2, true],
      refused.output,
    );
    await endServer(server, 'SIGTERM');
    const done = await createIn(place.dataDir);
    assert.equal(done.status, 0, done.output);
  },
);
