/**
 * Goal: whoever may ask at a socket of the server cannot fill its memory, and shuts nobody out.
 * Method: clients that never read, ask without an end, or are too many, beside an honest one.
 */
import assert from 'node:assert/strict';
import { EventEmitter, once } from 'node:events';
import { spawnSync } from 'node:child_process';
import { chmodSync, chownSync, mkdirSync, mkdtempSync, rmSync, statSync } from 'node:fs';
import net from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, test } from 'node:test';
import {
  connectToServer,
  openOperatingSocket,
  placeOf,
  SOCKET_LIMITS,
  type OperatingTable,
} from './socket.ts';

const LONG_ANSWER = 'x'.repeat(1_000_000);

interface Commands extends OperatingTable {
  readonly echo: (given: string) => Promise<string>;
  readonly work: (given: null) => Promise<string>;
}

let dataDir: string;
let close: () => void;
let longAnswers: number;
let errors: string[];
let events: EventEmitter;

beforeEach(async () => {
  dataDir = mkdtempSync(path.join(tmpdir(), 'glasshouse-socket-'));
  longAnswers = 0;
  errors = [];
  events = new EventEmitter().setMaxListeners(0);
  const table = {
    echo: async (given: string) => given,
    long: async () => {
      longAnswers++;
      return LONG_ANSWER;
    },
    work: async () => {
      events.emit('work');
      await once(events, 'release');
      return 'done';
    },
  };
  close = await openOperatingSocket({ dataDir, table, onError: (error) => errors.push(String(error)) });
});
afterEach(() => {
  close();
  rmSync(dataDir, { recursive: true });
});

async function connect(): Promise<net.Socket> {
  const socket = net.connect(path.join(dataDir, 'operating.sock'));
  socket.on('error', () => {});
  await once(socket, 'connect');
  return socket;
}

const asking = (command: string): string => `${JSON.stringify({ command, input: null })}\n`;

async function honest() {
  const server = await connectToServer<Commands>(dataDir);
  assert.ok(server !== null);
  return server;
}

test('D0028 nothing is done for a client that does not read its answers', async () => {
  const questions = 50;
  const idle = await connect();
  idle.pause();
  idle.write(asking('long').repeat(questions));
  const other = await honest();
  for (let i = 0; i < questions; i++) assert.equal(await other.ask('echo', 'still there'), 'still there');
  assert.equal(longAnswers, 1);
  // It is served as soon as it reads.
  let read = 0;
  for await (const chunk of idle) {
    read += String(chunk).length;
    if (read > questions * LONG_ANSWER.length) break;
  }
  assert.equal(longAnswers, questions);
  other.close();
});

test('D0028 a question that does not end is refused, and its connection closed', async () => {
  const endless = await connect();
  endless.write('x'.repeat(SOCKET_LIMITS.questionCharacters + 1));
  await once(endless.resume(), 'close');
  assert.match(errors.join(), /a line has more than 4000000 characters/);
  const other = await honest();
  const long = 'x'.repeat(SOCKET_LIMITS.questionCharacters);
  await assert.rejects(async () => other.ask('echo', long), /echo asks with more than 4000000 characters/);
  const most = long.slice(0, -100);
  assert.equal(await other.ask('echo', most), most, 'the connection goes on');
  other.close();
});

test('D0028 a new connection takes the place of the one that has waited longest', async () => {
  const first = await connect();
  const others = [];
  for (let i = 1; i < SOCKET_LIMITS.connections; i++) others.push(await honest());
  for (const one of others) assert.equal(await one.ask('echo', 'before'), 'before');
  const closed = once(first.resume(), 'close');
  const last = await honest();
  assert.equal(await last.ask('echo', 'new'), 'new');
  await closed;
  for (const one of [...others, last]) assert.equal(await one.ask('echo', 'after'), 'after');
  for (const one of [...others, last]) one.close();
});

test('D0028 what the server works on is not closed for a new connection', async () => {
  const busy = [];
  for (let i = 0; i < SOCKET_LIMITS.connections; i++) {
    const begun = once(events, 'work');
    const server = await honest();
    busy.push({ server, answer: server.ask('work', null) });
    await begun;
  }
  const refused = await connect();
  await once(refused.resume(), 'close');
  events.emit('release');
  for (const { server, answer } of busy) {
    assert.equal(await answer, 'done');
    server.close();
  }
});

test('D0028 an answer is one line, whatever line ends its texts have', async () => {
  const server = await honest();
  for (const separator of ['\n', '\r', '\u2028', '\u2029', '\u0085']) {
    const given = `one${separator}two`;
    assert.equal(await server.ask('echo', given), given);
  }
  server.close();
});

const CONNECT = `
  const socket = require('node:net').connect(process.argv[1]);
  socket.on('connect', () => process.exit(0)).on('error', () => process.exit(1));`;

/** Of nobody on this machine. */
const [OTHER_USER, GROUP, OTHER_GROUP] = [64_801, 64_802, 64_803];

test('R13.11 D0047 a socket that is named is of the group of its folder, and of nobody else', async (context) => {
  const folder = path.join(dataDir, 'run');
  const file = path.join(folder, 'payer.sock');
  mkdirSync(folder);
  const isRoot = process.getuid?.() === 0;
  // As tmpfiles.d makes it: what is made within it belongs to its group.
  if (isRoot) {
    chmodSync(dataDir, 0o711);
    chownSync(folder, 0, GROUP);
  }
  chmodSync(folder, 0o2750);
  const place = placeOf(file, path.join(dataDir, 'payer.sock'));
  const shut = await openOperatingSocket({
    ...place,
    table: {},
    onError: (error) => errors.push(String(error)),
  });
  context.after(shut);
  assert.equal(statSync(file).mode & 0o777, 0o660);
  assert.equal(placeOf(null, file).mode, undefined, 'one in the data folder is of its owner alone');
  if (!isRoot) return;
  assert.equal(statSync(file).gid, GROUP);
  const asUser = (gid: number) => {
    const [program, ...args] = ['setpriv', `--reuid=${OTHER_USER}`, `--regid=${gid}`, '--clear-groups'];
    return spawnSync(program!, [...args, 'node', '-e', CONNECT, file]).status;
  };
  assert.equal(asUser(GROUP), 0, 'a member of the group');
  assert.equal(asUser(OTHER_GROUP), 1, 'somebody else');
});
