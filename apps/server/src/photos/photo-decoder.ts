/**
 * The process that decodes one photo (D0017). It reads the file from standard input, and writes a
 * line of JSON, then the clean JPEG. It has no secrets, may write no file and opens no connection,
 * and it ends itself if it uses too much memory or processor time.
 */
import { fileTypeFromBuffer } from 'file-type';
import sharp, { type Metadata } from 'sharp';
import { DECODED_BYTES_MAX, type DecodedHead } from './photos.ts';

/**
 * Detected from the bytes, whatever the request claims. SVG, GIF, HEIC, PDF and archives are not
 * supported.
 */
const TYPES: ReadonlySet<string> = new Set(['image/jpeg', 'image/png', 'image/webp']);
/**
 * Phones make photos of 12, 24, 48 and 50 million pixels. A progressive JPEG of this size without
 * chroma subsampling, the worst of them, takes three quarters of the memory below.
 */
const PIXELS_MAX = 52_000_000;
/**
 * An interlaced picture is held in memory as a whole, several times; others are decoded line by
 * line.
 */
const PIXELS_INTERLACED_MAX = 4_000_000;
/** Pixels, and the quality of the JPEG; the caller may ask for less. */
const SIDE_MAX = Number(process.argv[2] ?? 2400);
const WIDTH_MIN = 400;
const HEIGHT_MIN = 250;
const JPEG_QUALITY = Number(process.argv[3] ?? 86);
/** Beyond it the process ends itself. */
const MEMORY_BYTES_MAX = 600_000_000;
/**
 * Processor time, not elapsed time: the load of the machine must not decide whether a photo is
 * refused.
 */
const PROCESSOR_MS_MAX = 10_000;
const LOOK_MS = 20;

// Only these three decoders can be reached, whatever a file claims to be. One picture at a time,
// nothing cached.
sharp.block({ operation: ['VipsForeignLoad'] });
sharp.unblock({
  operation: ['VipsForeignLoadJpegBuffer', 'VipsForeignLoadPngBuffer', 'VipsForeignLoadWebpBuffer'],
});
sharp.concurrency(1);
sharp.cache(false);

interface Decoded {
  readonly head: DecodedHead;
  readonly jpeg: Buffer;
}

const refused = (head: DecodedHead): Decoded => ({ head, jpeg: Buffer.alloc(0) });

/**
 * Decodes and encodes again, which removes EXIF with its location, appended scripts and embedded
 * files.
 */
async function decode(bytes: Buffer): Promise<Decoded> {
  const type = await fileTypeFromBuffer(bytes).catch(() => undefined);
  if (type === undefined || !TYPES.has(type.mime)) return refused({ error: 'kyc/photo-type' });
  try {
    const picture = sharp(bytes, { limitInputPixels: PIXELS_MAX, failOn: 'error', pages: 1 });
    // Reads only the header.
    const limit = pixelLimitBroken(await sharp(bytes, { limitInputPixels: false }).metadata());
    if (limit !== null) return refused({ error: 'kyc/photo-pixels', limit });
    const { data, info } = await picture
      .autoOrient()
      .resize({ width: SIDE_MAX, height: SIDE_MAX, fit: 'inside', withoutEnlargement: true })
      .flatten({ background: '#ffffff' })
      .jpeg({ quality: JPEG_QUALITY })
      .toBuffer({ resolveWithObject: true });
    const { width, height } = info;
    if (Math.max(width, height) < WIDTH_MIN || Math.min(width, height) < HEIGHT_MIN)
      return refused({ error: 'kyc/photo-small' });
    return { head: { width, height }, jpeg: data };
  } catch {
    return refused({ error: 'kyc/photo-unreadable' });
  }
}

/** The pixel limit that this picture exceeds, or null. */
function pixelLimitBroken({ format, width, height, isProgressive }: Metadata): number | null {
  const isInterlaced = format === 'png' && isProgressive;
  const limit = isInterlaced ? PIXELS_INTERLACED_MAX : PIXELS_MAX;
  return width * height > limit ? limit : null;
}

async function readAll(stream: NodeJS.ReadableStream): Promise<Buffer> {
  const chunks: Buffer[] = [];
  let length = 0;
  for await (const chunk of stream) {
    const bytes = Buffer.from(chunk);
    length += bytes.length;
    if (length > DECODED_BYTES_MAX) process.exit(1);
    chunks.push(bytes);
  }
  return Buffer.concat(chunks);
}

setInterval(() => {
  const { user, system } = process.cpuUsage();
  if (process.memoryUsage.rss() > MEMORY_BYTES_MAX || (user + system) / 1000 > PROCESSOR_MS_MAX)
    process.exit(1);
}, LOOK_MS).unref();

const { head, jpeg } = await decode(await readAll(process.stdin));
process.stdout.write(`${JSON.stringify(head)}\n`);
process.stdout.write(jpeg);
