/**
 * Goal: strangers can neither learn who has an account nor use up what the owner needs (identity
 * I10, identity I11). Method: whole sequences of real requests up to and past every limit, for an
 * address with an account and one without; compares replies and database statements, not times.
 */
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import pg from 'pg';
import { EmbeddedConnection } from '../../db/embedded/connection.ts';
import { ACCOUNT_LIMITS, IP_LIMITS, NEWCOMER_LIMITS } from '../../http/limits.ts';
import { createSecrets } from '../../process/secrets.ts';
import { PASSWORD, startTestServer, wrongCode, type TestServer } from '../../testing/harness.ts';
import { FREE_TRIES, GoogleCodes } from './google-codes.ts';

const USER = '/bb/app/user';
const ORIGIN = 'https://exchange.example';

let server: TestServer;
before(async () => {
  server = await startTestServer({
    env: { TRUST_PROXY: 'loopback', PUBLIC_URL: ORIGIN, RATE_LIMIT_FACTOR: '1' },
  });
});
after(() => server.close());

const from = (ip: string, more: Record<string, string> = {}) => ({
  headers: { 'x-forwarded-for': ip, ...more },
});
/** Networks in different neighbourhoods. */
const network = (neighbourhood: number, index = 0): string => `198.${neighbourhood}.${index}.1`;

/** Skips the minute between two codes. */
const passMinute = (email: string) =>
  server.server.database.query('update email_codes set created_ms = 0 where email = $1', [email]);

/**
 * The statements about people that the database gets while `work` runs; those of the market are
 * excluded.
 */
async function statementsOf(work: () => Promise<unknown>): Promise<readonly string[]> {
  const texts: string[] = [];
  const restore = [EmbeddedConnection.prototype, pg.Client.prototype].map((prototype) => {
    const methods = prototype as unknown as Record<'query', (...args: unknown[]) => unknown>;
    const original = methods.query;
    methods.query = function record(...args) {
      const [text] = args as [string | { readonly text: string }];
      texts.push(typeof text === 'string' ? text : text.text);
      return original.apply(this, args);
    };
    return () => {
      methods.query = original;
    };
  });
  try {
    await work();
  } finally {
    for (const undo of restore) undo();
  }
  return texts.filter(
    (text) =>
      /users|email_codes|outbox|login_history|^begin|^commit|^rollback/i.test(text) &&
      // The upkeep of every minute, which no call causes.
      !text.startsWith('delete from "email_codes" where "expires_ms" <'),
  );
}

type Step = (email: string) => Promise<unknown>;

/** What a stranger who runs the steps sees, and which statements each step costs. */
async function played(email: string, steps: readonly Step[]): Promise<readonly unknown[]> {
  const seen: unknown[] = [];
  for (const step of steps) {
    const answers: unknown[] = [];
    const statements = await statementsOf(async () => answers.push(await step(email)));
    seen.push({ answers, statements });
  }
  return seen;
}

const WRONG = { code: '000000', password: PASSWORD, confirmPassword: PASSWORD };

/** Every call that takes an address, twice within the minute, then with a wrong code. */
function steps(ip: string): readonly Step[] {
  const send = (type?: string): Step[] => {
    const once: Step = (email) => server.post(`${USER}/sendEmailCode`, { email, type }, from(ip));
    return [once, once];
  };
  return [
    ...send('login'),
    ...send(),
    ...send('register'),
    ...send('bind'),
    (email) => server.post(`${USER}/sendEmailCodeForget`, { email }, from(ip)),
    (email) => server.post(`${USER}/login`, { account: email, ...WRONG }, from(ip)),
    (email) => server.post(`${USER}/forgetPwd`, { email, ...WRONG }, from(ip)),
    (email) => server.post(`${USER}/emailVerification`, { email, code: WRONG.code, type: 'login' }, from(ip)),
    (email) => server.post(`${USER}/register`, { email, ...WRONG, agree: true }, from(ip)),
  ];
}

