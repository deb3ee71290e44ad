/**
 * The static site: its routes get index.html, hashed files are cached for ever, missing ones are
 * 404, foreign inline code is blocked.
 */
import assert from 'node:assert/strict';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { after, before, test } from 'node:test';
import { brotliCompressSync, gzipSync } from 'node:zlib';
import Fastify, { type FastifyInstance } from 'fastify';
import { brandOf, DEFAULT_BRAND } from '../values/brand.ts';
import { site } from './site.ts';

const folder = mkdtempSync(path.join(tmpdir(), 'glasshouse-site-'));
const withHeads = mkdtempSync(path.join(tmpdir(), 'glasshouse-heads-'));
let brand = brandOf(DEFAULT_BRAND, new Map());
const OPTIONS = {
  chatUrl: () => 'https://chat.example/embed',
  isHttps: true,
  siteUrl: 'https://house.example',
  mobileUrl: '/m',
  brand: () => brand,
};
const PAGE =
  '<!doctype html><html lang="en"><head><meta name="description" content="Site" /><title>Site</title></head></html>';
const HEADS = {
  heads: {
    '/main': { en: ['Home', 'The home'], zh: ['首页', '这是首页'] },
    '/about/connect?article=a"b': { en: ['A & B', 'A < B'], zh: ['甲', '乙'] },
  },
  paths: ['/', '/main', '/trade', '/about/connect'],
};
const IPHONE = 'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) Mobile/15E148';
const ANDROID = 'Mozilla/5.0 (Linux; Android 15) Chrome/140 Mobile Safari/537.36';
const HARMONY =
  'Mozilla/5.0 (Phone; OpenHarmony 5.0) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/114.0.0.0 Safari/537.36 ArkWeb/4.1.6.1 Mobile';
const HARMONY_TABLET = HARMONY.replace('Phone', 'Tablet');
const HARMONY_PC = HARMONY.replace('Phone', 'PC').replace(' Mobile', '');
const TABLET = 'Mozilla/5.0 (Linux; Android 15) Chrome/140 Safari/537.36';
let app: FastifyInstance;
let headed: FastifyInstance;
before(async () => {
  mkdirSync(path.join(folder, 'assets'));
  mkdirSync(path.join(folder, '.vite'));
  writeFileSync(path.join(folder, '.vite/manifest.json'), '{}');
  writeFileSync(
    path.join(folder, 'index.html'),
    `<!doctype html><title>Site</title>${'<p>text</p>'.repeat(200)}`,
  );
  writeFileSync(path.join(folder, 'assets/main-abc123.js'), 'export {};');
  for (const file of ['index.html', 'assets/main-abc123.js']) {
    const packed = path.join(folder, file);
    writeFileSync(`${packed}.br`, brotliCompressSync(readFileSync(packed)));
    writeFileSync(`${packed}.gz`, gzipSync(readFileSync(packed)));
  }
  writeFileSync(path.join(folder, 'favicon.svg'), '<svg/>');
  writeFileSync(path.join(withHeads, 'index.html'), PAGE);
  writeFileSync(path.join(withHeads, 'heads.json'), JSON.stringify(HEADS));
  headed = Fastify();
  await site({ ...OPTIONS, folder: withHeads, officeFolder: withHeads })(headed);
  app = Fastify();
  await site({ ...OPTIONS, folder, officeFolder: folder })(app);
});
after(async () => {
  await app.close();
  await headed.close();
  rmSync(withHeads, { recursive: true, force: true });
  rmSync(folder, { recursive: true, force: true });
});

test('R1.2 R14.9 every route below /pc is the site, never cached', async () => {
  for (const url of ['/pc/', '/pc/trade', '/pc/account/assert/2', '/pc/index.html']) {
    const reply = await app.inject(url);
    assert.deepEqual([reply.statusCode, reply.headers['cache-control']], [200, 'no-cache'], url);
    assert.match(reply.body, /<title>Site/);
  }
});

test('R14.9 hashed files may be kept for ever, others may not', async () => {
  const hashed = await app.inject('/pc/assets/main-abc123.js');
  assert.match(String(hashed.headers['cache-control']), /max-age=31536000, immutable/);
  const plain = await app.inject('/pc/favicon.svg');
  assert.match(String(plain.headers['cache-control']), /max-age=0/);
});

/** Asks until it is; otherwise the runner's time limit ends the test. */
async function compressed(url: string, encoding: string): Promise<void> {
  for (;;) {
    const { headers } = await app.inject({ url, headers: { 'accept-encoding': encoding } });
    if (headers['content-encoding'] === encoding) return;
    // Compression ends in another phase of the loop.
    await new Promise(setImmediate);
  }
}

test('R14.9 pages and files go out compressed, as small as the client can read', async () => {
  // A page is compressed when it is asked for again.
  for (const url of ['/pc/', '/pc/trade'])
    for (const encoding of ['br', 'gzip']) await compressed(url, encoding);
  for (const url of ['/pc/', '/pc/trade', '/pc/assets/main-abc123.js']) {
    const sent = async (accepted: string) => {
      const { headers } = await app.inject({ url, headers: { 'accept-encoding': accepted } });
      return headers['content-encoding'];
    };
    assert.deepEqual([await sent('gzip, br'), await sent('gzip')], ['br', 'gzip'], url);
    assert.equal(await sent('identity'), undefined, url);
  }
});

