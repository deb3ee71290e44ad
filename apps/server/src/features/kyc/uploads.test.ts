/**
 * Goal: files that are not photos are refused, anything beyond the photo is removed, and only a
 * reviewer gets it back. Method: real files made here, sent over real HTTP; then the disk and every
 * reply are searched for them.
 */
import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs';
import { request } from 'node:http';
import { tmpdir, userInfo } from 'node:os';
import path from 'node:path';
import { after, before, test } from 'node:test';
import { promisify } from 'node:util';
import { CALLS, type Call } from '@glasshouse/protocol';
import { crc32, deflateSync } from 'node:zlib';
import sharp from 'sharp';
import { ACCOUNT_LIMITS } from '../../http/limits.ts';
import { startTestServer, type TestReply, type TestServer, type TestUser } from '../../testing/harness.ts';
import { assertPublished } from '../../testing/published.ts';
import { sampleInput } from '../../testing/sample-input.ts';
import { cleanPhoto } from '../../photos/photos.ts';

const SECRET_MARK = 'GPS-WOULD-BE-HERE';
const SCRIPT = '<script>alert(1)</script>';
const NUMBER = '11010519491231002X';
const COMMANDS = path.join(import.meta.dirname, '../../commands');

let server: TestServer;
let user: TestUser;
let dataDir: string;
before(async () => {
  dataDir = mkdtempSync(path.join(tmpdir(), 'glasshouse-kyc-'));
  server = await startTestServer({ dataDir, env: { KYC_QUICK: 'off' } });
  user = await server.register('photos');
});
after(async () => {
  await server.close();
  rmSync(dataDir, { recursive: true, force: true });
});

interface Upload {
  readonly type?: string;
  readonly side?: string;
  readonly token?: string;
}

async function send(
  bytes: Uint8Array,
  { type = 'image/jpeg', side = 'front', token = user.token }: Upload = {},
) {
  const response = await fetch(`${server.server.url}/bb/app/kyc/uploadPhoto?side=${side}`, {
    method: 'POST',
    headers: { 'content-type': type, 'x-access-token': token },
    body: Buffer.from(bytes),
  });
  const reply = (await response.json()) as Omit<TestReply<{ id: string; width: number }>, 'http'>;
  assertPublished({ path: '/bb/app/kyc/uploadPhoto', method: 'POST', status: response.status }, reply);
  return { http: response.status, ...reply };
}

/** Noise compresses badly, so its bytes could be found again. */
function picture(width = 900, height = 560) {
  const data = Buffer.alloc(width * height * 3);
  for (let i = 0; i < data.length; i++) data[i] = (i * 2_654_435_761) >>> 24;
  return sharp(data, { raw: { width, height, channels: 3 } });
}

/** A PNG with 100 MB of text, compressed to almost nothing. */
async function withTextBomb(): Promise<Buffer> {
  const png = await picture().png().toBuffer();
  const packed = deflateSync(Buffer.alloc(100_000_000, 0x61), { level: 1 });
  const chunk = Buffer.concat([Buffer.from('zTXtComment\0\0'), packed]);
  const [length, checksum] = [Buffer.alloc(4), Buffer.alloc(4)];
  length.writeUInt32BE(chunk.length - 4);
  checksum.writeUInt32BE(crc32(chunk));
  // After the signature and the header.
  return Buffer.concat([png.subarray(0, 33), length, chunk, checksum, png.subarray(33)]);
}

async function withSecrets(): Promise<Buffer> {
  const jpeg = await picture()
    .withExif({ IFD0: { Copyright: SECRET_MARK }, IFD3: { GPSLatitude: '51/1 30/1 0/1' } })
    .jpeg()
    .toBuffer();
  return Buffer.concat([jpeg, Buffer.from(`PK\u0003\u0004${SCRIPT}`)]);
}

test('R13.4 kyc I1 a file that is not a photo is refused by its bytes, whatever it claims to be', async () => {
  const svg = Buffer.from(`<svg xmlns="http://www.w3.org/2000/svg" width="900" height="600">${SCRIPT}</svg>`);
  const gif = await picture().gif().toBuffer();
  const tiff = await picture().tiff().toBuffer();
  const cases: readonly [string, Uint8Array, string][] = [
    ['SVG', svg, 'image/svg+xml'],
    ['SVG that claims to be JPEG', svg, 'image/jpeg'],
    ['GIF', gif, 'image/gif'],
    ['TIFF that claims to be PNG', tiff, 'image/png'],
    ['PDF', Buffer.from('%PDF-1.7\n1 0 obj\n<<>>\nendobj'), 'image/jpeg'],
    ['HTML', Buffer.from(`<!doctype html>${SCRIPT}`), 'image/png'],
    ['ZIP', Buffer.from('PK\u0003\u0004rest of an archive'), 'application/octet-stream'],
    ['a script', Buffer.from(SCRIPT), 'text/html'],
    ['a document', Buffer.from('%PDF-1.7'), 'application/pdf'],
    ['nothing', Buffer.alloc(0), 'image/jpeg'],
  ];
  for (const [name, bytes, type] of cases) {
    const reply = await send(bytes, { type });
    assert.deepEqual([reply.http, reply.error], [200, 'kyc/photo-type'], name);
  }
});

