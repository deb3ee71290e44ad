/**
 * Goal: guessing gets nowhere, from however many addresses, and never locks the owner out of
 * another device. Method: ten thousand real requests each on mailed code, password, Google code and
 * fund password, from as many addresses by X-Forwarded-For.
 */
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { Secret, TOTP } from 'otpauth';
import { RateLimits } from '../../http/limits.ts';
import { runs } from '../../../../../tools/nightly.ts';
import {
  PASSWORD,
  startTestServer,
  wrongCode,
  type TestReply,
  type TestServer,
  type TestUser,
} from '../../testing/harness.ts';
import { EmailCodes } from './codes.ts';
import { ACCOUNT_TRIES_MAX, FUND_LOCK_MS, FundPasswords } from './fund-passwords.ts';
import { FREE_TRIES } from './google-codes.ts';
import { createSecrets } from '../../process/secrets.ts';
import { Passwords } from './passwords.ts';

const USER = '/bb/app/user';
/** `npx glasshouse attack` sets 10,000. */
const TRIES = Number(process.env['GUESSES'] ?? runs(400, 2_000));
const AT_ONCE = 25;
/** The numbers that http/limits.ts allows a neighbourhood of strangers, and codes.ts each code. */
const CODES_FOR_STRANGERS = 20;
const TRIES_PER_CODE = 5;
const LOOKED_AT = CODES_FOR_STRANGERS * TRIES_PER_CODE;

let server: TestServer;
before(async () => {
  server = await startTestServer({ env: { TRUST_PROXY: 'loopback' } });
});
after(() => server.close());

const from = (ip: string) => ({ headers: { 'x-forwarded-for': ip } });
const stranger = (index: number): string => `198.${18 + (index >> 16)}.${(index >> 8) & 255}.${index & 255}`;

/** Runs `work` for 0 … count-1, some of them concurrently. */
async function many(count: number, work: (index: number) => Promise<void>): Promise<void> {
  let next = 0;
  const worker = async (): Promise<void> => {
    while (next < count) await work(next++);
  };
  await Promise.all(Array.from({ length: AT_ONCE }, worker));
}

const wrongOf = (code: string, index: number): string =>
  String((Number(code) + 1 + index) % 1_000_000).padStart(6, '0');

function login(user: TestUser, ip: string, rest: Record<string, unknown>): Promise<TestReply<unknown>> {
  return server.post(`${USER}/login`, { account: user.email, password: PASSWORD, ...rest }, from(ip));
}

test("R13.2 identity I2 identity I11 thousands of guesses at a mailed code from as many addresses use up none of the owner's tries", async () => {
  const owner = await server.register('guess-code');
  await server.post(`${USER}/sendEmailCode`, { email: owner.email, type: 'login' });
  const code = await server.codeFor(owner.email);
  const answers = new Map<string, number>();
  await many(TRIES, async (index) => {
    const reply = await login(owner, stranger(index), { code: wrongOf(code, index) });
    answers.set(reply.error ?? 'entered', (answers.get(reply.error ?? 'entered') ?? 0) + 1);
  });
  assert.deepEqual([...answers], [['identity/wrong-code', TRIES]]);
  const stolen = await login(owner, stranger(7), { code });
  assert.equal(stolen.error, 'identity/wrong-code', 'the code is good only where it was asked for');
  assert.equal((await login(owner, '127.0.0.1', { code })).code, 1, 'the owner enters');
  assert.equal(
    (await login(owner, '127.0.0.1', { code })).error,
    'identity/wrong-code',
    'a used code is used',
  );
});

test('R13.2 identity I3 parallel brute force also gets only five tries', async () => {
  const { database } = server.server;
  const limits = new RateLimits({ database });
  const codes = new EmailCodes({ database, secrets: createSecrets('test'), limits });
  const slot = { email: 'parallel@test.example', purpose: 'login', scope: '192.0.2.1' } as const;
  const code = (await codes.make({ ...slot, purposes: [slot.purpose], isMailed: true })) ?? '';
  const claim = { ...slot, code };
  const wrong = { ...claim, code: wrongCode(code) };
  await Promise.all(Array.from({ length: 40 }, () => codes.check(wrong)));
  assert.equal(await codes.check(claim), false);
});

