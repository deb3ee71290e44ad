/** The most expensive uploads: pictures that grow when decoded, and the largest bodies. */
import { randomBytes } from 'node:crypto';
import fs from 'node:fs';
import path from 'node:path';
import sharp from 'sharp';
import type { Attack } from './attack.ts';
import { inTurn, median, sleep } from './measuring.ts';
import { Client } from './client.ts';
import { startFlood, type UploadFlood } from './flood.ts';
import type { Target } from './target.ts';
import { MEGABYTES_MAX, SLOWER_MAX } from './under-flood.ts';

const KYC = { KYC_QUICK: 'off' };
/** 60 megapixels, interlaced, so that the decoder holds the whole picture in memory. */
const SIDE_PIXELS = 7_746;
const PHOTO_BYTES_MAX = 8_000_000;
/** Eight bodies of 8 MB and two decoders. 200 bodies alone would be 1,600. */
const GROWN_MEGABYTES_MAX = 600;

export const heavyPhotos: Attack = {
  name: 'heavy-photos',
  inVersion010: 'sign-ins held for 50 s, 5.2 GB',
  requirement: 'sign-ins at most 5 times as slow, under 1.5 GB',
  isInShort: false,
  run: async ({ start }) => {
    const target = await start(KYC);
    const file = path.join(target.dataDir, 'interlaced.png');
    const { width, height } = { width: SIDE_PIXELS, height: SIDE_PIXELS };
    await sharp({ create: { width, height, channels: 3, background: '#88aa66' }, limitInputPixels: false })
      .png({ progressive: true, compressionLevel: 9 })
      .toFile(file);
    const tokens = await tokensOf(target, 12);
    const owner = new Client(target.port);
    const email = await owner.register('owner');
    const quiet = await signInFor(owner, email, 4_000);
    target.watchMemory();
    const flood = startUploads(target, { file, type: 'image/png', tokens, count: 24, heldMs: 0 });
    const loud = await signInFor(owner, email, 12_000);
    const { answers } = await flood.stop();
    const ratio = median(loud) / median(quiet);
    return {
      figure: `sign-in ${median(quiet).toFixed(0)} to ${median(loud).toFixed(0)} ms (slowest ${Math.max(...loud).toFixed(0)}), ${target.peakMegabytes} MB; ${told(answers)}`,
      isMet:
        target.isAlive &&
        loud.length > 0 &&
        ratio <= SLOWER_MAX &&
        Math.max(...loud) < 10_000 &&
        target.peakMegabytes < MEGABYTES_MAX,
    };
  },
};

export const largePhotos: Attack = {
  name: 'large-photos',
  inVersion010: 'all kept in memory, 1.2 GB for 100 of them',
  requirement: 'memory grows by at most 600 MB',
  isInShort: true,
  run: async ({ start, isShort }) => {
    const target = await start(KYC);
    const file = path.join(target.dataDir, 'large.jpg');
    fs.writeFileSync(file, Buffer.concat([Buffer.from('ffd8ffe0', 'hex'), randomBytes(PHOTO_BYTES_MAX - 4)]));
    const tokens = await tokensOf(target, isShort ? 10 : 40);
    target.watchMemory();
    const before = target.peakMegabytes;
    const count = isShort ? 100 : 200;
    const flood = startUploads(target, { file, type: 'image/jpeg', tokens, count, heldMs: 5_000 });
    await sleep(8_000);
    const { answers } = await flood.stop();
    const grown = target.peakMegabytes - before;
    return {
      figure: `${before} MB and ${grown} more; ${told(answers)}`,
      isMet: target.isAlive && (await target.isReady()) && grown <= GROWN_MEGABYTES_MAX,
    };
  },
};

const startUploads = (target: Target, plan: Omit<UploadFlood, 'kind'>) =>
  startFlood(target.port, { kind: 'uploads', ...plan });

const told = (answers: Readonly<Record<string, number>>): string =>
  Object.entries(answers)
    .map(([what, count]) => `${count} ${what}`)
    .join(', ');

async function tokensOf(target: Target, count: number): Promise<readonly string[]> {
  const tokens: string[] = [];
  await inTurn(count, 4, async () => {
    const client = new Client(target.port);
    await client.register('sender');
    tokens.push(client.token);
    client.close();
  });
  return tokens;
}

/** Times consecutive sign-ins; a failed one counts as the whole limit. */
async function signInFor(client: Client, email: string, forMs: number): Promise<readonly number[]> {
  const times: number[] = [];
  const untilMs = performance.now() + forMs;
  while (performance.now() < untilMs) {
    const startMs = performance.now();
    const { code } = await client.signIn(email);
    times.push(code === 1 ? performance.now() - startMs : 30_000);
    await sleep(100);
  }
  return times;
}
