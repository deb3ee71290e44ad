/**
 * `npx glasshouse bench-web`: checks the pages against their bars, on the built site and a real
 * server with live data: sizes, paint, blocking, shifts, main thread in a busy market, the way of
 * an order to its row, axe, the content security policy. Figures of the main thread are as on the
 * machine on which the bars were set (`machine.ts`). Prints one table; exits non-zero beyond a bar.
 * RUNS sets how often each page is opened (median).
 */
import path from 'node:path';
import { chromium } from '@playwright/test';
import { SECTIONS } from '../../apps/web/src/app/sections.ts';
import { TestServer } from '../../e2e/server.ts';
import { CHROMIUM_ARGS } from '../../playwright.config.ts';
import { buildWeb } from '../../tools/build-web.ts';
import { requireChromium } from '../../tools/prerequisites.ts';
import { ROOT } from '../../tools/run.ts';
import { median } from '../report.ts';
import { axeViolations } from './accessibility.ts';
import { busyPage } from './busy-page.ts';
import { Figures } from './figures.ts';
import { slownessOf } from './machine.ts';
import { blockingMs, visit, type Visit } from './page-load.ts';
import { pressToRow } from './press-to-row.ts';
import { BuiltScripts, sumOf } from './sizes.ts';

const RUNS = Number(process.env['RUNS'] ?? 5);
const WATCH_MS = 5000;
const PAGES = ['main', 'market', 'trade', 'scontract'] as const;
const LANGUAGES = ['en-US', 'zh-CN'];
const DIST = path.join(ROOT, 'apps', 'web', 'dist');
/** 1000 bytes of gzip, as transfers are counted. */
const KB = 1000;

const figures = new Figures();
await buildWeb(() => console.log('Building the site'));
const executable = requireChromium();
const server = await TestServer.start();
const browser = await chromium.launch({ executablePath: executable, args: CHROMIUM_ARGS });
const address = (page: string): string => `${server.url}/pc/${page}`;
const LOOK = { language: 'en-US', theme: 'dark' };
try {
  const session = await server.register({ email: 'bench@example.com', password: 'Lighthouse-7' });
  const storage = {
    'User-Id': session.userId,
    'User-Token': session.token,
    'User-Login': 'true',
    'User-Email': session.email,
  };
  const slowness = [await slownessOf(browser)];
  const visits = new Map<string, Visit[]>();
  for (let run = 0; run < RUNS; run++) {
    for (const page of PAGES) {
      const seen = await visit(browser, { url: address(page), ...LOOK, watchMs: WATCH_MS });
      visits.set(page, [...(visits.get(page) ?? []), seen]);
    }
    slowness.push(await slownessOf(browser));
  }
  const slower = median(slowness);
  figures.tell('the machine of the bars, times as fast as this one', slower.toFixed(2));
  weigh(visits);
  paint(visits, slower);
  await shiftElsewhere(storage);
  // One look differs from the next by a tenth: the middle one of three.
  const looks = [];
  for (let look = 0; look < 3; look++)
    looks.push(await busyPage(browser, { url: address('trade'), ...LOOK, storage }));
  const [, busy = looks[0]!] = looks.toSorted((a, b) => a.mainThreadMs - b.mainThreadMs);
  figures.tell('/trade, messages a second in the busy market', busy.messagesPerSecond.toFixed(1));
  figures.hold({
    what: '/trade, main thread a second',
    found: busy.mainThreadMs / slower,
    most: 300,
    unit: 'ms',
  });
  figures.hold({ what: '/trade, frames a second', found: busy.framesPerSecond, least: 55 });
  figures.hold({ what: '/trade, longest task', found: busy.longestTaskMs / slower, most: 100, unit: 'ms' });
  const toRow = await pressToRow(browser, { url: address('trade'), ...LOOK, storage });
  figures.hold({ what: '/trade, press on Buy to the row of the order', found: toRow, most: 60, unit: 'ms' });
  const all = [...visits.values()].flat();
  const violations = all.flatMap((seen) => seen.violations);
  figures.hold({ what: 'violations of the content security policy', found: violations.length, most: 0 });
  const errors = all.flatMap((seen) => seen.errors);
  figures.hold({ what: 'errors in the console', found: errors.length, most: 0 });
  const axe = await axeViolations(browser, { urls: PAGES.map(address), storage });
  figures.hold({ what: 'axe violations, 4 pages, 2 themes, 2 languages', found: axe.length, most: 0 });
  for (const line of [...violations, ...errors, ...axe].slice(0, 20)) console.log(`✖ ${line}`);
} finally {
  await browser.close();
  await server.stop();
}
process.exit(figures.end(`pages, median of ${RUNS} visits with an empty cache`));