const SHORT_CODES_MAX = 5;

test('R13.2 identity I2 identity I11 D0019 strangers who guess at mailed codes get 25 tries at six digits a day, and the owner enters from anywhere', async () => {
  const owner = await server.register('guess-many-codes');
  const lengths: number[] = [];
  for (let index = 0; index < 60; index++) {
    // Of twelve neighbourhoods.
    const thief = `203.${index % 12}.${index}.1`;
    await server.post(`${USER}/sendEmailCode`, { email: owner.email, type: 'login' }, from(thief));
    const code = await server.codeFor(owner.email);
    lengths.push(code.length);
    for (let tried = 0; tried < TRIES_PER_CODE; tried++)
      assert.equal(
        (await login(owner, thief, { code: wrongOf(code.slice(0, 6), tried) })).error,
        'identity/wrong-code',
      );
  }
  const expected = Array.from({ length: 60 }, (_, index) => (index < SHORT_CODES_MAX ? 6 : 12));
  assert.deepEqual(lengths, expected);
  for (const place of ['127.0.0.1', '192.0.2.77']) {
    await server.post(`${USER}/sendEmailCode`, { email: owner.email, type: 'login' }, from(place));
    const code = await server.codeFor(owner.email);
    assert.equal(code.length, 12);
    const typed = `${code.slice(0, 6)} ${code.slice(6)}`;
    assert.equal((await login(owner, place, { code: typed })).code, 1, `the owner enters from ${place}`);
  }
});

test('R13.2 D0019 an owner whose codes are used is mailed six digits, however often and impatiently', async () => {
  const owner = await server.register('many-logins');
  for (let index = 0; index < 2 * SHORT_CODES_MAX; index++) {
    const place = `192.0.2.${index}`;
    const ask = () =>
      server.post(`${USER}/sendEmailCode`, { email: owner.email, type: 'login' }, from(place));
    await ask();
    assert.equal((await ask()).error, 'request/too-many', 'too early');
    const code = await server.codeFor(owner.email);
    assert.equal(code.length, 6);
    assert.equal((await login(owner, place, { code })).code, 1);
  }
});

/**
 * A thief who reads the owner's mail: requests a code from each address and uses all its tries.
 * Returns how many guesses were checked.
 */
async function guessWithMail(
  owner: TestUser,
  rest: () => Record<string, unknown>,
): Promise<Map<string, number>> {
  const answers = new Map<string, number>();
  const guessFrom = async (index: number): Promise<void> => {
    const ip = stranger(100_000 + index);
    const sent = await server.post(`${USER}/sendEmailCode`, { email: owner.email, type: 'login' }, from(ip));
    const code = sent.code === 1 ? await server.codeFor(owner.email) : '000000';
    for (let tried = 0; tried < TRIES_PER_CODE; tried++) {
      const reply = await login(owner, ip, { code, ...rest() });
      answers.set(reply.error ?? 'entered', (answers.get(reply.error ?? 'entered') ?? 0) + 1);
    }
  };
  // Only the first addresses are mailed codes; one at a time, so that each reads its own.
  for (let index = 0; index < CODES_FOR_STRANGERS; index++) await guessFrom(index);
  await many(TRIES / TRIES_PER_CODE - CODES_FOR_STRANGERS, (index) => guessFrom(CODES_FOR_STRANGERS + index));
  return answers;
}

test('R13.2 identity I2 a thief who reads the mail gets a hundred of thousands of guesses at the password, and the owner can still sign in', async () => {
  const owner = await server.register('guess-password');
  let guess = 0;
  const answers = await guessWithMail(owner, () => ({ password: `Guess-${guess++}` }));
  assert.equal(answers.get('identity/wrong-credentials'), LOOKED_AT);
  assert.equal(answers.get('entered'), undefined);
  await server.login(owner);
});

