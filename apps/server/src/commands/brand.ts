/** `npx glasshouse brand`: shows and sets the name, the look and the owner of the platform. */
import { readFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import sharp from 'sharp';
import type { BrandAnswer } from '../features/brand/operating-commands.ts';
import { SIDE_MAX } from '../features/brand/pictures.ts';
import type { BrandPicture } from '../values/brand.ts';
import { usageOf } from './help.ts';
import { perform } from './installation.ts';
import { EXIT, runCommand, say } from './outcome.ts';
import { NO_OPERATOR, operatorOf } from './operator.ts';

const USAGE = usageOf('brand');
const WIDTH = 16;
const PIXELS_MAX = 16_000_000;

await runCommand(async () => {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: { by: { type: 'string', default: '' }, dark: { type: 'boolean', default: false } },
  });
  const [act, ...given] = positionals;
  if (act === 'show' && given.length === 0) return show();
  if (act === 'history' && given.length === 0) return history();
  const operator = operatorOf(values.by);
  if (operator === null) throw new Error(given.length === 0 ? USAGE : NO_OPERATOR);
  const [first, value] = given;
  if (act === 'set' && first !== undefined && value !== undefined && given.length === 2)
    return ended(first, value, await perform('brand/set', { field: first, value, operator }));
  const name = pictureNamed(act, values.dark);
  if (name === null || first === undefined || given.length !== 1) throw new Error(USAGE);
  const bytes = first === '' ? null : new Uint8Array(await pictureIn(first));
  return ended(name, first, await perform('brand/set-picture', { name, bytes, operator }));
});

function pictureNamed(act: string | undefined, isDark: boolean): BrandPicture | null {
  if (act === 'logo') return isDark ? 'logo_dark' : 'logo';
  return act === 'icon' && !isDark ? 'icon' : null;
}

async function show(): Promise<number> {
  const { texts, pictures, buttonText } = await perform('brand/show', null);
  for (const [field, value] of Object.entries(texts)) say(`${field.padEnd(WIDTH)}${value}`.trimEnd());
  for (const { name, type, bytes } of pictures) say(`${name.padEnd(WIDTH)}${type}, ${bytes} bytes`);
  say(`Text on buttons is ${buttonText.colour}, with a contrast of ${buttonText.contrast} to the colour.`);
  return EXIT.ok;
}

async function history(): Promise<number> {
  for (const { version, timeMs, field, value, operator } of await perform('brand/history', null))
    say(`${version}  ${new Date(timeMs).toISOString()}  ${field} = ${value}  (${operator})`);
  return EXIT.ok;
}

function ended(field: string, value: string, { problem }: BrandAnswer): number {
  say(problem ?? `${field} is ${value === '' ? 'taken back' : value} now.`);
  return problem === null ? EXIT.ok : EXIT.breach;
}

/** An SVG as it is. Other pictures are decoded here, beside the server, and written anew as PNG. */
async function pictureIn(file: string): Promise<Buffer> {
  const bytes = readFileSync(file);
  const { format } = await sharp(bytes, { limitInputPixels: PIXELS_MAX })
    .metadata()
    .catch(() => ({ format: null }));
  if (format !== 'png' && format !== 'webp') return bytes;
  return sharp(bytes, { limitInputPixels: PIXELS_MAX, failOn: 'error', pages: 1 })
    .resize({ width: SIDE_MAX, height: SIDE_MAX, fit: 'inside', withoutEnlargement: true })
    .png({ compressionLevel: 9, palette: true, quality: 100 })
    .toBuffer();
}
