/**
 * Goal: nobody works in the back office without password and code, and what is done there cannot be
 * taken back unnoticed. Method: real HTTP, the operating commands beside the running server, and
 * rows that are changed behind its back.
 */
import assert from 'node:assert/strict';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { after, before, test } from 'node:test';
import { openDatabase } from '../../db/open.ts';
import { EDGE_LIMITS } from '../../http/edge-limits.ts';
import { createSecrets } from '../../process/secrets.ts';
import { placeCluster } from '../../testing/embedded-cluster.ts';
import { commandOn } from '../../testing/command.ts';
import { startTestServer, wrongCode, type TestServer } from '../../testing/harness.ts';
import { newGate } from '../../testing/gate.ts';
import { makeOperator } from '../../testing/operator.ts';
import { OperatorAccounts } from './accounts.ts';
import { AuditLog } from './audit-log.ts';
import { FAILED_AFTER_MS } from './routes.ts';
import { OperatorSessions, SESSION_IDLE_MS, SESSION_LIFE_MS } from './sessions.ts';

const SIGN_IN = '/operator/app/operators/signIn';
const SELF = '/operator/app/operators/getSelf';
const FAILED = 'operators/sign-in-failed';
/** Failed sign-ins of one name from one network, and wrong codes of one name, in 15 minutes. */
const [TRIES, CODES] = [10, 5];

const AGENT =
  "insert into operators (name, role, password_hash, totp_sealed, created_ms) values ('agent', 'support', '', '', 0)";
const TABLES = ['operator_audit', 'operator_audit_head'];
const UNGUARDED = TABLES.map((table) => `alter table ${table} disable trigger all;`).join(' ');
const GUARDED = TABLES.map((table) => `alter table ${table} enable trigger all;`).join(' ');

let server: TestServer;
let dataDir: string;
before(async () => {
  dataDir = mkdtempSync(path.join(tmpdir(), 'glasshouse-operators-'));
  server = await startTestServer({ dataDir, env: { TRUST_PROXY: 'loopback' } });
});
after(async () => {
  await server.close();
  rmSync(dataDir, { recursive: true, force: true });
});

const command = commandOn('operators', () => dataDir);

const parts = () => server.server.features.open.operators.own;
const signIn = (input: Readonly<Record<string, string>>) => server.post(SIGN_IN, input);