test('R13.2 concurrent guesses count like sequential ones: ten are checked', async () => {
  const owner = await server.register('guess-at-once');
  const guess = (index: number): Record<string, string> => ({ password: `Guess-${index}` });
  const errors = async (ask: (index: number) => Promise<TestReply<unknown>>): Promise<string[]> => {
    const replies = await Promise.all(Array.from({ length: 60 }, (_, index) => ask(index)));
    return replies.map(({ error }) => error ?? 'entered');
  };
  const stolen = await errors((index) =>
    server.post(`${USER}/endOtherSessions`, guess(index), { ...owner, ...from(stranger(1)) }),
  );
  assert.equal(stolen.filter((error) => error === 'identity/password-incorrect').length, 10);
  assert.equal(stolen.filter((error) => error === 'request/too-many').length, 50);
  const place = from(stranger(70_000));
  await server.post(`${USER}/sendEmailCode`, { email: owner.email, type: 'login' }, place);
  const code = await server.codeFor(owner.email);
  const atTheDoor = await errors((index) => login(owner, stranger(70_000), { code, ...guess(index) }));
  const looked = atTheDoor.filter((error) => error === 'identity/wrong-credentials').length;
  assert.ok(looked >= 1 && looked <= 10, `${looked} were looked at`);
  assert.ok(!atTheDoor.includes('entered'));
});

test('R13.2 D0019 a stolen session gets ten guesses at the password from any number of addresses, and the owner is not affected', async () => {
  const owner = await server.register('guess-by-session');
  const elsewhere = await server.login(owner);
  const answers = new Map<string, number>();
  await many(300, async (index) => {
    const guess = { password: `Guess-${index}` };
    const place = { token: elsewhere.token, ...from(stranger(80_000 + index)) };
    const { error = 'right' } = await server.post(`${USER}/endOtherSessions`, guess, place);
    answers.set(error, (answers.get(error) ?? 0) + 1);
  });
  assert.deepEqual(Object.fromEntries(answers), {
    'identity/password-incorrect': 10,
    'request/too-many': 290,
  });
  const reply = await server.post(`${USER}/endOtherSessions`, { password: PASSWORD }, owner);
  assert.equal(reply.code, 1);
});

test('R13.2 identity I2 identity I3 with mail and password, ten of thousands of guesses at the Google code are checked; a code works once', async () => {
  const owner = await server.register('guess-google');
  const secret = await bindGoogle(owner);
  const totp = new TOTP({ secret: Secret.fromBase32(secret) });
  // Half an hour of codes, because on a slow machine the guesses take minutes.
  const right = new Set(
    Array.from({ length: 60 }, (_, step) => totp.generate({ timestamp: Date.now() + (step - 1) * 30_000 })),
  );
  let guess = 0;
  const nextWrong = (): string => {
    do guess++;
    while (right.has(String(guess).padStart(6, '0')));
    return String(guess).padStart(6, '0');
  };
  const answers = await guessWithMail(owner, () => ({ googleCode: nextWrong() }));
  assert.equal(answers.get('identity/google-code-wrong'), FREE_TRIES);
  assert.equal(answers.get('identity/google-code-locked'), LOOKED_AT - FREE_TRIES);
  assert.equal(answers.get('entered'), undefined);
  // The next step's code, because the one that bound the authenticator is used up.
  const googleCode = totp.generate({ timestamp: Date.now() + 30_000 });
  const enter = async () => {
    await server.server.database.query('update email_codes set created_ms = 0 where email = $1', [
      owner.email,
    ]);
    await server.post(`${USER}/sendEmailCode`, { email: owner.email, type: 'login' });
    return login(owner, '127.0.0.1', { code: await server.codeFor(owner.email), googleCode });
  };
  assert.equal((await enter()).code, 1);
  assert.equal((await enter()).error, 'identity/google-code-wrong');
});

