/**
 * Goal: who follows docs/operating/deploy.md gets from an empty machine to a served exchange, and
 * back from a backup. Method: the page's own commands, units and wrapper, with real processes:
 * PostgreSQL, a mail server, two exchanges read by ccxt, an Ethereum node, nginx. Coins come in by
 * deposits on the chain, as everywhere else in production.
 */
import assert from 'node:assert/strict';
import { execFileSync, spawnSync } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import { after, before, test } from 'node:test';
import { parseEnv } from 'node:util';
import { ChainAddresses, HOT_WALLET } from '@glasshouse/chains';
import { TOTP } from 'otpauth';
import sharp from 'sharp';
import { Anvil, type Token } from '../../../packages/chains/test/anvil.ts';
import { openDatabase } from '../src/db/open.ts';
import { exchangeFactory } from '../src/pipeline/exchange-factory.ts';
import { recover } from '../src/pipeline/recovery.ts';
import { SETTING_NAMES, SETTINGS } from '../src/setup/settings.ts';
import { startMailServer, type TestMailServer } from '../src/testing/smtp-server.ts';
import { Deployment } from './deployment.ts';
import { runExchange, type RunningExchange } from './exchanges/run-exchange.ts';
import { until } from './market-rig.ts';
import { Front } from './front.ts';
import { anvilTerms, ETHER } from './payment-rig.ts';
import { startPostgres, type TestPostgres } from './postgres.ts';

const PUBLIC_URL = 'https://exchange.example';
const OFFICE_URL = 'https://office.example';
const PASSWORD = 'Harness-2026';
const FUND_PASSWORD = '246810';
const EMAIL = 'ann@test.example';
/** Final blocks of the node are that many behind. */
const FINAL = 70;
const MICRO = 10n ** 6n;
const WITHIN_MS = 90_000;
/** What the payer has to reach nodes with. */
const OF_NODES = /^CHAIN_(NODES|HTTP)_/;

let postgres: TestPostgres;
let mails: TestMailServer;
let exchanges: readonly RunningExchange[];
let node: Anvil;
let token: Token;
let deployment: Deployment;

before(async () => {
  postgres = await startPostgres();
  mails = await startMailServer();
  exchanges = await Promise.all([runExchange('binance'), runExchange('okx')]);
  node = await Anvil.start();
  token = await node.deployToken();
  deployment = await Deployment.begin(postgres);
});
after(async () => {
  await deployment.remove();
  for (const exchange of exchanges) exchange.stop();
  await node.stop();
  await mails.close();
  await postgres.stop();
});

const inEtc = (name: string): string => path.join(deployment.folder, 'etc', name);

/** What the page lets a person type. */
function answers(): Readonly<Record<string, string>> {
  fs.writeFileSync(
    inEtc('exchanges.json'),
    JSON.stringify(Object.fromEntries(exchanges.map(({ name, settings }) => [name, settings]))),
  );
  return {
    PUBLIC_URL,
    OPERATOR_URL: OFFICE_URL,
    SMTP_URL: mails.url,
    MAIL_FROM: "Ann's Exchange <no-reply@exchange.invalid>",
    MARKET_SOURCE: 'ccxt:binance,okx',
    MARKET_SOURCE_SETTINGS: inEtc('exchanges.json'),
    KYC_REQUIRED_FOR: 'withdraw',
    PAYER_PASS_MS: '200',
    LOG_LEVEL: 'error',
  };
}

interface Reply<T> {
  readonly code: number;
  readonly error?: string;
  readonly data: T;
}

/** As a program; with `origin` as a page. */
async function post<T>(
  call: string,
  body: object,
  { token: session, port = deployment.port, origin }: { token?: string; port?: number; origin?: string } = {},
): Promise<T> {
  const response = await fetch(`http://127.0.0.1:${port}${call}`, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      ...(origin === undefined ? {} : { origin }),
      ...(session === undefined ? {} : { 'x-access-token': session }),
    },
    body: JSON.stringify(body),
  });
  const reply = (await response.json()) as Reply<T>;
  assert.equal(reply.code, 1, `${call}: ${reply.error}`);
  return reply.data;
}

/** The code of the mail that comes after `ask`. */
async function codeAfter(ask: () => Promise<unknown>): Promise<string> {
  const codes = (): string[] =>
    mails.messages
      .filter((message) => message.includes(`To: ${EMAIL}`))
      .flatMap((message) => /^Subject: .*\b(\d{6})\b/m.exec(message)?.[1] ?? []);
  const before = codes().length;
  await ask();
  await until(() => codes().length > before, WITHIN_MS);
  return codes().at(-1)!;
}