test('R13.2 identity I10 an address with an account and one without cost the same queries and writes and get the same answers, past every limit', async () => {
  const { email } = await server.register('told-apart');
  const unknown = 'told-nobody@test.example';
  // The same history for both: the code requested at registration, from the same network.
  await server.post(`${USER}/sendEmailCode`, { email: unknown, type: 'register' });
  for (const address of [email, unknown]) await passMinute(address);
  const sendAgain: Step = async (address) => {
    await passMinute(address);
    return server.post(`${USER}/sendEmailCode`, { email: address, type: 'login' }, from('127.0.0.1'));
  };
  const perNetwork = ACCOUNT_LIMITS['codes-hourly'].points;
  const neighbourhoods =
    ACCOUNT_LIMITS['codes-for-strangers'].points / ACCOUNT_LIMITS['codes-for-neighbourhood'].points + 1;
  const sequence: Step[] = [
    ...steps('203.0.113.7'),
    // The network that the account was opened from.
    ...steps('127.0.0.1'),
    ...Array.from({ length: perNetwork + 2 }, () => sendAgain),
    // One neighbourhood past its share, then enough of them to pass the address's own.
    ...Array.from({ length: perNetwork + 2 }, (_, index) => askFrom(network(20, index))),
    ...Array.from({ length: neighbourhoods * perNetwork }, (_, index) =>
      askFrom(network(30 + Math.floor(index / perNetwork), index % perNetwork)),
    ),
    ...steps(network(90)),
    ...steps('127.0.0.1'),
  ];
  const ofKnown = await played(email, sequence);
  const ofUnknown = await played(unknown, sequence);
  for (const [index, step] of ofKnown.entries())
    assert.deepEqual(ofUnknown[index], step, `step ${index} of ${sequence.length}`);
  assert.ok(ofKnown.some((step) => JSON.stringify(step).includes('request/too-many')));
  assert.equal(await server.codeFor(unknown).then((code) => code === ''), false, 'register codes went out');
});

const askFrom =
  (ip: string): Step =>
  (email) =>
    server.post(`${USER}/sendEmailCode`, { email, type: 'login' }, from(ip));

let reads = 0;
/** Each from a network of its own: one network may not ask a thousand times, however fast. */
async function mailsTo(email: string): Promise<readonly { subject: string; code: string | null }[]> {
  const reader = network(200 + (reads >> 8), reads++ & 255);
  const url = `${server.server.url}/dev/mail.json?to=${encodeURIComponent(email)}`;
  const response = await fetch(url, from(reader));
  assert.equal(response.status, 200);
  return (await response.json()) as { subject: string; code: string | null }[];
}

test('R13.2 identity I11 refused resends use up nothing: three hundred of them lock nobody out', async () => {
  const { email } = await server.register('resends');
  const ask = askFrom(network(40));
  assert.equal(((await ask(email)) as { code: number }).code, 1);
  for (let index = 0; index < 200; index++)
    assert.equal(((await ask(email)) as { error: string }).error, 'request/too-many');
  const before = (await mailsTo(email)).length;
  // A new network of the same neighbourhood, where the owner has never been.
  assert.equal(((await askFrom(network(40, 9))(email)) as { code: number }).code, 1);
  assert.equal((await mailsTo(email)).length, before + 1, 'the code was mailed');
});

test('R13.2 D0019 only mailed codes can be tried, from any number of networks', async () => {
  const { email } = await server.register('unmailed');
  const { points } = ACCOUNT_LIMITS['codes-for-neighbourhood'];
  const ask = (index: number) =>
    server.post(`${USER}/sendEmailCodeForget`, { email }, from(network(60, index)));
  for (let index = 0; index <= points; index++) assert.equal((await ask(index)).code, 1, 'answered alike');
  const mailed = (await mailsTo(email)).filter(({ subject }) => !subject.startsWith('No more codes'));
  const { rows } = await server.server.database.query<{ hash: string }>(
    "select code_hash as hash from email_codes where email = $1 and purpose = 'forget'",
    [email],
  );
  assert.equal(rows.length, points + 1);
  const good = rows.filter(({ hash }) => hash !== '').length;
  // One more mail: the code of the registration.
  assert.equal(good, mailed.length - 1, 'codes that open something, and mails');
});

