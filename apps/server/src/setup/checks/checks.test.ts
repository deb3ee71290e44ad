/**
 * Goal: setup says what is missing before users meet it. Method: real PostgreSQL, mail servers,
 * nodes and exchanges that are each wrong in one way; `test/deploy.test.ts` has them right.
 */
import assert from 'node:assert/strict';
import { once } from 'node:events';
import fs from 'node:fs';
import http from 'node:http';
import type { AddressInfo } from 'node:net';
import os from 'node:os';
import path from 'node:path';
import { test, type TestContext } from 'node:test';
import pg from 'pg';
import { runExchange } from '../../../test/exchanges/run-exchange.ts';
import { startPostgres } from '../../../test/postgres.ts';
import { startMailServer } from '../../testing/smtp-server.ts';
import type { Finding } from '../finding.ts';
import { checkSettings } from '../run-checks.ts';
import { checkChains } from './chains.ts';
import { checkDatabase } from './database.ts';
import { checkMail } from './mail.ts';
import { checkMarket } from './market.ts';
import { checkPlaces } from './places.ts';

const failuresOf = (findings: readonly Finding[]): readonly string[] =>
  findings.filter(({ level }) => level === 'failed').map(({ text }) => text);

function folderOf(context: TestContext): string {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'glasshouse-checks-'));
  context.after(() => fs.rmSync(folder, { recursive: true, force: true }));
  return folder;
}

test('R14.2 D0047 what config.ts refuses is told setting by setting', () => {
  const lines = failuresOf(checkSettings({ MODE: 'production', PUBLIC_URL: 'http://a.example' }));
  for (const name of ['MASTER_KEY', 'DATABASE_URL', 'SMTP_URL', 'MARKET_SOURCE', 'PUBLIC_URL'])
    assert.equal(lines.filter((line) => line.startsWith(`${name}: `)).length, 1, lines.join('\n'));
});

test('R14.2 D0047 a database of something else, or one without rights, is refused', async (context) => {
  const postgres = await startPostgres();
  context.after(() => postgres.stop());
  const url = await postgres.createDatabase();
  assert.deepEqual(failuresOf(await checkDatabase(url)), []);
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  await client.query("create role guest login password 'x'");
  const guest = new URL(url);
  [guest.username, guest.password] = ['guest', 'secret'];
  const refused = await checkDatabase(guest.href);
  assert.match(failuresOf(refused).join(), /^no table can be made: permission denied/);
  assert.ok(!JSON.stringify(refused).includes('secret'));
  await client.query('create table accounts (id int)');
  await client.end();
  assert.match(failuresOf(await checkDatabase(url)).join(), /tables of something else, such as accounts/);
  await postgres.kill();
  assert.match(
    failuresOf(await checkDatabase(guest.href)).join(),
    /^postgres:\/\/127\.0\.0\.1:\d+: .*ECONNREFUSED/,
  );
});

test('R14.10 D0047 a mail server is tried as the server will use it, with a mail if one is asked for', async (context) => {
  const mails = await startMailServer();
  context.after(() => mails.close());
  const from = 'Exchange <no-reply@exchange.invalid>';
  const mail = { smtpUrl: mails.url, from, to: 'ann@test.example', dkimSelector: null };
  const findings = await checkMail(mail);
  assert.deepEqual(failuresOf(findings), []);
  assert.match(mails.messages.join(), /^To: ann@test\.example/m);
  for (const record of ['SPF', 'DMARC', 'DKIM'])
    assert.ok(
      findings.some(({ level, text }) => level === 'note' && text.startsWith(`${record}: `)),
      record,
    );
  mails.refuse(true);
  assert.match(failuresOf(await checkMail(mail)).join(), /mailbox full/);
  assert.match(failuresOf(await checkMail({ ...mail, from: 'Exchange' })).join(), /MAIL_FROM/);
});