async function register(): Promise<string> {
  const code = await codeAfter(() => post('/bb/app/user/sendEmailCode', { email: EMAIL, type: 'register' }));
  const passwords = { password: PASSWORD, confirmPassword: PASSWORD };
  const { token: session } = await post<{ token: string }>('/bb/app/user/register', {
    email: EMAIL,
    code,
    ...passwords,
    agree: true,
  });
  return session;
}

type Assets = { readonly list: readonly { currency: string; currencyName: string; total: string }[] };
async function totalOf(coin: string, session: string, port = deployment.port): Promise<number> {
  const { list } = await post<Assets>('/bb/app/wallet/getAssets', {}, { token: session, port });
  return Number(list.find(({ currencyName }) => currencyName === coin)?.total ?? 0);
}

/** New blocks until it is so: the watcher and the payer go by them. */
async function mineUntil(isSo: () => Promise<boolean>): Promise<void> {
  await until(async () => {
    await node.mine();
    return isSo();
  }, WITHIN_MS);
}

const settingsNow = (): NodeJS.Dict<string> => parseEnv(fs.readFileSync(inEtc('glasshouse.env'), 'utf8'));

test('R14.2 D0047 no process but the server gets a secret that it does not need', () => {
  const secrets = SETTING_NAMES.filter((name) => SETTINGS[name].isSecret === true);
  for (const name of ['feed', 'payer', 'signer']) {
    const { unset } = deployment.unit(`glasshouse-${name}`);
    const expected = secrets.filter((secret) => name !== 'payer' || !OF_NODES.test(secret));
    assert.deepEqual(unset.toSorted(), expected.toSorted(), name);
  }
});

test('R14.8 D0047 systemd accepts the units', (context) => {
  if (spawnSync('systemd-analyze', ['--version']).status !== 0) return context.skip('no systemd here');
  const folder = path.join(deployment.folder, 'deploy/systemd');
  const units = fs.readdirSync(folder).map((name) => path.join(folder, name));
  const { status, stderr } = spawnSync('systemd-analyze', ['verify', ...units], { encoding: 'utf8' });
  assert.equal(`${status} ${stderr.trim()}`, '0 ');
});

let session = '';

test('R14.1 R14.2 D0047 from an empty database to a served exchange', async () => {
  await deployment.shell('cd "$ROOT" && node tools/build.ts', {
    ROOT: path.resolve(import.meta.dirname, '../../..'),
  });
  await deployment.run('database');
  const told = await deployment.run('setup', answers());
  assert.match(told, /^Production can start\.$/m);
  for (const line of [
    /^ok {6}PostgreSQL: the database is empty/m,
    /^ok {6}PostgreSQL: tables can be made/m,
    /^ok {6}prices: binance: BTC\/USDT is \d{5}/m,
    /^ok {6}prices: clock: okx is -?\d+ ms from this machine/m,
    /^ok {6}folders: PAYER_SOCKET: /m,
    /^note {4}mail: DKIM: /m,
  ])
    assert.match(told, line);
  const { MASTER_KEY: key = '', METRICS_TOKEN: metrics = '' } = settingsNow();
  assert.ok(
    key.length >= 32 && metrics.length >= 32 && !told.includes(key),
    'secrets are made, and not shown',
  );
  assert.equal(fs.statSync(inEtc('glasshouse.env')).mode & 0o777, 0o600);

  assert.match(await deployment.run('start'), /ready/);
  const printed = await deployment.run('operator');
  await signIn(printed);
  session = await register();
});

/** With what the command has printed. */
async function signIn(printed: string): Promise<void> {
  const [, password] = /[Pp]assword:?\s+(\S+)/.exec(printed) ?? [];
  const [, secret] = /\b([A-Z2-7]{32,})\b/.exec(printed) ?? [];
  assert.ok(password !== undefined && secret !== undefined, printed);
  const code = new TOTP({ secret }).generate();
  const self = await post<{ name: string }>(
    '/operator/app/operators/signIn',
    { name: 'alice', password, code },
    { port: deployment.officePort, origin: OFFICE_URL },
  );
  assert.equal(self.name, 'alice');
}

