/** The page for programs shows everything that the protocol has, in both languages. */
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { CALLS, REFUSALS, type Call } from '@glasshouse/protocol';
import { ORDER_TYPES } from '@glasshouse/protocol/spot';
import { CHANNELS } from '@glasshouse/protocol/stream';
import { startTestServer, type TestServer } from '../../testing/harness.ts';
import { html } from './markup.ts';

let server: TestServer;
before(async () => {
  server = await startTestServer();
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
