/**
 * The page for a stop of the server. The site's build writes it for a stop that was not announced;
 * here it gets the time of return.
 */
import { readFileSync } from 'node:fs';
import path from 'node:path';

const FILE = path.join(import.meta.dirname, '../../../web/maintenance/dist/maintenance.html');
const UNANNOUNCED = 'data-until=""';

/** `untilMs` is null if the end is not known. The page shows it without scripts, too. */
export function maintenancePage(untilMs: number | null): string {
  const page = readFileSync(FILE, 'utf8');
  if (!page.includes(UNANNOUNCED)) throw new Error(`${FILE} is not the page that the build writes`);
  if (untilMs === null) return page;
  const until = new Date(untilMs).toISOString();
  return page
    .replace(UNANNOUNCED, `data-until="${until}"`)
    .replaceAll('<time class="until"></time>', `<time class="until">${until.slice(11, 16)} UTC</time>`);
}
