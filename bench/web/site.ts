/**
 * `npx glasshouse bench-site`: every public page and an article of the help center: Lighthouse, the
 * most layout shifts of its visits in both languages, axe in both themes and languages. Exits
 * non-zero beyond a bar. RUNS sets how often Lighthouse runs (median); PAGES names some, between
 * commas.
 */
import fs from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { chromium } from '@playwright/test';
import { pageHeads } from '../../apps/web/build/page-heads.ts';
import { TestServer } from '../../e2e/server.ts';
import { CHROMIUM_ARGS } from '../../playwright.config.ts';
import { buildWeb } from '../../tools/build-web.ts';
import { requireChromium } from '../../tools/prerequisites.ts';
import { median } from '../report.ts';
import { axeViolations } from './accessibility.ts';
import { Figures } from './figures.ts';
import { CATEGORIES, lighthouse, type Scores } from './lighthouse.ts';
import { visit } from './page-load.ts';

const RUNS = Number(process.env['RUNS'] ?? 1);
const LEAST: Scores = { performance: 95, accessibility: 100, 'best-practices': 100, seo: 100 };
const LANGUAGES = ['en-US', 'zh-CN'];
const WATCH_MS = 2500;

/** One article stands for all: they differ in words alone. */
const isMeasured = (page: string, i: number, all: readonly string[]): boolean =>
  !page.includes('article=') || all.findIndex((each) => each.includes('article=')) === i;
const asked = process.env['PAGES']?.split(',');
const pages = asked ?? Object.keys(pageHeads().heads).filter(isMeasured);

const figures = new Figures();
const folder = fs.mkdtempSync(path.join(tmpdir(), 'glasshouse-bench-site-'));
await buildWeb(() => console.log('Building the site'));
const executable = requireChromium();
const server = await TestServer.start();
const browser = await chromium.launch({ executablePath: executable, args: CHROMIUM_ARGS });
const address = (page: string): string => `${server.url}/pc${page}`;
try {
  for (const page of pages) {
    await score(page);
    await watch(page);
  }
  const axe = await axeViolations(browser, { urls: pages.map(address), storage: {} });
  figures.hold({ what: 'axe violations, 2 themes, 2 languages', found: axe.length, most: 0 });
  for (const line of axe.slice(0, 40)) console.log(`✖ ${line}`);
} finally {
  await browser.close();
  await server.stop();
  fs.rmSync(folder, { recursive: true, force: true });
}
process.exit(figures.end(`public pages, Lighthouse as the median of ${RUNS}`));

async function score(page: string): Promise<void> {
  const all: Scores[] = [];
  for (let run = 0; run < RUNS; run++) {
    const scores = await lighthouse({ url: address(page), chromium: executable, folder });
    if (typeof scores === 'string') {
      figures.miss(`${page}, Lighthouse`, scores);
      return;
    }
    all.push(scores);
  }
  for (const name of CATEGORIES)
    figures.hold({
      what: `${page}, Lighthouse ${name}`,
      found: median(all.map((scores) => scores[name])),
      least: LEAST[name],
    });
}

async function watch(page: string): Promise<void> {
  let most = 0;
  for (const language of LANGUAGES) {
    const seen = await visit(browser, { url: address(page), language, theme: 'dark', watchMs: WATCH_MS });
    most = Math.max(most, seen.cls);
    for (const line of [...seen.violations, ...seen.errors])
      figures.miss(`${page} in ${language}, the console`, line);
  }
  figures.hold({ what: `${page}, layout shifts`, found: most, most: 0.01 });
}
