/**
 * Strangers take all files that the process may open, which connections, streams, replies and
 * decoders of photos share with the database.
 */
import { IS_NIGHTLY } from '../../../tools/nightly.ts';
import fs from 'node:fs';
import path from 'node:path';
import sharp from 'sharp';
import type { Attack } from './attack.ts';
import { Client } from './client.ts';
import { type Flood, rawRequest, startFlood } from './flood.ts';
import { addressOf, sleep } from './measuring.ts';
import type { Target } from './target.ts';

const FILES_MAX = 1_024;
const NETWORKS = 8;
const MANY_NETWORKS = 450;
const CONNECTIONS = 1_500;
const SETTLE_MS = 1_500;
const ASKED = 10;
const KYC = { KYC_QUICK: 'off' };
/** Its end never comes. */
const HALF_REQUEST = rawRequest('/bb/app/market/getPairs').replace('Content-Length: 2', 'Content-Length: 9');

/** Of the largest file of the site if it is built, of which each reply holds one open. */
function fileRequest(checkout: string): string {
  const folder = path.join(checkout, 'apps/web/dist/assets');
  const files = fs.existsSync(folder) ? fs.readdirSync(folder) : [];
  const sizes = files.map((name) => ({ name, size: fs.statSync(path.join(folder, name)).size }));
  const largest = sizes.toSorted((a, b) => b.size - a.size)[0];
  const file = largest === undefined ? '/docs/api' : `/pc/assets/${largest.name}`;
  return `GET ${file} HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n`;
}

/** A stream whose client neither reads nor answers the close of the server. */
const STREAM_REQUEST =
  'GET /ws HTTP/1.1\r\nHost: 127.0.0.1\r\nConnection: Upgrade\r\nUpgrade: websocket\r\nSec-WebSocket-Version: 13\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n';

type Plan = readonly [what: string, open: (port: number) => Flood];

function floodOf(
  port: number,
  requests: readonly string[],
  { depth, networks = NETWORKS }: { readonly depth: number; readonly networks?: number },
): Flood {
  const addresses = Array.from({ length: networks }, (_, index) => addressOf(9, index));
  return startFlood(port, {
    kind: 'requests',
    connections: CONNECTIONS,
    addresses,
    requests,
    depth,
    isReading: false,
  });
}

const plansOn = (checkout: string): readonly Plan[] => [
  ['idle', (port) => floodOf(port, [], { depth: 0 })],
  ['half requests', (port) => floodOf(port, [HALF_REQUEST], { depth: 1 })],
  ['unread replies', (port) => floodOf(port, [fileRequest(checkout)], { depth: 64 })],
  ['streams that stay', (port) => floodOf(port, [STREAM_REQUEST], { depth: 1, networks: MANY_NETWORKS })],
  [
    'streams',
    (port) =>
      startFlood(port, {
        kind: 'stream',
        sockets: 600,
        addresses: Array.from({ length: 20 }, (_, index) => addressOf(10, index)),
        frames: [],
      }),
  ],
];

/** How many calls of a new visitor are served, each on a connection of its own. */
async function servedTo(port: number, address: string): Promise<number> {
  let served = 0;
  for (let n = 0; n < ASKED; n++) {
    const visitor = new Client(port, { address });
    const { code } = await visitor.call('/bb/app/market/getPairs');
    if (code === 1) served++;
    visitor.close();
  }
  return served;
}

async function sendPhoto(client: Client, photo: Buffer): Promise<string> {
  const { status, text } = await client.ask({
    path: '/bb/app/kyc/uploadPhoto?side=front',
    headers: { 'content-type': 'image/jpeg', 'x-access-token': client.token },
    body: photo,
  });
  return text.includes('"code":1') ? 'taken' : `${status} ${text.slice(0, 80)}`;
}

async function under(target: Target, [what, open]: Plan, own: { user: Client; photo: Buffer }) {
  const flood = open(target.port);
  await sleep(SETTLE_MS);
  const served = await servedTo(target.port, addressOf(11, 0));
  const photo = await sendPhoto(own.user, own.photo);
  await flood.stop();
  return {
    figure: `${what}: ${served} of ${ASKED} served, photo ${photo}`,
    isMet: target.isAlive && served === ASKED && photo === 'taken',
  };
}

export const fewFiles: Attack = {
  name: 'few-files',
  inVersion010: 'not measured; before the mend 0 of 20 served, the process ended',
  requirement: 'with 1,024 files, strangers shut out no visitor and no photo, and end nothing',
  isInShort: IS_NIGHTLY,
  run: async ({ start, checkout }) => {
    const plans = plansOn(checkout);
    const target = await start({ ...KYC, FILES_MAX: String(FILES_MAX) });
    const user = new Client(target.port, { address: addressOf(12, 0) });
    await user.register('sender');
    const photo = await sharp({ create: { width: 900, height: 600, channels: 3, background: '#88aa66' } })
      .jpeg()
      .toBuffer();
    const results = [];
    for (const plan of plans) {
      results.push(await under(target, plan, { user, photo }));
      if (!target.isAlive) break;
    }
    user.close();
    const state = target.isAlive && (await target.isReady()) ? 'the process lives' : 'the process ENDED';
    return {
      figure: [...results.map(({ figure }) => figure), state].join('; '),
      isMet: results.length === plans.length && results.every(({ isMet }) => isMet),
    };
  },
};
