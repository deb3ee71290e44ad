/**
 * `npx glasshouse speed [TREE]`: what an order, the start of a demo, its memory when nobody uses it
 * and the scripts of its pages cost, in multiples of something simple that the same run measures.
 * The last release, or the checkout TREE, takes turns with this one: exits non-zero where a figure
 * is more than 1.15 times its own. Without a release it compares with nothing, and says so.
 * --write notes the multiples in docs/generated/speed.md as those of the version in package.json.
 * --only none, postgres, embedded or demo measures a part. ROUNDS and SECONDS set how long.
 *
 * All but memory is CPU time, because on a busy machine the clock shows mostly what else it does.
 * So a start or a page that only waits for longer is not noticed here.
 */
import fs from 'node:fs';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { chromium } from '@playwright/test';
import { findPostgresBinaries } from '../../apps/server/test/postgres.ts';
import { CHROMIUM_ARGS } from '../../playwright.config.ts';
import { requireChromium } from '../../tools/prerequisites.ts';
import { ROOT } from '../../tools/run.ts';
import { noteFailure, noteSkipped } from '../../tools/test-report.ts';
import { median, table } from '../report.ts';
import { buildSite, checkoutOf } from './checkout.ts';
import { Demos } from './demos.ts';
import { compared, FIGURE_NAMES, FIGURES, multipleOf, UNITS, WORSE_MAX } from './figures.ts';
import { lastRelease } from './last-release.ts';
import { measureOrders, SERVERS } from './orders.ts';
import { multipleText, RECORD, rowsOf, speedDocument, withRow } from './record.ts';
import { Turns } from './turns.ts';

const PARTS = [...SERVERS, 'demo'];
const ROUNDS = Number(process.env['ROUNDS'] ?? 3);
const SECONDS = Number(process.env['SECONDS'] ?? 6);

const { values: options, positionals } = parseArgs({
  allowPositionals: true,
  options: { write: { type: 'boolean', default: false }, only: { type: 'string' } },
});
const isAsked = (part: string): boolean => options.only === undefined || options.only === part;
if (!PARTS.some(isAsked) || (options.write && options.only !== undefined)) {
  console.error(`--only is one of ${PARTS.join(', ')}, and not for --write, which needs all.`);
  process.exit(2);
}

const other = otherCheckout();
const turns = new Turns([ROOT, ...(other === null ? [] : [other.tree])]);
await playOrders();
if (isAsked('demo')) await playDemos();
const comparisons = other === null ? [] : compared(turns.of(ROOT), turns.of(other.tree));
report();
if (options.write) write();
process.exit(verdict());

/** The checkout to compare with; null, which is said, if there is none. */
function otherCheckout(): { readonly name: string; readonly tree: string } | null {
  const [named] = positionals;
  if (named !== undefined) {
    // As in the folder in which npm was called.
    const tree = path.resolve(process.env['INIT_CWD'] ?? '', named);
    const isOther = fs.existsSync(path.join(tree, 'bench/api/server.ts')) && fs.realpathSync(tree) !== ROOT;
    if (isOther) return { name: tree, tree };
    console.error(`${tree} is no other checkout with a bench/api/server.ts.`);
    process.exit(2);
  }
  const release = lastRelease(ROOT);
  if ('reason' in release) {
    skip('the comparison with the last release', release.reason);
    return null;
  }
  return { name: release.version, tree: checkoutOf(release, ROOT) };
}

function skip(what: string, reason: string): void {
  console.log(`SKIPPED: ${what}: ${reason}`);
  noteSkipped(`speed: ${what}`, reason);
}

async function playOrders(): Promise<void> {
  const isMissing = isAsked('postgres') && findPostgresBinaries() === null;
  if (isMissing) skip('orders on PostgreSQL', 'its programs are not on this machine');
  const servers = SERVERS.filter((kind) => isAsked(kind) && !(kind === 'postgres' && isMissing));
  for (let round = 1; round <= ROUNDS; round++)
    for (const kind of servers) {
      await measureOrders(turns, { kind, here: ROOT, seconds: SECONDS });
      console.log(`orders, ${kind}: ${round} of ${ROUNDS} rounds`);
    }
}

async function playDemos(): Promise<void> {
  const executablePath = requireChromium();
  for (const tree of turns.trees) await buildSite(tree);
  const browser = await chromium.launch({ executablePath, args: CHROMIUM_ARGS });
  try {
    const demos = new Demos(turns, browser);
    await demos.prepare();
    for (let round = 1; round <= ROUNDS; round++) {
      await demos.measure();
      console.log(`demo: ${round} of ${ROUNDS} rounds`);
    }
    for (const [tree, ms] of demos.startsMs)
      console.log(
        `The demo of ${tree === ROOT ? 'this' : 'the other'} checkout started in ${median(ms).toFixed(0)} ms.`,
      );
  } finally {
    await browser.close();
  }
}

function report(): void {
  table(
    `multiples, median of ${ROUNDS} rounds${other === null ? '' : `; the other is ${other.name}`}`,
    FIGURE_NAMES.filter((figure) => turns.of(ROOT).has(figure)).map((figure) => {
      const row = {
        figure: FIGURES[figure].what,
        multiple: multipleText(multipleOf(figure, turns.of(ROOT))),
      };
      const comparison = comparisons.find((each) => each.figure === figure);
      if (other === null || comparison === undefined) return row;
      return {
        ...row,
        'of the other': multipleText(multipleOf(figure, turns.of(other.tree))),
        'ours / theirs': comparison.ratio.toFixed(3),
        pairs: comparison.pairs.map((ratio) => ratio.toFixed(2)).join(' '),
      };
    }),
  );
  // What is the same each time tells how quiet the machine was.
  for (const [unit, found] of turns.units) {
    const [least, middle, most] = [Math.min(...found), median(found), Math.max(...found)];
    const spread = found.length > 1 ? ` (${least.toFixed(1)} to ${most.toFixed(1)})` : '';
    console.log(`1 is ${middle.toFixed(1)}${spread}: ${UNITS[unit]}`);
  }
}

function write(): void {
  const file = path.join(ROOT, RECORD);
  const { version } = JSON.parse(fs.readFileSync(path.join(ROOT, 'package.json'), 'utf8')) as {
    version: string;
  };
  const multiples = FIGURE_NAMES.map((figure) => multipleOf(figure, turns.of(ROOT)));
  const date = new Date().toISOString().slice(0, 'yyyy-mm-dd'.length);
  const rows = withRow(rowsOf(fs.readFileSync(file, 'utf8')), { version, date, multiples });
  fs.writeFileSync(file, speedDocument(rows));
  console.log(`${RECORD} has the row of ${version}.`);
}

/** The exit code. */
function verdict(): number {
  if (other === null) {
    console.log('Compared with nothing.');
    return 0;
  }
  const missed = comparisons.filter(({ isMet }) => !isMet);
  for (const { figure, ratio } of missed) {
    const line = `${FIGURES[figure].what}: ${ratio.toFixed(2)} of that of ${other.name}, bar ${WORSE_MAX}`;
    console.log(line);
    noteFailure('speed', line);
  }
  if (comparisons.length > 0 && missed.length === 0)
    console.log(`All ${comparisons.length} figures are within ${WORSE_MAX} of ${other.name}.`);
  return comparisons.length > 0 && missed.length === 0 ? 0 : 1;
}