/** A browser: it keeps its cookie and sends it from any network. */
function browser() {
  const cookies = new Map<string, string>();
  const lines: string[] = [];
  return {
    lines,
    post: async (path: string, body: unknown, ip: string) => {
      const response = await fetch(server.server.url + path, {
        method: 'POST',
        headers: {
          'content-type': 'application/json',
          origin: ORIGIN,
          'x-forwarded-for': ip,
          ...(cookies.size === 0 ? {} : { cookie: [...cookies.values()].join('; ') }),
        },
        body: JSON.stringify(body),
      });
      for (const line of response.headers.getSetCookie()) {
        lines.push(line);
        const [pair = ''] = line.split(';');
        cookies.set(pair.split('=')[0] ?? '', pair);
      }
      return (await response.json()) as { code: number; error?: string };
    },
  };
}

test("R13.2 identity I11 wrong codes from the same network do not void a browser's code, which nobody else can use", async () => {
  const { email } = await server.register('own-network');
  const ip = '192.0.2.77';
  const own = browser();
  assert.equal((await own.post(`${USER}/sendEmailCode`, { email, type: 'login' }, ip)).code, 1);
  const [line = ''] = own.lines;
  assert.match(line, /^__Host-device=[\w-]{22};/);
  for (const part of ['HttpOnly', 'Secure', 'SameSite=Strict', 'Path=/'])
    assert.ok(line.includes(part), part);
  const code = await server.codeFor(email);
  const stranger = browser();
  const guess = { account: email, password: PASSWORD, code: wrongCode(code) };
  for (let index = 0; index < 10; index++) {
    assert.equal((await stranger.post(`${USER}/login`, guess, ip)).error, 'identity/wrong-code');
    const program = await server.post(`${USER}/login`, guess, from(ip));
    assert.equal(program.error, 'identity/wrong-code');
  }
  const right = { ...guess, code };
  assert.equal((await stranger.post(`${USER}/login`, right, ip)).error, 'identity/wrong-code');
  assert.equal((await server.post(`${USER}/login`, right, from(ip))).error, 'identity/wrong-code');
  // The browser may have moved to another network in the meantime.
  assert.equal((await own.post(`${USER}/login`, right, '192.0.2.200')).code, 1);
});

test('R13.2 identity I11 when strangers have used up their codes, the owner still gets one: in the own browser, and at home', async () => {
  const { email } = await server.register('crowded');
  const own = browser();
  const home = '192.0.2.33';
  await own.post(`${USER}/sendEmailCode`, { email, type: 'login' }, home);
  const entered = { account: email, password: PASSWORD, code: await server.codeFor(email) };
  assert.equal((await own.post(`${USER}/login`, entered, home)).code, 1);
  for (let index = 0; index < 230; index++) await askFrom(network(100 + (index % 23), index))(email);
  const newest = async () => (await mailsTo(email))[0];
  assert.match((await newest())?.subject ?? '', /^No more codes/, 'the owner is told by a mail');
  const ended = (await mailsTo(email)).filter(({ subject }) => subject.startsWith('No more codes'));
  assert.equal(ended.length, 1, 'once');
  // Somebody on the home network uses up that network's share.
  for (let index = 0; index < ACCOUNT_LIMITS['codes-hourly'].points + 1; index++) {
    await passMinute(email);
    await askFrom(home)(email);
  }
  await passMinute(email);
  for (const ip of [home, network(90)]) {
    await passMinute(email);
    assert.equal((await own.post(`${USER}/sendEmailCode`, { email, type: 'login' }, ip)).code, 1);
    assert.notEqual((await newest())?.code, null);
  }
  const body = { account: email, password: PASSWORD, code: (await newest())?.code };
  assert.equal((await own.post(`${USER}/login`, body, network(90))).code, 1);
});

