/**
 * Goal: no picture blocks or ends the server. Method: the decoder's process gets pictures that only
 * claim to be large; and it is replaced by programs that crash, stall or write nothing.
 */
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { test } from 'node:test';
import { crc32 } from 'node:zlib';
import sharp from 'sharp';
import { cleanPhoto } from './photos.ts';

/** The header of a PNG that claims this size and interlacing, without any image data. */
function interlacedHead(width: number, height: number): Buffer {
  const head = Buffer.from('89504e470d0a1a0a0000000d49484452', 'hex');
  const rest = Buffer.alloc(13);
  rest.writeUInt32BE(width, 0);
  rest.writeUInt32BE(height, 4);
  rest.set([8, 6, 0, 0, 1], 8);
  const checksum = Buffer.alloc(4);
  checksum.writeUInt32BE(crc32(Buffer.concat([head.subarray(12), rest])));
  const end = Buffer.from('0000000049444154ffffffff0000000049454e44ae426082', 'hex');
  return Buffer.concat([head, rest, checksum, end]);
}

test('R13.4 D0017 interlaced pictures are refused by their header, with the permitted number of pixels', async () => {
  const refused = await cleanPhoto(interlacedHead(10_000, 6_000));
  const params = { millions: '4' };
  assert.deepEqual(refused, { error: 'kyc/photo-pixels', field: 'body', params });
});

test('R13.4 D0017 photos of phones are taken, up to 50 million pixels and in any coding', async () => {
  for (const [width, height] of [
    [5_712, 4_284],
    [8_160, 6_120],
  ] as const) {
    const photo = sharp({ create: { width, height, channels: 3, background: '#579' } });
    // A progressive JPEG is held as a whole while it is decoded.
    const jpeg = await photo.jpeg({ progressive: true, chromaSubsampling: '4:4:4' }).toBuffer();
    const clean = await cleanPhoto(jpeg);
    assert.ok('jpeg' in clean, JSON.stringify(clean));
    assert.deepEqual([clean.width, clean.height], [2_400, 1_800]);
  }
});

test('R13.4 D0017 a decoder that crashes or writes nothing refuses the photo by its field; a time-out is no verdict', async () => {
  const folder = mkdtempSync(path.join(tmpdir(), 'glasshouse-decoder-'));
  const unreadable = { error: 'kyc/photo-unreadable', field: 'body' };
  const programs = {
    'crash.mjs': ['process.abort()', unreadable],
    'silent.mjs': ['process.exit(0)', unreadable],
    'secrets.mjs': [
      'process.exit(Object.keys(process.env).some((name) => /KEY|URL/.test(name)) ? 0 : 1)',
      unreadable,
    ],
    'stall.mjs': ['setInterval(() => {}, 1000)', { error: 'request/busy' }],
  } as const;
  for (const [name, [program, refusal]] of Object.entries(programs)) {
    writeFileSync(path.join(folder, name), program);
    const isStall = name === 'stall.mjs';
    const options = { file: path.join(folder, name), ...(isStall ? { msMax: 3_000 } : {}) };
    assert.deepEqual(await cleanPhoto(Buffer.alloc(1), options), refusal, name);
  }
  rmSync(folder, { recursive: true });
});

test('R13.4 D0017 where no process can be started, the photo is refused as at any busy hour', () => {
  const program = `
    const { cleanPhoto } = await import(${JSON.stringify(path.join(import.meta.dirname, 'photos.ts'))});
    const { openSync } = await import('node:fs');
    try { for (;;) openSync('/dev/null'); } catch {}
    console.log(JSON.stringify(await cleanPhoto(Buffer.alloc(1))));`;
  const command = 'ulimit -n 64; exec "$0" --input-type=module -e "$1"';
  const told = execFileSync('sh', ['-c', command, process.execPath, program], { encoding: 'utf8' });
  assert.deepEqual(JSON.parse(told), { error: 'request/busy' });
});