test('R14.2 D0047 coins come in on a chain, the maker quotes with them, and a user trades', async () => {
  await deployment.run('keys');
  const chains = inEtc('chains.env');
  fs.appendFileSync(chains, `CHAIN_NODES_ERC20=${node.url}\n`);
  fs.writeFileSync(inEtc('wallet-terms.json'), JSON.stringify({ ERC20: anvilTerms(token.address) }));
  const told = await deployment.run('chains', {});
  assert.match(told, /^ok {6}ERC20: \S+ is of chain 31337, at block \d+$/m);
  const key = parseEnv(fs.readFileSync(chains, 'utf8'))['CHAIN_XPUB_EVM']!;
  const hot = new ChainAddresses('EVM', key).of(HOT_WALLET) as `0x${string}`;
  const sent = [await node.send(hot, 20n * ETHER), await token.transfer(hot, 100_000n * MICRO)];
  await node.mine(FINAL);
  const capital = await deployment.run('capital', { COINS_TXID: sent[0]!, USDT_TXID: sent[1]! });
  assert.match(capital, /^maker +ETH /m);
  assert.match(capital, /^ERC20 +USDT( +\d+){4} +0$/m, 'ledger and chain are equal');

  const { address } = await post<{ address: `0x${string}` }>(
    '/bb/app/funding/getDepositAddress',
    { chain: 'ERC20' },
    { token: session },
  );
  await token.transfer(address, 2_000n * MICRO);
  await mineUntil(async () => (await totalOf('USDT', session)) === 2_000);
  const order = { baseCoin: 'ETH', quoteCoin: 'USDT', side: 'buy', type: 'market', amount: '0.1' };
  const filled = await post<{ filledAmount: string }>('/bb/app/spot/placeOrder', order, { token: session });
  assert.equal(Number(filled.filledAmount), 0.1);
  // The payer asks, the signer signs, each at its own socket: the deposit goes to the hot wallet.
  await mineUntil(async () => (await token.balanceOf(address)) === 0n);
  for (const name of ['server', 'feed', 'payer', 'signer'])
    assert.ok(deployment.isRunning(`glasshouse-${name}`), name);
  if (process.getuid?.() !== 0) return;
  const { uid, gid } = fs.statSync(deployment.placed('/run/glasshouse-payer/payer.sock'));
  assert.ok(uid !== 0 && gid !== 0 && gid !== uid, 'the server made it, for the group of the payer');
});

test('R5.12 R13.4 R14.2 D0047 a verified user withdraws, and the coins arrive on the chain', async () => {
  const asUser = { token: session };
  const photo = await sharp({ create: { width: 900, height: 560, channels: 3, background: 'white' } })
    .jpeg()
    .toBuffer();
  const upload = await fetch(`http://127.0.0.1:${deployment.port}/bb/app/kyc/uploadPhoto?side=front`, {
    method: 'POST',
    headers: { 'content-type': 'image/jpeg', 'x-access-token': session },
    body: new Uint8Array(photo),
  });
  const { data: front } = (await upload.json()) as Reply<{ id: string }>;
  const passport = { country: 'DE', document: 'passport', name: 'Ann Test', number: 'C01X00T478' };
  await post('/bb/app/kyc/submit', { ...passport, frontPhoto: front.id, own: true }, asUser);
  await deployment.run('identity', { CASE: '1' });

  const code = await codeAfter(() => post('/bb/app/user/sendUpdateAssetEmail', {}, asUser));
  const passwords = { password: FUND_PASSWORD, confirmPassword: FUND_PASSWORD };
  await post('/bb/app/user/setTransactionPwd', { ...passwords, code }, asUser);
  // What was deposited leaves once it is final.
  await mineUntil(
    async () =>
      (await post<{ list: readonly unknown[] }>('/bb/app/funding/getHolds', {}, asUser)).list.length === 0,
  );
  const to = '0x70997970C51812dc3A010C7d01b50e0d17dc79C8';
  const asked = await post<{ id: string }>(
    '/bb/app/funding/requestWithdrawal',
    {
      currency: 'USDT',
      chain: 'ERC20',
      address: to,
      amount: '150',
      fee: '4',
      fundPassword: FUND_PASSWORD,
      code: await codeAfter(() =>
        post('/bb/app/user/sendEmailCode', { email: EMAIL, type: 'withdraw' }, asUser),
      ),
    },
    asUser,
  );
  assert.match(await deployment.run('withdrawal', { WITHDRAWAL: asked.id }), /new-device/);
  await mineUntil(async () => (await token.balanceOf(to)) === 150n * MICRO);
  const state = async (): Promise<string> =>
    (await post<{ status: string }>('/bb/app/funding/getWithdrawal', { id: asked.id }, asUser)).status;
  await mineUntil(async () => (await state()) === 'finished');
});

