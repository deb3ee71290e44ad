/**
 * `npx glasshouse maintenance`: begins and ends maintenance, and writes the page for a stop of the
 * server.
 */
import { writeFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { brandOf, DEFAULT_BRAND } from '../values/brand.ts';
import { timeText } from '../values/times.ts';
import { maintenancePage } from '../operating/maintenance-page.ts';
import { usageOf } from './help.ts';
import { perform } from './installation.ts';
import { EXIT, runCommand, say } from './outcome.ts';
import { operatorOf } from './operator.ts';

const USAGE = usageOf('maintenance');
const WEEK_MS = 7 * 86_400_000;
/** Minutes are enough, and the zone is always said: 2026-11-24T02:20Z or +08:00. */
const TIME = /^\d{4}-\d\d-\d\dT\d\d:\d\d(:\d\d)?(Z|[+-]\d\d:\d\d)$/;

await runCommand(async () => {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: {
      by: { type: 'string', default: '' },
      until: { type: 'string' },
      out: { type: 'string', default: 'maintenance.html' },
    },
  });
  const [act] = positionals;
  if (act === 'show') return show();
  if (act === 'page') return writePage(values.out, values.until);
  const operator = operatorOf(values.by);
  if (operator === null) throw new Error(USAGE);
  if (act === 'end') return end(operator);
  if (act !== 'begin' || values.until === undefined) throw new Error(USAGE);
  return begin(operator, values.until);
});

function timeOf(text: string): number {
  const ms = TIME.test(text) ? Date.parse(text) : Number.NaN;
  if (Number.isNaN(ms)) throw new Error(`--until takes a time with its zone, such as 2026-11-24T02:20Z`);
  if (ms <= Date.now() || ms > Date.now() + WEEK_MS)
    throw new Error('--until must be ahead, by a week at most');
  return ms;
}

/** The page may be needed while nothing runs, or before anything is there. */
async function pageOf(untilMs: number | null): Promise<string> {
  try {
    return await perform('brand/maintenance-page', { untilMs });
  } catch (error) {
    say(`The brand cannot be read, the page gets the one of the software: ${String(error)}`);
    return maintenancePage(untilMs, brandOf(DEFAULT_BRAND, new Map()));
  }
}

async function begin(operator: string, until: string): Promise<number> {
  const { untilMs } = await perform('maintenance/begin', { untilMs: timeOf(until), operator });
  say(
    `Maintenance until about ${timeText(untilMs)}. It goes on until: npx glasshouse maintenance end --by NAME`,
  );
  return EXIT.ok;
}

async function end(operator: string): Promise<number> {
  const ended = await perform('maintenance/end', { operator });
  say(ended === null ? 'There is no maintenance.' : `Ended. It was begun at ${timeText(ended.sinceMs)}.`);
  return ended === null ? EXIT.breach : EXIT.ok;
}

async function show(): Promise<number> {
  const closing = await perform('maintenance/show', null);
  say(
    closing === null
      ? 'The platform is open.'
      : `Since ${timeText(closing.sinceMs)}, until about ${timeText(closing.untilMs)}, by ${closing.operator}.`,
  );
  return EXIT.ok;
}

async function writePage(file: string, until: string | undefined): Promise<number> {
  const untilMs = until === undefined ? null : timeOf(until);
  writeFileSync(file, await pageOf(untilMs));
  say(`${file} is written.`);
  return EXIT.ok;
}
