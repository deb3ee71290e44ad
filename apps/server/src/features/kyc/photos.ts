/** Turns what somebody uploads into a plain picture of our own making, or refuses it. Nothing of the file itself is kept. */
import { fileTypeFromBuffer } from 'file-type';
import type { Refusal } from '@glasshouse/protocol';
import sharp from 'sharp';

/** By the bytes, whatever the request claims. SVG, GIF, HEIC, PDF and archives are not among them. */
const TYPES: ReadonlySet<string> = new Set(['image/jpeg', 'image/png', 'image/webp']);
/** A phone's photo has 12 to 50 million; a bomb has more. */
const PIXELS_MAX = 60_000_000;
const SIDE_MAX = 2400;
const WIDTH_MIN = 400;
const HEIGHT_MIN = 250;
const JPEG_QUALITY = 86;
const DECODE_SECONDS_MAX = 10;

// Decoders other than these three are never reached, whatever a file pretends to be. One picture at a time, nothing kept.
sharp.block({ operation: ['VipsForeignLoad'] });
sharp.unblock({
  operation: ['VipsForeignLoadJpegBuffer', 'VipsForeignLoadPngBuffer', 'VipsForeignLoadWebpBuffer'],
});
sharp.concurrency(1);
sharp.cache(false);

export interface CleanPhoto {
  readonly jpeg: Uint8Array;
  readonly width: number;
  readonly height: number;
}

/** Decoded and encoded anew: EXIF with its place, trailing scripts and second files in one do not survive that. */
export async function cleanPhoto(bytes: Uint8Array): Promise<CleanPhoto | Refusal> {
  const type = await fileTypeFromBuffer(bytes).catch(() => undefined);
  if (type === undefined || !TYPES.has(type.mime)) return { error: 'kyc/photo-type', field: 'body' };
  try {
    const { data, info } = await sharp(bytes, { limitInputPixels: PIXELS_MAX, failOn: 'error', pages: 1 })
      .timeout({ seconds: DECODE_SECONDS_MAX })
      .autoOrient()
      .resize({ width: SIDE_MAX, height: SIDE_MAX, fit: 'inside', withoutEnlargement: true })
      .flatten({ background: '#ffffff' })
      .jpeg({ quality: JPEG_QUALITY })
      .toBuffer({ resolveWithObject: true });
    const { width, height } = info;
    if (Math.max(width, height) < WIDTH_MIN || Math.min(width, height) < HEIGHT_MIN)
      return { error: 'kyc/photo-small', field: 'body' };
    return { jpeg: data, width, height };
  } catch {
    return { error: 'kyc/photo-unreadable', field: 'body' };
  }
}