test('R13.4 kyc I1 broken photos, bombs, small ones and 50 MB are refused', async () => {
  const jpeg = await picture().jpeg().toBuffer();
  const textBomb = await withTextBomb();
  const bomb = await sharp({ create: { width: 16_000, height: 16_000, channels: 3, background: '#fff' } })
    .png({ compressionLevel: 9 })
    .toBuffer();
  assert.ok(bomb.length < 2_000_000, 'a small file of 256 million pixels');
  const tiny = await sharp({ create: { width: 300, height: 200, channels: 3, background: '#fff' } })
    .png()
    .toBuffer();
  assert.equal((await send(jpeg.subarray(0, 600))).error, 'kyc/photo-unreadable', 'cut off');
  assert.equal((await send(bomb, { type: 'image/png' })).error, 'kyc/photo-pixels', 'bomb');
  assert.equal((await send(textBomb, { type: 'image/png' })).code, 1, 'its text is not read');
  assert.equal((await send(tiny, { type: 'image/png' })).error, 'kyc/photo-small');
  const huge = await send(Buffer.alloc(50_000_000, 0xff)).catch(() => ({ http: 413, error: 'closed' }));
  assert.equal(huge.http, 413);
});

/** Announces a file and sends none of it, so the reply was decided without the file. */
function announce(length: number | null, token: string): Promise<{ error: string; field?: string }> {
  return new Promise((resolve, reject) => {
    const sent = request(`${server.server.url}/bb/app/kyc/uploadPhoto?side=front`, {
      method: 'POST',
      headers: {
        'content-type': 'image/jpeg',
        'x-access-token': token,
        ...(length === null ? {} : { 'content-length': String(length) }),
      },
    });
    sent.once('response', (response) => {
      let text = '';
      response.setEncoding('utf8').on('data', (chunk: string) => (text += chunk));
      response.once('end', () => resolve(JSON.parse(text) as { error: string; field?: string }));
    });
    sent.once('error', reject);
    if (length === null) sent.write('x');
    else sent.flushHeaders();
  });
}

test('R13.4 D0017 session, length and quota are checked before the first byte of a file', async () => {
  const sender = await server.register('announces');
  assert.equal((await announce(1_000, 'nobody')).error, 'session/invalid');
  const unsaid = await announce(null, sender.token);
  assert.deepEqual([unsaid.error, unsaid.field], ['request/invalid', 'Content-Length']);
  assert.equal((await announce(9_000_000, sender.token)).error, 'request/too-large');
  for (let sent = 0; sent < ACCOUNT_LIMITS.upload.points; sent++)
    await send(Buffer.from('1'), { token: sender.token, type: 'application/json' });
  assert.equal((await announce(1_000, sender.token)).error, 'request/too-many');
});

test('R13.1 R13.4 nobody without a session can send a file', async () => {
  const reply = await send(Buffer.alloc(7_000_000), { token: 'nobody' }).catch(() => null);
  assert.ok(reply === null || reply.error === 'session/invalid');
});

/**
 * Yields every file under a folder as a buffer. A running database also deletes files; one that has
 * gone is not on the disk.
 */
function* filesIn(folder: string): Generator<Buffer> {
  for (const entry of unlessGone(() => readdirSync(folder, { withFileTypes: true })) ?? []) {
    const file = path.join(folder, entry.name);
    const bytes = entry.isFile() ? unlessGone(() => readFileSync(file)) : null;
    if (bytes !== null) yield bytes;
    if (entry.isDirectory()) yield* filesIn(file);
  }
}

function unlessGone<T>(read: () => T): T | null {
  try {
    return read();
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null;
    throw error;
  }
}

