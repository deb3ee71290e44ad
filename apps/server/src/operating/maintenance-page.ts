/**
 * The page for a stop of the server. The site's build writes it for a stop that was not announced;
 * here it gets the time of return.
 */
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { escaped } from '../http/branded-page.ts';
import { readThemeTokens, themeTokens } from '../http/brand-theme.ts';
import type { Brand } from '../values/brand.ts';

const FILE = path.join(import.meta.dirname, '../../../web/maintenance/dist/maintenance.html');
const UNANNOUNCED = 'data-until=""';

/**
 * `untilMs` is null if the end is not known. The page shows it without scripts, too. It loads
 * nothing, so that it has the brand in itself.
 */
export function maintenancePage(untilMs: number | null, brand: Brand): string {
  const page = branded(readFileSync(FILE, 'utf8'), brand);
  if (!page.includes(UNANNOUNCED)) throw new Error(`${FILE} is not the page that the build writes`);
  if (untilMs === null) return page;
  const until = new Date(untilMs).toISOString();
  return page
    .replace(UNANNOUNCED, `data-until="${until}"`)
    .replaceAll('<time class="until"></time>', `<time class="until">${until.slice(11, 16)} UTC</time>`);
}

function branded(page: string, brand: Brand): string {
  const logo = brand.pictures.get('logo');
  const image = (type: string, bytes: Buffer) =>
    `<img class="mark" alt="" src="data:${type};base64,${bytes.toString('base64')}">`;
  return page
    .replace(/<svg class="mark"[^]*?<\/svg>/, (mark) =>
      logo === undefined ? mark : image(logo.type, logo.bytes),
    )
    .replaceAll(/(<title>|<span class="brand">)[^<]*/g, (_, before: string) => before + escaped(brand.name))
    .replace(/(<meta name="theme-color" content=")[^"]*/, `$1${brand.colour}`)
    .replace('</style>', `${themeTokens(brand, readThemeTokens())}\n</style>`);
}
