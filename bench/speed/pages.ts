/**
 * What the scripts of a page cost the main thread of a browser, in CPU time: from an empty cache
 * through some seconds of live data. A busy machine delays them, but hardly adds to them.
 */
import type { Browser, CDPSession, Page } from '@playwright/test';
import { fixedWork } from '../web/machine.ts';
import { prepare } from '../web/page-load.ts';

const LIVE_MS = 4000;

export async function scriptMs(browser: Browser, url: string): Promise<number> {
  return await inNewPage(browser, async (page, devtools) => {
    await prepare(page, { language: 'en-US', theme: 'dark' });
    await page.goto(url, { waitUntil: 'load' });
    await page.waitForTimeout(LIVE_MS);
    return await spentMs(devtools, 'ScriptDuration');
  });
}

/** What the fixed work costs in the same browser, which all figures of pages are multiples of. */
export async function fixedWorkMs(browser: Browser): Promise<number> {
  return await inNewPage(browser, async (page, devtools) => {
    const before = await spentMs(devtools, 'TaskDuration');
    await page.evaluate(fixedWork);
    return (await spentMs(devtools, 'TaskDuration')) - before;
  });
}

/** In a process of its own, with a cold cache. */
async function inNewPage(
  browser: Browser,
  read: (page: Page, devtools: CDPSession) => Promise<number>,
): Promise<number> {
  const context = await browser.newContext({ viewport: { width: 1440, height: 900 } });
  try {
    const page = await context.newPage();
    const devtools = await context.newCDPSession(page);
    await devtools.send('Performance.enable', { timeDomain: 'threadTicks' });
    return await read(page, devtools);
  } finally {
    await context.close();
  }
}

/** CPU time of the main thread so far, in all its tasks or in scripts alone. */
async function spentMs(devtools: CDPSession, metric: 'TaskDuration' | 'ScriptDuration'): Promise<number> {
  const { metrics } = await devtools.send('Performance.getMetrics');
  return (metrics.find(({ name }) => name === metric)?.value ?? NaN) * 1000;
}
