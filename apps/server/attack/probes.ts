/** Single requests of a stranger that test what a server reveals, accepts, and leaves readable. */
import { spawnSync } from 'node:child_process';
import fs from 'node:fs';
import net from 'node:net';
import path from 'node:path';
import { WebSocket } from 'ws';
import type { Attack } from './attack.ts';
import { addressOf } from './measuring.ts';
import { type Answer, Client } from './client.ts';
import type { Target } from './target.ts';

const METRICS_TOKEN = 'a-token-of-an-operator-0123456789';
const FOREIGN = 'evil.example';
const PAIRS = '/bb/app/market/getPairs';
const EXIT_CONFIG = 78;
const ANSWER_MS_MAX = 5_000;

interface Probed {
  readonly target: Target;
  readonly client: Client;
  readonly checkout: string;
}

type Probe = (probed: Probed) => Promise<boolean>;

const isRefused = ({ status }: Answer): boolean => status >= 400 && status < 500;
const isGuarded = (text: string): boolean =>
  /x-content-type-options: ?nosniff/i.test(text) && /content-security-policy:/i.test(text);
const headText = ({ headers }: Answer): string =>
  Object.entries(headers)
    .map(([name, value]) => `${name}: ${String(value)}`)
    .join('\n');

const PROBES: Readonly<Record<string, Probe>> = {
  'Origin equal to a foreign Host': async ({ client }) => {
    const headers = {
      host: FOREIGN,
      origin: `http://${FOREIGN}`,
      'sec-fetch-site': 'same-origin',
      'content-type': 'application/json',
    };
    return isRefused(await client.ask({ path: PAIRS, headers, body: '{}' }));
  },
  'foreign Origin': async ({ client }) => {
    const headers = { origin: `http://${FOREIGN}`, 'content-type': 'application/json' };
    const { status, text } = await client.ask({ path: PAIRS, headers, body: '{}' });
    return status >= 400 || !text.includes('"code":1,');
  },
  'captured mail under a foreign Host': async ({ client }) =>
    isRefused(await client.ask({ path: '/dev/mail.json', method: 'GET', headers: { host: FOREIGN } })),
  'stream with a foreign Origin': ({ target }) =>
    new Promise((resolve) => {
      const socket = new WebSocket(`ws://127.0.0.1:${target.port}/ws`, { origin: `http://${FOREIGN}` });
      socket.on('error', () => resolve(true));
      socket.once('open', () => {
        socket.terminate();
        resolve(false);
      });
    }),
  'figures without their token': async ({ client }) =>
    isRefused(await client.ask({ path: '/metrics', method: 'GET' })),
  'figures with a wrong token': async ({ client }) =>
    isRefused(
      await client.ask({ path: '/metrics', method: 'GET', headers: { authorization: 'Bearer wrong' } }),
    ),
  'headers on a 404': async ({ client }) =>
    isGuarded(headText(await client.ask({ path: '/nowhere', method: 'GET' }))),
  'headers on a 404 of the API': async ({ client }) =>
    isGuarded(headText(await client.ask({ path: '/bb/app/nowhere' }))),
  'headers on a 413': async ({ client }) => {
    const headers = { 'content-type': 'application/json' };
    const answer = await client.ask({ path: PAIRS, headers, body: `"${'x'.repeat(200_000)}"` });
    return answer.status === 413 && isGuarded(headText(answer));
  },
  'headers on a refusal': async ({ client }) =>
    isGuarded(headText(await client.ask({ path: '/bb/app/wallet/getAssets' }))),
  'headers on an address that cannot be decoded': async ({ client }) =>
    isGuarded(headText(await client.ask({ path: '/bb/app/%ff', method: 'GET' }))),
  'headers on what is no HTTP': async ({ target }) => isGuarded(await raw(target.port, 'nonsense\r\n\r\n')),
  'headers on headers that are too long': async ({ target }) =>
    isGuarded(
      await raw(target.port, `GET / HTTP/1.1\r\nHost: 127.0.0.1\r\nX: ${'x'.repeat(40_000)}\r\n\r\n`),
    ),
  'unknown methods': async ({ target }) => {
    const answers: string[] = [];
    for (const method of ['TRACE', 'PUT', 'DELETE', 'PROPFIND', 'FOO'])
      answers.push(
        await raw(target.port, `${method} ${PAIRS} HTTP/1.1\r\nHost: 127.0.0.1\r\nConnection: close\r\n\r\n`),
      );
    return answers.every((answer) => /^HTTP\/1\.1 4\d\d /.test(answer) && isGuarded(answer));
  },
  'a body on GET': async ({ client }) => {
    const headers = { 'content-type': 'application/json', 'content-length': '8' };
    const { status } = await client.ask({ path: '/healthz', method: 'GET', headers, body: '{"a":1}\n' });
    const after = await client.call(PAIRS);
    return status > 0 && status < 500 && after.code === 1;
  },
  'two lengths of one body': async ({ target }) => {
    const answer = await raw(
      target.port,
      `POST ${PAIRS} HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Length: 4\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n`,
    );
    return answer.startsWith('HTTP/1.1 400');
  },
  'modes of the data folder': async ({ target }) => openFiles(target.dataDir).length === 0,
  'a freeze link works once': async ({ client, target }) => {
    const owner = new Client(target.port);
    const email = await owner.register('frozen');
    // The mail about a sign-in from a new place contains the link.
    const elsewhere = new Client(target.port, { address: addressOf(70, 0) });
    await elsewhere.signIn(email);
    elsewhere.close();
    const { text } = await client.ask({ path: `/dev/mail.json?to=${email}`, method: 'GET' });
    const token = /freeze=([\w.-]+)/.exec(text)?.[1]?.replace(/\.$/, '') ?? '';
    const first = await client.call('/bb/app/user/freezeByLink', { token });
    const second = await client.call('/bb/app/user/freezeByLink', { token });
    owner.close();
    return first.code === 1 && second.code !== 1;
  },
  'production with play prices does not start': async ({ checkout }) => {
    const env = {
      ...process.env,
      MODE: 'production',
      MASTER_KEY: 'Qm8x1Zk4TtY7uWc0LrE5pVn2Ba9DsHg6',
      DATABASE_URL: 'postgres://nobody@127.0.0.1:1/none',
      SMTP_URL: 'smtp://127.0.0.1:1',
      PUBLIC_URL: 'https://exchange.example',
      MARKET_SOURCE: 'simulated',
    };
    const main = path.join(checkout, 'apps/server/src/main.ts');
    return spawnSync(process.execPath, [main], { env }).status === EXIT_CONFIG;
  },
};