async function bindGoogle(owner: TestUser): Promise<string> {
  const started = await server.post<{ secret: string }>(`${USER}/startGoogleBind`, {}, owner);
  const { secret } = started.data;
  await server.post(`${USER}/sendEmailCode`, { email: owner.email, type: 'bind' });
  const bound = await server.post(
    `${USER}/bindGoogle`,
    {
      password: PASSWORD,
      code: await server.codeFor(owner.email),
      googleCode: new TOTP({ secret: Secret.fromBase32(secret) }).generate(),
    },
    owner,
  );
  assert.equal(bound.code, 1, bound.msg);
  return secret;
}

const ADDRESS = { currency: 'BTC', chain: 'BTC', address: 'bc1qar0srrr7xfkvy5l643lydnw9re59gtzzwf5mdq' };

async function withFundPassword(name: string): Promise<TestUser> {
  const owner = await server.register(name);
  await server.post(`${USER}/sendUpdateAssetEmail`, {}, owner);
  const code = await server.codeFor(owner.email);
  const set = { password: '739154', confirmPassword: '739154', code };
  assert.equal((await server.post(`${USER}/setTransactionPwd`, set, owner)).code, 1);
  return owner;
}

test('R5.4 R13.2 D0010 of thousands of guesses at the fund password with a stolen session five are checked, and the owner can use it on another device', async () => {
  const owner = await withFundPassword('guess-fund');
  const answers = new Map<string, number>();
  await many(TRIES, async (index) => {
    const body = { ...ADDRESS, code: '000000', fundPassword: wrongOf('739154', index) };
    const options = { ...from(stranger(index)), token: owner.token };
    const { error = 'added' } = await server.post('/bb/app/wallet/addAddress', body, options);
    answers.set(error, (answers.get(error) ?? 0) + 1);
  });
  assert.equal(answers.get('identity/fund-password-incorrect'), 5);
  assert.equal(answers.get('identity/fund-password-locked'), TRIES - 5);
  const lockOf = async (user: Pick<TestUser, 'token'>) =>
    (await server.post<{ fundPasswordLockedUntil: number | null }>(`${USER}/getSecurity`, {}, user)).data
      .fundPasswordLockedUntil;
  const device = await server.login(owner);
  assert.ok(((await lockOf(owner)) ?? 0) > Date.now() + FUND_LOCK_MS - 3_600_000, 'the stolen session rests');
  assert.equal(await lockOf(device), null, 'the other device may try');
  await server.post(`${USER}/sendEmailCode`, { email: owner.email, type: 'withdraw' });
  const body = { ...ADDRESS, code: await server.codeFor(owner.email), fundPassword: '739154' };
  const added = await server.post('/bb/app/wallet/addAddress', body, device);
  assert.equal(added.code, 1, added.msg);
  assert.notEqual(await lockOf(owner), null, 'which does not wake the stolen one');
});

test('R5.4 R13.2 D0010 twenty wrong tries on any number of sessions lock the fund password of the account for 24 hours', async () => {
  const owner = await withFundPassword('guess-fund-sessions');
  const userId = Number(owner.userId);
  let nowMs = Date.now();
  const passwords = new Passwords(createSecrets('another installation'));
  const fundPasswords = new FundPasswords({
    database: server.server.database,
    passwords,
    commandMs: () => nowMs,
    now: () => nowMs,
  });
  // The pepper of another installation: without the right one the hash proves nothing, even with
  // the right digits.
  const tried = async (session: number) =>
    (await fundPasswords.refuse({ userId, sessionKey: `session-${session}` }, '739154'))?.error;
  const errors = [];
  for (let index = 0; index < 30; index++) errors.push(await tried(index % 6));
  assert.equal(
    errors.filter((error) => error === 'identity/fund-password-incorrect').length,
    ACCOUNT_TRIES_MAX,
  );
  assert.equal(await tried(99), 'identity/fund-password-locked', 'a fresh session too');
  await fundPasswords.removeOld();
  nowMs += FUND_LOCK_MS - 1;
  assert.equal(await tried(99), 'identity/fund-password-locked');
  nowMs += 1;
  await fundPasswords.removeOld();
  assert.equal(await tried(99), 'identity/fund-password-incorrect');
  assert.equal((await server.post(`${USER}/info`, {}, owner)).code, 1, 'everything else goes on');
});