test("R8.3 R14.9 a missing chunk is 404 and not the site; files outside the folder and the build's notes are not served", async () => {
  for (const url of [
    '/pc/assets/old-chunk.js',
    '/pc/../package.json',
    '/pc/%2e%2e/secret.txt',
    '/pc/..%2fsecret.txt',
    '/pc/.vite/manifest.json',
  ])
    assert.equal((await app.inject(url)).statusCode, 404, url);
});

test('R13.5 R2.14 pages carry a strict policy; the chat is the only foreign frame', async () => {
  const { headers } = await app.inject('/pc/');
  const policy = String(headers['content-security-policy']);
  assert.match(policy, /script-src 'self';/);
  assert.match(policy, /frame-src 'self' https:\/\/chat\.example;/);
  assert.match(policy, /require-trusted-types-for 'script'/);
  assert.match(policy, /trusted-types 'none'/);
  assert.doesNotMatch(policy, /unsafe/);
  assert.match(String(headers['strict-transport-security']), /max-age=31536000/);
});

test('R2.43 a page has its title, description and address in the HTML, in the language of the reader', async () => {
  const english = await headed.inject('/pc/main');
  assert.match(english.body, /<title>Home \| Glasshouse<\/title>/);
  assert.match(english.body, /name="description" content="The home"/);
  assert.match(english.body, /rel="canonical" href="https:\/\/house\.example\/pc\/main"/);
  assert.match(english.body, /og:image" content="https:\/\/house\.example\/pc\/social\.png"/);
  const chinese = await headed.inject({ url: '/pc/main', headers: { 'accept-language': 'zh-CN,zh' } });
  assert.match(chinese.body, /<html lang="zh-Hans"/);
  assert.match(chinese.body, /<title>首页 \| Glasshouse<\/title>/);
  assert.match(String(chinese.headers['vary']), /accept-language/);
  assert.match((await headed.inject('/pc/')).body, /<title>Home/);
  const article = await headed.inject('/pc/about/connect?article=a%22b');
  assert.match(article.body, /<title>A &amp; B \|/);
  assert.match(article.body, /content="A &lt; B"/);
  assert.match(article.body, /article=a&quot;b"/);
});

test('R2.43 a page without a head is not indexed, an unknown address is 404, a known one is revalidated', async () => {
  const own = await headed.inject('/pc/trade');
  assert.deepEqual([own.statusCode, own.headers['cache-control']], [200, 'no-cache']);
  assert.match(own.body, /name="robots" content="noindex"/);
  for (const url of ['/pc/nothing', '/pc/main/nothing']) {
    const reply = await headed.inject(url);
    assert.equal(reply.statusCode, 404, url);
    assert.match(reply.body, /<title>Site/);
  }
  const etag = String((await headed.inject('/pc/main')).headers['etag']);
  const again = await headed.inject({ url: '/pc/main', headers: { 'if-none-match': etag } });
  assert.deepEqual([again.statusCode, again.body], [304, '']);
});

test('R2.43 robots find the map of all pages', async () => {
  const robots = await headed.inject('/robots.txt');
  assert.match(robots.body, /Sitemap: https:\/\/house\.example\/sitemap\.xml/);
  assert.match(robots.body, /Disallow: \/pc\/account\//);
  const map = await headed.inject('/sitemap.xml');
  assert.match(String(map.headers['content-type']), /xml/);
  assert.match(map.body, /<loc>https:\/\/house\.example\/pc\/main<\/loc>/);
});

test('R1.2 a phone is sent to the mobile site, a tablet and a computer are not', async () => {
  for (const agent of [IPHONE, ANDROID, HARMONY]) {
    const reply = await app.inject({ url: '/pc/trade?pair=x', headers: { 'user-agent': agent } });
    assert.equal(reply.statusCode, 302);
    assert.equal(reply.headers['location'], '/m?to=%2Fpc%2Ftrade%3Fpair%3Dx');
  }
  const hinted = await app.inject({ url: '/pc/main', headers: { 'sec-ch-ua-mobile': '?1' } });
  assert.equal(hinted.statusCode, 302);
  for (const agent of [TABLET, HARMONY_TABLET, HARMONY_PC, 'Mozilla/5.0 (X11; Linux x86_64) Chrome/140', ''])
    assert.equal((await app.inject({ url: '/pc/trade', headers: { 'user-agent': agent } })).statusCode, 200);
  const file = await app.inject({ url: '/pc/favicon.svg', headers: { 'user-agent': IPHONE } });
  assert.equal(file.statusCode, 200);
});

test('R2.2 a password manager finds the page where a password is changed', async () => {
  const { statusCode, headers } = await app.inject({ url: '/.well-known/change-password' });
  assert.deepEqual([statusCode, headers['location']], [302, '/pc/login/modify']);
});

test('R1.2 R13.7 a phone keeps the wide site once it was chosen, and a link that freezes works at once', async () => {
  const chosen = await app.inject({ url: '/pc/trade?wide=1&pair=x', headers: { 'user-agent': IPHONE } });
  assert.deepEqual([chosen.statusCode, chosen.headers['location']], [302, '/pc/trade?pair=x']);
  const cookie = String(chosen.headers['set-cookie']);
  assert.match(cookie, /^wide=1; Max-Age=31536000; Path=\/; HttpOnly; Secure; SameSite=Lax$/);
  const headers = { 'user-agent': IPHONE, cookie: 'wide=1' };
  assert.equal((await app.inject({ url: '/pc/trade', headers })).statusCode, 200);
  const freeze = await app.inject({ url: '/pc/login/login?freeze=x', headers: { 'user-agent': IPHONE } });
  assert.equal(freeze.statusCode, 200);
});