test('R14.2 D0047 nginx ends TLS, passes the stream, keeps strangers out of the office, and has a page for a stop', async (context) => {
  if (spawnSync('nginx', ['-v']).status !== 0) return context.skip('no nginx here');
  const front = await Front.start(deployment);
  try {
    const site = front.ask('exchange.example', '/pc/');
    assert.equal(site.status, 200);
    assert.match(site.headers['strict-transport-security'] ?? '', /max-age/);
    assert.equal(front.ask('exchange.example', '/operator/').status, 404);
    assert.equal(front.ask('office.example', '/operator/').status, 200);
    assert.equal(await front.openStream(PUBLIC_URL), 101);
    const { status, headers } = front.ask('exchange.example', '/pc/', { isPlain: true });
    assert.deepEqual([status, headers.location], [301, 'https://exchange.example/pc/']);
    await deployment.shell('systemctl stop glasshouse-server');
    const stopped = front.ask('exchange.example', '/pc/');
    assert.deepEqual([stopped.status, stopped.headers['retry-after']], [503, '30']);
    assert.match(stopped.body, /<html/);
  } finally {
    front.stop();
    await deployment.shell(
      deployment.placed(
        'systemctl start glasshouse-server; curl --retry 120 --retry-delay 1 --retry-all-errors -fsS http://127.0.0.1:8080/readyz',
      ),
    );
  }
});

test('R14.2 R14.3 D0047 a backup of the running exchange restores to the same state', async () => {
  const keyring = path.join(deployment.folder, 'keyring');
  fs.mkdirSync(keyring, { mode: 0o700 });
  const gpg = (...args: readonly string[]) =>
    execFileSync('gpg', ['--homedir', keyring, '--batch', '--quiet', ...args], {
      stdio: ['ignore', 'pipe', 'ignore'],
    });
  gpg('--passphrase', '', '--quick-generate-key', 'backup@exchange.example', 'default', 'default', 'never');
  fs.writeFileSync(inEtc('backup.asc'), gpg('--armor', '--export', 'backup@exchange.example'));
  try {
    const listed = (await deployment.run('backup')).trim();
    const backup = path.join(deployment.placed('/var/backups/glasshouse'), listed);
    assert.deepEqual(fs.readdirSync(backup).toSorted(), [
      'SHA256SUMS',
      'database.dump.gpg',
      'folders.tar.gpg',
      'ticks.sqlite.gpg',
    ]);
    const drilled = await deployment.run('restore', { BACKUP: backup, GNUPGHOME: keyring });
    await compare(drilled);
    const drill = deployment.placed('/var/lib/glasshouse-drill');
    const all = fs.readdirSync(drill, { recursive: true }).map(String);
    const has = (name: string): boolean => all.some((one) => path.basename(one) === name);
    assert.ok(has('signed.log') && has('rules.json') && has('glasshouse.env') && !has('seed'));
    await deployment.run('drill');
    assert.equal(await totalOf('USDT', session, deployment.drillPort), await totalOf('USDT', session));
    await deployment.shell('systemctl stop glasshouse-drill');
  } finally {
    execFileSync('gpgconf', ['--homedir', keyring, '--kill', 'all']);
  }
});

/** The restored state against that of the running exchange at the same command. */
async function compare(drilled: string): Promise<void> {
  assert.match(drilled, /^The replay leads to the same state\.$/m);
  const [, seq] = /commands replayed up to (\d+)/.exec(drilled) ?? [];
  const [, hash] = /^state: (\w+)$/m.exec(drilled) ?? [];
  const database = await openDatabase({
    dataDir: '',
    databaseUrl: settingsNow()['DATABASE_URL'],
    migrations: 'none',
    onFatal: (error) => assert.fail(error),
  });
  try {
    const at = await database.session(async (one) =>
      recover(one, { factory: exchangeFactory, from: 'none', upTo: Number(seq) }),
    );
    assert.equal(hash, at.exchange.hash());
  } finally {
    await database.close();
  }
}

test('D0047 nothing of the page is marked and not run', () => {
  assert.deepEqual(deployment.left, []);
});
