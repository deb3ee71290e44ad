/**
 * Writes .br and .gz beside every built text file at the highest compression; the server sends them
 * as they are. Zopfli's gzip is three hundredths smaller than zlib's best, and any client reads it.
 */
import { readdir, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { gzip } from '@gfx/zopfli';
import { promisify } from 'node:util';
import { brotliCompress, constants } from 'node:zlib';
import type { Plugin } from 'vite';

const TEXT = /\.(js|css|svg|html|json)$/;
/** Smaller files stay uncompressed, because they fit into one packet anyway. */
const WORTH_BYTES = 512;
const toBrotli = promisify(brotliCompress);

export const precompress: Plugin = {
  name: 'precompress',
  apply: 'build',
  async writeBundle({ dir }) {
    if (dir === undefined) throw new Error('precompress needs the folder of the build');
    const names = await readdir(dir, { recursive: true });
    await Promise.all(
      names.filter((name) => TEXT.test(name)).map((name) => compressFile(path.join(dir, name))),
    );
  },
};

async function compressFile(file: string): Promise<void> {
  const bytes = await readFile(file);
  if (bytes.length < WORTH_BYTES) return;
  const brotli = {
    params: {
      [constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MAX_QUALITY,
      [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length,
    },
  };
  await writeFile(`${file}.br`, await toBrotli(bytes, brotli));
  await writeFile(`${file}.gz`, await zopfli(bytes));
}

/** Compresses with one iteration: each further one takes as long again and saves about 0.1%. */
function zopfli(bytes: Uint8Array): Promise<Uint8Array> {
  return new Promise((resolve, reject) => {
    gzip(bytes, { numiterations: 1 }, (error, packed) => {
      if (error === null || error === undefined) resolve(packed);
      else reject(error instanceof Error ? error : new Error(String(error)));
    });
  });
}