test('R10.1 D0047 an exchange without books, and another time, are told', async (context) => {
  const [mute, late] = [await runExchange('binance'), await runExchange('okx')];
  context.after(() => [mute, late].forEach((one) => one.stop()));
  await mute.fault({ mute: true });
  await late.fault({ lateMs: 60_000 });
  // The book that an exchange sends first is of its time too.
  await new Promise((resolve) => setTimeout(resolve, 500));
  const settingsFile = path.join(folderOf(context), 'exchanges.json');
  mute.child.kill('SIGSTOP');
  fs.writeFileSync(settingsFile, JSON.stringify({ binance: mute.settings, okx: late.settings }));
  const lines = failuresOf(await checkMarket({ kind: 'ccxt', exchanges: ['binance', 'okx'], settingsFile }));
  assert.match(lines.join('\n'), /^binance gave no book of BTC\/USDT within 10 s/m);
  assert.match(lines.join('\n'), /^clock: okx says another time by -?\d{5} ms/m);
  assert.equal(lines.length, 2);
});

/** A node that answers each method with its result. */
async function startNode(context: TestContext, results: Readonly<Record<string, unknown>>): Promise<string> {
  const server = http.createServer((request, response) => {
    let body = '';
    request.on('data', (chunk: Buffer) => (body += chunk.toString()));
    request.on('end', () => {
      const { method } = JSON.parse(body) as { method: string };
      const isKnown =
        request.headers.authorization === `Basic ${Buffer.from('me:pass word').toString('base64')}`;
      response.end(
        JSON.stringify(isKnown ? { result: results[method] } : { error: { message: 'who are you' } }),
      );
    });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  context.after(() => server.close());
  return `http://me:pass%20word@127.0.0.1:${(server.address() as AddressInfo).port}`;
}

test('R15.2 D0047 a node of another chain, one that still loads, and one that is away are told', async (context) => {
  const ethereum = await startNode(context, { eth_chainId: '0x1', eth_blockNumber: '0x10' });
  const testnet = await startNode(context, { eth_chainId: '0xaa36a7', eth_blockNumber: '0x10' });
  const hash = '000000000019d6689c085ae165831e934ff763ae46a2a6c172b3f1b60a8ce26f';
  const loading = await startNode(context, {
    getblockhash: hash,
    getblockchaininfo: { blocks: 7, initialblockdownload: true },
  });
  const bitcoin = await startNode(context, { getblockhash: hash, getblockchaininfo: { blocks: 7 } });
  const nodes = {
    ERC20: [ethereum, testnet, ethereum.replace('me:', 'you:')],
    BTC: [bitcoin, loading],
    LTC: [bitcoin, 'http://127.0.0.1:1'],
  };
  const findings = await checkChains({ nodes, terms: {} });
  const told = (chain: string, level: Finding['level']): string =>
    findings
      .filter((one) => one.subject === chain && one.level === level)
      .map(({ text }) => text.replace(/\S+127\S+ /, ''))
      .toSorted()
      .join('; ');
  assert.equal(told('ERC20', 'ok'), 'is of chain 1, at block 16');
  assert.equal(
    told('ERC20', 'failed'),
    'does not answer: eth_chainId: who are you; is of chain 11155111; it has to be 1',
  );
  assert.deepEqual([told('BTC', 'ok'), told('BTC', 'failed')], ['is at block 7', 'still loads: block 7']);
  assert.match(told('LTC', 'failed'), /does not answer: .*is not on the main network of LTC/);
  assert.ok(!JSON.stringify(findings).includes('pass'), 'no password is shown');
});

test('R13.11 D0047 folders that are missing, or that others may enter, are refused', (context) => {
  const folder = folderOf(context);
  for (const [name, mode] of [
    ['own', 0o700],
    ['group', 0o2750],
    ['all', 0o755],
  ] as const) {
    fs.mkdirSync(path.join(folder, name));
    fs.chmodSync(path.join(folder, name), mode);
  }
  const at = (name: string): string => path.join(folder, name);
  assert.deepEqual(
    failuresOf(
      checkPlaces([
        { name: 'DATA_DIR', folder: at('own') },
        { name: 'PAYER_SOCKET', folder: at('group'), isOfGroup: true },
      ]),
    ),
    [],
  );
  const lines = failuresOf(
    checkPlaces([
      { name: 'DATA_DIR', folder: at('group') },
      { name: 'PAYER_SOCKET', folder: at('all'), isOfGroup: true },
      { name: 'FEED_DIR', folder: at('missing') },
    ]),
  );
  assert.equal(lines.length, 3);
  assert.match(lines[0]!, /^DATA_DIR: others may enter /);
  assert.match(lines[2]!, /^FEED_DIR: ENOENT/);
});