test('R13.2 D0019 the wait after wrong Google codes grows, separately for known networks and others', async () => {
  const { userId: id } = await server.register('google-rest');
  const userId = Number(id);
  let nowMs = 1_800_000_000_000;
  const google = new GoogleCodes({
    database: server.server.database,
    secrets: createSecrets('test'),
    commandMs: () => nowMs,
    issuer: () => 'Glasshouse',
    now: () => nowMs,
  });
  const tries = await Promise.all(Array.from({ length: 40 }, () => google.takeTry(userId, 'new')));
  assert.equal(tries.filter((until) => until === null).length, FREE_TRIES, 'sent at once they count alike');
  const rests: number[] = [];
  for (let round = 0; round < 9; round++) {
    const untilMs = (await google.takeTry(userId, 'new')) ?? 0;
    rests.push((untilMs - nowMs) / 60_000);
    nowMs = untilMs;
    assert.equal(await google.takeTry(userId, 'new'), null, 'one more when the rest is over');
  }
  assert.deepEqual(rests, [15, 30, 60, 120, 240, 480, 960, 1440, 1440], 'minutes');
  assert.equal(await google.takeTry(userId, 'known'), null, 'the owner at a known place does not wait');
  await google.forgetTries(userId, 'new');
  assert.equal(await google.takeTry(userId, 'new'), null);
});

test('R13.2 D0019 many networks cannot have mails sent to any number of strangers, nor shut out users or the newcomers of other places', async () => {
  const { email } = await server.register('not-shut-out');
  const post = async (address: string, type: string, ip: string) =>
    (await server.post(`${USER}/sendEmailCode`, { email: address, type }, from(ip))).code === 1;
  const ask = async (address: string, type: string, ip: string) => {
    const answered = await post(address, type, ip);
    return { answered, mails: (await mailsTo(address)).length };
  };
  const { newcomers, 'newcomers-of-neighbourhood': own } = NEWCOMER_LIMITS;
  const perNetwork = IP_LIMITS['send-code'].points;
  const allowed = newcomers.points + own.points;
  const asked = allowed + 5;
  for (let index = 0; index < asked; index++) {
    const flood = network(70, Math.floor(index / perNetwork));
    assert.ok(await post(`stranger-${index}@test.example`, 'register', flood), 'answered alike');
  }
  const { rows } = await server.server.database.query<{ unsent: number }>(
    "select count(*) as unsent from outbox where recipient like 'stranger-%' and state = 'suppressed'",
  );
  const mails = asked - (rows[0]?.unsent ?? 0);
  assert.ok(mails <= allowed, `${mails} mails`);
  assert.ok(mails > allowed - 20, `${mails} mails: others of this hour apart, all that are allowed`);

  const elsewhere = network(71);
  const userBefore = (await mailsTo(email)).length;
  assert.equal((await ask('newcomer@test.example', 'register', elsewhere)).mails, 1, 'of another place');
  assert.equal(
    (await ask(email, 'login', network(70, 200))).mails,
    userBefore + 1,
    'a user, even from there',
  );
});
test('R13.2 a session has codes sent to at most twenty new addresses an hour', async () => {
  const user = await server.register('mover');
  const { points } = NEWCOMER_LIMITS['email-change'];
  const change = async (index: number) =>
    server.post(`${USER}/sendEmailChangeCode`, { email: `moved-${index}@test.example` }, user);
  for (let index = 0; index < points; index++) assert.equal((await change(index)).code, 1);
  assert.equal((await change(points)).error, 'request/too-many');
});
