/**
 * Goal: the page for programs shows everything that the protocol has, in both languages, and its
 * examples work. Method: look for each name; run the examples as they are printed.
 */
import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import path from 'node:path';
import { after, before, test } from 'node:test';
import { promisify } from 'node:util';
import { CALLS, REFUSALS, type Call } from '@glasshouse/protocol';
import { ORDER_TYPES } from '@glasshouse/protocol/spot';
import { ENDPOINTS, STREAMS, USER_EVENTS, type AnyEndpoint } from '@glasshouse/protocol/programs';
import { CHANNELS } from '@glasshouse/protocol/stream';
import { allErrors } from '../../http/published-errors.ts';
import { MASTER_KEY } from '../../testing/fund-password.ts';
import { startTestServer, type TestServer } from '../../testing/harness.ts';
import { programOf } from '../../testing/program.ts';
import { html } from './markup.ts';

let server: TestServer;
before(async () => {
  server = await startTestServer({ env: { MASTER_KEY, RATE_LIMIT_FACTOR: '50' } });
});
after(() => server.close());

async function load(path: string, headers: Record<string, string> = {}) {
  const response = await fetch(server.server.url + path, { headers });
  assert.equal(response.status, 200, path);
  return { headers: response.headers, text: await response.text() };
}

test('R7.8 the page has every call with its fields, every channel, type of order and refusal', async () => {
  for (const lang of ['en', 'zh']) {
    const { text } = await load(`/docs/api?lang=${lang}`);
    for (const call of CALLS as readonly Call[]) {
      const part = text.split(`<article id="${call.name}">`)[1]?.split('</article>')[0] ?? '';
      for (const prefix of call.prefixes) assert.ok(part.includes(prefix + call.path), call.name);
      for (const field of Object.keys(call.input.shape))
        assert.ok(part.includes(`<code>${field}</code>`), `${call.name} ${field}`);
      for (const name of call.refusals) assert.ok(part.includes(`<code>${name}</code>`), call.name);
    }
    for (const name of Object.keys(REFUSALS)) assert.ok(text.includes(`<code id="${name}">`), name);
    for (const name of [...CHANNELS.map((channel) => channel.name), ...ORDER_TYPES])
      assert.ok(text.includes(`<code>${name}</code>`), name);
    const ids = new Set([...text.matchAll(/ id="([^"]+)"/g)].map(([, id]) => id));
    for (const [, target] of text.matchAll(/href="#([^"]+)"/g)) assert.ok(ids.has(target), String(target));
  }
});

test('R7.8 D0052 the page has every endpoint of the trading API, its errors, streams and events', async () => {
  for (const lang of ['en', 'zh']) {
    const { text } = await load(`/docs/api?lang=${lang}`);
    for (const { method, path: route, input, socketMethod } of ENDPOINTS as readonly AnyEndpoint[]) {
      const part = text.split(`<article id="${method}-${route}">`)[1]?.split('</article>')[0] ?? '';
      for (const field of Object.keys(input.shape))
        assert.ok(part.includes(`<code>${field}</code>`), `${route} ${field}`);
      if (socketMethod !== null) assert.ok(part.includes(socketMethod), socketMethod);
    }
    for (const { error, code } of allErrors()) {
      assert.ok(text.includes(`<code id="error-${error}">${error}</code>`), error);
      assert.ok(text.includes(`<td>${code}</td>`), String(code));
    }
    for (const { pattern } of Object.values(STREAMS))
      assert.ok(text.includes(html`<code>${pattern}</code>`.text), pattern);
    for (const name of Object.keys(USER_EVENTS)) assert.ok(text.includes(`<code>${name}</code>`), name);
  }
});

const run = promisify(execFile);
const SERVER = path.join(import.meta.dirname, '../../..');
const shown = (text: string): string =>
  text
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&quot;', '"')
    .replaceAll('&#39;', "'")
    .replaceAll('&amp;', '&');

test('R7.8 D0052 the examples of the page trade as they are printed', async () => {
  const maker = await programOf(server, await server.register('maker'));
  const sale = { symbol: 'BTCUSDT', side: 'SELL', type: 'LIMIT', timeInForce: 'GTC' };
  assert.equal(
    (await maker.ask('POST /api/v3/order', { ...sale, price: '60000', quantity: '0.01' })).status,
    200,
  );
  const { apiKey, secret } = await programOf(server, await server.register('reader'));
  const { text } = await load('/docs/api?lang=en');
  const exampleOf = (title: string): string =>
    shown(text.split(`<h3>${title}</h3>`)[1]?.split('<pre>')[1]?.split('</pre>')[0] ?? '');
  const options = { cwd: SERVER, env: { ...process.env, KEY: apiKey, SECRET: secret } };
  const curled = await run('bash', ['-c', exampleOf('curl, openssl')], options);
  assert.equal((JSON.parse(curled.stdout) as { status: string }).status, 'FILLED', curled.stdout);
  const script = ['--input-type=module', '--eval', exampleOf('ccxt, JavaScript')];
  const { stdout } = await run(process.execPath, script, options);
  assert.match(stdout, /status: 'closed'/);
});

test('R13.5 R8.1 the page needs no script, allows none, and speaks the language asked for', async () => {
  const chinese = await load('/docs/api', { 'accept-language': 'zh-CN,zh;q=0.9' });
  assert.match(chinese.text, /<html lang="zh-CN"[ >]/);
  const { headers, text } = await load('/docs/api');
  assert.match(text, /<html lang="en"[ >]/);
  assert.doesNotMatch(text, /<script|style="|\son\w+="/);
  const policy = String(headers.get('content-security-policy'));
  assert.match(policy, /^default-src 'none'; style-src 'self';/);
  const [, style = ''] = /<link rel="stylesheet" href="([^"]+)"/.exec(text) ?? [];
  assert.match(String((await load(style)).headers.get('content-type')), /^text\/css/);
});

test('R13.5 what is inserted into a page is escaped', () => {
  const name = '<b onclick="x">&\'';
  assert.equal(
    html`<p title="${name}">${[html`<i></i>`, name]}</p>`.text,
    '<p title="&lt;b onclick=&quot;x&quot;&gt;&amp;&#39;"><i></i>&lt;b onclick=&quot;x&quot;&gt;&amp;&#39;</p>',
  );
});
