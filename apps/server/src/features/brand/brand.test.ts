/**
 * Goal: an operator's brand is on every page, mail and document as soon as it is set, and no text,
 * colour or picture that would break one of them can be set. Method: the operating command beside a
 * running server with a real mail server; tables of values that look right and are not.
 */
import assert from 'node:assert/strict';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { after, before, test } from 'node:test';
import sharp from 'sharp';
import { commandOn } from '../../testing/command.ts';
import { startTestServer, type TestServer } from '../../testing/harness.ts';
import { startMailServer, type TestMailServer } from '../../testing/smtp-server.ts';
import { checkedText } from './fields.ts';
import { checkedPicture } from './pictures.ts';

const folder = mkdtempSync(path.join(tmpdir(), 'glasshouse-brand-'));
const webDir = path.join(folder, 'web');
const PAGE = `<!doctype html><html lang="en"><head>
<meta name="application-name" content="Glasshouse" /><meta name="theme-color" content="#009dd9" />
<meta name="description" content="Site" /><link rel="icon" type="image/svg+xml" href="/pc/i.svg" />
<title>Glasshouse</title><link rel="preload" as="image" href="/pc/assets/logo.svg"></head></html>`;
const HEADS = { heads: { '/main': { en: ['Home', 'The home'], zh: ['首页', '首页'] } }, paths: ['/main'] };
/** All signs that mean something to HTML, JSON, mail headers or regular expressions. */
const NAME = `A&B "$&'" <i> 鲸`;
const LEGAL = 'A&B <Markets> Ltd.';

let server: TestServer;
let smtp: TestMailServer;
before(async () => {
  mkdirSync(webDir);
  writeFileSync(path.join(webDir, 'index.html'), PAGE);
  writeFileSync(path.join(webDir, 'heads.json'), JSON.stringify(HEADS));
  smtp = await startMailServer();
  server = await start();
});
after(async () => {
  await server.close();
  await smtp.close();
  rmSync(folder, { recursive: true, force: true });
});

function start(): Promise<TestServer> {
  const dataDir = path.join(folder, 'data');
  mkdirSync(dataDir, { recursive: true });
  return startTestServer({ dataDir, env: { WEB_DIR: webDir, SMTP_URL: smtp.url } });
}
const command = commandOn('brand', () => path.join(folder, 'data'));
const set = async (field: string, value: string) => {
  const { status, output } = await command('set', field, value, '--by', 'owner');
  assert.equal(status, 0, output);
};
const ask = async (at: string, headers: Readonly<Record<string, string>> = {}) => {
  const reply = await fetch(server.server.url + at, { headers });
  return { status: reply.status, headers: reply.headers, text: await reply.text() };
};

test('D0050 R2.43 until it is set, pages are those of the software; a page that a browser keeps gives way to the new brand', async () => {
  const first = await ask('/pc/main');
  assert.match(first.text, /<title>Home \| Glasshouse<\/title>/);
  assert.match(first.text, /content="#009dd9".*href="\/pc\/i\.svg"/s);
  assert.doesNotMatch(first.text, /theme\.css|name="author"/);
  const etag = first.headers.get('etag') ?? '';
  const kept = { 'if-none-match': etag };
  assert.deepEqual(
    [first.headers.get('cache-control'), (await ask('/pc/main', kept)).status],
    ['no-cache', 304],
  );

  await set('name', NAME);
  await set('colour', '#F0B90B');
  await set('legal_name', LEGAL);
  const page = await ask('/pc/main', kept);
  assert.equal(page.status, 200);
  const name = "A&amp;B &quot;$&amp;'&quot; &lt;i&gt; 鲸";
  assert.ok(page.text.includes(`<title>Home | ${name}</title>`), page.text);
  assert.ok(page.text.includes(`name="application-name" content="${name}"`), page.text);
  assert.ok(page.text.includes(`og:site_name" content="${name}"`), page.text);
  assert.match(page.text, /name="author" content="A&amp;B &lt;Markets&gt; Ltd\."/);
  assert.match(page.text, /name="theme-color" content="#f0b90b"/);
  assert.doesNotMatch(page.text, /Glasshouse|social\.png|pc\/i\.svg/);
  for (const at of ['/pc/none', '/m', '/docs/api', '/docs/api?lang=zh']) {
    const { text } = await ask(at);
    assert.ok(/<title>[^<]*A&amp;B/.test(text) && !/>[^<]*Glasshouse/.test(text), at);
  }
});