test('R13.4 kyc I1 a polyglot with EXIF is encoded again; disk and replies reveal neither photo nor number', async () => {
  const original = await withSecrets();
  const front = await send(original);
  assert.equal(front.code, 1, front.msg);
  const back = await send(await picture(700, 1100).webp().toBuffer(), { side: 'back', type: 'image/webp' });
  assert.equal(back.code, 1, back.msg);
  const submission = {
    country: 'CN',
    document: 'id-card',
    name: '张伟',
    number: NUMBER,
    frontPhoto: front.data.id,
    backPhoto: back.data.id,
    own: true,
  };
  const wrong = await server.post(
    '/bb/app/kyc/submit',
    { ...submission, number: '110105194912310021' },
    user,
  );
  assert.deepEqual([wrong.error, wrong.field], ['kyc/number-invalid', 'number']);
  const sent = await server.post('/bb/app/kyc/submit', submission, user);
  assert.equal(sent.code, 1, sent.msg);
  assert.equal((await send(original)).error, 'kyc/under-review');

  await server.server.database.exec('checkpoint');
  const kept = await cleanPhoto(original);
  assert.ok('jpeg' in kept);
  const secrets: readonly Uint8Array[] = [
    ...[SECRET_MARK, SCRIPT, NUMBER, '张伟'].map((text) => Buffer.from(text)),
    original.subarray(2000, 2040),
    // As stored: its start, which every photo of the vault shares, and its own picture. A JPEG's
    // four magic bytes alone occur by chance in a database's gigabyte of hashes and keys.
    kept.jpeg.subarray(0, 40),
    kept.jpeg.subarray(2000, 2040),
  ];
  let isPlainFound = false;
  // With PostgreSQL, also its files.
  const folders = [dataDir, process.env.TEST_DATABASE_FOLDER ?? dataDir];
  for (const bytes of folders.flatMap((folder) => [...filesIn(folder)])) {
    isPlainFound ||= bytes.indexOf(user.email) >= 0;
    for (const secret of secrets) assert.equal(bytes.indexOf(secret), -1, 'readable on disk');
  }
  assert.ok(isPlainFound, 'the search would have found what is not encrypted');
  const stranger = await server.register('photo-stranger');
  for (const call of CALLS as readonly Call[]) {
    for (const { token } of [user, stranger]) {
      if (['identity/freeze', 'identity/logout', 'identity/exclude'].includes(call.name)) continue;
      const input = { ...sampleInput(call), ...('id' in sampleInput(call) ? { id: '1' } : {}) };
      const target = `${call.prefixes[0]}${call.path}`;
      const reply =
        call.method === 'GET'
          ? await server.get(`${target}?paramName=contract_fee_rate`, { token })
          : await server.post(target, input, { token });
      const told = JSON.stringify(reply);
      assert.ok(!told.includes(NUMBER) && !/\/9j\//.test(told), call.name);
    }
  }
  for (const url of ['/kyc', '/photos', `/kyc/${front.data.id}`, `/bb/app/kyc/photo/${front.data.id}`])
    assert.equal((await fetch(server.server.url + url)).status, 404, url);
});

const REVIEWER = `OS user ${userInfo().username}, claimed name reviewer-1`;
const run = promisify(execFile);
const review = (...args: readonly string[]) => command('kyc.ts', ...args);

async function command(file: string, ...args: readonly string[]): Promise<string> {
  const env = { ...process.env, DATA_DIR: dataDir };
  const { stdout } = await run(process.execPath, [path.join(COMMANDS, file), ...args], { env }).catch(
    (error: { stdout: string }) => error,
  );
  return stdout;
}

test('R4.2 R6.2 R13.4 kyc I2 a reviewer lists, views, rejects with a reason; the user sees the view, submits again and is verified', async () => {
  const listed = await review('list');
  const caseId = /^(\d+) {2}user/m.exec(listed)?.[1] ?? '';
  assert.match(listed, /CN id-card/);
  const folder = path.join(dataDir, 'review');
  const shown = await review('show', caseId, '--by', 'reviewer-1', '--to', folder);
  assert.match(shown, new RegExp(`张伟[\\s\\S]*${NUMBER}`));
  const photo = readFileSync(path.join(folder, 'front.jpg'));
  const meta = await sharp(photo).metadata();
  assert.deepEqual([meta.format, meta.width, meta.exif], ['jpeg', 900, undefined]);
  for (const text of [SECRET_MARK, SCRIPT]) assert.equal(photo.indexOf(text), -1, 'cleaned');
  assert.equal(statSync(path.join(folder, 'front.jpg')).mode & 0o077, 0);
  rmSync(folder, { recursive: true });

  const status = async () =>
    (
      await server.post<{
        state: number;
        submission: { reason: string; note: string };
        views: { reviewer: string }[];
      }>('/bb/app/kyc/getStatus', {}, user)
    ).data;
  assert.deepEqual(
    [(await status()).state, (await status()).views.map(({ reviewer }) => reviewer)],
    [1, [REVIEWER, REVIEWER]],
  );
  const rejection = ['reject', caseId, '--by', 'reviewer-1', '--rejection', 'cut-off', '--note', 'left edge'];
  const why = ['--reason', 'the left edge is missing'];
  assert.match(await review(...rejection, ...why), /It is done/);
  assert.match(await review(...rejection, ...why), /does not wait/, 'a decision is made once');
  const { state, submission } = await status();
  assert.deepEqual([state, submission.reason, submission.note], [3, 'cut-off', 'left edge']);
  const order = {
    baseCoin: 'BTC',
    quoteCoin: 'USDT',
    side: 'buy',
    type: 'limit',
    price: '59000',
    amount: '0.01',
  };
  assert.equal((await server.post('/bb/app/spot/placeOrder', order, user)).error, 'kyc/required');

  const front = await send(await picture().jpeg().toBuffer());
  const passport = { country: 'CN', document: 'passport', name: 'ZHANG WEI', number: 'E12345678', own: true };
  const again = await server.post('/bb/app/kyc/submit', { ...passport, frontPhoto: front.data.id }, user);
  assert.equal(again.code, 1, again.msg);
  const waiting = /^(\d+) {2}user/m.exec(await review('list'))?.[1] ?? '';
  assert.match(await review('approve', waiting, '--by', 'reviewer-2'), /It is done/);
  assert.equal((await status()).state, 2);
  assert.equal((await server.post('/bb/app/spot/placeOrder', order, user)).code, 1, 'and may trade at once');
  assert.equal((await send(await picture().jpeg().toBuffer())).error, 'kyc/already-verified');
  const further = await server.post('/bb/app/kyc/submit', { ...passport, frontPhoto: front.data.id }, user);
  assert.equal(further.error, 'kyc/already-verified');
  const notices = await server.post<{ list: { title: string }[] }>('/bb/app/index/getNoticePage', {}, user);
  assert.equal(notices.data.list[0]?.title, 'Your identity is verified');
});

test('R4.2 kyc I2 one document verifies one account, and photos of another cannot be sent', async () => {
  const [first, second] = [await server.register('doc-first'), await server.register('doc-second')];
  const bytes = await picture().jpeg().toBuffer();
  const passport = {
    country: 'DE',
    document: 'passport',
    name: 'Max Muster',
    number: 'C01X00T47',
    own: true,
  };
  const mine = await send(bytes, { token: first.token });
  const unknown = { ...passport, country: 'GB', document: 'id-card', frontPhoto: mine.data.id };
  assert.equal((await server.post('/bb/app/kyc/submit', unknown, first)).error, 'kyc/document-unknown');
  const stolen = await server.post('/bb/app/kyc/submit', { ...passport, frontPhoto: mine.data.id }, second);
  assert.deepEqual([stolen.error, stolen.field], ['kyc/photo-missing', 'frontPhoto']);
  const sent = await server.post('/bb/app/kyc/submit', { ...passport, frontPhoto: mine.data.id }, first);
  assert.equal(sent.code, 1, sent.msg);
  const theirs = await send(bytes, { token: second.token });
  const same = await server.post('/bb/app/kyc/submit', { ...passport, frontPhoto: theirs.data.id }, second);
  assert.deepEqual(same, sent, 'nobody learns whose number is known');
  const stateOf = async (user: TestUser) =>
    (await server.post<{ state: number }>('/bb/app/kyc/getStatus', {}, user)).data.state;
  assert.deepEqual([await stateOf(first), await stateOf(second)], [1, 1]);
  const caseOf = async (user: TestUser) =>
    new RegExp(`^(\\d+) {2}user ${user.userId} `, 'm').exec(await review('list'))?.[1] ?? '';
  const [firstCase, secondCase] = [await caseOf(first), await caseOf(second)];
  const folder = path.join(dataDir, 'clash');
  const shown = await review('show', secondCase, '--by', 'reviewer-1', '--to', folder);
  assert.match(shown, new RegExp(`CLASH +case ${firstCase} of user ${first.userId} .*, waiting`));
  rmSync(folder, { recursive: true });
  const decisions = await Promise.all(
    [firstCase, secondCase].map((each) => review('approve', each, '--by', 'reviewer-1')),
  );
  assert.deepEqual(
    [/It is done/, /has verified another account/].map(
      (text) => decisions.filter((each) => text.test(each)).length,
    ),
    [1, 1],
    'one document verifies one account',
  );
});

test('R13.4 a view is recorded under the user of the operating system; a typed name is only a claim', async () => {
  const forged = await review('show', '1', '--by', 'OS user root,\nclaimed', '--to', dataDir);
  assert.equal(forged, '', 'no name');
  const { rows } = await server.server.database.query<{ reviewer: string }>(
    'select distinct reviewer from kyc_views order by reviewer',
  );
  assert.deepEqual(
    rows.map(({ reviewer }) => reviewer),
    [REVIEWER],
  );
});

test('R13.8 the operator of the machine ends the sessions of one user, at once', async () => {
  const [ended, kept] = [await server.register('ended'), await server.register('kept')];
  assert.match(await command('sessions.ts', 'end', ended.userId, '--by', 'operator-1'), /Sessions: 1 -> 0/);
  assert.equal((await server.post('/bb/app/user/info', {}, ended)).code, -2);
  assert.equal((await server.post('/bb/app/user/info', {}, kept)).code, 1);
});
