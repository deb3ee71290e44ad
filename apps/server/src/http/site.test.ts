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
import { site } from './site.ts';

const folder = mkdtempSync(path.join(tmpdir(), 'glasshouse-site-'));
let app: FastifyInstance;
before(async () => {
  mkdirSync(path.join(folder, 'assets'));
  mkdirSync(path.join(folder, '.vite'));
  writeFileSync(path.join(folder, '.vite/manifest.json'), '{}');
  writeFileSync(path.join(folder, 'index.html'), '<!doctype html><title>Site</title>');
  writeFileSync(path.join(folder, 'assets/main-abc123.js'), 'export {};');
  for (const file of ['index.html', 'assets/main-abc123.js']) {
    const packed = path.join(folder, file);
    writeFileSync(`${packed}.br`, brotliCompressSync(readFileSync(packed)));
    writeFileSync(`${packed}.gz`, gzipSync(readFileSync(packed)));
  }
  writeFileSync(path.join(folder, 'favicon.svg'), '<svg/>');
  app = Fastify();
  await site({
    folder,
    officeFolder: folder,
    chatUrl: () => 'https://chat.example/embed',
    isHttps: true,
  })(app);
});
after(async () => {
  await app.close();
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

test('R14.9 pages and files go out compressed, as small as the client can read', async () => {
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