test('D0050 R13.5 files of the brand are kept for ever under its own address, and run nothing', async () => {
  const at = /href="(\/brand\/[0-9a-f]{16}\/)theme\.css"/.exec((await ask('/pc/main')).text)?.[1] ?? '';
  const theme = await ask(`${at}theme.css`);
  assert.match(theme.text, /:root\{--brand:#f0b90b;--on-brand:#03141c;/);
  assert.match(theme.headers.get('cache-control') ?? '', /immutable/);
  const manifest = JSON.parse((await ask(`${at}manifest.webmanifest`)).text) as {
    name: string;
    theme_color: string;
  };
  assert.deepEqual([manifest.name, manifest.theme_color], [NAME, '#f0b90b']);
  assert.match((await ask(`${at}icon`)).text, /stroke="#f0b90b"/);

  const [logo, photo] = [path.join(folder, 'logo.webp'), path.join(folder, 'photo.png')];
  const picture = (width: number) =>
    sharp({ create: { width, height: 200, channels: 4, background: '#0008' } });
  await picture(200).webp().toFile(logo);
  await picture(300).png().toFile(photo);
  const { status, output } = await command('logo', photo, '--by', 'owner');
  assert.equal(status, 1);
  assert.match(output, /logo: a picture is as wide as high; this one is 300 x 200/);
  assert.equal((await command('logo', logo, '--by', 'owner')).status, 0);
  const old = await ask(`${at}logo`);
  assert.deepEqual(
    [
      old.headers.get('content-type'),
      old.headers.get('cache-control'),
      old.headers.get('x-content-type-options'),
    ],
    ['image/png', 'no-cache', 'nosniff'],
  );
  assert.match(old.headers.get('content-security-policy') ?? '', /^default-src 'none'.*sandbox$/);
  assert.doesNotMatch((await ask('/pc/main')).text, new RegExp(at));
  assert.equal((await ask(`${at}__proto__`)).status, 404);
});

test('D0050 R1.4 mails, messages, authenticators and documents name the brand, in headers too', async () => {
  await set('mail_sender', `"Ann" <b@c.example>, A&B`);
  await set('legal_contact', 'legal@ab.example');
  await set('website', 'AB.example');
  const email = 'brand@test.example';
  await server.post('/bb/app/user/sendEmailCode', { email, type: 'register' });
  while (smtp.messages.length === 0) await new Promise((resolve) => setTimeout(resolve, 20));
  const mail = smtp.messages[0]!;
  const from = /^From: (.*)$/m.exec(mail)?.[1] ?? '';
  assert.equal(from.replace(/\\/g, ''), '""Ann" <b@c.example>, A&B" <no-reply@glasshouse.example>');
  assert.equal(mail.match(/^(From|To|Subject|Bcc|Cc):/gm)?.length, 3);
  const text = mail
    .replaceAll('=\r\n', '')
    .replaceAll(/(?:=[0-9A-F]{2})+/g, (coded) => Buffer.from(coded.replaceAll('=', ''), 'hex').toString());
  assert.ok(text.includes(`${LEGAL} · legal@ab.example`), text);
  assert.ok(text.includes('A&#38;B &#60;Markets&#62; Ltd.'), text);

  const { data } = await server.get<Record<string, string>>('/bb/app/brand/getBrand');
  assert.deepEqual([data['name'], data['legalName'], data['website']], [NAME, LEGAL, 'ab.example']);
  const { operators } = server.server.features.open;
  const { uri } = await operators.own.accounts.create('new-one', 'support');
  assert.equal(new URL(uri).searchParams.get('issuer'), NAME);
  const { output } = await command('show');
  assert.ok(output.includes(NAME), output);
});

test('D0050 R16.5 R16.3 versions stay, each with its operator; a restart keeps the brand; an empty value takes it back', async () => {
  await server.close();
  server = await start();
  assert.ok((await ask('/pc/main')).text.includes('<title>Home | A&amp;B'));
  await assert.rejects(server.server.database.query('delete from brand_versions'), /is only added to/);
  for (const field of ['name', 'colour', 'legal_name']) await set(field, '');
  assert.equal((await command('logo', '', '--by', 'owner')).status, 0);
  const page = await ask('/pc/main');
  assert.match(page.text, /<title>Home \| Glasshouse<\/title>/);
  assert.match(page.text, /social\.png/);
  assert.doesNotMatch(page.text, /theme\.css|author/);
  const { output } = await command('history');
  assert.match(
    output,
    /^\d+ {2}\S+ {2}legal_name = A&B <Markets> Ltd\. {2}\(OS user \S+, claimed name owner\)$/m,
  );
  assert.equal((await command('set', 'name', 'Nobody')).status, 2, 'without a name of who does it');
  const noted = await server.server.features.open.operators.own.audit.actsOf('machine/set-brand', 50);
  assert.ok(noted.some(({ subject, detail }) => subject === 'brand name' && detail === NAME));
});

test('D0050 R13.5 texts that could leave their place or break a page are refused by field', () => {
  const wrong: readonly [field: string, value: string][] = [
    ['name', 'a'.repeat(80)],
    ['name', '鲸'.repeat(13)],
    ['name', 'Nova\r\nBcc: all@example.com'],
    ['name', 'Nova\u202Eavon'],
    ['name', 'Nova\u200F'],
    ['name', 'Nova\u0000'],
    ['name', 'Nova\u2028'],
    ['name', ' Nova'],
    ['name', 'Nova  Exchange'],
    ['name', 'Nova\u00A0'],
    ['name', 'Nova: Exchange'],
    ['name', '🐋'],
    ['name', 'N\u0301\u0302\u0303\u0304ova'],
    ['name', '\uD800'],
    ['mail_sender', 'Nova\nTo: you@example.com'],
    ['website', 'https://nova.example'],
    ['website', 'nova.example/path'],
    ['website', 'nova'],
    ['colour', 'blue'],
    ['colour', '#00f'],
    ['logo', 'x'],
    ['__proto__', 'x'],
  ];
  for (const [field, value] of wrong) {
    const { problem } = checkedText(field, value);
    assert.ok(problem?.startsWith(field), `${field} ${JSON.stringify(value)}: ${problem}`);
  }
  for (const value of [NAME, 'Nova 🐋', '鲸'.repeat(12), 'Ñandú', 'नोवा', 'نوفا', ''])
    assert.equal(checkedText('name', value).problem, null, value);
});

test('D0050 R14.7 a colour on which no text can be read is refused with its contrast', () => {
  const { problem } = checkedText('colour', '#787878');
  assert.match(problem ?? '', /the better text, #ffffff, has a contrast of 4\.41 to #787878, in both themes/);
  assert.equal(checkedText('colour', '#767676').problem, null, 'white on it has 4.54');
});

const svg = (inner: string, root = 'viewBox="0 0 24 24"') =>
  `<svg xmlns="http://www.w3.org/2000/svg" ${root}>${inner}</svg>`;
test('D0050 R13.5 an SVG of plain shapes is taken, and one that could run, load or link is not', () => {
  const right = [
    svg('<path d="M3 3h8v8z" fill="#fff" transform="rotate(10)"/>'),
    svg(
      '<defs><linearGradient id="a"><stop offset="0"/></linearGradient></defs><g fill="url(#a)"><title>Nova</title></g>',
    ),
    `<?xml version="1.0" encoding="UTF-8"?>\n${svg('')}`,
  ];
  for (const text of right) assert.equal(checkedPicture(Buffer.from(text)).problem, null, text);
  const wrong: readonly [text: string, problem: RegExp][] = [
    [svg('<script>alert(1)</script>'), /it has <script>/],
    [svg('<path onload="alert(1)"/>'), /<path> has onload/],
    [svg('<a href="https://x.example"><path/></a>'), /it has <a>/],
    [svg('<image href="https://x.example/a.png"/>'), /it has <image>/],
    [svg('<use xlink:href="#a"/>'), /it has <use>/],
    [svg('<style>@import "x"</style>'), /it has <style>/],
    [svg('<path style="fill:url(https://x.example)"/>'), /<path> has style/],
    [svg('<path fill="url(https://x.example/#a)"/>'), /fill of <path> has a value that is not plain/],
    [svg('<path fill="&#106;avascript"/>'), /is none/],
    [svg('<foreignObject/>'), /it has <foreignObject>/],
    [svg('<!-- --><path/>'), /is none/],
    [`<!DOCTYPE svg [<!ENTITY a "b">]>${svg('&a;')}`, /PNG, a WebP or an SVG/],
    [svg('<g>'), /closes nothing|not closed/],
    [`${svg('')}<script/>`, /nothing may follow its end/],
    [svg('', 'viewBox="0 0 24 12"'), /as wide as high/],
    [svg('', ''), /it has no viewBox/],
    [svg('<path d="M0" d="M1"/>'), /d twice/],
    [svg('<g>'.repeat(40) + '</g>'.repeat(40)), /nested too deeply/],
    ['<html></html>', /PNG, a WebP or an SVG/],
  ];
  for (const [text, problem] of wrong)
    assert.match(checkedPicture(Buffer.from(text)).problem ?? '', problem, text);
  assert.match(checkedPicture(Buffer.alloc(100_001)).problem ?? '', /at most 100 kB/);
});