test('R16.3 an operator who was made at the machine logs in with password and code, and a code works once', async () => {
  const made = await command('create', 'first-agent', '--role', 'support', '--by', 'owner');
  assert.equal(made.status, 0, made.output);
  const password = /password: +(\S+)/.exec(made.output)?.[1] ?? '';
  assert.match(made.output, /otpauth:\/\/totp\//);
  const name = 'first-agent';
  const code = await parts().accounts.codeOf(name);
  const tries = [
    { name, password, code: wrongCode(code) },
    { name, password: `${password}x`, code },
    { name: 'nobody-here', password, code },
  ];
  for (const input of tries) {
    const reply = await signIn(input);
    assert.deepEqual([reply.error, reply.data], [FAILED, null]);
  }
  const reply = await signIn({ name, password, code });
  assert.deepEqual([reply.code, reply.error], [1, undefined], reply.msg);
  assert.equal((await signIn({ name, password, code })).error, FAILED, 'the code again');
  assert.equal((await command('create', name, '--role', 'support', '--by', 'owner')).status, 1);
  assert.equal((await command('create', 'other-agent', '--role', 'king', '--by', 'owner')).status, 1);
  assert.equal((await command('create', 'x', '--role', 'support', '--by', 'owner')).status, 1);
});

test('R16.3 R13.2 a right password with a wrong code fails as a wrong password does, as often and with the same refusal', async () => {
  const { accounts } = parts();
  const answersTo = async (name: string, passwordOf: (i: number) => string) => {
    const replies = [];
    for (let i = 0; i < TRIES + 1; i++) {
      const code = wrongCode(await accounts.codeOf(name));
      const begunMs = performance.now();
      const { http, code: ok, msg, data, error } = await signIn({ name, password: passwordOf(i), code });
      const hasWaited = Math.ceil(performance.now() - begunMs) >= FAILED_AFTER_MS;
      replies.push({ http, ok, msg, data, error, hasWaited: i < TRIES && hasWaited });
    }
    return replies;
  };
  const known = await accounts.create('tried-agent', 'support');
  await accounts.create('other-tried', 'support');
  const right = await answersTo('tried-agent', () => known.password);
  const wrong = await answersTo('other-tried', (i) => `guess-${i}`);
  assert.deepEqual(right, wrong);
  assert.ok(right.slice(0, TRIES).every(({ hasWaited }) => hasWaited));
  const errors = wrong.map(({ error }) => error);
  assert.deepEqual(errors, [...Array<string>(TRIES).fill(FAILED), 'request/too-many']);
});

test('R16.3 R13.2 codes are guessed five times, from whatever network; a stranger locks no operator out', async () => {
  const { accounts } = parts();
  const { password } = await accounts.create('guessed-agent', 'support');
  const name = 'guessed-agent';
  const tryFrom = async (ip: string, input: { password: string; code: string }) =>
    (await server.post(SIGN_IN, { name, ...input }, { headers: { 'x-forwarded-for': ip } })).error;
  const code = () => accounts.codeOf(name);
  for (let i = 0; i < TRIES + 1; i++)
    await tryFrom('192.0.2.1', { password: `guess-${i}`, code: await code() });
  assert.equal(await tryFrom('192.0.2.1', { password, code: await code() }), 'request/too-many');
  for (let i = 0; i < CODES; i++) {
    const given = wrongCode(await code());
    assert.equal(await tryFrom(`198.51.100.${i}`, { password, code: given }), FAILED);
  }
  const after = await tryFrom('198.51.100.9', { password, code: await code() });
  assert.equal(after, FAILED, 'not even the right one, and nothing tells why');
  const { output } = await command('reset', name, '--by', 'owner');
  const reset = { name, password: /password: +(\S+)/.exec(output)?.[1] ?? '', code: await code() };
  assert.equal((await signIn(reset)).code, 1, 'a reset ends the lock');
  const { password: renewed } = await accounts.create('left-alone', 'support');
  const alone = { name: 'left-alone', password: renewed, code: await accounts.codeOf('left-alone') };
  const from = { headers: { 'x-forwarded-for': '198.51.100.9' } };
  assert.equal((await server.post(SIGN_IN, alone, from)).code, 1);
});

test('R16.3 a right code that is sent many times at once signs in once, and uses up no tries', async () => {
  const { accounts } = parts();
  const { password } = await accounts.create('hasty-agent', 'support');
  const name = 'hasty-agent';
  const code = await accounts.codeOf(name);
  const from = (i: number) => ({ headers: { 'x-forwarded-for': `203.0.113.${i}` } });
  const atOnce = await Promise.all(
    Array.from({ length: CODES }, (_, i) => server.post(SIGN_IN, { name, password, code }, from(i))),
  );
  assert.equal(atOnce.filter(({ code: done }) => done === 1).length, 1);
  for (let i = 0; i < CODES; i++)
    assert.equal((await server.post(SIGN_IN, { name, password, code }, from(i))).error, FAILED, 'a used one');
  await server.server.database.kysely
    .updateTable('operators')
    .set({ totp_last_step: 0 })
    .where('name', '=', name)
    .execute();
  assert.equal((await signIn({ name, password, code: await accounts.codeOf(name) })).code, 1);
});

test('R16.3 R13.2 whoever is logged in and tries the password of another one is refused as anybody', async () => {
  const agent = await makeOperator(server, 'curious-agent', 'support');
  const begunMs = performance.now();
  const reply = await server.post(SIGN_IN, { name: 'owner-agent', password: 'x', code: '000000' }, agent);
  assert.equal(reply.error, FAILED);
  assert.ok(performance.now() - begunMs >= FAILED_AFTER_MS);
});

test('R16.3 R13.6 D0016 a failed sign-in that is held back keeps no other one waiting', async (context) => {
  const allBegun = newGate();
  let begun = 0;
  context.mock.method(OperatorAccounts.prototype, 'checkPassword', () => {
    if (++begun > EDGE_LIMITS.runningOfOffice) allBegun.open(undefined);
    return Promise.resolve(null);
  });
  const tries = Array.from({ length: EDGE_LIMITS.runningOfOffice + 1 }, (_, i) =>
    signIn({ name: `nobody-${i}`, password: 'guess', code: '000000' }),
  );
  const firstAnswer = Promise.race(tries).then(() => 'answered');
  assert.equal(await Promise.race([allBegun.opened.then(() => 'begun'), firstAnswer]), 'begun');
  for (const { error } of await Promise.all(tries)) assert.equal(error, FAILED);
});

test('R16.3 a session ends by logging out, by disabling, by a new password, by idleness and by age', async () => {
  const agent = await makeOperator(server, 'ending-agent');
  const self = await server.post<{ idleMs: number }>(SELF, {}, agent);
  assert.deepEqual([self.code, self.data.idleMs], [1, SESSION_IDLE_MS]);
  // Two windows share a cookie: one that still shows somebody else is not let in.
  const showing = (name: string) => ({ headers: { ...agent.headers, 'x-operator': name } });
  assert.equal((await server.post(SELF, {}, showing(agent.name))).code, 1);
  assert.equal((await server.post(SELF, {}, showing('other-agent'))).error, 'operators/not-signed-in');
  assert.equal((await server.post('/operator/app/operators/signOut', {}, agent)).code, 1);
  assert.equal((await server.post(SELF, {}, agent)).error, 'operators/not-signed-in');

  const disabled = await makeOperator(server, 'disabled-agent');
  const done = await command('disable', disabled.name, '--by', 'owner');
  assert.equal(done.status, 0, done.output);
  assert.equal((await server.post(SELF, {}, disabled)).error, 'operators/not-signed-in');
  const code = await parts().accounts.codeOf(disabled.name);
  assert.equal((await signIn({ name: disabled.name, password: disabled.password, code })).error, FAILED);

  const renewed = await makeOperator(server, 'renewed-agent');
  assert.equal((await command('reset', renewed.name, '--by', 'owner')).status, 0);
  assert.equal((await server.post(SELF, {}, renewed)).error, 'operators/not-signed-in');

  let nowMs = Date.now();
  const sessions = new OperatorSessions(server.server.database, () => nowMs);
  const from = { ip: '127.0.0.1', userAgent: 'test' };
  const { password } = await parts().accounts.reset(renewed.name);
  const checked = await parts().accounts.checkPassword(renewed.name, password, 'test');
  assert.ok(checked);
  const { token } = (await sessions.open(checked, from)) ?? assert.fail();
  nowMs += SESSION_IDLE_MS - 1;
  assert.ok(sessions.find(token, { isIdle: false }));
  nowMs += SESSION_IDLE_MS;
  assert.equal(sessions.find(token, { isIdle: false }), null);
  const { token: used } = (await sessions.open(checked, from)) ?? assert.fail();
  for (let spent = 0; spent < SESSION_LIFE_MS; spent += SESSION_IDLE_MS / 2) {
    assert.ok(sessions.find(used, { isIdle: false }));
    nowMs += SESSION_IDLE_MS / 2;
  }
  assert.equal(sessions.find(used, { isIdle: false }), null);
  const { token: left } = (await sessions.open(checked, from)) ?? assert.fail();
  const ended: string[] = [];
  sessions.onEnd(({ name }) => ended.push(name));
  for (let asked = 0; asked < SESSION_IDLE_MS; asked += SESSION_IDLE_MS / 4) {
    assert.ok(sessions.find(left, { isIdle: true }));
    nowMs += SESSION_IDLE_MS / 4;
  }
  assert.equal(sessions.find(left, { isIdle: true }), null, 'a page that asks by itself is not used');
  assert.deepEqual(ended, [renewed.name]);
  await sessions.keepUp();
  await parts().accounts.reset(renewed.name);
  assert.equal(await sessions.open(checked, from), null, 'reset since the password was checked');
  const again = await parts().accounts.create('racing-agent', 'support');
  const right = await parts().accounts.checkPassword('racing-agent', again.password, 'test');
  await parts().accounts.setDisabled('racing-agent', true);
  assert.ok(right);
  assert.equal(await sessions.open(right, from), null, 'disabled since the password was checked');
});

test('R16.3 D0018 a reset or a disabling that cannot end the sessions changes nothing', async () => {
  const agent = await makeOperator(server, 'whole-agent');
  const { name, password } = agent;
  const { accounts } = parts();
  const { database } = server.server;
  const state = async () => {
    const { rows } = await database.query('select name from operator_sessions where name = $1', [name]);
    const account = (await accounts.list()).find((each) => each.name === name);
    const hasOldPassword = (await accounts.checkPassword(name, password, 'test')) !== null;
    return { sessions: rows.length, isDisabled: account?.disabledMs !== null, hasOldPassword };
  };
  const before = await state();
  assert.deepEqual(before, { sessions: 1, isDisabled: false, hasOldPassword: true });
  await database.exec(`
    create function refuse_end() returns trigger language plpgsql as $$
      begin raise exception 'the session stays'; end $$;
    create trigger refuse_end before delete on operator_sessions for each row
      when (old.name = '${name}') execute function refuse_end();`);
  await assert.rejects(accounts.reset(name), /the session stays/);
  await assert.rejects(accounts.setDisabled(name, true), /the session stays/);
  assert.deepEqual(await state(), before);
  await database.exec('drop trigger refuse_end on operator_sessions; drop function refuse_end();');
  await accounts.reset(name);
  assert.deepEqual(await state(), { sessions: 0, isDisabled: false, hasOldPassword: false });
  assert.equal((await server.post(SELF, {}, agent)).error, 'operators/not-signed-in');
});

test('R16.4 what operators do is in the log, which only some of them read', async () => {
  const admin = await makeOperator(server, 'log-admin', 'admin');
  const agent = await makeOperator(server, 'log-agent');
  assert.equal(
    (await server.post('/operator/app/operators/getAudit', {}, agent)).error,
    'operators/not-allowed',
  );
  type Log = { sum: number; list: { operator: string; act: string; entry: number }[] };
  const { data } = await server.post<Log>('/operator/app/operators/getAudit', { pageSize: 100 }, admin);
  assert.equal(data.sum, data.list[0]?.entry);
  assert.ok(data.list.some(({ operator, act }) => operator === 'log-agent' && act === 'operators/sign-in'));
  assert.ok(data.list.some(({ act }) => act === 'machine/create-operator'));
  const entries = data.list.map(({ entry }) => entry);
  assert.deepEqual(
    entries,
    entries.toSorted((a, b) => b - a),
  );
  assert.equal((await command('verify')).status, 0);
  const { audit } = parts();
  await audit.takeNewHead();
  assert.equal(await audit.takeNewHead(), null, 'it has not moved');
  const moved = await audit.add({ operator: 'log-agent', act: 'desk/take', subject: '', detail: '' });
  assert.deepEqual(await audit.takeNewHead(), moved);
});

test('R16.4 operators I3 an entry of the log that was changed, dropped, moved, inserted or cut off is found', async () => {
  const folder = mkdtempSync(path.join(tmpdir(), 'glasshouse-audit-'));
  await placeCluster(folder, 'applied');
  const database = await openDatabase({
    dataDir: folder,
    databaseUrl: undefined,
    onFatal: (error) => {
      throw error;
    },
  });
  try {
    const secrets = createSecrets('a'.repeat(64));
    let log = new AuditLog(database, secrets);
    const entry = (i: number) => ({ operator: 'agent', act: 'desk/reply', subject: `chat ${i}`, detail: '' });
    const heads = await Promise.all(Array.from({ length: 12 }, (_, i) => log.add(entry(i))));
    assert.deepEqual(
      heads.map((head) => head.entry),
      Array.from({ length: 12 }, (_, i) => i + 1),
      'written together, in order',
    );
    const kept = await log.add(entry(12));
    assert.deepEqual(await log.verify(), { head: kept, fault: null });
    assert.deepEqual(await log.verify(kept), { head: kept, fault: null });
    for (const refused of [
      "update operator_audit set subject = '' where entry = 1",
      'truncate operator_audit',
      'delete from operator_audit_head',
    ])
      await assert.rejects(database.exec(refused), /only (added to|moved on)/);
    await database.exec(AGENT);

    /** With whether it is seen at the end of the log, where the next entry would cover it. */
    const tampered: readonly [statement: string, fault: RegExp, isOfEnd?: boolean][] = [
      ["update operator_audit set subject = 'chat 9' where entry = 5", /entry 5 is not/],
      ['truncate operator_audit', /entries|instead of 13/, true],
      ['truncate operator_audit; truncate operator_audit_head', /it is empty, and there are operators/, true],
      [
        "delete from operator_audit where entry > 9; update operator_audit_head set entry = 9, hash = (select hash from operator_audit where entry = 9), mac = 'forged'",
        /its head is not/,
        true,
      ],
      ['delete from operator_audit where entry = 7', /entry 7 is missing/],
      ['delete from operator_audit where entry = 13', /ends at entry 12/, true],
      [
        'update operator_audit set entry = -entry where entry in (3, 4); update operator_audit set entry = 7 + entry where entry < 0',
        /entry 3 is not/,
      ],
      ['update operator_audit set time_ms = time_ms + 1 where entry = 2', /entry 2 is not/],
      [
        'insert into operator_audit select 14, time_ms, operator, act, subject, detail, hash from operator_audit where entry = 13',
        /entry 14 is not/,
      ],
      [
        'delete from operator_audit where entry = 13; update operator_audit_head set entry = 12',
        /its head is not/,
      ],
      ['delete from operator_audit_head', /its head is missing/, true],
      [
        'insert into operator_audit select 0, time_ms, operator, act, subject, detail, hash from operator_audit where entry = 13',
        /an entry before its first: 0/,
      ],
    ];
    for (const [statement, fault, isOfEnd = false] of tampered) {
      await database.exec(UNGUARDED);
      await database.exec(statement);
      assert.match((await log.verify()).fault ?? '', fault, statement);
      if (isOfEnd) await assert.rejects(log.add(entry(99)), /nothing is added to the log/, statement);
      log = await restore();
    }
    // An end that was cut, with the head that it had: only who has seen the later one can tell.
    await database.exec('create table former_head as select * from operator_audit_head');
    await log.add(entry(13));
    await database.exec(UNGUARDED);
    await database.exec(
      'delete from operator_audit where entry = 14; truncate operator_audit_head; insert into operator_audit_head select * from former_head',
    );
    assert.match((await log.verify()).fault ?? '', /it does not contain/);
    await assert.rejects(log.takeNewHead(), /ends before entry 14/);
    log = await restore();
    // Without the key of the installation nobody can make a chain that fits.
    assert.match(
      (await new AuditLog(database, createSecrets('b'.repeat(64))).verify()).fault ?? '',
      /entry 1 is not/,
    );
    assert.match((await log.verify({ entry: kept.entry, hash: 'x' })).fault ?? '', /does not contain/);
  } finally {
    await database.close();
    rmSync(folder, { recursive: true, force: true });
  }

  /** Writes the same entries anew. */
  async function restore(): Promise<AuditLog> {
    await database.exec('delete from operators; truncate operator_audit; truncate operator_audit_head');
    const renewed = new AuditLog(database, createSecrets('a'.repeat(64)));
    await database.exec(GUARDED);
    for (let i = 0; i < 13; i++)
      await renewed.add({ operator: 'agent', act: 'desk/reply', subject: `chat ${i}`, detail: '' });
    await database.exec(AGENT);
    assert.equal((await renewed.verify()).fault, null);
    return renewed;
  }
});