export const probes: Attack = {
  name: 'probes',
  inVersion010: '10 of 19 held',
  requirement: 'all hold',
  isInShort: true,
  run: async ({ start, checkout }) => {
    const target = await start({ METRICS_TOKEN });
    const client = new Client(target.port);
    const broken: string[] = [];
    const all = Object.entries(PROBES);
    for (const [name, probe] of all) if (!(await probe({ target, client, checkout }))) broken.push(name);
    client.close();
    const figure = `${all.length - broken.length} of ${all.length} hold`;
    return {
      figure: broken.length === 0 ? figure : `${figure}; broken: ${broken.join(', ')}`,
      isMet: broken.length === 0,
    };
  },
};

/** Everything received until the server closes, or for a while. */
function raw(port: number, bytes: string): Promise<string> {
  return new Promise((resolve) => {
    let text = '';
    const socket = net.connect(port, '127.0.0.1', () => socket.write(bytes));
    socket.setTimeout(ANSWER_MS_MAX, () => socket.destroy());
    socket.setEncoding('latin1').on('data', (chunk: string) => (text += chunk));
    socket.on('error', () => {});
    socket.once('close', () => resolve(text));
  });
}

/** Files and folders that other users of the machine may read or write. */
function openFiles(folder: string): readonly string[] {
  return ['', ...fs.readdirSync(folder, { recursive: true, encoding: 'utf8' })].filter((name) => {
    const stat = fs.lstatSync(path.join(folder, name), { throwIfNoEntry: false });
    return stat !== undefined && !stat.isSymbolicLink() && (stat.mode & 0o077) !== 0;
  });
}