function weigh(visits: ReadonlyMap<string, readonly Visit[]>): void {
  const files = (page: string) => visits.get(page)?.[0]?.files ?? { scripts: [], styles: [] };
  const built = new BuiltScripts(DIST);
  const weight = (what: string, scripts: readonly string[], most: number) =>
    figures.hold({ what: `JS of ${what}`, found: sumOf(DIST, scripts) / KB, most, unit: 'kB' });
  // The language with the larger texts counts.
  const heavier = (scriptsIn: (language: string) => readonly string[]) =>
    LANGUAGES.map(scriptsIn).reduce((a, b) => (sumOf(DIST, b) > sumOf(DIST, a) ? b : a));
  weight('/main', files('main').scripts, 150);
  weight('/trade before the chart', built.beforeChart(files('trade').scripts), 230);
  const ofTrade = heavier((language) => built.ofPages(['trade'], language));
  weight('/trade with all it can load', ofTrade, 300);
  const ofDesk = heavier((language) => built.ofPages(PAGES, language));
  weight(`${PAGES.map((page) => `/${page}`).join(', ')} with all they can load`, ofDesk, 300);
  const site = [heavier((language) => built.ofSite(language)), built.ofSite()] as const;
  const [one, all] = site.map((scripts) => (sumOf(DIST, scripts) / KB).toFixed(1));
  figures.tell('JS of the whole site, one language; all', `${one}; ${all} kB`);
  figures.hold({ what: 'CSS', found: sumOf(DIST, files('trade').styles) / KB, most: 15, unit: 'kB' });
}

function paint(visits: ReadonlyMap<string, readonly Visit[]>, slower: number): void {
  const LCP_BARS: Readonly<Record<string, number>> = { main: 1000, trade: 1500 };
  for (const [page, seen] of visits) {
    const of = (read: (one: Visit) => number) => median(seen.map(read));
    const bar = LCP_BARS[page];
    if (bar !== undefined)
      figures.hold({ what: `/${page}, largest paint`, found: of((one) => one.lcpMs), most: bar, unit: 'ms' });
    const blocking = of(({ longTasksMs }) => blockingMs(longTasksMs, slower));
    figures.hold({ what: `/${page}, blocking time`, found: blocking, most: 100, unit: 'ms' });
    figures.hold({ what: `/${page}, layout shifts`, found: of((one) => one.cls), most: 0.01 });
  }
}

/** The pages without bars of their own, each once: public ones as a visitor. */
async function shiftElsewhere(storage: Readonly<Record<string, string>>): Promise<void> {
  const measured = new Set<string>(PAGES.map((page) => `/${page}`));
  const pages = SECTIONS.flatMap((section) => Object.entries(section.pages));
  const others = pages.filter(([page]) => !measured.has(page));
  let worst = { page: '', cls: 0 };
  for (const [page, access] of others) {
    const as = access === 'public' ? {} : { storage };
    const { cls } = await visit(browser, { url: address(page.slice(1)), ...LOOK, ...as, watchMs: WATCH_MS });
    if (cls >= worst.cls) worst = { page, cls };
  }
  figures.hold({
    what: `${worst.page}, the most layout shifts of ${others.length} others`,
    found: worst.cls,
    most: 0.01,
  });
}
